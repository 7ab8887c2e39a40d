// What is seen: surfaces in soft light on a ground that takes their shadow. Film and live demo draw
// with it; it knows neither.
//
// Meshes have `vertices`, `indices`, and `still` where they do not move. A frame has a Pose of each
// mesh in `poses`, and `pairs` (pairs.js) with a `point` each. Coordinates are the caller's: `root`
// brings what moves to the unit sphere, its up to three's y.
//
//     const stage = new Stage(canvas, meshes);
//     stage.arrange("z", [{ poses, pairs: [] }]);
//     stage.pose(poses, poses, 0);
//     stage.mark(facesOfEachMesh);
//     stage.showPairs(pairs, -1);
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import { Viewpoint, sampleNormals, samplePoints } from "./camera.js";
import { Lights } from "./lights.js";
import { cornersOf } from "./pairs.js";
import { Places } from "./places.js";
import { Settling, evenly } from "./settle.js";
import { isSeen } from "./hit.js";
import { Surface, backdropColour } from "./surface.js";

const SIGHT_TESTS = 4e6; // of a triangle each, to find the first view
const MARGIN = 0.01; // of the scene: what is so near to a pair does not hide it
const LARGE = 0.05; // area of a face that is large, where the scene has radius 1
const REST = 250; // milliseconds after which a picture stands still
const SLOW = 60; // milliseconds that a picture may take
const PATIENCE = 600; // milliseconds of slow pictures after which they become coarser
const SETTLED = 64; // pictures that one at rest is the mean of
const LATE = 150; // milliseconds that one of them may take
const ROUGH = 12000; // triangles that are drawn in motion where that is slow
const SETTLING = 4000; // milliseconds after which it is good enough, however many there are

// Whether the processor draws, not a GPU.
function isSoftware(renderer) {
    const gl = renderer.getContext();
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const name = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(name));
}

export class Stage {
    constructor(canvas, meshes) {
        this.canvas = canvas;
        this.meshes = meshes;
        this.renderer = new THREE.WebGLRenderer({
            canvas,
            antialias: true,
            alpha: true,
            preserveDrawingBuffer: true, // pages are printed, pictures copied
        });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = THREE.PCFShadowMap;
        this.scene = new THREE.Scene();
        this.camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
        this.controls = new OrbitControls(this.camera, canvas);
        this.controls.zoomToCursor = true;
        this.controls.addEventListener("change", () => this.invalidate());
        this.viewpoint = new Viewpoint(this.camera, this.controls);
        this.root = new THREE.Group();
        this.root.matrixAutoUpdate = false;
        this.surfaces = meshes.map((mesh, i) => new Surface(mesh, i));
        this.places = new Places();
        this.root.add(...this.surfaces.map((surface) => surface.group), this.places.group);
        this.scene.add(this.root);
        this.lights = new Lights(this.scene);
        this.settling = new Settling(this.renderer);
        this.settles = true; // pictures at rest get better
        this.settled = 0; // pictures that the one shown is the mean of
        this.settleTime = SETTLING;
        this.late = 0; // pictures in a row that came late
        this.adapts = true; // to slow drawing
        this.coarseness = 0;
        this.slow = 0;
        this.isFine = true;
        this.rest = 0;
        this.waiting = false;
        this.asked = 0;
        this.dark = false;
        this.backdrops = []; // surfaces
        this.captionRoom = 0; // pixels at the lower end that a caption may cover
        if (isSoftware(this.renderer)) {
            const triangles = meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);
            this.lights.setDome(false);
            this.coarseness = triangles > ROUGH ? 2 : 0;
        }
        new ResizeObserver(() => this.resize()).observe(canvas);
    }

    // Objects that say where to look: those that move, and resting ones that are not much larger.
    #subjects(frames) {
        const { meshes } = this;
        const boxes = meshes.map((mesh, i) => {
            const box = new THREE.Box3();
            const point = new THREE.Vector3();
            for (const frame of mesh.still ? frames.slice(0, 1) : frames) {
                const { x } = frame.poses[i];
                for (let k = 0; k < x.length; k += 3) {
                    box.expandByPoint(point.set(x[k], x[k + 1], x[k + 2]));
                }
            }
            return box;
        });
        const moving = new THREE.Box3();
        meshes.forEach((mesh, i) => {
            if (!mesh.still) {
                moving.union(boxes[i]);
            }
        });
        const size = moving.isEmpty() ? Infinity : 2 * moving.getSize(new THREE.Vector3()).length();
        const chosen = meshes
            .map((_, i) => i)
            .filter(
                (i) => !boxes[i].isEmpty() && boxes[i].getSize(new THREE.Vector3()).length() < size,
            );
        const box = new THREE.Box3();
        for (const i of chosen) {
            box.union(boxes[i]);
        }
        const all = new THREE.Box3();
        for (const each of boxes) {
            all.union(each);
        }
        return { chosen, box, all };
    }

    // Sets the scale and the axis that points up, and looks at what moves in these frames. `bounds`:
    // two corners between which everything is at all times, if that is known.
    arrange(up, frames, bounds = null) {
        const { chosen, box, all } = this.#subjects(frames);
        this.backdrops = this.surfaces.filter((_, i) => !chosen.includes(i));
        this.#paintBackdrops();
        const centre = box.getCenter(new THREE.Vector3());
        const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-9);
        this.root.matrix
            .makeScale(1 / radius, 1 / radius, 1 / radius)
            .multiply(new THREE.Matrix4().makeRotationX(up === "z" ? -Math.PI / 2 : 0))
            .multiply(new THREE.Matrix4().makeTranslation(-centre.x, -centre.y, -centre.z));
        this.root.updateMatrixWorld(true);
        this.unit = 1 / radius; // a quantum
        const heights = (bounds ?? [all.min.toArray(), all.max.toArray()]).map(
            (corner) => new THREE.Vector3(...corner).applyMatrix4(this.root.matrix).y,
        );
        this.lights.ground.position.y = Math.max(Math.min(...heights), -6) - 0.006;
        this.#chooseView(chosen, frames);
        this.fit();
    }

    #chooseView(chosen, frames) {
        const { matrix } = this.root;
        const { meshes } = this;
        const arrays = frames.flatMap((frame) => chosen.map((i) => frame.poses[i].x));
        this.viewpoint.points = samplePoints(arrays, matrix);
        const ends = [frames[0], frames.at(-1)];
        const normals = ends.flatMap((frame) =>
            sampleNormals(
                chosen.map((i) => ({ indices: meshes[i].indices, x: frame.poses[i].x })),
                matrix,
            ),
        );
        const towards = new THREE.Vector3();
        const pairs = frames[0].pairs.length > 0 ? frames[0].pairs : [];
        for (const pair of pairs) {
            const point = new THREE.Vector3(...pair.point).applyMatrix4(matrix);
            towards.addScaledVector(point, 1 / pairs.length);
        }
        this.viewpoint.choose(normals, towards, (direction) =>
            this.#shareSeen(frames[0], direction),
        );
        this.lights.setView(this.viewpoint.direction);
        const eye = this.viewpoint.direction
            .clone()
            .transformDirection(matrix.clone().invert())
            .toArray();
        this.surfaces.forEach((surface, i) => surface.orient(frames[0].poses[i].x, eye));
    }

    // How many of the pairs of a frame, or of some of them, are seen from a direction.
    #shareSeen(frame, direction) {
        const meshes = this.meshes.map(({ indices }, i) => ({ indices, x: frame.poses[i].x }));
        const triangles = meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);
        const most = Math.ceil(SIGHT_TESTS / 12 / triangles);
        const count = Math.min(frame.pairs.length, most, 20);
        const back = this.root.matrix.clone().invert();
        let seen = 0;
        for (let k = 0; k < count; ++k) {
            const place = frame.pairs[Math.floor((k * frame.pairs.length) / count)].point;
            const eye = new THREE.Vector3(...place)
                .applyMatrix4(this.root.matrix)
                .addScaledVector(direction, 3)
                .applyMatrix4(back);
            seen += isSeen(meshes, place, eye.toArray(), MARGIN / this.unit) ? 1 / count : 0;
        }
        return seen;
    }

    fit() {
        this.viewpoint.inset = Math.min(0.3, this.captionRoom / this.canvas.clientHeight || 0);
        this.viewpoint.fit();
        this.invalidate();
    }

    resize() {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        if (width === 0 || height === 0) {
            return;
        }
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        this.#setCoarseness(this.coarseness);
        this.invalidate();
    }

    // 0: all pixels and triangles; 1, 2: fewer and fewer.
    #setCoarseness(coarseness) {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        const ratio = Math.min(devicePixelRatio, 2) * [1, 0.75, 0.5][coarseness];
        this.renderer.setPixelRatio(ratio);
        this.renderer.setSize(width, height, false);
        this.places.setPicture(width, height, ratio);
        this.isFine = coarseness === 0;
        const all = this.meshes.reduce((sum, { indices }) => sum + indices.length, 0);
        this.surfaces.forEach((surface, i) =>
            surface.setRough(this.isFine ? 0 : (ROUGH * this.meshes[i].indices.length) / all),
        );
    }

    // Brings every mesh to the straight way from one pose to another, at time t.
    pose(before, after, t) {
        this.surfaces.forEach((surface, i) => surface.move(before[i], after[i], t));
        this.invalidate();
    }

    // Paints faces of each mesh red.
    mark(faces) {
        const most = LARGE / (this.unit * this.unit);
        this.surfaces.forEach((surface, i) =>
            surface.mark(faces[i], most, this.places.group.visible),
        );
        this.invalidate();
    }

    // The pairs of a frame as points; `selected` is the index of one, or -1.
    showPairs(pairs, selected) {
        this.places.show(pairs, selected);
        this.invalidate();
    }

    // Where a point of the meshes is in the picture, as shares of its width and height.
    screen(point) {
        this.camera.updateMatrixWorld(); // it may have moved since the last picture
        const at = new THREE.Vector3(...point).applyMatrix4(this.root.matrix).project(this.camera);
        return at.z > 1 ? [-1, -1] : [(1 + at.x) / 2, (1 - at.y) / 2];
    }

    setWireframe(on) {
        for (const surface of this.surfaces) {
            surface.wire.visible = on;
        }
        this.invalidate();
    }

    setSeeThrough(on) {
        for (const surface of this.surfaces) {
            surface.setSeeThrough(on);
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
            surface.showRed(on);
        }
        this.invalidate();
    }

    // What is around the scene, a floor say, does not stand out.
    #paintBackdrops() {
        for (const surface of this.backdrops) {
            surface.mesh.material.color.set(backdropColour(this.dark));
        }
    }

    setDark(dark) {
        this.dark = dark;
        this.#paintBackdrops();
        this.lights.setDark(dark);
        this.invalidate();
    }

    // Corners of a pair's feature at the time shown.
    #corners(pair, second) {
        const surface = this.surfaces[(second ? pair.b : pair.a).object];
        return cornersOf(this.meshes, pair, second).map((v) => surface.pointAt(v));
    }

    // Outlines a pair (null: none) at the time shown.
    outline(pair) {
        const segments = [];
        for (const second of pair === null ? [] : [false, true]) {
            const corners = this.#corners(pair, second);
            const sides = corners.length === 3 ? 3 : corners.length - 1;
            for (let k = 0; k < sides; ++k) {
                segments.push(...corners[k], ...corners[(k + 1) % corners.length]);
            }
        }
        this.places.outline(segments);
        this.invalidate();
    }

    // Brings the camera to a pair, from where nothing hides it: rather from the side it is on and
    // from above its surface.
    fly(pair) {
        const target = new THREE.Vector3(...pair.point).applyMatrix4(this.root.matrix);
        const sizes = [false, true].map((second) => {
            const corners = this.#corners(pair, second);
            return corners[0].distanceTo(corners.at(-1));
        });
        const smaller = Math.min(...sizes.filter((size) => size > 0)) * this.unit;
        const wanted = Number.isFinite(smaller) ? 14 * smaller : 1;
        const distance = Math.min(Math.max(wanted, 0.02), 0.6 * this.viewpoint.distance);
        const meshes = this.surfaces
            .filter((surface) => surface.group.visible)
            .map((surface) => ({ x: surface.positions(), indices: surface.object.indices }));
        const back = this.root.matrix.clone().invert();
        const isClear = (way, away) => {
            const eye = target.clone().addScaledVector(way, away).applyMatrix4(back);
            return isSeen(meshes, pair.point, eye.toArray(), (0.04 * away) / this.unit);
        };
        const ways = this.#waysTo(pair, target);
        let [best, closer] = [ways[0], distance];
        for (const away of [distance, distance / 2, distance / 4]) {
            const clear = ways.find((way) => isClear(way, away));
            if (clear !== undefined) {
                [best, closer] = [clear, away];
                break;
            }
        }
        this.viewpoint.fly(target, best, closer);
        this.invalidate();
    }

    // Directions from which to look at a pair, the best first.
    #waysTo(pair, target) {
        const from = this.camera.position.clone().sub(target).normalize();
        const corners = this.#corners(pair, true);
        const up = new THREE.Vector3(0, 1, 0);
        if (corners.length === 3) {
            up.copy(
                corners[1].sub(corners[0]).cross(corners[2].sub(corners[0])),
            ).transformDirection(this.root.matrix);
            up.multiplyScalar(up.dot(from) < 0 ? -1 : 1);
        }
        const side = up.clone().cross(from.lengthSq() > 0 ? from : new THREE.Vector3(1, 0, 0));
        side.normalize();
        const ways = [from.clone().addScaledVector(up, 0.6), from];
        for (const above of [1, -1]) {
            for (let turn = 0; turn < 8; ++turn) {
                const way = side.clone().applyAxisAngle(up, (Math.PI * (turn + 2)) / 4);
                ways.push(
                    way.addScaledVector(up, above * 0.8),
                    way.clone().addScaledVector(up, -above * 0.55),
                );
            }
        }
        return ways.map((way) => way.normalize());
    }

    // `sample`: of a picture at rest, or -1.
    #render(sample) {
        const { camera, controls } = this;
        const distance = camera.position.distanceTo(controls.target);
        this.lights.aim(camera, controls.target, sample);
        camera.near = Math.max(0.002, 0.02 * distance);
        camera.far = Math.max(20, 8 * distance);
        if (sample >= 0) {
            const { clientWidth: width, clientHeight: height } = this.canvas;
            const [x, y] = evenly(sample).map((at) => (at - 0.5) / this.renderer.getPixelRatio());
            camera.setViewOffset(width, height, x, y, width, height);
        } else {
            camera.clearViewOffset();
        }
        camera.updateProjectionMatrix();
        this.renderer.render(this.scene, camera);
    }

    invalidate() {
        if (!this.waiting) {
            this.waiting = true;
            this.asked = performance.now();
            requestAnimationFrame(() => this.#draw());
        }
    }

    // Draws now.
    draw() {
        this.#render(-1);
    }

    #draw() {
        this.waiting = false;
        this.settled = 0;
        this.#adapt(performance.now() - this.asked);
        const flying = this.viewpoint.advance();
        if (this.isFine && this.coarseness > 0) {
            this.#setCoarseness(this.coarseness);
        }
        this.#render(-1);
        clearTimeout(this.rest);
        if (flying) {
            this.invalidate();
        } else if (this.coarseness > 0 || this.settles) {
            // Where pictures take long, so do the pauses between movements.
            this.rest = setTimeout(() => this.#drawFine(), REST * (1 + this.coarseness));
        }
    }

    // All pixels and all the light, however long that takes: for scripts that make pictures.
    beFine() {
        this.adapts = false;
        this.coarseness = 0;
        this.settles = true;
        this.settleTime = Infinity;
        this.lights.setDome(true);
        this.lights.sun.castShadow = true;
        this.resize();
    }

    // What stands still has all its pixels, and settles.
    #drawFine() {
        if (this.waiting) {
            return;
        }
        if (!this.isFine) {
            this.#setCoarseness(0);
        }
        this.#render(-1);
        if (this.settles) {
            this.settling.begin();
            this.#settle(0, performance.now());
        }
    }

    // One picture more; none where they take so long that the page would not answer.
    #settle(sample, begun, before = begun) {
        if (this.waiting) {
            return;
        }
        const now = performance.now();
        // The first is late because shaders are made for it.
        this.late = sample > 1 && now - before > LATE ? this.late + 1 : 0;
        if (this.adapts && (this.late === 2 || (this.late === 1 && now - before > 3 * LATE))) {
            this.settles = false;
            this.#render(-1);
            return;
        }
        this.#render(sample);
        this.settling.take();
        this.settled = sample + 1;
        if (this.settled < SETTLED && now - begun < this.settleTime) {
            requestAnimationFrame(() => this.#settle(sample + 1, begun, now));
        }
    }

    // Where pictures come late (no GPU): no light from the sky's lamp and fewer pixels and
    // triangles while things move, then no shadow. `wait`: since it was asked for.
    #adapt(wait) {
        this.slow = wait > SLOW ? this.slow + wait : 0;
        if (this.slow < PATIENCE || !this.adapts) {
            return;
        }
        this.slow = 0;
        this.lights.setDome(false);
        if (this.coarseness < 2) {
            this.coarseness = wait > 4 * SLOW ? 2 : this.coarseness + 1;
            this.resize();
        } else if (this.lights.sun.castShadow) {
            this.lights.sun.castShadow = false;
            this.invalidate();
        }
    }
}
