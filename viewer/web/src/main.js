// The page: reads the film inside it, and ties picture, timeline, summary and list together.
import { addControls } from "./controls.js";
import { Film } from "./film.js";
import { FilmStage, NoStage } from "./film_stage.js";
import { PairList, pairText, valueText } from "./list.js";
import { Method } from "./method.js";
import { KINDS } from "./pairs.js";
import { PairTable } from "./table.js";
import { Summary, countText, headline, worstFrames } from "./summary.js";
import { colourOf } from "./surface.js";
import { Timeline } from "./timeline.js";

const FRAMES_A_SECOND = 30;
const NOTHING = [];
const SAMPLED_FRAMES = 6; // that the first view takes in
const WORKER_DELAY = 300; // milliseconds: the first picture comes first

const at = (id) => document.getElementById(id);
const number = (count) => count.toLocaleString("en");
const isContact = (pair) => KINDS[pair.kind].verb === "contact";

function makeStage(film) {
    try {
        return new FilmStage(at("view"), film);
    } catch (error) {
        at("message").hidden = false;
        at("message").textContent = `No WebGL here, so no picture: ${error.message}`;
        return new NoStage();
    }
}

// The axis that points up: what this browser was told last, for pages that do not say.
const UP = "selvage-up";

function upRemembered() {
    try {
        return localStorage.getItem(UP) ?? "z";
    } catch {
        return "z"; // storage may be forbidden
    }
}

function rememberUp(up) {
    try {
        localStorage.setItem(UP, up);
    } catch {
        // then the next page begins with z again
    }
}

class Viewer {
    constructor(description, film, bytes) {
        this.description = description;
        this.film = film;
        this.time = 0;
        this.playing = false;
        this.turn = 0; // of playing and pausing
        this.selected = -1;
        this.pairs = NOTHING;
        this.up = description.up ?? upRemembered();
        this.isStep = !description.sequence && film.frameCount === 2;
        this.stage = makeStage(film);
        this.timeline = new Timeline(at("timeline"), at("hint"), film, {
            steps: film.counts.some((counts) => counts[3] + counts[4] > 0) || this.isStep,
            onSeek: (time) => this.seek(time),
            hintOf: (frame) => this.#hintOf(frame),
        });
        this.list = new PairList(at("pairs"), film, (index) => this.select(index));
        this.table = new PairTable(film, (frame, index) => {
            this.seek(frame);
            this.select(index);
        });
        this.summary = new Summary(at("summary"), description, film, bytes, (frame) =>
            this.seek(frame),
        );
        this.#nameThings();
        this.#addObjects();
        this.method = film.layered.size > 0 ? new Method(at("method"), this) : null;
        addControls(this);
    }

    start() {
        const { film } = this;
        const kept = film.sample(Infinity);
        const bad = kept.find((i) => film.isBad(i));
        const first = bad ?? kept.find((i) => film.layered.get(i) > 0) ?? kept[0];
        document.body.classList.toggle("still", film.frameCount === 1);
        document.body.classList.toggle("pairs", worstFrames(film) !== null);
        this.stage.resize(); // to the room that these leave
        const hasCaption = worstFrames(film) !== null;
        this.stage.captionRoom = !hasCaption ? 0 : at("view").clientWidth < 520 ? 56 : 36;
        this.stage.arrange(this.up, this.#framesAround(first));
        const contact = this.isStep ? film.frame(first).pairs.find(isContact) : undefined;
        this.seek(first + 0.8 * (contact?.value ?? 0)); // shortly before it
        at("bad-before").disabled = at("bad-next").disabled = bad === undefined;
    }

    // That one first, others of the film after it.
    #framesAround(first) {
        const indices = new Set([first, ...this.film.sample(SAMPLED_FRAMES)]);
        return [...indices].map((index) => this.film.frame(index));
    }

    #nameThings() {
        const { description, film } = this;
        const title = description.title ?? film.objects.map((object) => object.name).join(" + ");
        document.title = `${title} – Selvage`;
        at("title").textContent = at("title").title = title;
        const { verdict } = description;
        at("verdict").textContent = verdict ?? "";
        at("verdict").className = `verdict ${verdict ?? ""}`;
        at("lead").textContent = headline(description, film);
        at("made").textContent = `Selvage ${description.version}`;
    }

    #addObjects() {
        this.boxes = this.film.objects.map((object, i) => {
            const label = document.createElement("label");
            const box = document.createElement("input");
            box.type = "checkbox";
            box.checked = true;
            box.addEventListener("change", () => this.stage.setVisible(i, box.checked));
            const [swatch, name, size] = ["swatch", "name", "size"].map((className) => {
                const span = document.createElement("span");
                span.className = className;
                return span;
            });
            swatch.style.background = colourOf(i);
            name.textContent = name.title = object.name;
            size.textContent = `${number(object.triangles)} △`;
            label.append(box, swatch, name, size);
            at("objects").append(label);
            return box;
        });
    }

    #hintOf(frame) {
        const { film } = this;
        const counts = countText(film.counts[frame]);
        const where = this.isStep ? "" : `frame ${film.numbers[frame]}: `;
        return `${where}${counts || "clean"}${film.has(frame) ? "" : " (not in this file)"}`;
    }

    setUp(up) {
        this.up = up;
        rememberUp(up);
        this.stage.arrange(up, this.#framesAround(this.#shownFrame()));
    }

    #shownFrame() {
        const frame = Math.floor(this.time);
        return this.film.has(frame) ? frame : this.film.sample(1)[0];
    }

    setDark(dark) {
        this.dark = dark;
        document.documentElement.dataset.theme = dark ? "dark" : "light";
        this.stage.setDark(dark);
        this.timeline.draw();
    }

    #setPlaying(on) {
        this.playing = on;
        ++this.turn;
        document.body.classList.toggle("playing", on);
    }

    play(on) {
        this.#setPlaying(on);
        this.selected = -1;
        const { turn } = this;
        let before = performance.now();
        const tick = (now) => {
            if (!this.playing || turn !== this.turn) {
                return; // paused, perhaps played again since
            }
            const rate = this.isStep ? 0.5 : (this.description.rate ?? FRAMES_A_SECOND);
            const seconds = Math.min(now - before, 250) / 1000;
            before = now;
            const next = this.#after(seconds * Number(at("speed").value) * rate);
            if (!this.film.prefetch(Math.floor(next)) || this.#isReady(next)) {
                this.#showTime(next);
            }
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    // Whether nothing must be unpacked to show that time.
    #isReady(time) {
        return this.film.isReady(Math.floor(time)) && this.film.isReady(Math.ceil(time));
    }

    // The time so many frames later; what is left out is skipped, after the end comes the
    // beginning.
    #after(frames) {
        const { film } = this;
        const end = Math.max(1, film.frameCount - 1);
        let time = (this.time + frames) % end;
        for (let i = 0; i < film.frameCount && !film.has(Math.floor(time)); ++i) {
            time = (Math.floor(time) + 1) % end;
        }
        return time;
    }

    seek(time) {
        this.#setPlaying(false);
        this.selected = -1;
        this.#showTime(time);
    }

    // From between two frames the first step goes to one of them; a step of two meshes has tenths.
    step(by) {
        const unit = this.isStep ? 0.1 : 1;
        const at = this.time / unit;
        const next = by > 0 ? Math.floor(at + 1e-6) + 1 : Math.ceil(at - 1e-6) - 1;
        this.seek(Math.min(this.film.frameCount - 1, Math.max(0, next * unit)));
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

    // Shows a pair, at its time of impact if it has one, and flies there.
    select(index) {
        const pair = this.pairs[index];
        const frame = Math.floor(this.time);
        if (pair === undefined) {
            this.seek(this.time);
            return;
        }
        this.#setPlaying(false);
        this.selected = index;
        this.#showTime(frame + (isContact(pair) ? Math.min(pair.value, 0.999) : 0));
        this.stage.fly(pair);
    }

    #showTime(time) {
        this.time = time;
        const index = Math.floor(time);
        const known = this.stage.show(time);
        if (!(this.stage instanceof NoStage)) {
            at("message").hidden = known;
            at("message").textContent = "This frame was left out to keep the file small.";
        }
        document.body.classList.toggle("missing", !known);
        at("pairs").dataset.none = known ? "none in this frame" : "not in this file";
        const frame = this.film.frame(index);
        const pairs = frame === null || frame.pairs.length === 0 ? NOTHING : frame.pairs;
        if (pairs !== this.pairs || this.drawn !== this.selected) {
            this.stage.showPairs(pairs, this.selected);
            this.list.show(pairs, this.selected);
        }
        this.drawn = this.selected;
        this.pairs = pairs;
        const chosen = this.selected >= 0 ? pairs[this.selected] : null;
        this.stage.outline(chosen);
        this.timeline.show(time);
        this.table.setFrame(index);
        this.method?.show(time);
        this.#tell(index, chosen);
    }

    #tell(index, chosen) {
        const { film } = this;
        const share = this.time - index;
        const first = film.numbers[index];
        if (this.isStep) {
            at("frame").textContent = `t = ${this.time.toFixed(2)}`;
        } else {
            const shown = share > 0 && !this.playing ? (first + share).toFixed(2) : first;
            at("frame").textContent = `${shown} / ${film.numbers.at(-1)}`;
        }
        const total = film.totals[index];
        const listed = this.pairs.length;
        at("pair-title").textContent = film.frameCount > 2 ? `Frame ${first}` : "Pairs";
        at("pair-count").textContent =
            listed < total ? `${number(listed)} of ${number(total)}` : number(total);
        at("caption").textContent =
            chosen === null
                ? countText(film.counts[index])
                : [pairText(film, chosen).join(" – "), valueText(chosen)]
                      .filter(Boolean)
                      .join(", ");
    }
}

// Frames are unpacked ahead of time where there can be workers; else when they are shown.
function startWorker(film) {
    try {
        const script = new Blob([at("worker").textContent], { type: "text/javascript" });
        film.useWorker(new Worker(URL.createObjectURL(script)));
    } catch {
        // a page may be forbidden to start one
    }
}

const [film, bytes] = [at("film"), at("film-bytes")];
const pageSize = [...document.scripts].reduce((sum, script) => sum + script.textContent.length, 0);
const description = JSON.parse(film.textContent);
try {
    const viewer = new Viewer(description, new Film(description, bytes.textContent), pageSize);
    bytes.remove(); // the text is as large as the film
    globalThis.selvage = viewer; // for scripts that drive the page
    viewer.start();
    if (viewer.film.frameCount > 2) {
        setTimeout(() => startWorker(viewer.film), WORKER_DELAY);
    }
} catch (error) {
    at("message").hidden = false;
    at("message").textContent = `This page cannot be shown: ${error.message}`;
    throw error;
}
