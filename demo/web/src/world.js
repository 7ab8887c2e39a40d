// What is seen of the demo: the viewer's stage, with dots, normals and volumes on it.
import * as THREE from "three";

import { Layers } from "../../../viewer/web/src/layers.js";
import { Pose } from "../../../viewer/web/src/pose.js";
import { Stage } from "../../../viewer/web/src/stage.js";
import { Dots } from "./dots.js";

const NORMAL = 0.045; // metres of a normal
const MOST_DOTS = 6000;
const FLASH = 300; // milliseconds
const LOW = -0.1; // metres: a cloth that falls ends on the floor, and there is room below
const CLOSE = 0.7; // share of its width that it then has

export class World {
    // `meshes` as the worker sends them. `falls`: the share of its height that the
    // picture begins with, where it goes to the floor; 0: it stays up.
    constructor(canvas, meshes, falls) {
        this.meshes = meshes;
        this.ballMesh = meshes.findIndex((mesh) => mesh.isBall);
        this.poses = meshes.map((mesh) => new Pose(mesh.indices, mesh.x));
        this.stage = new Stage(canvas, meshes);
        this.layers = new Layers();
        this.contacts = new Dots(0xd81c1c, 0xf2b01e, 8);
        this.missed = new Dots(0xe014a4, 0xff7ad2, 15);
        this.pins = new Dots(0x1d3f66, 0x1d3f66, 10);
        this.stage.root.add(
            this.layers.group,
            this.contacts.object,
            this.missed.object,
            this.pins.object,
        );
        this.show = { contacts: true, normals: false };
        this.cloth = null;
        this.ball = { centre: [0, 0, 0], radius: 0 };
        this.pinned = new Set();
        this.#arrange(falls);
    }

    // The floor is the stage's ground: it takes the shadow and is not drawn itself.
    #arrange(falls) {
        const { meshes, poses, stage } = this;
        const poseOf = (x) => ({ x });
        const close = meshes[0].x.map((value, i) => (i % 3 === 2 ? falls : CLOSE) * value);
        const low = close.map((value, i) => (i % 3 === 2 ? LOW : value));
        const withCloth = (x) => ({
            poses: poses.map((pose, i) => (i === 0 ? poseOf(x) : pose)),
            pairs: [],
        });
        const frames = falls > 0 ? [withCloth(close), withCloth(low)] : [{ poses, pairs: [] }];
        const floor = meshes.findIndex((mesh) => mesh.name === "floor");
        stage.pose(poses, poses, 0);
        stage.resize(); // to the room that there is
        stage.arrange("z", frames, [
            [-2, -2, 0],
            [2, 2, 2],
        ]);
        stage.setVisible(floor, false);
    }

    // A picture of the worker.
    take(picture) {
        picture.moving.forEach((mesh, i) => {
            if (mesh !== null) {
                this.poses[i] = new Pose(this.meshes[i].indices, mesh.x, mesh.normals);
            }
        });
        this.cloth = { x: this.poses[0].x, indices: this.meshes[0].indices };
        const { numbers } = picture;
        this.ball = {
            centre: [numbers.ballX, numbers.ballY, numbers.ballZ],
            radius: numbers.ballRadius,
        };
        this.picture = picture;
        this.stage.pose(this.poses, this.poses, 0);
        this.draw();
    }

    draw() {
        const { picture, show, layers } = this;
        if (picture === undefined) {
            return;
        }
        const every = Math.ceil(picture.times.length / MOST_DOTS);
        const thin = (array, size) =>
            every <= 1
                ? array
                : array.filter((_, i) => Math.floor(i / size) % every === 0);
        this.contacts.show(
            show.contacts ? thin(picture.points, 3) : [],
            show.contacts ? thin(picture.times, 1) : null,
        );
        this.missed.show(picture.missed);
        if (show.normals) {
            layers.showNormals(thin(picture.points, 3), thin(picture.normals, 3).map((n) => NORMAL * n));
        } else {
            layers.showNormals([], []);
        }
        this.pinned = new Set(picture.pinned);
        const { x } = this.poses[0];
        const held = new Float32Array(3 * picture.pinned.length);
        picture.pinned.forEach((v, i) => held.set(x.subarray(3 * v, 3 * v + 3), 3 * i));
        this.pins.show(held);
        if (picture.states.length > 0) {
            layers.showVolumes(picture.volume, picture.bounds, picture.states);
        } else {
            layers.showVolumes(0, [], []);
        }
        this.stage.invalidate();
    }

    // Makes what is missed flash; whether there is any.
    flash(now) {
        const ratio = this.stage.renderer.getPixelRatio();
        const many = this.picture?.times.length > 500;
        this.contacts.setSize(this.contacts.pixels * ratio * (many ? 0.5 : 1), many ? 0 : 1);
        this.pins.setSize(this.pins.pixels * ratio);
        const wave = 0.5 + 0.5 * Math.sin((now / FLASH) * Math.PI);
        this.missed.setSize(this.missed.pixels * ratio * (0.55 + 0.45 * wave));
        return this.missed.object.visible;
    }

    // Directions of the view in the coordinates of the meshes: right and away, both level.
    compass() {
        const { camera, root } = this.stage;
        const back = root.matrix.clone().invert();
        const away = camera.getWorldDirection(new THREE.Vector3()).setY(0).normalize();
        const right = new THREE.Vector3(-away.z, 0, away.x);
        return [right, away].map((way) => way.transformDirection(back).toArray());
    }

    dispose() {
        this.layers.dispose();
        this.stage.renderer.dispose();
        this.stage.renderer.forceContextLoss();
    }
}
