// What a ray of sight meets: the ball, or the cloth. Arrays of three; no three.js here.

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// The share of the ray at which it enters the sphere; Infinity if it does not.
export function meetSphere(from, ray, centre, radius) {
    const to = sub(from, centre);
    const a = dot(ray, ray);
    const b = dot(to, ray);
    const root = b * b - a * (dot(to, to) - radius * radius);
    const at = root < 0 ? -1 : (-b - Math.sqrt(root)) / a;
    return at > 0 ? at : Infinity;
}

// The first triangle that the ray meets (A. Moeller and B. Trumbore, "Fast, minimum storage
// ray-triangle intersection", 1997): the share of the ray, and the corner that is nearest to where
// it does; -1: none.
export function meetMesh(from, ray, x, indices) {
    const best = { at: Infinity, vertex: -1 };
    const [px, py, pz] = from;
    const [dx, dy, dz] = ray;
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
        const at = (vx * kx + vy * ky + vz * kz) / scale;
        if (second >= 0 && first + second <= 1 && at > 0 && at < best.at) {
            const weights = [1 - first - second, first, second];
            best.at = at;
            best.vertex = indices[i + weights.indexOf(Math.max(...weights))];
        }
    }
    return best;
}
