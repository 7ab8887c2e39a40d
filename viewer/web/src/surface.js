// One object as a surface: the cloth itself, its red faces, its wireframe.
//
// Two poses lie in two slots of vertex buffers; the vertex shader goes from one to the other. While
// a film plays, each frame fills one slot, and nothing is computed here.
import * as THREE from "three";

import { coarseIndices } from "./lod.js";

// Cloth first, then what is around it: apart in hue and lightness, and none of them red.
const COLOURS = [0x7fa3d1, 0xd6c6a8, 0x9fbd9f, 0xbfa6cf, 0xd9ae8c, 0x90bcc4, 0xcccc80, 0xaeb0b8];
const BACKDROP = { light: 0xd3d1cc, dark: 0x555b64 };
const RED = 0xd02a22;
const DARK_RED = 0x6e0c0a;
const ORIENTED = 20000; // triangles that are looked at to find which side is out
const SIDED = 0.25; // of what a sphere would have: then the outside is that away from the middle

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

// Opens an octahedral normal (pose.js).
const COMMON = `#include <common>
uniform float share;
attribute vec3 position1;
attribute vec2 normal1;
vec3 openNormal(vec2 packed) {
    vec3 n = vec3(packed, 1.0 - abs(packed.x) - abs(packed.y));
    float fold = max(-n.z, 0.0);
    n.x += n.x < 0.0 ? fold : -fold;
    n.y += n.y < 0.0 ? fold : -fold;
    return normalize(n);
}`;
const NORMAL = `vec3 objectNormal = mix(openNormal(normal.xy), openNormal(normal1), share);
if (dot(objectNormal, objectNormal) < 1e-4) objectNormal = openNormal(normal.xy);`;

// The inside of cloth is paler, like a lining, and all of it lighter where it turns away, as fibres
// that stand up are.
const CLOTH = `#include <normal_fragment_begin>
if (gl_FrontFacing == (insideOut > 0.5)) {
    float grey = dot(diffuseColor.rgb, vec3(0.3, 0.5, 0.2));
    diffuseColor.rgb = mix(diffuseColor.rgb, vec3(1.1 * grey), 0.4);
}
float turned = 1.0 - abs(dot(normal, normalize(vViewPosition)));
diffuseColor.rgb += 0.16 * turned * turned * turned;`;

// Shadows are looked up a little before the surface, towards the light: three.js goes along the
// normal, which leads into the surface where that is lit from behind. The third row of the shadow's
// matrix points away from the light.
const SHADOW = THREE.ShaderChunk.shadowmap_vertex.replace(
    "shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias",
    `shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias *
        (dot(vec3(directionalShadowMatrix[ i ][0].z, directionalShadowMatrix[ i ][1].z,
                  directionalShadowMatrix[ i ][2].z), shadowWorldNormal) > 0.0 ? -1.0 : 1.0)`,
);

// Makes a material of three's stand where `uniforms.share` says between both poses. `fragment`: in
// place of <normal_fragment_begin>.
function inMotion(material, uniforms, fragment = null) {
    material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms);
        shader.vertexShader = shader.vertexShader
            .replace("#include <common>", COMMON)
            .replace("#include <beginnormal_vertex>", NORMAL)
            .replace(
                "#include <begin_vertex>",
                "vec3 transformed = mix(position, position1, share);",
            )
            .replace("#include <shadowmap_vertex>", SHADOW);
        if (fragment !== null) {
            shader.fragmentShader = `uniform float insideOut;\n${shader.fragmentShader}`.replace(
                "#include <normal_fragment_begin>",
                fragment,
            );
        }
    };
    material.customProgramCacheKey = () => `in motion ${fragment ?? ""}`;
    return material;
}

function clothMaterial(colour) {
    return new THREE.MeshStandardMaterial({
        color: colour,
        roughness: 0.78,
        metalness: 0,
        side: THREE.DoubleSide,
        shadowSide: THREE.DoubleSide,
        ...behind(2),
    });
}

function redMaterial(opacity) {
    return new THREE.MeshStandardMaterial({
        color: RED,
        emissive: RED,
        emissiveIntensity: 0.1,
        roughness: 0.75,
        transparent: opacity < 1,
        opacity,
        side: THREE.DoubleSide,
        ...behind(1),
    });
}

// Red faces shine through what hides them.
function ghostMaterial(opacity) {
    return new THREE.MeshBasicMaterial({
        color: RED,
        transparent: true,
        opacity,
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

function areaOf(x, a, b, c) {
    const [i, j, k] = [3 * a, 3 * b, 3 * c];
    const ux = x[j] - x[i];
    const uy = x[j + 1] - x[i + 1];
    const uz = x[j + 2] - x[i + 2];
    const vx = x[k] - x[i];
    const vy = x[k + 1] - x[i + 1];
    const vz = x[k + 2] - x[i + 2];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
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
    // `object`: `vertices`, `indices`.
    constructor(object, index) {
        this.object = object;
        this.share = { value: 0 }; // of the second slot
        this.insideOut = { value: 0 }; // 1: the backs of triangles are the outside
        this.slots = [null, null]; // the poses in them
        this.ends = [null, null]; // the poses asked for, and the time between them
        this.time = 0;
        this.geometries = [object.indices, new Uint32Array(0), new Uint32Array(0)].map(
            (indices) => {
                const geometry = new THREE.BufferGeometry();
                geometry.setIndex(new THREE.BufferAttribute(indices, 1));
                return geometry;
            },
        );
        [this.shape, this.marked, this.markedEdges] = this.geometries;
        this.rough = null;
        this.showsRed = true;
        this.#addMeshes(index);
    }

    #addMeshes(index) {
        const { share, insideOut } = this;
        const moving = (material, fragment) => inMotion(material, { share, insideOut }, fragment);
        const cloth = moving(clothMaterial(COLOURS[index % COLOURS.length]), CLOTH);
        this.mesh = new THREE.Mesh(this.shape, cloth);
        this.mesh.customDepthMaterial = moving(
            new THREE.MeshDepthMaterial({ side: THREE.DoubleSide }),
        );
        this.red = new THREE.Mesh(this.marked, [moving(redMaterial(1)), moving(redMaterial(0.22))]);
        this.ghost = new THREE.Mesh(this.marked, [
            moving(ghostMaterial(0.3)),
            moving(ghostMaterial(0.05)),
        ]);
        this.ghost.renderOrder = 1;
        this.redEdges = new THREE.LineSegments(
            this.markedEdges,
            moving(
                new THREE.LineBasicMaterial({ color: DARK_RED, transparent: true, opacity: 0.55 }),
            ),
        );
        this.wire = new THREE.Mesh(this.shape, moving(wireMaterial()));
        this.mesh.castShadow = true;
        this.mesh.receiveShadow = true;
        this.red.receiveShadow = true;
        this.wire.visible = false;
        this.group = new THREE.Group();
        this.group.add(this.mesh, this.red, this.ghost, this.redEdges, this.wire);
        for (const mesh of this.group.children) {
            mesh.frustumCulled = false; // the bounds would have to follow every frame
            mesh.visible = false; // until there is a pose
        }
        this.mesh.visible = true;
        this.group.visible = true;
    }

    // Where there is one pose only, both slots are the same buffers.
    #fill(slot, pose) {
        if (this.slots[slot] === pose) {
            return;
        }
        this.slots[slot] = pose;
        const suffix = slot === 0 ? "" : "1";
        const own = this.shape.getAttribute(`position${suffix}`);
        const other = this.shape.getAttribute("position");
        if (own !== undefined && (slot === 0 || own !== other)) {
            const normals = this.shape.getAttribute(`normal${suffix}`);
            own.array = pose.x;
            normals.array = pose.normals;
            own.needsUpdate = normals.needsUpdate = true;
            return;
        }
        const dynamic = (array, size, normalized) =>
            new THREE.BufferAttribute(array, size, normalized).setUsage(THREE.DynamicDrawUsage);
        const [x, normals] = [dynamic(pose.x, 3, false), dynamic(pose.normals, 2, true)];
        for (const geometry of this.geometries) {
            for (const name of slot === 0 ? ["", "1"] : ["1"]) {
                geometry.setAttribute(`position${name}`, x);
                geometry.setAttribute(`normal${name}`, normals);
            }
        }
    }

    // Finds which side is out: that away from the middle, or of a sheet that towards `eye`, a
    // direction.
    orient(x, eye) {
        const { indices } = this.object;
        const middle = [0, 0, 0];
        for (let i = 0; i < x.length; ++i) {
            middle[i % 3] += (3 * x[i]) / x.length;
        }
        const sums = [0, 0, 0]; // outwards, towards the eye, of sizes
        const every = 3 * Math.max(1, Math.floor(indices.length / 3 / ORIENTED));
        for (let i = 0; i < indices.length; i += every) {
            const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[i + k]);
            const [u, v] = [b, c].map((p) => [0, 1, 2].map((d) => x[p + d] - x[a + d]));
            const n = [0, 1, 2].map(
                (d) => u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3],
            );
            const away = [0, 1, 2].map((d) => x[a + d] - middle[d]);
            sums[0] += n[0] * away[0] + n[1] * away[1] + n[2] * away[2];
            sums[1] += n[0] * eye[0] + n[1] * eye[1] + n[2] * eye[2];
            sums[2] += Math.hypot(...n) * Math.hypot(...away);
        }
        const closed = Math.abs(sums[0]) > SIDED * sums[2];
        this.insideOut.value = (closed ? sums[0] : sums[1]) < 0 ? 1 : 0;
    }

    // Draws a coarse mesh of about `wanted` triangles in place of the fine one; 0: the fine one.
    setRough(wanted) {
        if (wanted > 0 && this.rough === null) {
            const { indices, vertices } = this.object;
            this.rough = new THREE.BufferGeometry();
            const coarse = coarseIndices(indices, vertices, wanted);
            this.rough.setIndex(new THREE.BufferAttribute(coarse, 1));
            for (const [name, attribute] of Object.entries(this.shape.attributes)) {
                this.rough.setAttribute(name, attribute);
            }
            this.geometries.push(this.rough);
        }
        this.mesh.geometry = wanted > 0 ? this.rough : this.shape;
        this.#updateRed();
    }

    // Brings the surface to the straight way from one pose to another, at time t. A pose that is in
    // a slot already is not sent again. Whether anything changed.
    move(before, after, t) {
        const share = before === after ? 0 : t;
        if (this.ends[0] === before && this.ends[1] === after && this.time === share) {
            return false;
        }
        this.ends = [before, after];
        this.time = share;
        const { slots } = this;
        const second =
            slots[1] === before || (slots[0] !== before && share > 0 && slots[0] === after);
        const slot = second ? 1 : 0;
        this.#fill(slot, before);
        if (share > 0) {
            this.#fill(1 - slot, after);
        }
        this.share.value = second ? 1 - share : share;
        return true;
    }

    // Where a vertex is now.
    pointAt(vertex, into = new THREE.Vector3()) {
        const [x0, x1] = this.ends.map((pose) => pose.x);
        const along = (i) => x0[i] + this.time * (x1[i] - x0[i]);
        return into.set(along(3 * vertex), along(3 * vertex + 1), along(3 * vertex + 2));
    }

    // Where all vertices are now.
    positions() {
        const [x0, x1] = this.ends.map((pose) => pose.x);
        return this.time === 0 ? x0 : x0.map((x, i) => x + this.time * (x1[i] - x));
    }

    // Paints faces red; those larger than `most`, of a floor say, only a little: their size says
    // nothing about the place.
    mark(faces, most, visible) {
        const { indices } = this.object;
        const marked = new Uint32Array(3 * faces.length);
        const edges = new Uint32Array(6 * faces.length);
        const { x } = this.ends[0];
        let small = 0;
        let large = marked.length;
        for (let i = 0; i < faces.length; ++i) {
            const first = 3 * faces[i];
            const a = indices[first];
            const b = indices[first + 1];
            const c = indices[first + 2];
            let to = small;
            if (areaOf(x, a, b, c) > most) {
                to = large -= 3;
            } else {
                small += 3;
            }
            marked[to] = edges[6 * i] = edges[6 * i + 5] = a;
            marked[to + 1] = edges[6 * i + 1] = edges[6 * i + 2] = b;
            marked[to + 2] = edges[6 * i + 3] = edges[6 * i + 4] = c;
        }
        drawIndices(this.marked, marked);
        drawIndices(this.markedEdges, edges);
        this.marked.clearGroups();
        this.marked.addGroup(0, small, 0);
        this.marked.addGroup(small, marked.length - small, 1);
        this.showRed(visible);
    }

    showRed(on) {
        this.showsRed = on;
        this.#updateRed();
    }

    // Where drawing is slow, red faces only if there are not many.
    #updateRed() {
        const count = this.showsRed ? this.marked.drawRange.count : 0;
        const isRough = this.mesh.geometry !== this.shape;
        this.red.visible = count > 0 && (!isRough || count < this.rough.index.count);
        this.ghost.visible = this.redEdges.visible = count > 0 && !isRough;
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
