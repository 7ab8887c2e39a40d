// Mouse and finger: the ball and the cloth are moved, what is beside them turns the view.
import * as THREE from "three";

import { meetCloth, meetSphere } from "./picking.js";

const CLICK = 5; // pixels that a click may move
const DOUBLE = 400; // milliseconds between two clicks
const THROUGH = 0.06; // metres: the ball is taken through cloth that lies on it
const INTO = 1.2; // metres into the picture for a metre up, of a ball with cloth behind it

export class Hands {
    // `world`: stage, ballMesh, ball (centre and radius), cloth (pose, indices); `send` takes
    // commands.
    constructor(element, world, send) {
        this.element = element;
        this.world = world;
        this.send = send;
        this.held = null;
        this.lastClick = { time: 0, vertex: -1 };
        const listen = (name, action) =>
            element.addEventListener(name, (event) => action(event), { capture: true });
        listen("pointerdown", (event) => this.#down(event));
        listen("pointermove", (event) => this.#move(event));
        listen("pointerup", (event) => this.#up(event));
        listen("pointercancel", (event) => this.#up(event));
    }

    // The ray of sight through a place of the page, in the coordinates of the meshes.
    #ray(event) {
        const { stage } = this.world;
        const box = this.element.getBoundingClientRect();
        const at = new THREE.Vector2(
            (2 * (event.clientX - box.left)) / box.width - 1,
            1 - (2 * (event.clientY - box.top)) / box.height,
        );
        stage.camera.updateMatrixWorld();
        const back = stage.root.matrix.clone().invert();
        const from = stage.camera.position.clone().applyMatrix4(back);
        const to = new THREE.Vector3(at.x, at.y, 0.5).unproject(stage.camera).applyMatrix4(back);
        return { from, ray: to.sub(from).normalize() };
    }

    // What is under the pointer: the ball or a vertex of the cloth, and where; null: neither.
    find(event) {
        const { world } = this;
        if (world.cloth === null) {
            return null;
        }
        const { from, ray } = this.#ray(event);
        const [f, r] = [from.toArray(), ray.toArray()];
        const ball = meetSphere(f, r, world.ball.centre, world.ball.radius);
        const cloth = meetCloth(f, r, world.cloth);
        const at = Math.min(ball, cloth.at);
        if (at === Infinity) {
            return null;
        }
        const point = from.clone().addScaledVector(ray, at);
        const isCloth = cloth.at < ball;
        return { vertex: isCloth ? cloth.vertex : -1, isBall: ball - at < THROUGH, point };
    }

    #down(event) {
        if (event.button > 0 || this.held !== null || !event.isPrimary) {
            return;
        }
        const found = this.find(event);
        if (found === null) {
            return;
        }
        event.stopPropagation(); // the view stays
        event.preventDefault();
        this.element.setPointerCapture(event.pointerId);
        const { stage, ball, cloth } = this.world;
        const back = stage.root.matrix.clone().invert();
        const eye = stage.camera.position.clone().applyMatrix4(back);
        const target = stage.controls.target.clone().applyMatrix4(back);
        const place = found.isBall
            ? new THREE.Vector3(...ball.centre)
            : new THREE.Vector3(...cloth.x.subarray(3 * found.vertex, 3 * found.vertex + 3));
        this.held = {
            ...found,
            offset: place.sub(found.point),
            plane: this.#plane(found, eye, eye.clone().sub(target).normalize()),
            start: [event.clientX, event.clientY],
            moved: false,
        };
        this.element.classList.add("holding");
    }

    // In which the pointer moves what it holds. It faces the eye; with cloth behind the ball it leans
    // back, so that up is also into the cloth and down is out of it.
    #plane(found, eye, toEye) {
        const { stage, ball, cloth } = this.world;
        const normal = toEye.clone();
        if (found.isBall) {
            const sight = new THREE.Vector3(...ball.centre).sub(eye);
            const { at } = meetCloth(eye.toArray(), sight.toArray(), cloth);
            if (at > 1 && at < Infinity) {
                const back = stage.root.matrix.clone().invert();
                const up = stage.camera.up.clone().transformDirection(back);
                const right = up.clone().cross(toEye).normalize();
                const away = toEye.clone().cross(right).addScaledVector(toEye, -INTO);
                normal.crossVectors(right, away).normalize();
            }
        }
        return new THREE.Plane().setFromNormalAndCoplanarPoint(normal, found.point);
    }

    #move(event) {
        const { held } = this;
        if (held === null) {
            if (event.buttons === 0) {
                this.element.classList.toggle("over", this.find(event) !== null);
            }
            return;
        }
        event.stopPropagation();
        const [x, y] = held.start;
        held.moved ||= Math.hypot(event.clientX - x, event.clientY - y) > CLICK;
        if (!held.moved) {
            return;
        }
        const { from, ray } = this.#ray(event);
        const point = new THREE.Ray(from, ray).intersectPlane(held.plane, new THREE.Vector3());
        if (point !== null) {
            point.add(held.offset);
            const place = point.clampLength(0, 50).toArray();
            this.send([held.isBall ? ["ball", ...place] : ["pull", held.vertex, ...place]]);
        }
    }

    #up(event) {
        const { held } = this;
        if (held === null) {
            return;
        }
        event.stopPropagation();
        this.held = null;
        this.element.classList.remove("holding");
        if (held.moved && !held.isBall) {
            this.send([["letGo"]]);
        } else if (!held.moved && held.vertex >= 0 && event.type === "pointerup") {
            this.#click(held.vertex);
        }
    }

    // The second click on about the same place pins it, or frees what is pinned there.
    #click(vertex) {
        const now = performance.now();
        const { time, vertex: before } = this.lastClick;
        this.lastClick = { time: now, vertex };
        if (now - time < DOUBLE && before >= 0) {
            this.lastClick.time = 0;
            this.world.togglePin(before);
        }
    }
}
