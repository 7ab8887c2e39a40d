// Points by the thousand, in the coordinates of their parent.
import * as THREE from "three";

const VERTEX = `
uniform float size;
attribute float tone;
varying float vTone;
void main() {
    vTone = tone;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_Position.z -= 2e-3 * gl_Position.w;
    gl_PointSize = size;
}`;

const FRAGMENT = `
uniform vec3 first;
uniform vec3 last;
uniform float ring;
varying float vTone;
void main() {
    float r = 2.0 * length(gl_PointCoord - 0.5);
    if (r > 1.0) discard;
    float rim = smoothstep(0.62, 0.78, r);
    vec3 disc = mix(first, last, vTone);
    gl_FragColor = vec4(mix(disc, vec3(1.0), ring * rim), 1.0 - smoothstep(0.85, 1.0, r));
    #include <colorspace_fragment>
}`;

export class Dots {
    // Colours of tone 0 and 1; `pixels`: the size.
    constructor(first, last, pixels) {
        this.pixels = pixels;
        this.room = 0;
        this.geometry = new THREE.BufferGeometry();
        this.material = new THREE.ShaderMaterial({
            uniforms: {
                size: { value: pixels },
                first: { value: new THREE.Color(first) },
                last: { value: new THREE.Color(last) },
                ring: { value: 1 },
            },
            vertexShader: VERTEX,
            fragmentShader: FRAGMENT,
            transparent: true,
            depthWrite: false,
        });
        this.object = new THREE.Points(this.geometry, this.material);
        this.object.frustumCulled = false;
        this.object.renderOrder = 3;
    }

    // `ring`: how white their rims are.
    setSize(pixels, ring = 1) {
        this.material.uniforms.size.value = pixels;
        this.material.uniforms.ring.value = ring;
    }

    // Three numbers each; `tones` from 0 to 1, or none.
    show(points, tones = null) {
        const count = points.length / 3;
        if (count > this.room || this.room === 0) {
            this.room = Math.max(256, 2 * count);
            this.geometry.dispose();
            const dynamic = (size) =>
                new THREE.BufferAttribute(new Float32Array(size * this.room), size).setUsage(
                    THREE.DynamicDrawUsage,
                );
            this.geometry.setAttribute("position", dynamic(3));
            this.geometry.setAttribute("tone", dynamic(1));
        }
        const { position, tone } = this.geometry.attributes;
        position.array.set(points);
        tone.array.fill(0);
        if (tones !== null) {
            tone.array.set(tones);
        }
        for (const attribute of [position, tone]) {
            attribute.needsUpdate = true;
        }
        this.geometry.setDrawRange(0, count);
        this.object.visible = count > 0;
    }
}
