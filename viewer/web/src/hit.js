// The triangles that a ray meets (A. Moeller and B. Trumbore, "Fast, minimum storage ray-triangle
// intersection", 1997). A ray is where it comes `from` and its `way`, arrays of three; a distance
// along it is a share of `way`. Meshes have `x`, three coordinates per vertex, and `indices`.

// The first triangle that is met up to `reach` along the ray, or, with `any`, one of them: the face,
// the distance `t`, and the weights of the corners `where`. Null: none.
export function meet({ x, indices }, { from, way }, reach = Infinity, any = false) {
    const [px, py, pz] = from;
    const [dx, dy, dz] = way;
    let best = null;
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
        const t = (vx * kx + vy * ky + vz * kz) / scale;
        if (second >= 0 && first + second <= 1 && t >= 0 && t <= reach) {
            best = { face: i / 3, t, where: [1 - first - second, first, second] };
            if (any) {
                return best;
            }
            reach = t;
        }
    }
    return best;
}

// What a ray meets first of several meshes: `mesh`, the index of one, `face` and `t`. Null: nothing.
export function hitOf(meshes, ray) {
    let best = null;
    meshes.forEach((each, mesh) => {
        const hit = meet(each, ray, best?.t);
        if (hit !== null && (best === null || hit.t < best.t)) {
            best = { mesh, face: hit.face, t: hit.t };
        }
    });
    return best;
}

// Whether a place can be seen from where an eye is. What is nearer to the place than `margin` does
// not hide it.
export function isSeen(meshes, place, eye, margin) {
    const far = Math.hypot(eye[0] - place[0], eye[1] - place[1], eye[2] - place[2]);
    const from = place.map((at, d) => at + (margin / far) * (eye[d] - at));
    const way = eye.map((at, d) => at - from[d]);
    return !meshes.some((mesh) => meet(mesh, { from, way }, 1, true) !== null);
}
