// The triangle that a ray meets first (A. Moeller and B. Trumbore, "Fast, minimum storage
// ray-triangle intersection", 1997).

// `meshes` have `x`, three coordinates per vertex, and `indices`; `from` and `way` are arrays of
// three. The mesh, the face and how far along the way, or null.
export function hitOf(meshes, { from, way }) {
    let best = null;
    meshes.forEach(({ x, indices }, mesh) => {
        for (let i = 0; i < indices.length; i += 3) {
            const t = distanceTo(
                x,
                3 * indices[i],
                3 * indices[i + 1],
                3 * indices[i + 2],
                from,
                way,
            );
            if (t !== null && (best === null || t < best.t)) {
                best = { mesh, face: i / 3, t };
            }
        }
    });
    return best;
}

function distanceTo(x, a, b, c, [px, py, pz], [dx, dy, dz]) {
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
        return null;
    }
    const kx = sy * uz - sz * uy;
    const ky = sz * ux - sx * uz;
    const kz = sx * uy - sy * ux;
    const second = (dx * kx + dy * ky + dz * kz) / scale;
    const t = (vx * kx + vy * ky + vz * kz) / scale;
    return second >= 0 && first + second <= 1 && t >= 0 ? t : null;
}
