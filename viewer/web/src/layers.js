// Layers of the method, drawn: bounding volumes of a hierarchy, links between the features of
// pairs, normals, cones of normals. Everything is in the coordinates of `group`'s parent; thousands
// of items are a few draw calls. The viewer and the live demo use it; it knows neither.
//
//     const layers = new Layers();
//     parent.add(layers.group);
//     layers.showVolumes(BOX, numbers, states); // replaces those of before
//     if (layers.flash(performance.now())) draw again soon
import * as THREE from "three";

import { Cones, LINK_COLOURS, Lines, NORMAL_COLOUR } from "./arrows.js";
import { Volumes } from "./volumes.js";

export {
    CANDIDATE,
    CONE_COLOURS,
    CONTACT,
    LEAF_PAIR,
    LINK_COLOURS,
    MISSED,
    NORMAL_COLOUR,
} from "./arrows.js";
export {
    BOX,
    DOP18,
    FREE,
    HIDDEN,
    NUMBERS,
    OVERLAPS,
    SELF_FREE,
    SPHERE,
    STATE_COLOURS,
} from "./volumes.js";

const FLASH = 420; // milliseconds of a flash, and of the dark after it

export class Layers {
    constructor() {
        this.volumes = new Volumes();
        this.links = new Lines({ width: 2, head: 0, colours: LINK_COLOURS });
        this.normals = new Lines({
            width: 2,
            head: 1,
            colours: [NORMAL_COLOUR, NORMAL_COLOUR, NORMAL_COLOUR, NORMAL_COLOUR],
        });
        this.cones = new Cones();
        this.group = new THREE.Group();
        this.group.add(this.volumes.group, this.links.group, this.normals.group, this.cones.mesh);
    }

    // `kind`: BOX, SPHERE or DOP18, as svVolume. `numbers` of each item as svScene_GetBounds has
    // them: lower and upper corner; centre and radius; nine lower and nine upper ends along x, y,
    // z, x+y, x+z, y+z, x-y, x-z, y-z. `states`: FREE, OVERLAPS, SELF_FREE or HIDDEN each.
    showVolumes(kind, numbers, states) {
        this.volumes.show(kind, numbers, states);
    }

    // Six numbers each, from and to; `states`: LEAF_PAIR, CANDIDATE, CONTACT or MISSED each.
    showLinks(points, states) {
        this.links.show(states.length, (from, to, state) => {
            for (let i = 0; i < states.length; ++i) {
                for (let d = 0; d < 3; ++d) {
                    from[3 * i + d] = points[6 * i + d];
                    to[3 * i + d] = points[6 * i + 3 + d];
                }
                state[i] = states[i];
            }
        });
    }

    // Arrows from points along vectors, three numbers each.
    showNormals(points, vectors) {
        const count = points.length / 3;
        this.normals.show(count, (from, to, state) => {
            for (let i = 0; i < 3 * count; ++i) {
                from[i] = points[i];
                to[i] = points[i] + vectors[i];
            }
            state.fill(0, 0, count);
        });
    }

    // Cones of half angle `angles` (radians) around `axes`, with the tip at `apexes`. `lengths`: of
    // their sides, one for all or one each. `states`: 1 where a cone is too wide to be of use.
    showCones(apexes, axes, angles, lengths = 1, states = null) {
        this.cones.show(apexes, axes, angles, lengths, states);
    }

    // The state of the flashes at a time in milliseconds; whether there is anything that flashes.
    flash(now) {
        this.links.setBright(now % (2 * FLASH) < FLASH ? 1 : 0);
        return this.links.hasMissed;
    }

    clear() {
        this.volumes.clear();
        this.showLinks([], []);
        this.showNormals([], []);
        this.showCones([], [], []);
    }

    dispose() {
        this.volumes.dispose();
        this.links.dispose();
        this.normals.dispose();
        this.cones.dispose();
    }
}
