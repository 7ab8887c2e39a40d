// The shape of an object in a frame: coordinates, three per vertex, and normals. No three.js here: a
// worker makes poses ahead of time (unpack_worker.js).
//
// Normals are octahedral, two Int16 per vertex (Z. H. Cigolle et al., "A survey of efficient
// representations for independent unit vectors", 2014); surface.js opens them.

const FULL = 32767;

// Sums of the normals of the triangles around each vertex, weighed by area.
function sumNormals(indices, x) {
    const n = new Float32Array(x.length);
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
        const nx = uy * vz - uz * vy;
        const ny = uz * vx - ux * vz;
        const nz = ux * vy - uy * vx;
        n[a] += nx;
        n[a + 1] += ny;
        n[a + 2] += nz;
        n[b] += nx;
        n[b + 1] += ny;
        n[b + 2] += nz;
        n[c] += nx;
        n[c + 1] += ny;
        n[c + 2] += nz;
    }
    return n;
}

export function findNormals(indices, x) {
    const sums = sumNormals(indices, x);
    const count = x.length / 3;
    const packed = new Int16Array(2 * count);
    for (let v = 0; v < count; ++v) {
        const nx = sums[3 * v];
        const ny = sums[3 * v + 1];
        const nz = sums[3 * v + 2];
        const size = Math.abs(nx) + Math.abs(ny) + Math.abs(nz);
        if (!(size > 0)) {
            continue; // in no triangle: any will do
        }
        let a = nx / size;
        let b = ny / size;
        if (nz < 0) {
            const folded = (1 - Math.abs(b)) * (a < 0 ? -1 : 1);
            b = (1 - Math.abs(a)) * (b < 0 ? -1 : 1);
            a = folded;
        }
        packed[2 * v] = Math.round(FULL * a);
        packed[2 * v + 1] = Math.round(FULL * b);
    }
    return packed;
}

export class Pose {
    #indices;
    #normals;

    // `x`: a Float32Array. Without normals they are found when somebody asks.
    constructor(indices, x, normals = null) {
        this.#indices = indices;
        this.x = x;
        this.#normals = normals;
    }

    get normals() {
        this.#normals ??= findNormals(this.#indices, this.x);
        return this.#normals;
    }

    get bytes() {
        return (this.x.length / 3) * 16;
    }
}
