// Unpacks groups of frames beside the page, normals and all, and sends them frame by frame.
import { GroupReader } from "./frames.js";
import { findNormals } from "./pose.js";

let objects = [];

function unpack({ count, bytes }) {
    const reader = new GroupReader(bytes, 0, objects);
    for (let index = 0; index < count; ++index) {
        const { positions, marks, pairs } = reader.next();
        const poses = positions.map(
            (x, i) => x && { x, normals: findNormals(objects[i].indices, x) },
        );
        const buffers = poses.flatMap((pose) => (pose ? [pose.x.buffer, pose.normals.buffer] : []));
        postMessage({ index, poses, marks, pairs }, buffers);
    }
}

addEventListener("message", ({ data }) => {
    if (data.objects !== undefined) {
        objects = data.objects;
    } else {
        unpack(data);
    }
});
