// From the layers of a frame (layer_reader.js) to what layers.js draws: volumes of a level at a
// time, links, arrows. No three.js here.
import { ITEM_MEETS, ITEM_OVERLAPS, ITEM_SELF_FREE, ITEM_TOUCHES } from "./layer_reader.js";

// As svVolume; how many numbers one has.
const BOX = 0;
const SPHERE = 1;
const DOP18 = 2;
const NUMBERS = [6, 4, 18];
const GROUP = 16; // items of the level below an item

// States of volumes (volumes.js).
const FREE = 0;
const OVERLAPS = 1;
const SELF_FREE = 2;

// What makes an item red.
export const RED_FLAGS = [ITEM_TOUCHES, ITEM_MEETS, ITEM_OVERLAPS];

export function statesOf(level, redFlag) {
    return Uint8Array.from(level.flags, (flags) =>
        (flags & redFlag) !== 0 ? OVERLAPS : (flags & ITEM_SELF_FREE) !== 0 ? SELF_FREE : FREE,
    );
}

// Recorded bounds of a level, between t0 and t1.
export function recordedBounds(level, time) {
    const [before, after] = level.bounds;
    return time === 0 || before === after
        ? before
        : before.map((x, i) => x + time * (after[i] - x));
}

// Of which recorded bounds are not: the same items in volumes of another kind, around their
// vertices. `positions` of each object.
export class OtherBounds {
    #layers;
    #indices; // of the triangles of each object

    constructor(layers, objects) {
        this.#layers = layers;
        this.#indices = objects.map((object) => object.indices);
    }

    // Of a level, in volumes of a kind. Spheres are merged as the library does it.
    of(kind, level, positions) {
        let numbers = this.#ofLeaves(kind, positions);
        for (let l = 1; l <= level; ++l) {
            numbers = mergeLevel(kind, numbers, this.#layers.counts[l]);
        }
        return numbers;
    }

    #ofLeaves(kind, positions) {
        const { meshes, starts, faces } = this.#layers.leaves;
        const size = NUMBERS[kind];
        const numbers = new Float32Array(size * meshes.length);
        const corners = new Float32Array(3 * 48);
        for (let i = 0; i < meshes.length; ++i) {
            const indices = this.#indices[meshes[i]];
            const x = positions[meshes[i]];
            let count = 0;
            for (let f = starts[i]; f < starts[i + 1]; ++f) {
                for (let k = 0; k < 3; ++k, ++count) {
                    const v = 3 * indices[3 * faces[f] + k];
                    corners[3 * count] = x[v];
                    corners[3 * count + 1] = x[v + 1];
                    corners[3 * count + 2] = x[v + 2];
                }
            }
            fitVolume(kind, corners, count, numbers.subarray(size * i, size * (i + 1)));
        }
        return numbers;
    }
}

const SLABS = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, 0, 1],
    [0, 1, 1],
    [1, -1, 0],
    [1, 0, -1],
    [0, 1, -1],
];

function fitSlabs(corners, count, slabs, out) {
    for (let k = 0; k < slabs; ++k) {
        const [a, b, c] = SLABS[k];
        let low = Infinity;
        let high = -Infinity;
        for (let i = 0; i < 3 * count; i += 3) {
            const along = a * corners[i] + b * corners[i + 1] + c * corners[i + 2];
            low = along < low ? along : low;
            high = along > high ? along : high;
        }
        out[k] = low;
        out[slabs + k] = high;
    }
}

function fitVolume(kind, corners, count, out) {
    if (kind !== SPHERE) {
        fitSlabs(corners, count, NUMBERS[kind] / 2, out);
        return;
    }
    const box = new Float32Array(6);
    fitSlabs(corners, count, 3, box);
    let squared = 0;
    for (let d = 0; d < 3; ++d) {
        out[d] = (box[d] + box[3 + d]) / 2;
    }
    for (let i = 0; i < 3 * count; i += 3) {
        const [dx, dy, dz] = [
            corners[i] - out[0],
            corners[i + 1] - out[1],
            corners[i + 2] - out[2],
        ];
        squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
    }
    out[3] = Math.sqrt(squared);
}

function mergeSlabs(slabs, numbers, first, end, out) {
    out.set(numbers.subarray(2 * slabs * first, 2 * slabs * (first + 1)));
    for (let i = first + 1; i < end; ++i) {
        for (let k = 0; k < slabs; ++k) {
            out[k] = Math.min(out[k], numbers[2 * slabs * i + k]);
            out[slabs + k] = Math.max(out[slabs + k], numbers[2 * slabs * i + slabs + k]);
        }
    }
}

// Around the middle of the box around the spheres.
function mergeSpheres(numbers, first, end, out) {
    for (let d = 0; d < 3; ++d) {
        let low = Infinity;
        let high = -Infinity;
        for (let i = first; i < end; ++i) {
            low = Math.min(low, numbers[4 * i + d] - numbers[4 * i + 3]);
            high = Math.max(high, numbers[4 * i + d] + numbers[4 * i + 3]);
        }
        out[d] = (low + high) / 2;
    }
    out[3] = 0;
    for (let i = first; i < end; ++i) {
        const [x, y, z, radius] = numbers.subarray(4 * i, 4 * i + 4);
        const away = Math.hypot(x - out[0], y - out[1], z - out[2]);
        out[3] = Math.max(out[3], away + radius);
    }
}

function mergeLevel(kind, numbers, count) {
    const size = NUMBERS[kind];
    const merged = new Float32Array(size * count);
    for (let i = 0; i < count; ++i) {
        const out = merged.subarray(size * i, size * (i + 1));
        const first = GROUP * i;
        const end = Math.min(numbers.length / size, first + GROUP);
        if (kind === SPHERE) {
            mergeSpheres(numbers, first, end, out);
        } else {
            mergeSlabs(size / 2, numbers, first, end, out);
        }
    }
    return merged;
}

// The middle of a volume and half its diagonal.
export function centreOf(kind, numbers, item) {
    const at = NUMBERS[kind] * item;
    if (kind === SPHERE) {
        return { centre: [...numbers.subarray(at, at + 3)], radius: numbers[at + 3] };
    }
    const half = kind === BOX ? 3 : 9;
    const low = numbers.subarray(at, at + 3);
    const high = numbers.subarray(at + half, at + half + 3);
    return {
        centre: [0, 1, 2].map((d) => (low[d] + high[d]) / 2),
        radius: Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2,
    };
}

// The middle of a feature of a candidate.
export function middleOf(feature, areEdges, isFace, objects, positions) {
    const { indices } = objects[feature.object];
    const x = positions[feature.object];
    const id = feature.ids[0];
    const corners = areEdges
        ? feature.ids
        : isFace
          ? indices.subarray(3 * id, 3 * id + 3)
          : feature.ids;
    const sum = [0, 0, 0];
    for (const v of corners) {
        for (let d = 0; d < 3; ++d) {
            sum[d] += x[3 * v + d] / corners.length;
        }
    }
    return sum;
}

// The leaves below an item: [first, end).
export function leavesBelow(layers, level, item) {
    const size = GROUP ** level;
    return [item * size, Math.min((item + 1) * size, layers.counts[0])];
}

// Of each object, the faces of leaves that are proven free of self-collision.
export function freeFaces(layers, objectCount) {
    const { meshes, starts, faces } = layers.leaves;
    const lists = Array.from({ length: objectCount }, () => []);
    layers.levels[0]?.flags.forEach((flags, i) => {
        if ((flags & ITEM_SELF_FREE) !== 0) {
            lists[meshes[i]].push(...faces.subarray(starts[i], starts[i + 1]));
        }
    });
    return lists;
}

// The 26 directions of masks (svDirectionSet_Get): 13, then their opposites.
const HALF = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, -1, 0],
    [1, 0, 1],
    [1, 0, -1],
    [0, 1, 1],
    [0, 1, -1],
    [1, 1, 1],
    [1, 1, -1],
    [1, -1, 1],
    [1, -1, -1],
];
export const DIRECTIONS = [...HALF, ...HALF.map((way) => way.map((x) => (x === 0 ? 0 : -x)))];

export { BOX, DOP18, SPHERE };
