// Layers of one frame (viewer/layer_pack.c): the BVH, pairs of each stage, contacts, normals.
// Coordinates are in quanta. No three.js here.
import { BLOCK, Unpacker } from "./unpack.js";

// Flags of an item, as in viewer/layer_run.h.
export const ITEM_OVERLAPS = 1; // its volume overlaps another one of its level
export const ITEM_MEETS = 2; // a leaf below it overlaps one of another item that is no neighbour
export const ITEM_TOUCHES = 4; // a feature in contact is below it
export const ITEM_SELF_FREE = 24; // proven free of self-collision, alone or with three others

const NUMBERS = [6, 4, 18]; // of a volume, by svVolume
const AXIS_STEPS = 4096;
const ANGLE_STEPS = 4096;

// A list of that many numbers, one after the other.
class NumberList {
    #reader;
    #left;
    #block = new Int32Array(BLOCK);
    #at = BLOCK;

    constructor(reader, count) {
        this.#reader = reader;
        this.#left = count;
        this.#end();
    }

    #end() {
        if (this.#left === 0) {
            this.#reader.align();
        }
    }

    next() {
        if (this.#at === BLOCK) {
            this.#reader.block(this.#block, Math.min(BLOCK, this.#left));
            this.#at = 0;
        }
        const value = this.#block[this.#at++];
        --this.#left;
        this.#end();
        return value;
    }
}

function readHead(reader) {
    const volume = reader.byte();
    const isStep = reader.byte() === 1;
    const counts = Array.from({ length: reader.byte() }, () => reader.count());
    const totals = { nodePairs: reader.count(), leafPairs: reader.count() };
    totals.candidates = [reader.count(), reader.count()];
    totals.contacts = [reader.count(), reader.count()];
    return { volume, isStep, counts, totals };
}

// `meshes` of the leaves; their faces are faces[starts[i]] to faces[starts[i + 1] - 1].
function readLeaves(reader, count) {
    const meshes = new Uint32Array(count);
    const starts = new Uint32Array(count + 1);
    const heads = new NumberList(reader, 2 * count);
    let mesh = 0;
    for (let i = 0; i < count; ++i) {
        mesh += heads.next();
        meshes[i] = mesh;
        starts[i + 1] = starts[i] + heads.next();
    }
    const faces = new Uint32Array(starts[count]);
    const steps = new NumberList(reader, faces.length);
    let first = 0;
    for (let i = 0; i < count; ++i) {
        let face = first;
        for (let k = starts[i]; k < starts[i + 1]; ++k) {
            face += steps.next();
            faces[k] = face;
        }
        first = faces[starts[i]];
    }
    return { meshes, starts, faces };
}

// Bounds at t0 and t1, so many numbers each; at an instant both are one array.
function readBounds(reader, count, size, isStep) {
    const before = new Float32Array(size * count);
    const after = isStep ? new Float32Array(size * count) : before;
    const list = new NumberList(reader, size * count * (isStep ? 2 : 1));
    for (let k = 0; k < size; ++k) {
        let value = 0;
        for (let i = 0; i < count; ++i) {
            value += list.next();
            before[size * i + k] = value;
        }
        for (let i = 0; i < count && isStep; ++i) {
            after[size * i + k] = before[size * i + k] + list.next();
        }
    }
    return [before, after];
}

// Cones as axis and half angle, four numbers each: an axis of zero where normals have no half-space
// in common; masks of the set of 26 directions.
function readNormals(reader, count) {
    const cones = new Float32Array(4 * count);
    const list = new NumberList(reader, 4 * count);
    for (let i = 0; i < 4 * count; ++i) {
        cones[i] = list.next() / (i % 4 === 3 ? ANGLE_STEPS : AXIS_STEPS);
    }
    const masks = Uint32Array.from({ length: count }, () => reader.count());
    return { cones, masks };
}

function readLevel(reader, count, { volume, isStep }) {
    const list = new NumberList(reader, count);
    const flags = Uint8Array.from({ length: count }, () => list.next());
    const bounds = readBounds(reader, count, NUMBERS[volume], isStep);
    return { count, flags, bounds, ...readNormals(reader, count) };
}

function readLeafPairs(reader) {
    const count = reader.count();
    const pairs = new Uint32Array(2 * count);
    const list = new NumberList(reader, 2 * count);
    let a = 0;
    for (let i = 0; i < count; ++i) {
        a += list.next();
        pairs[2 * i] = a;
        pairs[2 * i + 1] = a + list.next();
    }
    return pairs;
}

// `ids`: of a vertex or a face one; of an edge its two vertices.
function readCandidates(reader) {
    return Array.from({ length: reader.count() }, () => {
        const areEdges = reader.byte() === 1;
        const feature = () => ({
            object: reader.count(),
            ids: areEdges ? [reader.count(), reader.count()] : [reader.count()],
        });
        return { areEdges, a: feature(), b: feature() };
    });
}

function readContacts(reader) {
    const three = () => [reader.float(), reader.float(), reader.float()];
    return Array.from({ length: reader.count() }, () => ({
        areEdges: reader.byte() === 1,
        time: reader.float(),
        point: three(),
        normal: three(),
    }));
}

// `bytes` from the byte at `offset`.
export function readLayers(bytes, offset) {
    const reader = new Unpacker(bytes);
    reader.at = 8 * offset;
    const layers = readHead(reader);
    const { counts } = layers;
    layers.leaves = readLeaves(reader, counts.length > 0 ? counts[0] : 0);
    layers.levels = counts.map((count) => readLevel(reader, count, layers));
    layers.leafPairs = readLeafPairs(reader);
    layers.candidates = readCandidates(reader);
    layers.contacts = readContacts(reader);
    return layers;
}

// Which leaf has each face, by object; `sizes`: triangles of each object.
export function leavesOfFaces({ meshes, starts, faces }, sizes) {
    const leaves = sizes.map((size) => new Uint32Array(size));
    meshes.forEach((mesh, i) => {
        for (let k = starts[i]; k < starts[i + 1]; ++k) {
            leaves[mesh][faces[k]] = i;
        }
    });
    return leaves;
}
