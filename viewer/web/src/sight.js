// Whether a place can be seen from where a camera would stand.

// Whether the segment from p to q, arrays of three, meets a triangle (A. Moeller and B. Trumbore,
// "Fast, minimum storage ray-triangle intersection", 1997). `x` are coordinates, three per vertex.
function meetsAny(x, indices, p, q) {
    const [px, py, pz] = p;
    const dx = q[0] - px;
    const dy = q[1] - py;
    const dz = q[2] - pz;
    for (let i = 0; i < indices.length; i += 3) {
        const a = 3 * indices[i];
        const b = 3 * indices[i + 1];
        const c = 3 * indices[i + 2];
        const ux = x[b] - x[a];
        const uy = x[b + 1] - x[a + 1];
        const uz = x[b + 2] - x[a + 2];
        const vx = x[c] - x[a];
        const vy = x[c + 1] - x[a + 1];
        const vz = x[c + 2] - x[a + 2];
        const hx = dy * vz - dz * vy;
        const hy = dz * vx - dx * vz;
        const hz = dx * vy - dy * vx;
        const scale = ux * hx + uy * hy + uz * hz;
        const sx = px - x[a];
        const sy = py - x[a + 1];
        const sz = pz - x[a + 2];
        const first = (sx * hx + sy * hy + sz * hz) / scale;
        if (!(first >= 0 && first <= 1)) {
            continue;
        }
        const kx = sy * uz - sz * uy;
        const ky = sz * ux - sx * uz;
        const kz = sx * uy - sy * ux;
        const second = (dx * kx + dy * ky + dz * kz) / scale;
        const along = (vx * kx + vy * ky + vz * kz) / scale;
        if (second >= 0 && first + second <= 1 && along >= 0 && along <= 1) {
            return true;
        }
    }
    return false;
}

// `meshes` have `x` and `indices`. What is nearer to the place than `margin` does not hide it.
export function isSeen(meshes, place, eye, margin) {
    const way = Math.hypot(eye[0] - place[0], eye[1] - place[1], eye[2] - place[2]);
    const start = place.map((at, d) => at + (margin / way) * (eye[d] - at));
    return !meshes.some(({ x, indices }) => meetsAny(x, indices, start, eye));
}
