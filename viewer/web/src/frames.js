// The frames of one group of a film (viewer/film.c), one after the other. Here and in the worker.
import { BLOCK, Unpacker } from "./unpack.js";

const UNCHANGED = 0;
const FROM_SPACE = 1;
const FROM_TIME = 2;
const FROM_BOTH = 3;

// Coordinates in quanta. `before` and `oldest` are of the two frames before, as far as there are
// any.
export function readPositions(reader, object, before, oldest) {
    const prediction = reader.byte();
    if (prediction === UNCHANGED) {
        return before;
    }
    const { anchors } = object;
    const count = object.vertices;
    const x = new Int32Array(3 * count);
    const block = new Int32Array(BLOCK);
    for (let begin = 0; begin < count; begin += BLOCK) {
        const size = Math.min(BLOCK, count - begin);
        for (let d = 0; d < 3; ++d) {
            reader.block(block, size);
            for (let k = 0; k < size; ++k) {
                const v = begin + k;
                const i = 3 * v + d;
                const a = 3 * anchors[v] + d;
                const alone = v === 0;
                if (prediction === FROM_SPACE) {
                    x[i] = block[k] + (alone ? 0 : x[a]);
                } else if (prediction === FROM_TIME) {
                    x[i] = block[k] + before[i];
                } else if (prediction === FROM_BOTH) {
                    x[i] = block[k] + before[i] + (alone ? 0 : x[a] - before[a]);
                } else {
                    const near = alone ? 0 : x[a] - 2 * before[a] + oldest[a];
                    x[i] = block[k] + 2 * before[i] - oldest[i] + near;
                }
            }
        }
    }
    reader.align();
    return x;
}

function readMarks(reader) {
    const faces = new Uint32Array(reader.count());
    let face = 0;
    for (let i = 0; i < faces.length; ++i) {
        face += reader.count();
        faces[i] = face;
    }
    return faces;
}

function readPairs(reader) {
    const pairs = [];
    const feature = () => ({ object: reader.count(), ids: [reader.count(), reader.count()] });
    for (let count = reader.count(); count > 0; --count) {
        const pair = { kind: reader.byte(), a: feature(), b: feature(), value: reader.float() };
        pair.point = [reader.float(), reader.float(), reader.float()];
        pairs.push(pair);
    }
    return pairs;
}

export class GroupReader {
    #reader;
    #objects;
    #before = [];
    #oldest = [];

    // `bytes` from the byte at `offset`; objects have `vertices`, `anchors`, `still`.
    constructor(bytes, offset, objects) {
        this.#reader = new Unpacker(bytes);
        this.#reader.at = 8 * offset;
        this.#objects = objects;
        this.at = 0; // the frame that comes next
    }

    // `positions` of each object: null where they are those of the frame before, or stand still;
    // `marks` of each, the numbers of the red faces; and `pairs`.
    next() {
        const frame = { positions: [], marks: [] };
        this.#objects.forEach((object, i) => {
            frame.positions.push(object.still ? null : this.#positionsOf(object, i));
            frame.marks.push(readMarks(this.#reader));
        });
        frame.pairs = readPairs(this.#reader);
        ++this.at;
        return frame;
    }

    #positionsOf(object, i) {
        const before = this.#before[i];
        const x = readPositions(this.#reader, object, before, this.#oldest[i]);
        this.#oldest[i] = before;
        this.#before[i] = x;
        return x === before ? null : Float32Array.from(x);
    }
}
