// What is seen: surfaces in soft light on a ground that takes their shadow, and the camera.
//
// The film's coordinates are quanta; `root` brings what moves to the unit sphere, its up to three's y.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import { Places } from "./places.js";
import { Surface } from "./surface.js";

const FLIGHT = 700; // milliseconds
const NARROW = 60; // a frame that takes longer makes the picture coarser

export class Stage {
    constructor(canvas, film) {
        this.canvas = canvas;
        this.film = film;
        this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = THREE.PCFShadowMap;
        this.renderer.toneMapping = THREE.NeutralToneMapping;
        this.scene = new THREE.Scene();
        this.camera = new THREE.PerspectiveCamera(35, 1, 0.01, 100);
        this.controls = new OrbitControls(this.camera, canvas);
        this.controls.enableDamping = false;
        this.controls.zoomToCursor = true;
        this.controls.addEventListener("change", () => this.invalidate());
        this.root = new THREE.Group();
        this.root.matrixAutoUpdate = false;
        this.surfaces = film.objects.map((object, i) => new Surface(object, i));
        this.places = new Places();
        this.root.add(...this.surfaces.map((surface) => surface.group), this.places.group);
        this.scene.add(this.root);
        this.#addLights();
        this.coarseness = 0;
        this.slow = 0;
        this.flight = null;
        this.waiting = false;
        this.drawn = 0;
        this.marked = -1;
        this.time = -1;
        this.onDraw = () => {};
        new ResizeObserver(() => this.resize()).observe(canvas);
    }

    #addLights() {
        this.sky = new THREE.HemisphereLight(0xf2f6ff, 0x8d867c, 1.25);
        this.key = new THREE.DirectionalLight(0xfff4e4, 2.3);
        this.key.castShadow = true;
        this.key.shadow.mapSize.set(2048, 2048);
        this.key.shadow.bias = -0.0004;
        this.key.shadow.normalBias = 0.006;
        this.key.shadow.radius = 3;
        this.fill = new THREE.DirectionalLight(0xdfe8ff, 0.55);
        this.fill.position.set(-2, 0.6, -1.4);
        this.ground = new THREE.Mesh(
            new THREE.PlaneGeometry(60, 60).rotateX(-Math.PI / 2),
            new THREE.ShadowMaterial({ opacity: 0.2 }),
        );
        this.ground.receiveShadow = true;
        this.scene.add(this.sky, this.key, this.key.target, this.fill, this.ground);
    }

    // The box, in quanta, of what moves in these frames; of everything if nothing does.
    #box(frames) {
        const box = new THREE.Box3();
        const point = new THREE.Vector3();
        const all = this.film.objects.every((object) => object.still);
        for (const frame of frames) {
            this.film.objects.forEach((object, i) => {
                const x = all || !object.still ? frame.positions[i] : [];
                for (let k = 0; k < x.length; k += 3) {
                    box.expandByPoint(point.set(x[k], x[k + 1], x[k + 2]));
                }
            });
        }
        return box;
    }

    // Sets the scale and the axis that points up, and looks at everything.
    arrange(up, frames) {
        const box = this.#box(frames);
        const centre = box.getCenter(new THREE.Vector3());
        const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-9);
        const turn = new THREE.Matrix4().makeRotationX(up === "z" ? -Math.PI / 2 : 0);
        const { low, high } = this.film.description;
        this.root.matrix
            .makeScale(1 / radius, 1 / radius, 1 / radius)
            .multiply(turn)
            .multiply(new THREE.Matrix4().makeTranslation(-centre.x, -centre.y, -centre.z));
        this.root.updateMatrixWorld(true);
        this.unit = 1 / radius; // a quantum
        const corners = [low, high].map((corner) =>
            new THREE.Vector3(
                ...corner.map((x, d) => (x - this.film.origin[d]) / this.film.quantum),
            ).applyMatrix4(this.root.matrix),
        );
        this.ground.position.y = Math.max(Math.min(corners[0].y, corners[1].y), -6) - 0.004;
        this.fit();
    }

    fit() {
        this.flight = null;
        const aspect = Math.min(1, this.camera.aspect);
        const distance = 1.12 / (Math.sin((this.camera.fov * Math.PI) / 360) * aspect);
        const direction = new THREE.Vector3(0.62, 0.42, 0.86).normalize();
        this.controls.target.set(0, 0, 0);
        this.camera.position.copy(direction).multiplyScalar(distance);
        this.controls.update();
        this.invalidate();
    }

    resize() {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        if (width === 0 || height === 0) {
            return;
        }
        const ratio = Math.min(devicePixelRatio, 2) * [1, 0.75, 0.5][this.coarseness];
        this.renderer.setPixelRatio(ratio);
        this.renderer.setSize(width, height, false);
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        this.places.setSize(9 * ratio);
        this.invalidate();
    }

    // Frame floor(time), moved towards the next. False: it is not in the film.
    show(time) {
        const index = Math.floor(time);
        const t = time - index;
        const frame = this.film.frame(index);
        const next = t > 0 ? this.film.frame(index + 1) : frame;
        if (frame === null) {
            return false;
        }
        this.surfaces.forEach((surface, i) => {
            const x0 = frame.positions[i];
            surface.move(x0, next === null ? x0 : next.positions[i], t);
            if (this.marked !== index) {
                surface.mark(frame.marks[i], this.places.group.visible);
            }
        });
        this.marked = index;
        this.time = time;
        this.invalidate();
        return true;
    }

    // Where a point of the film is in the picture, as shares of its width and height.
    screen(point) {
        const at = new THREE.Vector3(...point).applyMatrix4(this.root.matrix).project(this.camera);
        return at.z > 1 ? [-1, -1] : [(1 + at.x) / 2, (1 - at.y) / 2];
    }

    setWireframe(on) {
        for (const surface of this.surfaces) {
            surface.wire.visible = on;
        }
        this.invalidate();
    }

    setVisible(index, on) {
        this.surfaces[index].group.visible = on;
        this.invalidate();
    }

    setContacts(on) {
        this.places.group.visible = on;
        for (const surface of this.surfaces) {
            surface.red.visible = on && surface.marked.index.count > 0;
        }
        this.invalidate();
    }

    setDark(dark) {
        this.sky.intensity = dark ? 0.8 : 1.25;
        this.ground.material.opacity = dark ? 0.45 : 0.2;
        this.renderer.toneMappingExposure = dark ? 0.92 : 1;
        this.invalidate();
    }

    #cornersOf(feature) {
        const { positions } = this.surfaces[feature.object];
        return feature.corners.map((v) => new THREE.Vector3().fromArray(positions, 3 * v));
    }

    // Outlines a pair, whose features have their corners, at the time shown.
    outline(pair) {
        const segments = [];
        for (const feature of pair === null ? [] : [pair.a, pair.b]) {
            const corners = this.#cornersOf(feature);
            for (let k = 0; k < corners.length && corners.length > 1; ++k) {
                const next = corners[(k + 1) % corners.length];
                segments.push(...corners[k].toArray(), ...next.toArray());
            }
        }
        this.places.outline(segments);
        this.invalidate();
    }

    // Brings the camera to a pair, from the side it is on and rather from above its surface.
    fly(pair) {
        const target = new THREE.Vector3(...pair.point).applyMatrix4(this.root.matrix);
        const corners = this.#cornersOf(pair.b.corners.length === 3 ? pair.b : pair.a);
        const from = this.camera.position.clone().sub(target).normalize();
        if (corners.length === 3) {
            const normal = corners[1]
                .sub(corners[0])
                .cross(corners[2].sub(corners[0]))
                .transformDirection(this.root.matrix);
            from.addScaledVector(normal, normal.dot(from) < 0 ? -0.9 : 0.9).normalize();
        }
        const distance = Math.min(Math.max(64 * 16 * this.unit, 0.02), 3);
        this.flight = {
            begin: performance.now(),
            from: { position: this.camera.position.clone(), target: this.controls.target.clone() },
            to: { position: target.clone().addScaledVector(from, distance), target },
        };
        this.invalidate();
    }

    #advanceFlight() {
        if (this.flight === null) {
            return;
        }
        const { begin, from, to } = this.flight;
        const share = Math.min(1, (performance.now() - begin) / FLIGHT);
        const ease = share * share * (3 - 2 * share);
        this.camera.position.lerpVectors(from.position, to.position, ease);
        this.controls.target.lerpVectors(from.target, to.target, ease);
        if (share === 1) {
            this.flight = null;
        }
        this.controls.update();
    }

    // The shadow's map covers what is looked at, so that it is as sharp close by as from afar.
    #aimLight() {
        const distance = this.camera.position.distanceTo(this.controls.target);
        const reach = Math.min(1.6, Math.max(0.05, 1.3 * distance));
        const { target, shadow } = this.key;
        target.position.copy(reach < 1.6 ? this.controls.target : new THREE.Vector3());
        this.key.position.copy(target.position).add(new THREE.Vector3(1.1, 2.6, 1.3));
        Object.assign(shadow.camera, {
            left: -reach,
            right: reach,
            top: reach,
            bottom: -reach,
            near: 0.1,
            far: 8,
        });
        shadow.camera.updateProjectionMatrix();
        this.camera.near = Math.max(0.002, 0.02 * distance);
        this.camera.far = Math.max(20, 8 * distance);
        this.camera.updateProjectionMatrix();
    }

    invalidate() {
        if (!this.waiting) {
            this.waiting = true;
            requestAnimationFrame(() => this.#draw());
        }
    }

    #draw() {
        this.waiting = false;
        const now = performance.now();
        this.#adapt(now - this.drawn);
        this.drawn = now;
        this.#advanceFlight();
        this.#aimLight();
        this.renderer.render(this.scene, this.camera);
        this.onDraw();
        if (this.flight !== null) {
            this.invalidate();
        }
    }

    // Where pictures take long (no GPU), fewer pixels, then no shadow. Long pauses are not slow pictures.
    #adapt(gap) {
        this.slow = gap > NARROW && gap < 600 ? this.slow + 1 : 0;
        if (this.slow < 6) {
            return;
        }
        this.slow = 0;
        if (this.coarseness < 2) {
            ++this.coarseness;
            this.resize();
        } else if (this.key.castShadow) {
            this.key.castShadow = false;
            this.invalidate();
        }
    }
}
