// The pairs of a frame as points, also where cloth hides them, and the outline of the selected one.
import * as THREE from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

const GOLD = 0xffb80d;

const VERTEX = `
uniform float size;
attribute float chosen;
varying float bright;
void main() {
    bright = chosen;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_Position.z -= 1e-4 * gl_Position.w;
    gl_PointSize = chosen > 0.5 ? 1.6 * max(size, 9.0) : size;
}`;

// A disc with a light rim.
const FRAGMENT = `
uniform float opacity;
varying float bright;
void main() {
    float r = 2.0 * length(gl_PointCoord - 0.5);
    if (r > 1.0) discard;
    float rim = smoothstep(0.6, 0.75, r);
    vec3 disc = mix(vec3(0.78, 0.07, 0.07), vec3(1.0, 0.72, 0.05), bright);
    gl_FragColor = vec4(mix(disc, vec3(1.0), rim), opacity * (1.0 - smoothstep(0.85, 1.0, r)));
}`;

function discs(geometry, opacity, behind) {
    const material = new THREE.ShaderMaterial({
        uniforms: { size: { value: 9 }, opacity: { value: opacity } },
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        transparent: true,
        depthWrite: false,
        depthTest: !behind,
    });
    const points = new THREE.Points(geometry, material);
    points.frustumCulled = false;
    points.renderOrder = behind ? 2 : 3;
    return points;
}

export class Places {
    constructor() {
        this.geometry = new THREE.BufferGeometry();
        this.points = [discs(this.geometry, 0.25, true), discs(this.geometry, 1, false)];
        this.lines = new LineSegments2(
            new LineSegmentsGeometry(),
            new LineMaterial({ color: GOLD, linewidth: 2.5, depthTest: false, transparent: true }),
        );
        this.lines.frustumCulled = false;
        this.lines.renderOrder = 4;
        this.lines.visible = false;
        this.group = new THREE.Group();
        this.group.add(...this.points, this.lines);
        this.ratio = 1;
        this.show([], -1);
    }

    // The size of the picture, and its pixels in one of the page.
    setPicture(width, height, ratio) {
        this.lines.material.resolution.set(width, height);
        this.ratio = ratio;
        this.#setSize();
    }

    // The more there are, the smaller.
    #setSize() {
        const count = this.geometry.drawRange.count;
        const pixels = count <= 60 ? 9 : count <= 300 ? 7 : 5;
        for (const points of this.points) {
            points.material.uniforms.size.value = pixels * this.ratio;
        }
    }

    show(pairs, selected) {
        const positions = new Float32Array(3 * pairs.length);
        const chosen = new Float32Array(pairs.length);
        pairs.forEach((pair, i) => {
            positions.set(pair.point, 3 * i);
            chosen[i] = i === selected ? 1 : 0;
        });
        this.geometry.dispose();
        this.geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
        this.geometry.setAttribute("chosen", new THREE.BufferAttribute(chosen, 1));
        this.geometry.setDrawRange(0, pairs.length);
        this.#setSize();
    }

    // Segments, six numbers each.
    outline(segments) {
        this.lines.visible = segments.length > 0;
        if (segments.length > 0) {
            this.lines.geometry.dispose();
            this.lines.geometry = new LineSegmentsGeometry().setPositions(segments);
        }
    }
}
