// The sun, the sky, and a little light from beside the camera. The sky is even light from all
// sides, and a lamp that stands for it: straight above while things move, so that what lies under
// cloth is darker; wandering over the whole sky for a picture at rest (settle.js).
import * as THREE from "three";

import { evenly } from "./settle.js";

const SUN = { size: 2048, blur: 4, fineBlur: 1.5 }; // texels of the shadow's map
const DOME = { size: 1024, blur: 9, fineBlur: 4 };
const SKY = 0xffffff;
const GROUND = 0xb9b2a8;
const EVEN = 0.4; // of the sky's light: what has no shadow
const SUN_RADIUS = 0.1; // as a tangent: a soft edge
const FAR = 1.8; // of the unit sphere: shadows reach so far around its middle

const UP = new THREE.Vector3(0, 1, 0);

// The ground takes the shadow of the sun, and where the sky is hidden from it.
const GROUND_SHADE = `opacity * (0.6 * (1.0 - getShadow(directionalShadowMap[0],
    directionalLightShadows[0].shadowMapSize, 1.0, directionalLightShadows[0].shadowBias,
    directionalLightShadows[0].shadowRadius, vDirectionalShadowCoord[0]))
#if NUM_DIR_LIGHT_SHADOWS > 1
    + 0.4 * domeWeight * (1.0 - getShadow(directionalShadowMap[1],
    directionalLightShadows[1].shadowMapSize, 1.0, directionalLightShadows[1].shadowBias,
    5.0 * directionalLightShadows[1].shadowRadius, vDirectionalShadowCoord[1]))
#endif
    )`;

function groundMaterial(domeWeight) {
    const material = new THREE.ShadowMaterial();
    material.onBeforeCompile = (shader) => {
        shader.uniforms.domeWeight = domeWeight;
        shader.fragmentShader = `uniform float domeWeight;\n${shader.fragmentShader}`.replace(
            "opacity * ( 1.0 - getShadowMask() )",
            `\n#if NUM_DIR_LIGHT_SHADOWS > 0\n${GROUND_SHADE}\n#else\n0.0\n#endif\n`,
        );
    };
    return material;
}

function shadowLamp(colour, { size, blur }) {
    const lamp = new THREE.DirectionalLight(colour, 1);
    lamp.castShadow = true;
    lamp.shadow.mapSize.set(size, size);
    lamp.shadow.radius = blur;
    lamp.shadow.camera.near = 0.1;
    lamp.shadow.camera.far = 8;
    return lamp;
}

export class Lights {
    constructor(scene) {
        this.domeWeight = { value: 1 };
        this.sky = new THREE.HemisphereLight(SKY, GROUND, 1);
        this.sun = shadowLamp(0xfff0dc, SUN);
        this.dome = shadowLamp(SKY, DOME);
        this.head = new THREE.DirectionalLight(0xeef3ff, 1); // from beside the camera
        this.ground = new THREE.Mesh(
            new THREE.PlaneGeometry(60, 60).rotateX(-Math.PI / 2),
            groundMaterial(this.domeWeight),
        );
        this.ground.receiveShadow = true;
        this.towardsSun = new THREE.Vector3(0.6, 1, 0.6);
        this.skyLight = this.headLight = 1;
        scene.add(this.sky, this.sun, this.sun.target, this.dome, this.dome.target, this.head);
        scene.add(this.ground);
        this.setDark(false);
    }

    setDark(dark) {
        this.skyLight = dark ? 1.25 : 1.5;
        this.sun.intensity = dark ? 2.0 : 2.2;
        this.headLight = dark ? 0.5 : 0.6;
        this.ground.material.opacity = dark ? 0.6 : 0.3;
    }

    // The sun comes over the shoulder of who looks from this direction.
    setView(direction) {
        this.towardsSun
            .copy(direction)
            .setY(0)
            .normalize()
            .applyAxisAngle(UP, -0.75)
            .multiplyScalar(1.6)
            .setY(2.1)
            .normalize();
    }

    // Whether the sky's lamp is lit; without it there is one shadow's map less to draw.
    setDome(on) {
        this.dome.visible = on;
    }

    // For the camera as it stands, looking at `target`. `sample`: the number of a picture at rest,
    // or -1.
    aim(camera, target, sample) {
        const distance = camera.position.distanceTo(target);
        // Shadows' maps cover what is looked at, so that they are as sharp close by as from afar.
        const reach = Math.min(FAR, Math.max(0.05, 0.9 * distance));
        const middle = reach < FAR ? target : new THREE.Vector3();
        const fine = sample >= 0;
        const [u, v] = evenly(Math.max(sample, 0));
        this.#place(this.sun, fine ? this.#onSun(u, v) : this.towardsSun, middle, reach, fine, SUN);
        if (this.dome.visible) {
            this.#lightDome(fine, u, v, middle, reach);
        } else {
            this.sky.intensity = this.skyLight;
        }
        // Close by it is brighter: there a fold is all that is seen, and often in shadow.
        this.head.intensity = this.headLight + 1.1 * Math.max(0, 1 - distance / 0.8);
        this.head.position.set(0.5, 0.3, 0).applyQuaternion(camera.quaternion);
        this.head.position.add(camera.position.clone().sub(target).normalize());
    }

    #place(lamp, direction, middle, reach, fine, { size, blur, fineBlur }) {
        const { shadow, target } = lamp;
        target.position.copy(middle);
        lamp.position.copy(middle).addScaledVector(direction, 3);
        const { camera } = shadow;
        if (camera.right !== reach) {
            camera.left = camera.bottom = -reach;
            camera.right = camera.top = reach;
            camera.updateProjectionMatrix();
        }
        shadow.radius = fine ? fineBlur : blur;
        shadow.bias = -0.0005;
        // Texels that the blur takes in, so that no surface shadows itself.
        shadow.normalBias = ((fine ? 2 : 3) * shadow.radius * 2 * reach) / size;
    }

    #onSun(u, v) {
        const [away, angle] = [SUN_RADIUS * Math.sqrt(u), 2 * Math.PI * v];
        const side = new THREE.Vector3().crossVectors(UP, this.towardsSun).normalize();
        const other = new THREE.Vector3().crossVectors(this.towardsSun, side);
        return this.towardsSun
            .clone()
            .addScaledVector(side, away * Math.cos(angle))
            .addScaledVector(other, away * Math.sin(angle))
            .normalize();
    }

    // At rest the mean over the sphere is the light of the hemisphere where nothing hides it.
    #lightDome(fine, u, v, middle, reach) {
        const { dome } = this;
        const direction = UP.clone();
        dome.color.set(SKY);
        if (fine) {
            const height = 1 - 2 * u;
            const [across, angle] = [Math.sqrt(1 - height * height), 2 * Math.PI * v];
            direction.set(across * Math.cos(angle), height, across * Math.sin(angle));
            dome.color.lerp(new THREE.Color(GROUND), height < 0 ? 1 : 0);
        }
        this.sky.intensity = (fine ? EVEN : 0.75) * this.skyLight;
        this.domeWeight.value = fine ? 4 * Math.max(0, direction.y) : 1;
        dome.intensity = (fine ? 4 * (1 - EVEN) : 0.35) * this.skyLight;
        this.#place(dome, direction, middle, reach, fine, DOME);
    }
}
