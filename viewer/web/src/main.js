// The page: reads the film inside it, and ties picture, timeline, list and keys together.
import { Film, KINDS } from "./film.js";
import { PairList, pairText, valueText } from "./list.js";
import { colourOf } from "./surface.js";
import { Stage } from "./stage.js";
import { Timeline } from "./timeline.js";

const FRAMES_A_SECOND = 30;
const PICK = 14; // pixels from a contact that a click may miss it by
const NOTHING = [];

const KEYS = [
    ["space", "play, pause"],
    ["← →", "a frame back, on"],
    ["B N", "bad frame before, next"],
    ["Home End", "first, last frame"],
    [", .", "contact before, next"],
    ["Esc", "no contact"],
    ["F", "whole scene"],
    ["C W U", "contacts, wireframe, up"],
    ["1 … 9", "an object on, off"],
    ["D P", "dark, panel"],
];

const at = (id) => document.getElementById(id);
const plural = (count, kind) =>
    `${count.toLocaleString("en")} ${count === 1 ? KINDS[kind].one : KINDS[kind].many}`;

class Viewer {
    constructor(description, film) {
        this.description = description;
        this.film = film;
        this.time = 0;
        this.playing = false;
        this.selected = -1;
        this.pairs = NOTHING;
        this.up = description.up ?? "z";
        this.stage = new Stage(at("view"), film);
        this.timeline = new Timeline(at("timeline"), film, (frame) => this.seek(frame));
        this.list = new PairList(at("pairs"), film, (index) => this.select(index));
        this.#describe();
        this.#addObjects();
        this.#addControls();
        this.#completePairs();
    }

    start() {
        const { film } = this;
        const shown = film.numbers.map((_, i) => i).filter((i) => film.has(i));
        const bad = shown.find((i) => film.isBad(i));
        const first = bad ?? shown[0];
        this.stage.resize();
        this.stage.arrange(this.up, [film.frame(first), film.frame(shown.at(-1))]);
        this.seek(first);
        document.body.classList.toggle("still", film.frameCount === 1);
        document.body.classList.toggle("pairs", film.totals.some((total) => total > 0));
        at("bad-before").disabled = at("bad-next").disabled = bad === undefined;
    }

    #describe() {
        const { description, film } = this;
        document.title = `${description.title} – Selvage`;
        at("title").textContent = description.title;
        const verdict = at("verdict");
        verdict.textContent = description.verdict ?? "";
        verdict.className = `verdict ${description.verdict ?? ""}`;
        at("facts").textContent = description.lead ?? "";
        at("made").textContent = `Selvage ${description.version}`;
        const list = document.createElement("dl");
        for (const [name, text] of description.facts ?? []) {
            const [term, value] = ["dt", "dd"].map((tag) => document.createElement(tag));
            term.textContent = name;
            value.textContent = text;
            list.append(term, value);
        }
        at("summary").append(list);
        const left = film.groups.reduce((sum, g) => sum + (g.size > 0 ? 0 : g.count), 0);
        const notes = [...(description.notes ?? [])];
        if (left > 0) {
            notes.push(
                `${left.toLocaleString("en")} frames are left out to keep this file small ` +
                    "(--html-size); their counts are in the timeline.",
            );
        }
        for (const note of notes) {
            const paragraph = document.createElement("p");
            paragraph.textContent = note;
            at("summary").append(paragraph);
        }
        for (const [keys, text] of KEYS) {
            const [term, value] = ["dt", "dd"].map((tag) => document.createElement(tag));
            term.textContent = keys;
            value.textContent = text;
            at("keys").append(term, value);
        }
    }

    #addObjects() {
        this.boxes = this.film.objects.map((object, i) => {
            const label = document.createElement("label");
            const box = document.createElement("input");
            box.type = "checkbox";
            box.checked = true;
            box.addEventListener("change", () => this.stage.setVisible(i, box.checked));
            const swatch = document.createElement("span");
            swatch.className = "swatch";
            swatch.style.background = colourOf(i);
            const name = document.createElement("span");
            name.className = "name";
            name.textContent = name.title = object.name;
            const size = document.createElement("span");
            size.className = "size";
            size.textContent = `${object.triangles.toLocaleString("en")} △`;
            label.append(box, swatch, name, size);
            at("objects").append(label);
            return box;
        });
    }

    #addControls() {
        at("play").addEventListener("click", () => this.play(!this.playing));
        at("back").addEventListener("click", () => this.step(-1));
        at("forward").addEventListener("click", () => this.step(1));
        at("bad-before").addEventListener("click", () => this.seekBad(-1));
        at("bad-next").addEventListener("click", () => this.seekBad(1));
        at("fit").addEventListener("click", () => this.stage.fit());
        at("theme").addEventListener("click", () => this.setDark(!this.dark));
        at("panel-toggle").addEventListener("click", () => this.togglePanel());
        at("wireframe").addEventListener("change", (e) => this.stage.setWireframe(e.target.checked));
        at("show-contacts").addEventListener("change", (e) =>
            this.stage.setContacts(e.target.checked),
        );
        at("up").checked = this.up === "y";
        at("up").addEventListener("change", (e) => this.#turn(e.target.checked ? "y" : "z"));
        addEventListener("keydown", (event) => this.#press(event));
        this.#addPicking();
        this.setDark(matchMedia("(prefers-color-scheme: dark)").matches);
        document.body.classList.toggle("closed", innerWidth <= 760);
    }

    #turn(up) {
        this.up = up;
        const frame = this.film.frame(Math.floor(this.time));
        this.stage.arrange(up, frame === null ? [] : [frame]);
    }

    // A click, not a drag, near a contact selects it.
    #addPicking() {
        const view = at("view");
        let down = null;
        view.addEventListener("pointerdown", (event) => {
            down = [event.clientX, event.clientY];
        });
        view.addEventListener("pointerup", (event) => {
            if (down !== null && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4) {
                this.#pick(event);
            }
            down = null;
        });
    }

    #pick(event) {
        const box = at("view").getBoundingClientRect();
        let best = -1;
        let least = PICK;
        this.pairs.forEach((pair, i) => {
            const [x, y] = this.stage.screen(pair.point);
            const miss = Math.hypot(
                event.clientX - box.left - x * box.width,
                event.clientY - box.top - y * box.height,
            );
            if (miss < least) {
                least = miss;
                best = i;
            }
        });
        if (best >= 0) {
            this.select(best);
        }
    }

    #toggle(id) {
        at(id).click();
    }

    #press(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") {
            return;
        }
        const actions = {
            " ": () => this.play(!this.playing),
            ArrowLeft: () => this.step(-1),
            ArrowRight: () => this.step(1),
            Home: () => this.seek(0),
            End: () => this.seek(this.film.frameCount - 1),
            b: () => this.seekBad(-1),
            n: () => this.seekBad(1),
            ",": () => this.selectNext(-1),
            ".": () => this.selectNext(1),
            Escape: () => this.select(-1),
            f: () => this.stage.fit(),
            c: () => this.#toggle("show-contacts"),
            w: () => this.#toggle("wireframe"),
            u: () => this.#toggle("up"),
            d: () => this.setDark(!this.dark),
            p: () => this.togglePanel(),
        };
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        const digit = Number.parseInt(key, 10);
        const action = digit >= 1 ? () => this.boxes[digit - 1]?.click() : actions[key];
        if (action !== undefined) {
            event.preventDefault();
            action();
        }
    }

    togglePanel() {
        document.body.classList.toggle("closed");
    }

    setDark(dark) {
        this.dark = dark;
        document.documentElement.dataset.theme = dark ? "dark" : "light";
        this.stage.setDark(dark);
        this.timeline.draw();
    }

    // Features of pairs with their corners: vertices of the mesh.
    #completePairs() {
        this.cornersOf = (pair) => {
            for (const [feature, second] of [
                [pair.a, false],
                [pair.b, true],
            ]) {
                const edges = pair.kind === 2 || pair.kind === 4;
                const face = pair.kind === 0 || second;
                const { indices } = this.film.objects[feature.object];
                const id = feature.ids[0];
                feature.corners = edges
                    ? feature.ids
                    : face
                      ? [...indices.subarray(3 * id, 3 * id + 3)]
                      : [id];
            }
            return pair;
        };
    }

    play(on) {
        this.playing = on;
        at("play").textContent = on ? "⏸" : "▶";
        if (!on) {
            this.seek(Math.floor(this.time));
            return;
        }
        let before = performance.now();
        const tick = (now) => {
            if (!this.playing) {
                return;
            }
            const speed = Number(at("speed").value) * (this.description.rate ?? FRAMES_A_SECOND);
            const end = Math.max(1, this.film.frameCount - 1);
            this.#showTime((this.time + (Math.min(now - before, 250) / 1000) * speed) % end);
            before = now;
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    seek(frame) {
        if (this.playing) {
            this.playing = false;
            at("play").textContent = "▶";
        }
        this.selected = -1;
        this.#showTime(frame);
    }

    step(by) {
        this.seek(Math.min(this.film.frameCount - 1, Math.max(0, Math.floor(this.time) + by)));
    }

    seekBad(by) {
        const { film } = this;
        for (let i = 1; i <= film.frameCount; ++i) {
            const frame = (Math.floor(this.time) + by * i + i * film.frameCount) % film.frameCount;
            if (film.isBad(frame)) {
                this.seek(frame);
                return;
            }
        }
    }

    selectNext(by) {
        if (this.pairs.length > 0) {
            const from = this.selected < 0 && by < 0 ? 0 : this.selected;
            this.select((from + by + this.pairs.length) % this.pairs.length);
        }
    }

    // Shows a pair at its time of impact, and flies there.
    select(index) {
        const pair = this.pairs[index];
        const frame = Math.floor(this.time);
        if (pair === undefined) {
            this.seek(frame);
            return;
        }
        this.playing = false;
        at("play").textContent = "▶";
        this.selected = index;
        const contact = KINDS[pair.kind].verb === "contact";
        this.#showTime(frame + (contact ? Math.min(pair.value, 0.999) : 0));
        this.stage.fly(pair);
    }

    #showTime(time) {
        this.time = time;
        const index = Math.floor(time);
        const known = this.stage.show(time);
        at("message").hidden = known;
        if (!known) {
            at("message").textContent = "This frame is not in the file.";
        }
        const frame = this.film.frame(index);
        const pairs = frame === null || frame.pairs.length === 0 ? NOTHING : frame.pairs;
        const chosen = this.selected >= 0 ? this.cornersOf(pairs[this.selected]) : null;
        if (pairs !== this.pairs || this.drawn !== this.selected) {
            this.stage.places.show(pairs, this.selected);
            this.list.show(pairs, this.selected);
        }
        this.drawn = this.selected;
        this.pairs = pairs;
        this.stage.outline(chosen);
        this.timeline.show(time);
        this.#tell(index, chosen);
    }

    #tell(index, chosen) {
        const { film } = this;
        const file = film.numbers[index];
        at("frame").textContent = `${file} / ${film.numbers.at(-1)}`;
        const total = film.totals[index];
        const listed = this.pairs.length;
        at("pair-count").textContent =
            listed < total
                ? `${listed.toLocaleString("en")} of ${total.toLocaleString("en")}`
                : total.toLocaleString("en");
        const counts = film.counts[index]
            .map((count, kind) => (count > 0 ? plural(count, kind) : ""))
            .filter((text) => text !== "");
        at("caption").textContent =
            chosen === null
                ? counts.join(", ")
                : `${pairText(film, chosen).join(" – ")}  ${valueText(chosen)}`;
    }
}

const description = JSON.parse(at("film").textContent);
const bytes = at("film-bytes");
try {
    const viewer = new Viewer(description, new Film(description, bytes.textContent));
    bytes.remove(); // the text is as large as the film
    globalThis.selvage = viewer; // for scripts that drive the page
    viewer.start();
} catch (error) {
    at("message").hidden = false;
    at("message").textContent = `This page cannot be shown: ${error.message}`;
    throw error;
}
