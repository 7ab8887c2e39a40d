// The pairs of a frame as points, also where cloth hides them, and the one that is selected.
import * as THREE from "three";

const VERTEX = `
uniform float size;
attribute float chosen;
varying float bright;
void main() {
    bright = chosen;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_Position.z -= 1e-4 * gl_Position.w;
    gl_PointSize = size * (1.0 + chosen);
}`;

// A disc with a light rim.
const FRAGMENT = `
uniform float opacity;
varying float bright;
void main() {
    float r = 2.0 * length(gl_PointCoord - 0.5);
    if (r > 1.0) discard;
    float rim = smoothstep(0.62, 0.72, r);
    vec3 disc = mix(vec3(0.86, 0.11, 0.1), vec3(1.0, 0.72, 0.05), bright);
    gl_FragColor = vec4(mix(disc, vec3(1.0), rim), opacity * (1.0 - smoothstep(0.9, 1.0, r)));
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
        this.points = [discs(this.geometry, 0.3, true), discs(this.geometry, 1, false)];
        this.lines = new THREE.LineSegments(
            new THREE.BufferGeometry(),
            new THREE.LineBasicMaterial({ color: 0xffb80d, depthTest: false, transparent: true }),
        );
        this.lines.frustumCulled = false;
        this.lines.renderOrder = 4;
        this.group = new THREE.Group();
        this.group.add(...this.points, this.lines);
        this.show([], -1);
    }

    setSize(pixels) {
        for (const points of this.points) {
            points.material.uniforms.size.value = pixels;
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
    }

    // Outlines of two features; `corners` are segments, six numbers each.
    outline(corners) {
        this.lines.geometry.dispose();
        this.lines.geometry.setAttribute(
            "position",
            new THREE.BufferAttribute(new Float32Array(corners), 3),
        );
        this.lines.visible = corners.length > 0;
    }
}
