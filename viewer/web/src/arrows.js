// Lines as wide as pixels, arrows, and cones of normals: each a draw call for all of them.
import * as THREE from "three";

import { Instances, instanceMesh } from "./instances.js";

// States of a link.
export const LEAF_PAIR = 0;
export const CANDIDATE = 1;
export const CONTACT = 2;
export const MISSED = 3; // flashes

export const LINK_COLOURS = [0x8a5cd6, 0xe09a1a, 0xd8231f, 0xff2bd6];
export const NORMAL_COLOUR = 0xffc21f;
export const CONE_COLOURS = [0x1f9aa8, 0xd8231f];

// A quad from end to end, x along and y across.
const QUAD = [0, -1, 0, 0, 1, 0, 1, -1, 0, 1, 1, 0];

const LINE_VERTEX = `
attribute vec3 from;
attribute vec3 to;
attribute float state;
uniform vec2 picture;
uniform float width;
uniform float head;
uniform float bright;
uniform vec3 colours[4];
varying vec4 vColour;
varying vec3 vAcross;
void main() {
    vec4 a = projectionMatrix * modelViewMatrix * vec4(from, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(to, 1.0);
    // What lies behind the camera is cut off where it begins.
    float least = 1e-4;
    if (a.w < least && b.w > least) a = mix(a, b, (least - a.w) / (b.w - a.w));
    if (b.w < least && a.w > least) b = mix(b, a, (least - b.w) / (a.w - b.w));
    vec2 way = (b.xy / b.w - a.xy / a.w) * picture;
    float size = length(way);
    way = size > 1e-6 ? way / size : vec2(1.0, 0.0);
    bool missed = state > 2.5;
    float wide = width * (missed ? 1.0 + bright : 1.0);
    float most = head > 0.0 ? 3.0 * wide : wide; // half of the quad
    vec4 at = position.x > 0.5 ? b : a;
    at.xy += vec2(-way.y, way.x) * position.y * 2.0 * (most + 1.0) / picture * at.w;
    at.z -= 1e-4 * at.w;
    gl_Position = at;
    vAcross = vec3(position.y * (most + 1.0), (1.0 - position.x) * size * 0.5, wide);
    vColour = vec4(colours[int(state + 0.5)], missed ? 0.35 + 0.65 * bright : 1.0);
}`;

// vAcross: pixels off the middle, pixels to the end, half the width.
const LINE_FRAGMENT = `
uniform float opacity;
uniform float head;
varying vec4 vColour;
varying vec3 vAcross;
void main() {
    float half_ = vAcross.z;
    if (head > 0.0) {
        float tip = 7.0 * half_;
        half_ = vAcross.y < tip ? 3.0 * half_ * vAcross.y / tip : 0.7 * half_;
    }
    float cover = 1.0 - smoothstep(half_ - 0.5, half_ + 0.5, abs(vAcross.x));
    if (cover <= 0.0) discard;
    gl_FragColor = vec4(vColour.rgb, vColour.a * cover * opacity);
    #include <colorspace_fragment>
}`;

function lineMaterial(colours, { width, head, isBehind }) {
    return new THREE.ShaderMaterial({
        uniforms: {
            picture: { value: new THREE.Vector2(1, 1) },
            width: { value: width },
            head: { value: head },
            bright: { value: 1 },
            opacity: { value: isBehind ? 0.3 : 1 },
            colours: { value: colours.map((colour) => new THREE.Color(colour)) },
        },
        vertexShader: LINE_VERTEX,
        fragmentShader: LINE_FRAGMENT,
        transparent: true,
        depthWrite: false,
        depthTest: !isBehind,
        side: THREE.DoubleSide,
    });
}

// Lines (`head` 0) or arrows, also where a surface hides them, but paler there.
export class Lines {
    constructor({ width, head, colours }) {
        this.instances = new Instances(QUAD, [0, 2, 1, 1, 2, 3], { from: 3, to: 3, state: 1 });
        this.materials = [true, false].map((isBehind) =>
            lineMaterial(colours, { width: width / 2, head, isBehind }),
        );
        this.meshes = this.materials.map((material, i) =>
            instanceMesh(this.instances, material, 7 + i),
        );
        const size = new THREE.Vector2();
        for (const mesh of this.meshes) {
            mesh.onBeforeRender = (renderer, _scene, _camera, _geometry, material) => {
                renderer.getSize(size);
                material.uniforms.picture.value.copy(size);
            };
        }
        this.group = new THREE.Group();
        this.group.add(...this.meshes);
        this.hasMissed = false;
        this.show(0, () => {});
    }

    // Calls write(from, to, state), arrays to fill, when there is room for `count` of them.
    show(count, write) {
        const { instances } = this;
        instances.reserve(count);
        write(instances.array("from"), instances.array("to"), instances.array("state"));
        this.hasMissed = instances.array("state").subarray(0, count).includes(MISSED);
        instances.show(count);
        for (const mesh of this.meshes) {
            mesh.visible = count > 0;
        }
    }

    setBright(bright) {
        for (const material of this.materials) {
            material.uniforms.bright.value = bright;
        }
    }

    dispose() {
        this.instances.dispose();
        for (const material of this.materials) {
            material.dispose();
        }
    }
}

const CONE_SIDES = 36;

// x: the angle around the axis over 2 pi, y: 0 at the apex and 1 at the rim.
function coneGeometry() {
    const corners = [];
    const indices = [];
    for (let i = 0; i <= CONE_SIDES; ++i) {
        corners.push(i / CONE_SIDES, 0, 0, i / CONE_SIDES, 1, 0);
        if (i < CONE_SIDES) {
            indices.push(2 * i, 2 * i + 1, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 2);
        }
    }
    return [corners, indices];
}

const CONE_VERTEX = `
attribute vec3 apex;
attribute vec3 axis;
attribute vec3 shape; // half angle, length, state
uniform vec3 colours[2];
varying float vAlong;
varying vec3 vColour;
void main() {
    vec3 z = normalize(axis);
    vec3 x = normalize(abs(z.x) < 0.7 ? cross(z, vec3(1, 0, 0)) : cross(z, vec3(0, 1, 0)));
    vec3 y = cross(z, x);
    float around = 6.2831853 * position.x;
    vec3 way = cos(shape.x) * z + sin(shape.x) * (cos(around) * x + sin(around) * y);
    vAlong = position.y;
    vColour = colours[int(shape.z + 0.5)];
    gl_Position = projectionMatrix * modelViewMatrix * vec4(apex + position.y * shape.y * way, 1.0);
}`;

const CONE_FRAGMENT = `
varying float vAlong;
varying vec3 vColour;
void main() {
    float rim = smoothstep(0.9, 0.94, vAlong);
    gl_FragColor = vec4(vColour, mix(0.28 * (0.5 + vAlong), 0.95, rim));
    #include <colorspace_fragment>
}`;

export class Cones {
    constructor() {
        this.instances = new Instances(...coneGeometry(), { apex: 3, axis: 3, shape: 3 });
        this.material = new THREE.ShaderMaterial({
            uniforms: {
                colours: { value: CONE_COLOURS.map((colour) => new THREE.Color(colour)) },
            },
            vertexShader: CONE_VERTEX,
            fragmentShader: CONE_FRAGMENT,
            transparent: true,
            depthWrite: false,
            side: THREE.DoubleSide,
        });
        this.mesh = instanceMesh(this.instances, this.material, 5);
        this.mesh.visible = false;
    }

    show(apexes, axes, angles, lengths, states) {
        const count = angles.length;
        this.instances.reserve(count);
        this.instances.array("apex").set(apexes);
        this.instances.array("axis").set(axes);
        const shape = this.instances.array("shape");
        for (let i = 0; i < count; ++i) {
            shape[3 * i] = angles[i];
            shape[3 * i + 1] = typeof lengths === "number" ? lengths : lengths[i];
            shape[3 * i + 2] = states?.[i] ?? 0;
        }
        this.instances.show(count);
        this.mesh.visible = count > 0;
    }

    dispose() {
        this.instances.dispose();
        this.material.dispose();
    }
}
