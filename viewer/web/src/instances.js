// Many copies of one small geometry in one draw call, whose numbers change with every frame.
import * as THREE from "three";

const ROOM = 64; // copies that buffers begin with

export class Instances {
    // `corners` and `indices` of the copied geometry; `attributes` per copy: name to size.
    constructor(corners, indices, attributes) {
        this.corners = new THREE.BufferAttribute(new Float32Array(corners), 3);
        this.indices = new THREE.BufferAttribute(new Uint16Array(indices), 1);
        this.sizes = attributes;
        this.geometry = new THREE.InstancedBufferGeometry();
        this.geometry.setAttribute("position", this.corners);
        this.geometry.setIndex(this.indices);
        this.geometry.instanceCount = 0;
        this.room = 0;
        this.reserve(ROOM);
    }

    get count() {
        return this.geometry.instanceCount;
    }

    // Room for so many copies; what was in the arrays is lost where they grow.
    reserve(count) {
        if (count <= this.room) {
            return;
        }
        this.room = Math.max(count, 2 * this.room);
        this.geometry.dispose(); // three keeps the number of copies that the old buffers had
        for (const [name, size] of Object.entries(this.sizes)) {
            const array = new Float32Array(size * this.room);
            const attribute = new THREE.InstancedBufferAttribute(array, size);
            this.geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
        }
    }

    // The array of an attribute, to be written.
    array(name) {
        return this.geometry.getAttribute(name).array;
    }

    // Draws the first `count` copies as the arrays now say; only these are sent.
    show(count) {
        this.geometry.instanceCount = count;
        if (count === 0) {
            return; // an empty range would be taken for all
        }
        for (const [name, size] of Object.entries(this.sizes)) {
            const attribute = this.geometry.getAttribute(name);
            attribute.clearUpdateRanges();
            attribute.addUpdateRange(0, size * count);
            attribute.needsUpdate = true;
        }
    }

    dispose() {
        this.geometry.dispose();
    }
}

// A mesh of such copies; three cannot know where they are.
export function instanceMesh(instances, material, order) {
    const mesh = new THREE.Mesh(instances.geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    return mesh;
}
