// One object of a film as a surface: the cloth itself, its red faces, its wireframe.
import * as THREE from "three";

// Cloth first, then what is around it: apart in hue and lightness, and none of them red.
const COLOURS = [0x7fa3d1, 0xd6c6a8, 0x9fbd9f, 0xbfa6cf, 0xd9ae8c, 0x90bcc4, 0xcccc80, 0xaeb0b8];
const BACKDROP = { light: 0xd3d1cc, dark: 0x555b64 };
const RED = 0xd02a22;
const DARK_RED = 0x6e0c0a;

export function colourOf(index) {
    return `#${COLOURS[index % COLOURS.length].toString(16).padStart(6, "0")}`;
}

// Of floors and walls.
export function backdropColour(dark) {
    return dark ? BACKDROP.dark : BACKDROP.light;
}

// What lies in one plane is drawn in layers: edges, red faces behind them, the surface behind
// those.
const behind = (layers) => ({
    polygonOffset: true,
    polygonOffsetFactor: layers,
    polygonOffsetUnits: 2 * layers,
});

// Cloth seen from behind is a little darker and cooler, and all of it lighter where it turns away,
// as fibres that stand up are.
function clothMaterial(colour) {
    const material = new THREE.MeshStandardMaterial({
        color: colour,
        roughness: 0.78,
        metalness: 0,
        side: THREE.DoubleSide,
        shadowSide: THREE.DoubleSide,
        ...behind(2),
    });
    material.onBeforeCompile = (shader) => {
        shader.fragmentShader = shader.fragmentShader.replace(
            "#include <normal_fragment_begin>",
            `#include <normal_fragment_begin>
            if (!gl_FrontFacing) diffuseColor.rgb *= vec3(0.8, 0.8, 0.84);
            float turned = 1.0 - abs(dot(normal, normalize(vViewPosition)));
            diffuseColor.rgb += 0.16 * turned * turned * turned;`,
        );
    };
    return material;
}

function redMaterial() {
    return new THREE.MeshStandardMaterial({
        color: RED,
        emissive: RED,
        emissiveIntensity: 0.1,
        roughness: 0.75,
        side: THREE.DoubleSide,
        ...behind(1),
    });
}

// Red faces shine through what hides them.
function ghostMaterial() {
    return new THREE.MeshBasicMaterial({
        color: RED,
        transparent: true,
        opacity: 0.3,
        side: THREE.DoubleSide,
        depthFunc: THREE.GreaterDepth,
        depthWrite: false,
        ...behind(1),
    });
}

function wireMaterial() {
    return new THREE.MeshBasicMaterial({
        color: 0x101418,
        wireframe: true,
        transparent: true,
        opacity: 0.28,
    });
}

// Draws a geometry with these indices. Its buffers are kept: the positions are those of other
// geometries too, which would not notice that a dispose() took them away.
function drawIndices(geometry, indices) {
    if (geometry.index.array.length < indices.length) {
        geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(2 * indices.length), 1));
    }
    geometry.index.array.set(indices);
    geometry.index.needsUpdate = true;
    geometry.setDrawRange(0, indices.length);
}

export class Surface {
    constructor(object, index) {
        this.object = object;
        this.positions = new Float32Array(3 * object.vertices);
        this.normals = new Float32Array(3 * object.vertices);
        const dynamic = (array) =>
            new THREE.BufferAttribute(array, 3).setUsage(THREE.DynamicDrawUsage);
        this.positionAttribute = dynamic(this.positions);
        this.normalAttribute = dynamic(this.normals);
        this.shape = this.#geometry(object.indices);
        this.marked = this.#geometry(new Uint32Array(0));
        this.markedEdges = this.#geometry(new Uint32Array(0));

        const material = clothMaterial(COLOURS[index % COLOURS.length]);
        this.mesh = new THREE.Mesh(this.shape, material);
        this.red = new THREE.Mesh(this.marked, redMaterial());
        this.ghost = new THREE.Mesh(this.marked, ghostMaterial());
        this.ghost.renderOrder = 1;
        this.redEdges = new THREE.LineSegments(
            this.markedEdges,
            new THREE.LineBasicMaterial({ color: DARK_RED, transparent: true, opacity: 0.55 }),
        );
        this.wire = new THREE.Mesh(this.shape, wireMaterial());
        this.mesh.castShadow = true;
        this.mesh.receiveShadow = true;
        this.red.receiveShadow = true;
        this.wire.visible = false;
        this.group = new THREE.Group();
        this.group.add(this.mesh, this.red, this.ghost, this.redEdges, this.wire);
        for (const mesh of this.group.children) {
            mesh.frustumCulled = false; // the bounds would have to follow every frame
        }
        this.last = null;
    }

    #geometry(indices) {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", this.positionAttribute);
        geometry.setAttribute("normal", this.normalAttribute);
        geometry.setIndex(new THREE.BufferAttribute(indices, 1));
        return geometry;
    }

    // Positions on the straight way from x0 to x1, and the normals there.
    move(x0, x1, t) {
        const same = this.last;
        if (same !== null && same.x0 === x0 && same.x1 === x1 && (same.t === t || x0 === x1)) {
            return;
        }
        this.last = { x0, x1, t };
        const x = this.positions;
        if (t === 0 || x0 === x1) {
            x.set(x0);
        } else {
            for (let i = 0; i < x.length; ++i) {
                x[i] = x0[i] + t * (x1[i] - x0[i]);
            }
        }
        this.#findNormals();
        this.positionAttribute.needsUpdate = true;
        this.normalAttribute.needsUpdate = true;
    }

    // Normals of the triangles, weighed by area; the shader normalises.
    #findNormals() {
        const { positions: x, normals: n } = this;
        const { indices } = this.object;
        n.fill(0);
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
    }

    mark(faces, visible) {
        const { indices } = this.object;
        const marked = new Uint32Array(3 * faces.length);
        const edges = new Uint32Array(6 * faces.length);
        for (let i = 0; i < faces.length; ++i) {
            const [a, b, c] = indices.subarray(3 * faces[i], 3 * faces[i] + 3);
            marked.set([a, b, c], 3 * i);
            edges.set([a, b, b, c, c, a], 6 * i);
        }
        drawIndices(this.marked, marked);
        drawIndices(this.markedEdges, edges);
        this.showRed(visible);
    }

    showRed(on) {
        const visible = on && this.marked.drawRange.count > 0;
        for (const mesh of [this.red, this.ghost, this.redEdges]) {
            mesh.visible = visible;
        }
    }

    // All but the red faces.
    setSeeThrough(on) {
        const { material } = this.mesh;
        material.transparent = on;
        material.opacity = on ? 0.3 : 1;
        material.depthWrite = !on;
        material.needsUpdate = true;
    }
}
