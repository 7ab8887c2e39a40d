// Where the camera stands: a view of everything from the side that shows most of it, and flights to
// pairs.
import * as THREE from "three";

const FLIGHT = 700; // milliseconds
const TURNS = 12; // directions to choose from
const HEIGHT = 0.42; // of the view from above, as a tangent
const MARGIN = 1.08;
const SAMPLES = 30000; // points and triangles that are looked at

function directionAt(turn) {
    const angle = 0.62 + (2 * Math.PI * turn) / TURNS;
    return new THREE.Vector3(Math.sin(angle), HEIGHT, Math.cos(angle)).normalize();
}

// Every n-th point of arrays of coordinates, in the world.
export function samplePoints(arrays, matrix) {
    const total = arrays.reduce((sum, x) => sum + x.length / 3, 0);
    const every = 3 * Math.max(1, Math.ceil(total / SAMPLES));
    const points = [];
    for (const x of arrays) {
        for (let i = 0; i < x.length; i += every) {
            points.push(new THREE.Vector3(x[i], x[i + 1], x[i + 2]).applyMatrix4(matrix));
        }
    }
    return points;
}

// Normals, as long as the areas, of every n-th triangle.
export function sampleNormals(meshes, matrix) {
    const total = meshes.reduce((sum, mesh) => sum + mesh.indices.length / 3, 0);
    const every = 3 * Math.max(1, Math.ceil(total / SAMPLES));
    const turn = new THREE.Matrix3().setFromMatrix4(matrix);
    const normals = [];
    const at = (x, v) => new THREE.Vector3(x[3 * v], x[3 * v + 1], x[3 * v + 2]);
    for (const { indices, x } of meshes) {
        for (let i = 0; i < indices.length; i += every) {
            const a = at(x, indices[i]);
            const side = at(x, indices[i + 1]).sub(a);
            normals.push(side.cross(at(x, indices[i + 2]).sub(a)).applyMatrix3(turn));
        }
    }
    return normals;
}

export class Viewpoint {
    constructor(camera, controls) {
        this.camera = camera;
        this.controls = controls;
        this.points = [];
        this.direction = directionAt(0);
        this.flight = null;
        this.inset = 0; // share of the picture, at its lower end, that something lies over
    }

    // The direction in which most area is seen; pairs, whose mean place is `towards`, rather in
    // front. `clear` tells of a direction which share of the pairs is not hidden.
    choose(normals, towards, clear) {
        const area = Math.max(
            1e-30,
            normals.reduce((sum, normal) => sum + normal.length(), 0),
        );
        const usual = directionAt(0);
        let best = -Infinity;
        for (let turn = 0; turn < TURNS; ++turn) {
            const direction = directionAt(turn);
            const seen = normals.reduce((sum, normal) => sum + Math.abs(normal.dot(direction)), 0);
            const likes = 0.3 * direction.dot(towards) + 0.06 * direction.dot(usual);
            const score = seen / area + likes + 0.4 * clear(direction);
            if (score > best) {
                best = score;
                this.direction = direction;
            }
        }
    }

    // Brings all points into the picture.
    fit() {
        this.flight = null;
        const { camera, controls, direction } = this;
        const right = new THREE.Vector3(0, 1, 0).cross(direction).normalize();
        const up = direction.clone().cross(right);
        const half = Math.tan((camera.fov * Math.PI) / 360) / MARGIN;
        const tall = half * (1 - this.inset);
        const wide = half * camera.aspect;
        const centre = new THREE.Vector2();
        const needed = () =>
            this.points.reduce((most, point) => {
                const x = Math.abs(point.dot(right) - centre.x) / wide;
                const y = Math.abs(point.dot(up) - centre.y) / tall;
                return Math.max(most, Math.max(x, y) + point.dot(direction));
            }, 0.1);
        let distance = needed();
        for (let round = 0; round < 5 && this.points.length > 0; ++round) {
            const low = new THREE.Vector2(Infinity, Infinity);
            const high = new THREE.Vector2(-Infinity, -Infinity);
            for (const point of this.points) {
                const seen = new THREE.Vector2(point.dot(right), point.dot(up)).sub(centre);
                seen.divideScalar(Math.max(distance - point.dot(direction), 0.1));
                low.min(seen);
                high.max(seen);
            }
            centre.add(low.add(high).multiplyScalar(distance / 2));
            distance = needed();
        }
        centre.y -= this.inset * half * distance;
        controls.target.copy(right.multiplyScalar(centre.x)).addScaledVector(up, centre.y);
        camera.position.copy(controls.target).addScaledVector(direction, distance);
        this.distance = distance;
        controls.update();
    }

    // Flies to `target`, to look at it along `from` from `distance`; at once if motion is unwanted.
    fly(target, from, distance) {
        const { camera, controls } = this;
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
        this.flight = {
            begin: performance.now() - (still ? FLIGHT : 0),
            from: { position: camera.position.clone(), target: controls.target.clone() },
            to: { position: target.clone().addScaledVector(from, distance), target },
        };
    }

    // Whether the flight goes on.
    advance() {
        if (this.flight === null) {
            return false;
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
        return this.flight !== null;
    }
}
