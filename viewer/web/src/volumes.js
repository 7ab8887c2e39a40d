// Bounding volumes, thousands at a time: every one is a box that contains it, and the fragment
// shader finds where the ray of sight enters and leaves the volume inside that box. Boxes and
// 18-DOPs are slabs (T. L. Kay and J. T. Kajiya, "Ray tracing complex scenes", 1986), spheres a
// quadratic. So no polyhedron is ever computed, and an 18-DOP costs the 18 numbers that it has.
import * as THREE from "three";

import { Instances, instanceMesh } from "./instances.js";

// As svVolume; how many numbers one has.
export const BOX = 0;
export const SPHERE = 1;
export const DOP18 = 2;
export const NUMBERS = [6, 4, 18];

// States of an item.
export const FREE = 0; // its volume overlaps none that it is tested against
export const OVERLAPS = 1;
export const SELF_FREE = 2; // proven free of self-collision, and overlaps no other
export const HIDDEN = 3;

export const STATE_COLOURS = [0x2a9d55, 0xd8231f, 0x2f74d0];

const CUBE = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2]);
// Seen from outside counter-clockwise; only the far sides are drawn, so that a camera inside sees
// the volume too.
const SIDES = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
].flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);

// Per copy, in groups of three numbers or four.
const LAYOUTS = [
    { ends0: 3, ends1: 3, state: 1 },
    { ball: 4, state: 1 },
    { ends0: 3, ends1: 3, ends2: 3, ends3: 3, ends4: 3, ends5: 3, state: 1 },
];

const VERTEX = `
attribute float state;
#if KIND == 1
attribute vec4 ball;
flat varying vec4 vBall;
#else
attribute vec3 ends0;
attribute vec3 ends1;
flat varying vec3 vEnds0;
flat varying vec3 vEnds1;
#endif
#if KIND == 2
attribute vec3 ends2;
attribute vec3 ends3;
attribute vec3 ends4;
attribute vec3 ends5;
flat varying vec3 vEnds2;
flat varying vec3 vEnds3;
flat varying vec3 vEnds4;
flat varying vec3 vEnds5;
#endif
uniform vec3 colours[3];
flat varying vec3 vEye;
flat varying vec3 vColour;
varying vec3 vPlace;
void main() {
#if KIND == 1
    vBall = ball;
    vec3 low = ball.xyz - ball.w;
    vec3 high = ball.xyz + ball.w;
#elif KIND == 2
    vEnds0 = ends0;
    vEnds1 = ends1;
    vEnds2 = ends2;
    vEnds3 = ends3;
    vEnds4 = ends4;
    vEnds5 = ends5;
    vec3 low = ends0;
    vec3 high = ends3;
#else
    vEnds0 = ends0;
    vEnds1 = ends1;
    vec3 low = ends0;
    vec3 high = ends1;
#endif
    vColour = colours[int(state + 0.5)];
    vEye = (inverse(modelViewMatrix) * vec4(0.0, 0.0, 0.0, 1.0)).xyz;
    // A flat box has an inside, too.
    vec3 wide = 1e-3 * max(max(high.x - low.x, high.y - low.y), high.z - low.z) * (position - 0.5);
    vPlace = mix(low, high, position) + wide;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(vPlace, 1.0);
}`;

// Where the ray eye + t ray enters and leaves: `enter`, `leave`, and how far from an edge of the
// volume that is, in pixels.
const FRAGMENT = `
uniform mat4 projectionMatrix;
uniform mat4 modelViewMatrix;
uniform float fill;
uniform float edge;
#if KIND == 1
flat varying vec4 vBall;
#else
flat varying vec3 vEnds0;
flat varying vec3 vEnds1;
#endif
#if KIND == 2
flat varying vec3 vEnds2;
flat varying vec3 vEnds3;
flat varying vec3 vEnds4;
flat varying vec3 vEnds5;
#endif
#if KIND == 2
#define HIGH vEnds3
#else
#define HIGH vEnds1
#endif
flat varying vec3 vEye;
flat varying vec3 vColour;
varying vec3 vPlace;

// The two slabs that a ray enters last and leaves first; x: that one, y: the one next to it.
vec2 enter = vec2(-1e30);
vec2 leave = vec2(1e30);
vec3 inNormal = vec3(0.0);
vec3 outNormal = vec3(0.0);
// How all of these change from pixel to pixel: computed, for differences of neighbouring pixels are
// 0 where an edge runs in the middle between two.
vec4 enterSlope = vec4(0.0);
vec4 leaveSlope = vec4(0.0);

void cut(vec3 axis, float low, float high, vec3 ray) {
    float from = dot(axis, vEye);
    float speed = dot(axis, ray);
    speed = abs(speed) < 1e-20 ? 1e-20 : speed;
    float a = (low - from) / speed;
    float b = (high - from) / speed;
    float near = min(a, b);
    float far = max(a, b);
    vec2 turn = -vec2(dot(axis, dFdx(ray)), dot(axis, dFdy(ray))) / speed;
    if (near > enter.x) {
        enter = vec2(near, enter.x);
        enterSlope = vec4(near * turn, enterSlope.xy);
        inNormal = speed > 0.0 ? -axis : axis;
    } else if (near > enter.y) {
        enter.y = near;
        enterSlope.zw = near * turn;
    }
    if (far < leave.x) {
        leave = vec2(far, leave.x);
        leaveSlope = vec4(far * turn, leaveSlope.xy);
        outNormal = speed > 0.0 ? axis : -axis;
    } else if (far < leave.y) {
        leave.y = far;
        leaveSlope.zw = far * turn;
    }
}

float pixels(float gap, vec2 slope) {
    return abs(gap) / max(abs(slope.x) + abs(slope.y), 1e-12);
}

void main() {
    vec3 ray = vPlace - vEye;
#if KIND == 1
    vec3 from = vEye - vBall.xyz;
    float a = dot(ray, ray);
    float b = dot(from, ray) / a;
    float root = b * b - (dot(from, from) - vBall.w * vBall.w) / a;
    float half_ = sqrt(max(root, 0.0));
    enter.x = -b - half_;
    leave.x = -b + half_;
    float t = BACK == 1 ? leave.x : enter.x;
    vec3 normal = normalize(from + t * ray);
    float turned = 1.0 - abs(dot(normal, normalize(ray)));
    float line = smoothstep(0.55, 1.0, turned);
    bool outside = root < 0.0;
#else
    cut(vec3(1, 0, 0), vEnds0.x, HIGH.x, ray);
    cut(vec3(0, 1, 0), vEnds0.y, HIGH.y, ray);
    cut(vec3(0, 0, 1), vEnds0.z, HIGH.z, ray);
#if KIND == 2
    cut(vec3(1, 1, 0), vEnds1.x, vEnds4.x, ray);
    cut(vec3(1, 0, 1), vEnds1.y, vEnds4.y, ray);
    cut(vec3(0, 1, 1), vEnds1.z, vEnds4.z, ray);
    cut(vec3(1, -1, 0), vEnds2.x, vEnds5.x, ray);
    cut(vec3(1, 0, -1), vEnds2.y, vEnds5.y, ray);
    cut(vec3(0, 1, -1), vEnds2.z, vEnds5.z, ray);
#endif
    float t = BACK == 1 ? leave.x : enter.x;
    float width = min(pixels(leave.x - enter.x, leaveSlope.xy - enterSlope.xy),
                      BACK == 1 ? pixels(leave.y - leave.x, leaveSlope.zw - leaveSlope.xy)
                                : pixels(enter.x - enter.y, enterSlope.xy - enterSlope.zw));
    float line = 1.0 - smoothstep(0.7, 1.9, width);
    vec3 normal = normalize(BACK == 1 ? outNormal : inNormal);
    bool outside = enter.x > leave.x;
#endif
    if (outside || t <= 0.0) {
        discard;
    }
    float light = 0.8 + 0.2 * dot(normal, normalize(vec3(0.3, 0.9, 0.4)));
    vec4 at = projectionMatrix * modelViewMatrix * vec4(vEye + t * ray, 1.0);
    if (at.z > at.w || at.z < -at.w) {
        discard;
    }
    gl_FragDepth = 0.5 + 0.5 * at.z / at.w;
    gl_FragColor = vec4(vColour * light, mix(fill, edge, line));
    #include <colorspace_fragment>
}`;

function volumeMaterial(kind, isBack) {
    return new THREE.ShaderMaterial({
        defines: { KIND: kind, BACK: isBack ? 1 : 0 },
        uniforms: {
            fill: { value: 0.1 },
            edge: { value: 0.9 },
            colours: { value: STATE_COLOURS.map((colour) => new THREE.Color(colour)) },
        },
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        transparent: true,
        depthWrite: false,
        side: THREE.BackSide,
    });
}

// The volumes of one kind: two draw calls, what is behind first.
class VolumeSet {
    constructor(kind) {
        this.kind = kind;
        this.instances = new Instances(CUBE, SIDES, LAYOUTS[kind]);
        this.back = volumeMaterial(kind, true);
        this.front = volumeMaterial(kind, false);
        this.meshes = [
            instanceMesh(this.instances, this.back, 5),
            instanceMesh(this.instances, this.front, 6),
        ];
    }

    show(numbers, states) {
        const { instances, kind } = this;
        const size = NUMBERS[kind];
        const count = numbers.length / size;
        instances.reserve(count);
        const names = Object.keys(LAYOUTS[kind]);
        const arrays = names.map((name) => instances.array(name));
        const widths = names.map((name) => LAYOUTS[kind][name]);
        let shown = 0;
        // Red ones last: they are seen through the others.
        for (const wanted of [SELF_FREE, FREE, OVERLAPS]) {
            for (let i = 0; i < count; ++i) {
                if (states[i] !== wanted) {
                    continue;
                }
                let from = size * i;
                for (let k = 0; k < arrays.length - 1; ++k) {
                    for (let d = 0; d < widths[k]; ++d) {
                        arrays[k][widths[k] * shown + d] = numbers[from++];
                    }
                }
                arrays.at(-1)[shown++] = wanted;
            }
        }
        instances.show(shown);
        // The more there are, the less each covers.
        const fill = Math.max(0.03, Math.min(0.16, 1.2 / Math.sqrt(shown + 1)));
        this.front.uniforms.fill.value = fill;
        this.back.uniforms.fill.value = fill / 2;
        this.back.uniforms.edge.value = kind === SPHERE ? fill : 0.3;
    }

    dispose() {
        this.instances.dispose();
        this.back.dispose();
        this.front.dispose();
    }
}

export class Volumes {
    constructor() {
        this.group = new THREE.Group();
        this.sets = [null, null, null]; // made when first shown
    }

    get count() {
        return this.sets.reduce((sum, set) => sum + (set?.instances.count ?? 0), 0);
    }

    show(kind, numbers, states) {
        if (this.sets[kind] === null) {
            this.sets[kind] = new VolumeSet(kind);
            this.group.add(...this.sets[kind].meshes);
        }
        this.sets.forEach((set, k) => {
            if (set !== null && k !== kind) {
                set.instances.show(0);
            }
        });
        this.sets[kind].show(numbers, states);
        this.#hideEmpty();
    }

    #hideEmpty() {
        for (const set of this.sets) {
            for (const mesh of set?.meshes ?? []) {
                mesh.visible = set.instances.count > 0;
            }
        }
    }

    clear() {
        for (const set of this.sets) {
            set?.instances.show(0);
        }
        this.#hideEmpty();
    }

    dispose() {
        for (const set of this.sets) {
            set?.dispose();
        }
    }
}
