// A film (viewer/film.h): its objects, and its frames on demand.
import { BLOCK, Unpacker } from "./unpack.js";

// Kinds of pairs, in the order of FilmKind.
export const KINDS = [
    { brief: "△△", one: "pair of triangles", many: "pairs of triangles", verb: "intersect" },
    {
        brief: "near VF",
        one: "near vertex-face pair",
        many: "near vertex-face pairs",
        verb: "near",
    },
    { brief: "near EE", one: "near edge-edge pair", many: "near edge-edge pairs", verb: "near" },
    { brief: "VF", one: "vertex-face contact", many: "vertex-face contacts", verb: "contact" },
    { brief: "EE", one: "edge-edge contact", many: "edge-edge contacts", verb: "contact" },
];

const UNCHANGED = 0;
const FROM_SPACE = 1;
const FROM_TIME = 2;
const FROM_BOTH = 3;

// Whether pairs of a kind are of edges.
export const areEdges = (kind) => kind === 2 || kind === 4;

// Unpacked groups of frames are kept up to this many bytes.
const KEPT_BYTES = 400e6;

function bytesOf(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length + 8);
    for (let i = 0; i < text.length; ++i) {
        bytes[i] = text.charCodeAt(i);
    }
    return bytes;
}

function readTriangles(reader, count) {
    const triangles = new Uint32Array(3 * count);
    const block = new Int32Array(BLOCK);
    let before = 0;
    for (let begin = 0; ; begin += BLOCK) {
        const size = Math.min(BLOCK, triangles.length - begin);
        reader.block(block, size);
        for (let k = 0; k < size; ++k) {
            const i = begin + k;
            const first = i % 3 === 0;
            triangles[i] = block[k] + (first ? before : triangles[i - (i % 3)]);
            before = first ? triangles[i] : before;
        }
        if (size < BLOCK) {
            break;
        }
    }
    reader.align();
    return triangles;
}

// Of each vertex the neighbour with the highest number below its own, else the vertex before it.
function findAnchors(triangles, count) {
    const anchors = new Uint32Array(count);
    for (let i = 0; i < triangles.length; i += 3) {
        for (let k = 0; k < 3; ++k) {
            const v = triangles[i + k];
            for (let j = 0; j < 3; ++j) {
                const other = triangles[i + j];
                if (other < v && other + 1 > anchors[v]) {
                    anchors[v] = other + 1;
                }
            }
        }
    }
    for (let v = 1; v < count; ++v) {
        anchors[v] = anchors[v] === 0 ? v - 1 : anchors[v] - 1;
    }
    return anchors;
}

// Coordinates in quanta. `before` and `oldest` are of the two frames before, as far as there are
// any.
function readPositions(reader, object, before, oldest) {
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

export class Film {
    // `description` is the JSON of the page, `base64` its bytes.
    constructor(description, base64) {
        this.description = description;
        this.quantum = description.quantum;
        this.origin = description.origin;
        this.bytes = bytesOf(base64);
        this.frameCount = description.frames.length;
        this.objects = description.objects.map((object) => ({ ...object }));
        this.counts = description.frames.map((row) => row.slice(1));
        this.numbers = description.frames.map((row) => row[0]);
        this.totals = this.counts.map((counts) => counts.reduce((a, b) => a + b, 0));
        this.#readBase();
        let offset = description.baseBytes;
        this.groups = description.groups.map(([first, count, size]) => {
            const group = { first, count, size, offset, frames: null };
            offset += size;
            return group;
        });
        this.unpacked = []; // groups, the latest last
    }

    #readBase() {
        const reader = new Unpacker(this.bytes);
        for (const object of this.objects) {
            object.indices = readTriangles(reader, object.triangles);
            object.anchors = findAnchors(object.indices, object.vertices);
        }
        for (const object of this.objects) {
            if (object.still) {
                object.positions = readPositions(reader, object, null, null);
            }
        }
    }

    #groupOf(frame) {
        let low = 0;
        let high = this.groups.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.groups[middle].first <= frame) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return this.groups[low];
    }

    // Whether the frame is in the film: those that would have made it too large are not.
    has(frame) {
        return frame >= 0 && frame < this.frameCount && this.#groupOf(frame).size > 0;
    }

    isBad(frame) {
        return this.totals[frame] > 0;
    }

    #unpack(group) {
        const reader = new Unpacker(this.bytes);
        reader.at = 8 * group.offset;
        group.frames = [];
        for (let f = 0; f < group.count; ++f) {
            const [before, oldest] = [group.frames[f - 1], group.frames[f - 2]];
            const frame = { positions: [], marks: [] };
            this.objects.forEach((object, i) => {
                frame.positions.push(
                    object.still
                        ? object.positions
                        : readPositions(reader, object, before?.positions[i], oldest?.positions[i]),
                );
                frame.marks.push(readMarks(reader));
            });
            frame.pairs = readPairs(reader);
            group.frames.push(frame);
        }
    }

    // Frames that are in the film, at most `most`, spread evenly.
    sample(most) {
        const shown = this.numbers.map((_, i) => i).filter((i) => this.has(i));
        const count = Math.min(most, shown.length);
        return Array.from(
            { length: count },
            (_, i) => shown[count === 1 ? 0 : Math.round((i * (shown.length - 1)) / (count - 1))],
        );
    }

    // Of a feature of a pair (the second or not) the vertices of its face or edge, or the vertex.
    cornersOf(pair, second) {
        const feature = second ? pair.b : pair.a;
        if (areEdges(pair.kind)) {
            return feature.ids;
        }
        const id = feature.ids[0];
        const { indices } = this.objects[feature.object];
        return pair.kind === 0 || second ? [...indices.subarray(3 * id, 3 * id + 3)] : [id];
    }

    // Positions (in quanta) and marked faces of every object, and the pairs; null if it is left
    // out.
    frame(index) {
        if (!this.has(index)) {
            return null;
        }
        const group = this.#groupOf(index);
        if (group.frames === null) {
            this.#unpack(group);
            this.unpacked.push(group);
            const bytes = this.objects.reduce((sum, o) => sum + (o.still ? 0 : 12 * o.vertices), 0);
            while (this.unpacked.length > 2 && this.unpacked.length * 16 * bytes > KEPT_BYTES) {
                this.unpacked.shift().frames = null;
            }
        }
        return group.frames[index - group.first];
    }
}
