// A picture at rest gets better: the mean of many, each with the light from another point of the
// sky and of the sun's disc, and the pixels shifted by less than one. So folds darken where little
// of the sky is seen, shadows soften with distance, and edges are smooth.
import * as THREE from "three";

const VERTEX = `
void main() {
    gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

// Light adds up in linear values; the canvas has those of sRGB.
const ADD = `
uniform sampler2D picture;
void main() {
    vec4 seen = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
    gl_FragColor = vec4(pow(seen.rgb, vec3(2.2)), seen.a);
}`;
const SHOW = `
uniform sampler2D picture;
uniform sampler2D first;
uniform float share;
uniform float fade;
void main() {
    vec4 mean = share * texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
    mean.rgb = pow(max(mean.rgb, 0.0), vec3(1.0 / 2.2));
    gl_FragColor = mix(texelFetch(first, ivec2(gl_FragCoord.xy), 0), mean, fade);
}`;
const FADE = 16; // pictures until their mean has taken the place of the first one

function quad(fragmentShader, blending) {
    const material = new THREE.ShaderMaterial({
        uniforms: Object.fromEntries(
            ["picture", "first", "share", "fade"].map((name) => [name, { value: null }]),
        ),
        vertexShader: VERTEX,
        fragmentShader,
        blending,
        blendSrc: THREE.OneFactor,
        blendDst: THREE.OneFactor,
        depthTest: false,
        depthWrite: false,
        transparent: true,
    });
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material);
    mesh.frustumCulled = false;
    return mesh;
}

// The i-th of a sequence that fills the unit square evenly, whenever it is ended (M. Roberts, "The
// unreasonable effectiveness of quasirandom sequences", 2018).
export function evenly(i) {
    return [(0.5 + 0.7548776662466927 * i) % 1, (0.5 + 0.5698402909980532 * i) % 1];
}

export class Settling {
    constructor(renderer) {
        this.renderer = renderer;
        this.camera = new THREE.Camera();
        this.add = quad(ADD, THREE.CustomBlending);
        this.show = quad(SHOW, THREE.NoBlending);
        this.size = new THREE.Vector2();
        this.sum = null;
        this.count = 0;
    }

    // Forgets what was added. What is in the canvas gives way to the mean bit by bit.
    begin() {
        this.#resize();
        this.renderer.copyFramebufferToTexture(this.first);
        this.count = 0;
    }

    #resize() {
        const { renderer, size } = this;
        renderer.getDrawingBufferSize(size);
        if (this.sum !== null && this.sum.width === size.x && this.sum.height === size.y) {
            return;
        }
        this.dispose();
        this.first = new THREE.FramebufferTexture(size.x, size.y);
        this.picture = new THREE.FramebufferTexture(size.x, size.y);
        this.sum = new THREE.WebGLRenderTarget(size.x, size.y, {
            type: THREE.HalfFloatType,
            depthBuffer: false,
            minFilter: THREE.NearestFilter,
            magFilter: THREE.NearestFilter,
        });
    }

    // Adds the picture in the canvas, and shows the mean of all in its place.
    take() {
        const { renderer } = this;
        const uniforms = this.show.material.uniforms;
        renderer.copyFramebufferToTexture(this.picture);
        this.add.material.uniforms.picture.value = this.picture;
        renderer.autoClear = this.count === 0;
        renderer.setRenderTarget(this.sum);
        renderer.render(this.add, this.camera);
        renderer.setRenderTarget(null);
        ++this.count;
        uniforms.picture.value = this.sum.texture;
        uniforms.first.value = this.first;
        uniforms.share.value = 1 / this.count;
        uniforms.fade.value = Math.min(1, this.count / FADE);
        renderer.autoClear = false;
        renderer.render(this.show, this.camera);
        renderer.autoClear = true;
    }

    dispose() {
        this.sum?.dispose();
        this.picture?.dispose();
        this.first?.dispose();
        this.sum = null;
    }
}
