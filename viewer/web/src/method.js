// The panel's section about the method: what the library did in this frame, drawn in layers. Only
// on pages whose film has layers of some frames.
import * as THREE from "three";

import { hitOf } from "./hit.js";
import { leavesOfFaces } from "./layer_reader.js";
import {
    BOX,
    DIRECTIONS,
    DOP18,
    OtherBounds,
    RED_FLAGS,
    SPHERE,
    centreOf,
    freeFaces,
    leavesBelow,
    middleOf,
    recordedBounds,
    statesOf,
} from "./layer_shapes.js";
import { CANDIDATE, HIDDEN, LEAF_PAIR, Layers, OVERLAPS, SELF_FREE } from "./layers.js";

const VOLUMES = ["boxes", "spheres", "18-DOPs"]; // as svVolume
const REDS = ["in contact", "meets another part", "overlaps another"]; // as RED_FLAGS
const MANY = 1500; // volumes that can be told apart
const MANY_LINKS = 10;
const TINT = 0x2f74d0;
const number = (count) => count.toLocaleString("en");
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

const LINKS = [
    ["leafPairs", "leaf pairs", (l) => [l.leafPairs.length / 2, l.totals.leafPairs]],
    ["candidates", "candidates", (l) => [l.candidates.length, sum(l.totals.candidates)]],
    ["normals", "contact normals", (l) => [l.contacts.length, sum(l.totals.contacts)]],
    ["cones", "cones of normals", null],
    ["free", "self-culled", null],
];

function element(tag, className, text = "") {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
}

// Through a place of the picture (-1 to 1), in the coordinates of the meshes.
function rayOf({ camera, root }, x, y) {
    const back = root.matrix.clone().invert();
    const from = camera.position.clone().applyMatrix4(back);
    const to = new THREE.Vector3(x, y, 0.5).unproject(camera).applyMatrix4(back);
    return { from: from.toArray(), way: to.sub(from).toArray() };
}

// A filled row of choices, one of them pressed.
class Choice {
    constructor(names, onChoose) {
        this.row = element("div", "choice");
        this.buttons = names.map((name, i) => {
            const button = element("button", "", name);
            button.type = "button";
            button.addEventListener("click", () => onChoose(i));
            this.row.append(button);
            return button;
        });
    }

    press(index) {
        this.buttons.forEach((button, i) => button.setAttribute("aria-pressed", i === index));
    }
}

// Faces that self-culling skipped, over the cloth.
class Tint {
    constructor() {
        this.group = new THREE.Group();
        this.material = new THREE.MeshBasicMaterial({
            color: TINT,
            transparent: true,
            opacity: 0.42,
            side: THREE.DoubleSide,
            depthWrite: false,
            polygonOffset: true,
            polygonOffsetFactor: 1,
            polygonOffsetUnits: 2,
        });
    }

    // `faces` of each object, which has `indices`; where its vertices are in `positions`.
    show(objects, faces, positions) {
        this.clear();
        faces.forEach((list, i) => {
            if (list.length === 0) {
                return;
            }
            const { indices } = objects[i];
            const corners = new Uint32Array(3 * list.length);
            list.forEach((face, k) => corners.set(indices.subarray(3 * face, 3 * face + 3), 3 * k));
            const geometry = new THREE.BufferGeometry();
            geometry.setAttribute("position", new THREE.BufferAttribute(positions[i], 3));
            geometry.setIndex(new THREE.BufferAttribute(corners, 1));
            const mesh = new THREE.Mesh(geometry, this.material);
            mesh.frustumCulled = false;
            mesh.renderOrder = 1;
            this.group.add(mesh);
        });
    }

    clear() {
        for (const mesh of this.group.children) {
            mesh.geometry.dispose();
        }
        this.group.clear();
    }
}

export class Method {
    // `viewer`: film, stage, seek(time), time.
    constructor(section, viewer) {
        this.viewer = viewer;
        this.film = viewer.film;
        this.stage = viewer.stage;
        this.section = section;
        this.volume = -1; // shown; -1: none
        this.level = 0;
        this.red = -1; // until there are layers
        this.item = -1; // the one that is looked at alone
        this.on = Object.fromEntries(LINKS.map(([id]) => [id, false]));
        this.frame = -1;
        this.recorded = null; // the layers of the frame that is shown
        this.layers = new Layers();
        this.tint = new Tint();
        this.stage.root?.add(this.layers.group, this.tint.group);
        this.#build();
        document.getElementById("objects").addEventListener("change", () => this.#draw());
        this.#addKeys();
    }

    // ---- the section ---------------------------------------------------------------------------

    #build() {
        const { section } = this;
        section.hidden = false;
        section.append(element("h2", "", "Method"));
        this.note = element("p", "method-note");
        this.body = element("div", "method-body");
        this.kinds = new Choice(["no volumes", ...VOLUMES], (i) => this.showVolumes(i - 1));
        this.#buildLevel();
        this.reds = element("select", "");
        REDS.forEach((name) => this.reds.append(element("option", "", `red: ${name}`)));
        this.reds.setAttribute("aria-label", "what is red");
        this.reds.addEventListener("change", () => this.#set({ red: this.reds.selectedIndex }));
        this.legend = element("div", "method-legend");
        this.how = element("p", "method-how");
        const volumes = element("div", "method-volumes");
        volumes.append(this.slider, this.reds, this.legend, this.how);
        this.volumes = volumes;
        this.body.append(this.kinds.row, volumes, this.#buildSwitches(), this.#buildItem());
        section.append(this.note, this.body);
        document.getElementById("view").addEventListener("dblclick", (event) => this.#pick(event));
    }

    #buildLevel() {
        this.slider = element("label", "method-level");
        this.range = element("input", "");
        Object.assign(this.range, { type: "range", min: 0, step: 1 });
        this.range.setAttribute("aria-label", "level");
        this.range.addEventListener("input", () =>
            this.#set({ level: Number(this.range.max) - Number(this.range.value), item: -1 }),
        );
        this.levelText = element("span", "size");
        this.slider.append(this.range, this.levelText);
    }

    #buildSwitches() {
        const list = element("div", "method-switches");
        this.switches = LINKS.map(([id, name]) => {
            const label = element("label", "");
            const box = element("input", "");
            box.type = "checkbox";
            box.id = `show-${id}`;
            box.addEventListener("change", () =>
                this.#set({ on: { ...this.on, [id]: box.checked } }),
            );
            const count = element("span", "size");
            label.append(box, element("span", `name key-${id}`, name), count);
            list.append(label);
            return { box, count };
        });
        return list;
    }

    #buildItem() {
        this.itemText = element("p", "method-item");
        return this.itemText;
    }

    #addKeys() {
        addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
            if (this.recorded === null || ctrlKey || metaKey || altKey) {
                return;
            }
            if (key === "v") {
                this.showVolumes(((this.volume + 2) % (VOLUMES.length + 1)) - 1);
            } else if (key === "[" || key === "]") {
                const level = this.#shownLevel + (key === "[" ? 1 : -1);
                const last = Math.max(0, this.recorded.levels.length - 1);
                this.#set({ level: Math.min(last, Math.max(0, level)), item: -1 });
            }
        });
        const [term, value] = [
            element("dt", "", "V [ ]"),
            element("dd", "", "volumes, their level"),
        ];
        document.getElementById("keys").append(term, value);
    }

    // ---- choices -------------------------------------------------------------------------------

    #set(choices) {
        Object.assign(this, choices);
        this.#draw();
    }

    showVolumes(kind) {
        this.#set({ volume: kind, item: -1 });
    }

    // The item of the level that has the face under the pointer; another double click shows all.
    #pick(event) {
        const { recorded, stage } = this;
        if (recorded === null || this.volume < 0) {
            return;
        }
        const box = event.target.getBoundingClientRect();
        const ray = rayOf(
            stage,
            (2 * (event.clientX - box.left)) / box.width - 1,
            1 - (2 * (event.clientY - box.top)) / box.height,
        );
        const meshes = this.film.objects.map(({ indices }, i) => ({
            indices: this.#isShown(i) ? indices : new Uint32Array(0),
            x: this.positions[i],
        }));
        const hit = this.item >= 0 ? null : hitOf(meshes, ray);
        if (hit === null) {
            this.#set({ item: -1 });
            return;
        }
        this.leaves ??= leavesOfFaces(
            recorded.leaves,
            this.film.objects.map((object) => object.triangles),
        );
        this.#set({ item: Math.floor(this.leaves[hit.mesh][hit.face] / 16 ** this.level) });
    }

    #isShown(object) {
        return this.viewer.boxes?.[object]?.checked ?? true;
    }

    // ---- what is drawn -------------------------------------------------------------------------

    // At this time of the film.
    show(time) {
        const frame = Math.floor(time);
        if (frame !== this.frame) {
            this.frame = frame;
            this.item = -1;
            this.leaves = null;
            this.others = null;
            this.recorded = this.film.layersOf(frame);
            if (this.red < 0 && this.recorded !== null) {
                this.red = sum(this.recorded.totals.contacts) > 0 ? 0 : 1;
                this.level = Math.max(
                    0,
                    this.recorded.counts.findIndex((count) => count <= MANY),
                );
            }
        }
        this.share = time - frame;
        this.#draw();
    }

    // Bounds of an instant hold at that instant only.
    #isInTime() {
        return this.recorded !== null && (this.recorded.isStep || this.share === 0);
    }

    #positions() {
        const now = this.film.frame(this.frame).poses;
        const next = (this.share > 0 && this.film.frame(this.frame + 1)?.poses) || now;
        return now.map(({ x }, i) =>
            this.share === 0 || next[i] === now[i]
                ? x
                : x.map((at, k) => at + this.share * (next[i].x[k] - at)),
        );
    }

    #draw() {
        this.layers.clear();
        this.tint.clear();
        this.#tell();
        if (this.#isInTime()) {
            this.positions = this.#positions();
            this.#drawVolumes();
            this.#drawLinks();
            this.#drawCones();
            if (this.on.free) {
                const faces = freeFaces(this.recorded, this.film.objects.length);
                const shown = faces.map((list, i) => (this.#isShown(i) ? list : []));
                this.tint.show(this.film.objects, shown, this.positions);
            }
        }
        this.stage.invalidate?.();
    }

    get #shownLevel() {
        return Math.min(this.level, this.recorded.levels.length - 1);
    }

    // Of a level: recorded, or around the same items.
    #boundsOf(kind, level) {
        const { recorded } = this;
        if (kind === recorded.volume) {
            return recordedBounds(recorded.levels[level], this.share);
        }
        this.others ??= new OtherBounds(recorded, this.film.objects);
        return this.others.of(kind, level, this.positions);
    }

    // An item of which no leaf is of an object that is shown is hidden, and all others where one is
    // looked at.
    #hide(states, level) {
        const { meshes } = this.recorded.leaves;
        const all = this.film.objects.every((_, i) => this.#isShown(i));
        for (let i = 0; i < states.length; ++i) {
            const [first, end] = leavesBelow(this.recorded, level, i);
            const isSeen = all || meshes.subarray(first, end).some((mesh) => this.#isShown(mesh));
            if (!isSeen || (this.item >= 0 && this.item !== i)) {
                states[i] = HIDDEN;
            }
        }
    }

    #drawVolumes() {
        const { recorded, volume } = this;
        if (volume < 0 || recorded.levels.length === 0) {
            return;
        }
        const level = this.#shownLevel;
        const states = statesOf(recorded.levels[level], RED_FLAGS[this.red]);
        this.#hide(states, level);
        this.drawn = { numbers: this.#boundsOf(volume, level), states }; // for scripts
        this.layers.showVolumes(volume, this.drawn.numbers, states);
    }

    #drawLinks() {
        const { recorded, positions, on } = this;
        const points = [];
        const states = [];
        if (on.leafPairs) {
            const bounds = this.#boundsOf(recorded.volume, 0);
            const { leafPairs } = recorded;
            for (let i = 0; i < leafPairs.length; i += 2) {
                if (leafPairs[i] !== leafPairs[i + 1]) {
                    const ends = [leafPairs[i], leafPairs[i + 1]].map(
                        (leaf) => centreOf(recorded.volume, bounds, leaf).centre,
                    );
                    points.push(...ends[0], ...ends[1]);
                    states.push(LEAF_PAIR);
                }
            }
        }
        for (const { areEdges, a, b } of on.candidates ? recorded.candidates : []) {
            const { objects } = this.film;
            points.push(
                ...middleOf(a, areEdges, !recorded.isStep, objects, positions),
                ...middleOf(b, areEdges, true, objects, positions),
            );
            states.push(CANDIDATE);
        }
        this.layers.showLinks(points, states);
        const length = this.#leafSize();
        const contacts = on.normals ? recorded.contacts : [];
        this.layers.showNormals(
            contacts.flatMap(({ point }) => point),
            contacts.flatMap(({ normal }) => normal.map((x) => 0.7 * length * x)),
        );
    }

    // Of an average leaf.
    #leafSize() {
        const { recorded } = this;
        const count = recorded.counts[0] ?? 0;
        const bounds = recorded.levels[0]?.bounds[0];
        const step = Math.ceil(count / 100);
        let total = 0;
        for (let i = 0; i < count; i += step) {
            total += centreOf(recorded.volume, bounds, i).radius;
        }
        return count > 0 ? total / Math.ceil(count / step) : 1;
    }

    // Cones of the items of the level that have one, and the directions in front of the one that is
    // looked at.
    #drawCones() {
        const { recorded, item } = this;
        if (recorded.levels.length === 0 || (!this.on.cones && item < 0)) {
            return;
        }
        const level = this.#shownLevel;
        const { cones, masks, count } = recorded.levels[level];
        const bounds = this.#boundsOf(recorded.volume, level);
        const [apexes, axes, angles, lengths] = [[], [], [], []];
        for (let i = item < 0 ? 0 : item; i < (item < 0 ? count : item + 1); ++i) {
            const axis = cones.subarray(4 * i, 4 * i + 3);
            if (axis.every((x) => x === 0)) {
                continue;
            }
            const { centre, radius } = centreOf(recorded.volume, bounds, i);
            apexes.push(...centre);
            axes.push(...axis);
            angles.push(cones[4 * i + 3]);
            lengths.push(0.8 * radius);
        }
        this.layers.showCones(apexes, axes, angles, lengths);
        if (item >= 0) {
            const { centre, radius } = centreOf(recorded.volume, bounds, item);
            const ways = DIRECTIONS.filter((_, k) => (masks[item] >>> k) & 1);
            this.layers.showNormals(
                ways.flatMap(() => centre),
                ways.flatMap((way) => way.map((x) => (1.3 * radius * x) / Math.hypot(...way))),
            );
        }
    }

    // ---- what is told --------------------------------------------------------------------------

    // A list of frames to go to: of very many the next ones.
    #frameLinks(text, frames) {
        const away = (frame) => Math.abs(frame - this.frame);
        const nearest = frames.toSorted((a, b) => away(a) - away(b)).slice(0, MANY_LINKS);
        const more = frames.length > nearest.length ? ` ${number(frames.length)}, near here` : "";
        this.note.replaceChildren(document.createTextNode(`${text}${more}`));
        for (const frame of nearest.sort((a, b) => a - b)) {
            const link = element("button", "link", this.film.numbers[frame]);
            link.type = "button";
            link.addEventListener("click", () => this.viewer.seek(frame));
            this.note.append(" ", link);
        }
    }

    #tell() {
        const { recorded } = this;
        const all = [...this.film.layered];
        const kept = all.filter(([, offset]) => offset !== null).map(([frame]) => frame);
        const lost = all.length - kept.length;
        this.body.hidden = !this.#isInTime();
        this.note.hidden = false;
        const missing = lost > 0 ? ` (${lost} more had no room in this file)` : "";
        if (recorded === null) {
            this.#frameLinks(`Recorded in other frames${missing}:`, kept);
        } else if (!this.#isInTime()) {
            this.#frameLinks("Recorded at the frame itself:", [this.frame]);
        } else {
            const others = kept.filter((frame) => frame !== this.frame);
            this.note.hidden = others.length === 0 && lost === 0;
            this.#frameLinks(`Also recorded${missing}:`, others);
            this.#tellVolumes();
            this.#tellSwitches();
            this.#tellItem();
        }
    }

    #tellVolumes() {
        const { recorded, volume } = this;
        this.kinds.press(volume + 1);
        this.volumes.hidden = volume < 0 || recorded.levels.length === 0;
        if (this.volumes.hidden) {
            return;
        }
        const level = this.#shownLevel;
        const { count } = recorded.levels[level];
        this.range.max = recorded.levels.length - 1;
        this.range.value = recorded.levels.length - 1 - level;
        this.levelText.textContent = `level ${level}: ${number(count)}`;
        this.reds.selectedIndex = this.red;
        const states = statesOf(recorded.levels[level], RED_FLAGS[this.red]);
        const counts = [OVERLAPS, SELF_FREE, 0].map((s) => states.filter((x) => x === s).length);
        this.legend.replaceChildren(
            ...["red", "blue", "green"].map((colour, i) =>
                element(
                    "span",
                    `key-${colour}`,
                    `${number(counts[i])} ${["red", "free of self-collision", "neither"][i]}`,
                ),
            ),
        );
        this.how.textContent =
            volume === recorded.volume
                ? ""
                : `The library used ${VOLUMES[recorded.volume]}: these ${VOLUMES[volume]} are ` +
                  `computed here around the same triangles, in the colours of the ` +
                  `${VOLUMES[recorded.volume]}.`;
    }

    #tellSwitches() {
        const { recorded } = this;
        LINKS.forEach(([id, , countOf], i) => {
            const { box, count } = this.switches[i];
            box.checked = this.on[id];
            const [shown, total] = countOf === null ? [0, 0] : countOf(recorded);
            count.textContent =
                countOf === null
                    ? ""
                    : shown < total
                      ? `${number(shown)} of ${number(total)}`
                      : number(total);
        });
        if (!recorded.isStep) {
            this.switches[2].count.textContent = "of steps only";
        }
        const free = recorded.levels[0]?.flags.filter((flags) => (flags & 24) !== 0).length ?? 0;
        this.switches[4].count.textContent = `${number(free)} of ${number(recorded.counts[0] ?? 0)} leaves`;
        const { cones } = recorded.levels[this.#shownLevel] ?? { cones: [] };
        let narrow = 0;
        for (let i = 0; i < cones.length; i += 4) {
            narrow += cones[i] !== 0 || cones[i + 1] !== 0 || cones[i + 2] !== 0;
        }
        this.switches[3].count.textContent = `${number(narrow)} of ${number(cones.length / 4)} items`;
    }

    #tellItem() {
        const { recorded, item } = this;
        this.itemText.hidden = this.volume < 0;
        if (item < 0) {
            this.itemText.textContent = "Double click on the cloth: one item alone.";
            return;
        }
        const level = this.#shownLevel;
        const { flags, cones, masks } = recorded.levels[level];
        const [first, end] = leavesBelow(recorded, level, item);
        const { starts } = recorded.leaves;
        const degrees = (cones[4 * item + 3] * 180) / Math.PI;
        const isFull = cones.subarray(4 * item, 4 * item + 3).every((x) => x === 0);
        const directions = DIRECTIONS.filter((_, k) => (masks[item] >>> k) & 1).length;
        this.itemText.textContent = [
            `Item ${item}: ${number(starts[end] - starts[first])} triangles`,
            ["", "overlaps another"][flags[item] & 1],
            (flags[item] & 4) !== 0 ? "in contact" : "not in contact",
            (flags[item] & 24) !== 0 ? "free of self-collision" : "",
            isFull
                ? "normals in no half-space"
                : `normals within ${degrees.toFixed(0)}° of an axis`,
            `${directions} of 26 directions in front of all`,
        ]
            .filter(Boolean)
            .join(", ");
    }
}

export { BOX, DOP18, SPHERE };
