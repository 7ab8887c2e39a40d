// A film (viewer/film.h): its objects, and its frames on demand.
import { GroupReader, readPositions } from "./frames.js";
import { readLayers } from "./layer_reader.js";
import { Pose } from "./pose.js";
import { BLOCK, Unpacker } from "./unpack.js";

// Unpacked groups of frames are kept up to this many bytes, the latest two in any case.
const KEPT_BYTES = 400e6;

// Frames whose layers are kept.
const KEPT_LAYERS = 8;

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

export class Film {
    #worker = null;
    #asked = null; // the group that the worker unpacks
    #unpacked = []; // groups, the latest last

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
            const group = { first, count, size, offset, frames: [], reader: null };
            offset += size;
            return group;
        });
        // Of frames with layers: where they begin, or null where there was no room for them.
        this.layered = new Map();
        for (const [frame, size] of description.layers ?? []) {
            this.layered.set(frame, size > 0 ? offset : null);
            offset += size;
        }
        this.layers = new Map(); // those that were read
    }

    // The layers of a frame (layer_reader.js), or null.
    layersOf(frame) {
        const offset = this.layered.get(frame) ?? null;
        if (offset !== null && !this.layers.has(frame)) {
            this.layers.set(frame, readLayers(this.bytes, offset));
            if (this.layers.size > KEPT_LAYERS) {
                this.layers.delete(this.layers.keys().next().value);
            }
        }
        return this.layers.get(frame) ?? null;
    }

    #readBase() {
        const reader = new Unpacker(this.bytes);
        for (const object of this.objects) {
            object.indices = readTriangles(reader, object.triangles);
            object.anchors = findAnchors(object.indices, object.vertices);
        }
        for (const object of this.objects) {
            if (object.still) {
                const x = Float32Array.from(readPositions(reader, object, null, null));
                object.pose = new Pose(object.indices, x);
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

    // Frames that are in the film, at most `most`, spread evenly; where there are many, those that
    // are unpacked first.
    sample(most) {
        const first = this.groups.filter((group) => group.size > 0).map((group) => group.first);
        const shown =
            first.length >= most ? first : this.numbers.map((_, i) => i).filter((i) => this.has(i));
        const count = Math.min(most, shown.length);
        return Array.from(
            { length: count },
            (_, i) => shown[count === 1 ? 0 : Math.round((i * (shown.length - 1)) / (count - 1))],
        );
    }

    // Poses (in quanta) and marked faces of every object, and the pairs; null if it is left out.
    // What the worker has not sent is unpacked at once.
    frame(index) {
        if (!this.has(index)) {
            return null;
        }
        const group = this.#groupOf(index);
        this.#keep(group);
        const wanted = index - group.first;
        if (group.frames[wanted] === undefined) {
            group.reader ??= new GroupReader(this.bytes, group.offset, this.objects);
            while (group.reader.at <= wanted) {
                this.#take(group, group.reader.at, group.reader.next());
            }
        }
        return group.frames[wanted];
    }

    // Whether frame(index) is there without work.
    isReady(index) {
        const group = this.#groupOf(index);
        return !this.has(index) || group.frames[index - group.first] !== undefined;
    }

    // From now on groups can be unpacked by a worker (unpack_worker.js).
    useWorker(worker) {
        this.#worker = worker;
        worker.addEventListener("message", ({ data }) => this.#receive(data));
        worker.addEventListener("error", () => {
            this.#worker = null;
        });
        const objects = this.objects.map(({ vertices, indices, anchors, still }) => ({
            vertices,
            indices,
            anchors,
            still,
        }));
        worker.postMessage({ objects });
    }

    #receive(frame) {
        const group = this.#asked;
        // What was dropped meanwhile, or begun anew here, has no frame to follow.
        if (frame.index <= group.frames.length) {
            this.#take(group, frame.index, frame);
        }
        if (frame.index === group.count - 1) {
            this.#asked = null;
        }
    }

    // Has the worker, unless it is at work, unpack the group of a frame, or the next one if that is
    // there. False: there is no worker.
    prefetch(index) {
        const at = this.groups.indexOf(this.#groupOf(index));
        const next = this.groups.slice(at).concat(this.groups.slice(0, at));
        const group = next
            .filter(({ size }) => size > 0)
            .slice(0, 2)
            .find(({ frames, count }) => frames.length < count);
        if (this.#worker !== null && this.#asked === null && group !== undefined) {
            this.#keep(group);
            this.#asked = group;
            const { offset, size, count } = group;
            const bytes = this.bytes.slice(offset, offset + size + 8);
            this.#worker.postMessage({ count, bytes }, [bytes.buffer]);
        }
        return this.#worker !== null;
    }

    // The group is the latest that is used; the oldest go where there are too many.
    #keep(group) {
        const groups = this.#unpacked;
        if (groups.at(-1) === group) {
            return;
        }
        const at = groups.indexOf(group);
        if (at >= 0) {
            groups.splice(at, 1);
        }
        groups.push(group);
        const bytes = this.objects.reduce((sum, o) => sum + (o.still ? 0 : 16 * o.vertices), 0);
        while (groups.length > 2 && groups.length * group.count * bytes > KEPT_BYTES) {
            Object.assign(groups.shift(), { frames: [], reader: null });
        }
    }

    #take(group, index, { positions, poses, marks, pairs }) {
        if (group.frames[index] !== undefined) {
            return;
        }
        const poseOf = (object, i) => {
            if (object.still) {
                return object.pose;
            }
            const sent = poses?.[i];
            const x = sent?.x ?? positions?.[i];
            return x
                ? new Pose(object.indices, x, sent?.normals)
                : group.frames[index - 1].poses[i];
        };
        group.frames[index] = { poses: this.objects.map(poseOf), marks, pairs };
    }
}
