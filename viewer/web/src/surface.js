// One object of a film as a surface: the cloth itself, its red faces, its wireframe.
import * as THREE from "three";

// Cloth first, then what is around it: apart in hue and lightness, and none of them red.
const COLOURS = [0x7d9cc4, 0xcdbfa6, 0x9ab59a, 0xb9a3c6, 0xd2a98a, 0x8fb6bd, 0xc7c77f, 0xa8a8b0];
const RED = 0xd8231f;

export function colourOf(index) {
    return `#${COLOURS[index % COLOURS.length].toString(16).padStart(6, "0")}`;
}

// Cloth seen from behind is a little darker and cooler, and all of it lighter where it turns away, as
// fibres that stand up are.
function clothMaterial(colour) {
    const material = new THREE.MeshStandardMaterial({
        color: colour,
        roughness: 0.82,
        metalness: 0,
        side: THREE.DoubleSide,
        shadowSide: THREE.DoubleSide,
    });
    material.onBeforeCompile = (shader) => {
        shader.fragmentShader = shader.fragmentShader.replace(
            "#include <normal_fragment_begin>",
            `#include <normal_fragment_begin>
            if (!gl_FrontFacing) diffuseColor.rgb *= vec3(0.78, 0.8, 0.86);
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
        emissiveIntensity: 0.35,
        roughness: 0.7,
        side: THREE.DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: -1,
        polygonOffsetUnits: -2,
    });
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

        const material = clothMaterial(COLOURS[index % COLOURS.length]);
        this.mesh = new THREE.Mesh(this.shape, material);
        this.red = new THREE.Mesh(this.marked, redMaterial());
        this.wire = new THREE.Mesh(
            this.shape,
            new THREE.MeshBasicMaterial({
                color: 0x101418,
                wireframe: true,
                transparent: true,
                opacity: 0.28,
            }),
        );
        this.mesh.castShadow = true;
        this.mesh.receiveShadow = true;
        this.wire.visible = false;
        this.group = new THREE.Group();
        this.group.add(this.mesh, this.red, this.wire);
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
        for (let i = 0; i < faces.length; ++i) {
            marked.set(indices.subarray(3 * faces[i], 3 * faces[i] + 3), 3 * i);
        }
        this.marked.dispose();
        this.marked.setIndex(new THREE.BufferAttribute(marked, 1));
        this.red.visible = visible && marked.length > 0;
    }
}
