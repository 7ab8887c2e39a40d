// What a ray of sight meets: the ball, or the cloth. Arrays of three; no three.js here.
import { meet } from "../../../viewer/web/src/hit.js";

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// The share of the ray at which it enters the sphere; Infinity if it does not.
export function meetSphere(from, ray, centre, radius) {
    const to = sub(from, centre);
    const a = dot(ray, ray);
    const b = dot(to, ray);
    const root = b * b - a * (dot(to, to) - radius * radius);
    const at = root < 0 ? -1 : (-b - Math.sqrt(root)) / a;
    return at > 0 ? at : Infinity;
}

// Where the ray meets the cloth first: the share of the ray, and the corner that is nearest; -1: none.
export function meetCloth(from, ray, cloth) {
    const hit = meet(cloth, { from, way: ray });
    if (hit === null) {
        return { at: Infinity, vertex: -1 };
    }
    const corner = hit.where.indexOf(Math.max(...hit.where));
    return { at: hit.t, vertex: cloth.indices[3 * hit.face + corner] };
}
