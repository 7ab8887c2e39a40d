// The page: a worker simulates, the stage shows, the panel controls.
import { Chart, STAGES } from "./chart.js";
import { Hands } from "./hands.js";
import { addKeys, addSliders, fillList, option, setSlider } from "./panel.js";
import { World } from "./world.js";

const at = (id) => document.getElementById(id);
const count = (number) => Math.round(number).toLocaleString("en");
const SLOW = 700; // milliseconds without a picture after which the page says so
const MESSAGE = 4500; // milliseconds that a message stays
const BALL_STEP = 0.05; // metres that a key moves the ball
// Scenes whose cloth ends on the floor, and how much of its height the picture takes in.
const FALLING = { drape: 1, ribbon: 0.6 };
const MOST_WORKERS = 8; // that the module with threads has started
const ADVICE = "Drag the ball or the cloth. Double click the cloth to pin it. Drag beside it to turn.";

// Where the ball is when it moves by itself: to and fro, and from side to side.
function swing(time) {
    const across = 0.35 * Math.sin(0.7 * time);
    return [across, -0.45 * Math.cos(1.3 * time), 0.75 + 0.1 * Math.sin(0.9 * time)];
}

class Page {
    constructor(worker) {
        this.worker = worker;
        this.world = null;
        this.settings = [];
        this.running = true;
        this.asked = 0; // when the last picture was asked for; 0: it is here
        this.drawn = 0; // pictures a second
        this.lastDrawn = 0;
        this.charted = -1;
        this.chosen = { scene: 0, triangles: 5000 };
        this.chart = new Chart(at("chart"));
        this.results = []; // of scripts
        this.asks = true; // for pictures
        this.changed = true; // something to see while paused
        worker.onmessage = ({ data }) => this.receive(data);
        worker.onerror = (event) => this.broken(event.message ?? "the worker failed");
        this.hands = null;
        requestAnimationFrame((now) => this.tick(now));
    }

    receive(data) {
        const receivers = {
            ready: () => this.begin(data),
            broken: () => this.broken(data.text),
            scene: () => this.open(data),
            picture: () => this.take(data),
            trouble: () => this.say(data.text),
            paused: () => this.setRunning(false),
            script: () => this.results.push(data),
        };
        receivers[data.type]();
    }

    broken(text) {
        at("message").hidden = false;
        at("message").className = "message broken";
        at("message").textContent = `The demo cannot run here: ${text}`;
    }

    say(text) {
        at("message").hidden = false;
        at("message").textContent = text;
        clearTimeout(this.silence);
        this.silence = setTimeout(() => {
            at("message").hidden = true;
        }, MESSAGE);
    }

    send(commands) {
        this.worker.postMessage({ type: "do", commands });
        this.changed = true;
    }

    index(name) {
        return this.settings.findIndex((setting) => setting.name === name);
    }

    set(name, value) {
        this.settings[this.index(name)].value = value;
        this.send([["set", this.index(name), value]]);
    }

    get(name) {
        return this.settings[this.index(name)].value;
    }

    // The worker is there: what it knows fills the panel.
    begin({ scenes, methods, settings, threads }) {
        this.scenes = scenes;
        this.methods = methods;
        this.settings = settings;
        this.threads = threads;
        scenes.forEach(({ name, about }, i) => {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = name;
            button.title = about;
            button.addEventListener("click", () => this.start({ scene: i }));
            at("scenes").append(button);
        });
        methods.forEach(({ name }, i) => option(at("method"), i, name));
        this.sliders = addSliders(settings, (name, value) => this.set(name, value));
        this.addControls();
        // #SCENE, or #SCENE,embedded in a frame of another page: the picture alone.
        const [name, how] = location.hash.slice(1).split(",");
        this.alone = how === "embedded"; // the ball moves by itself until somebody takes it
        document.body.classList.toggle("embedded", this.alone);
        const scene = scenes.findIndex((each) => each.name === name);
        this.start({ scene: Math.max(scene, 0) });
        this.setRunning(true);
    }

    addControls() {
        const click = (id, action) => at(id).addEventListener("click", action);
        const change = (id, action) =>
            at(id).addEventListener("change", (event) => action(event.target));
        click("play", () => this.setRunning(!this.running));
        click("forward", () => this.step());
        click("reset", () => this.start({}));
        click("theme", () => this.setDark(!this.dark));
        click("panel-toggle", () => document.body.classList.toggle("closed"));
        change("triangles", (select) => this.start({ triangles: Number(select.value) }));
        change("speed", () => this.setRunning(this.running));
        change("proof", (box) => this.set("proof", box.checked ? 1 : 0));
        change("level", (select) => this.set("level", Number(select.value)));
        change("volume", (select) => this.set("volume", Number(select.value)));
        change("method", (select) => this.setMethod(Number(select.value)));
        change("stop-at-miss", (box) =>
            this.worker.postMessage({ type: "stopAtMiss", on: box.checked }),
        );
        change("wireframe", (box) => this.world?.stage.setWireframe(box.checked));
        for (const name of ["contacts", "normals"]) {
            change(`show-${name}`, () => this.showLayers());
        }
        at("ahead").addEventListener("input", ({ target }) => {
            this.set("ahead", Number(target.value));
            this.showAhead();
        });
        this.addKeys();
        const dark = matchMedia("(prefers-color-scheme: dark)");
        this.setDark(dark.matches);
        dark.addEventListener("change", (event) => this.setDark(event.matches));
    }

    addKeys() {
        const toggle = (id) => () => at(id).click();
        const next = (id) => () => {
            const select = at(id);
            select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
            select.dispatchEvent(new Event("change"));
        };
        const actions = {
            " ": toggle("play"),
            ArrowRight: () => this.step(),
            r: toggle("reset"),
            f: () => this.world?.stage.fit(),
            c: toggle("show-contacts"),
            n: toggle("show-normals"),
            w: toggle("wireframe"),
            d: toggle("theme"),
            p: toggle("panel-toggle"),
            l: next("level"),
            m: next("method"),
            ShiftArrowLeft: () => this.nudge(-1, 0, 0),
            ShiftArrowRight: () => this.nudge(1, 0, 0),
            ShiftArrowUp: () => this.nudge(0, 1, 0),
            ShiftArrowDown: () => this.nudge(0, -1, 0),
            PageUp: () => this.nudge(0, 0, 1),
            PageDown: () => this.nudge(0, 0, -1),
        };
        this.scenes.forEach((_, i) => {
            actions[String(i + 1)] = () => this.start({ scene: i });
        });
        addKeys(actions);
    }

    // Moves the ball by a step to the right, away and up.
    nudge(right, away, up) {
        if (this.world === null) {
            return;
        }
        const [toRight, toAway] = this.world.compass();
        const { centre } = this.world.ball;
        const place = centre.map(
            (x, d) =>
                x + 2 * BALL_STEP * (right * toRight[d] + away * toAway[d] + (d === 2 ? up : 0)),
        );
        this.send([["ball", ...place]]);
    }

    setDark(dark) {
        this.dark = dark;
        document.documentElement.dataset.theme = dark ? "dark" : "light";
        this.world?.stage.setDark(dark);
        this.chart.draw();
    }

    setRunning(on) {
        this.running = on;
        this.changed = true;
        document.body.classList.toggle("playing", on);
        this.worker.postMessage({ type: "run", on, speed: Number(at("speed").value) });
    }

    step() {
        this.running = false;
        document.body.classList.remove("playing");
        this.worker.postMessage({ type: "step" });
    }

    // Begins a scene; what was set by hand for the look stays.
    start(changes) {
        Object.assign(this.chosen, changes);
        const cores = navigator.hardwareConcurrency ?? 2;
        const workers = this.threads ? Math.min(MOST_WORKERS, Math.max(1, cores - 1)) : 1;
        this.worker.postMessage({ type: "start", ...this.chosen, workers });
    }

    open({ scene, meshes, settings }) {
        const kept = Object.fromEntries(
            ["ahead", "method", "volume", "level", "proof"]
                .filter((name) => this.settings[this.index(name)].value !== undefined)
                .map((name) => [name, this.get(name)]),
        );
        this.settings = settings;
        at("scenes").childNodes.forEach((button, i) =>
            button.classList.toggle("chosen", i === scene),
        );
        at("lead").textContent = this.scenes[scene].about;
        at("advice").textContent = ADVICE;
        for (const [name, value] of Object.entries(kept)) {
            this.set(name, value);
        }
        this.world?.dispose();
        this.world = null;
        const canvas = at("view").cloneNode(false);
        at("view").replaceWith(canvas);
        try {
            this.world = new World(canvas, meshes, FALLING[this.scenes[scene].name] ?? 0);
        } catch (error) {
            this.say(`No WebGL here, so no picture: ${error.message}`);
        }
        this.asked = 0;
        this.changed = true;
        this.chart.clear();
        this.charted = -1;
        if (this.world !== null) {
            this.world.togglePin = (vertex) =>
                this.send([["pin", vertex, this.world.pinned.has(vertex) ? 0 : 1]]);
            this.world.stage.setDark(this.dark);
            this.world.stage.setWireframe(at("wireframe").checked);
            this.showLayers();
            if (this.hands === null) {
                this.hands = new Hands(at("stage"), this.world, (commands) => {
                    at("advice").textContent = "";
                    this.alone = false;
                    this.send(commands);
                });
            }
            this.hands.world = this.world;
            this.hands.held = null;
        }
        this.fillPanel();
    }

    fillPanel() {
        for (const { name, value } of this.settings) {
            this.sliders[name]?.(value);
        }
        at("method").value = this.get("method");
        at("volume").value = this.get("volume");
        at("proof").checked = this.get("proof") === 1;
        at("method-about").textContent = this.methods[this.get("method")].about;
        this.showAhead();
    }

    showAhead() {
        const steps = this.get("ahead");
        setSlider(at("ahead"), steps, `${Math.round((steps * 1000) / 60)} ms`);
    }

    setMethod(method) {
        this.set("method", method);
        at("method-about").textContent = this.methods[method].about;
    }

    showLayers() {
        if (this.world !== null) {
            this.world.show = {
                contacts: at("show-contacts").checked,
                normals: at("show-normals").checked,
            };
            this.world.draw();
        }
    }

    tick(now) {
        requestAnimationFrame((next) => this.tick(next));
        const wants = this.asks && (this.running || this.changed);
        if (wants && this.settings.length > 0 && this.asked === 0 && this.world !== null) {
            this.asked = now;
            this.changed = false;
            this.worker.postMessage({ type: "picture" });
        }
        if (this.world?.flash(now)) {
            this.world.stage.invalidate();
        }
        const late = this.running && this.asked > 0 && now - this.asked > SLOW;
        if (late) {
            at("rates").textContent = `one step takes ${((now - this.asked) / 1000).toFixed(1)} s ...`;
        }
    }

    take(picture) {
        const now = performance.now();
        this.asked = 0;
        picture.volume = this.get("volume");
        if (picture.bounds.length !== picture.states.length * [6, 4, 18][picture.volume]) {
            picture.states = new Uint8Array(0); // of the volumes of before
        }
        this.world?.take(picture);
        const { numbers } = picture;
        if (this.charted !== picture.tried) {
            const passed = now - this.lastDrawn;
            this.drawn += (1000 / Math.max(passed, 1) - this.drawn) / 15;
            this.lastDrawn = now;
            this.charted = picture.tried;
            this.chart.add(numbers);
        }
        if (this.alone && this.running) {
            this.worker.postMessage({ type: "do", commands: [["ball", ...swing(numbers.time)]] });
        }
        this.tell(picture);
    }

    tell({ numbers: n, rate }) {
        const bad = n.intersections + n.passed;
        const proof = this.get("proof") === 1;
        at("verdict").hidden = false;
        at("verdict").className = `verdict ${bad > 0 ? "collisions" : "clean"}`;
        at("verdict").textContent = bad > 0 ? `${count(bad)} intersections` : "no intersection";
        at("statement").className = `statement ${bad > 0 ? "collisions" : "clean"}`;
        at("statement").textContent = `${count(bad)} intersections in ${count(n.steps)} steps`;
        at("proof-text").textContent = proof
            ? "After each step an exact query of its own looks for contacts on the way and for intersections at the end."
            : "Not checked now: the simulator lets nothing through, but nobody looks.";
        at("clock").textContent = `${n.time.toFixed(2)} s`;
        const shown = this.running ? `<div>${Math.round(this.drawn)} pictures/s</div>` : "";
        at("rates").innerHTML = `<div><b>${Math.round(rate)}</b> steps/s${this.threads ? " with threads" : ""}</div>${shown}`;
        at("contact-count").textContent = count(n.vf + n.ee);
        at("total").textContent = `${n.totalMs.toFixed(1)} ms`;
        this.tellLevels(n);
        this.tellMethod(n);
        const means = this.chart.means();
        at("stages").replaceChildren(
            ...STAGES.map(({ name, colour }, i) => {
                const span = document.createElement("span");
                span.style.setProperty("--swatch", colour);
                span.textContent = `${name} ${means[i].toFixed(1)} ms`;
                return span;
            }),
        );
        fillList(at("facts"), [
            ["node pairs", count(n.nodePairs)],
            ["leaf pairs", count(n.leafPairs)],
            ["candidates", count(n.candidates)],
            ["vertex-face contacts", count(n.vf)],
            ["edge-edge contacts", count(n.ee)],
            ["leaves, proven free", `${count(n.leaves)}, ${count(n.selfFree)}`],
            ["Newton iterations", count(n.newton)],
            ["near pairs in the solver", count(n.near)],
            ["worst stretch", `${(100 * n.stretch).toFixed(1)} %`],
        ]);
    }

    tellLevels(n) {
        const select = at("level");
        if (select.options.length !== n.levels) {
            select.replaceChildren();
            option(select, -1, "not shown");
            for (let level = 0; level < n.levels - 1; ++level) {
                option(select, level, level === 0 ? "leaves" : `level ${level}`);
            }
            select.value = Math.min(this.get("level"), n.levels - 2);
        }
        at("level-count").textContent = `${count(n.levels)} levels`;
    }

    tellMethod(n) {
        const result = at("method-result");
        const method = this.get("method");
        result.hidden = method === 0;
        const all = count(n.methodAll);
        const what = this.methods[method].name === "bade2015" ? "particles in the ball" : "contacts";
        const self = ["ding2013", "wang2018", "han2021"].includes(this.methods[method].name);
        result.className = `result ${n.methodMissed > 0 ? "misses" : "finds"}`;
        if (n.methodAll === 0) {
            result.className = "result";
            result.textContent = `no ${self ? "self-contacts" : what} to find in this step`;
        } else if (n.methodMissed > 0) {
            result.textContent = `misses ${count(n.methodMissed)} of ${all} ${self ? "self-" : ""}${what}`;
        } else {
            result.textContent = `finds all ${all} ${self ? "self-" : ""}${what}`;
        }
    }
}

// The module with threads needs shared memory, which only isolated pages have.
async function threadsFolder() {
    if (!globalThis.crossOriginIsolated || typeof SharedArrayBuffer === "undefined") {
        return null;
    }
    const folder = new URL("threads/", location.href).href;
    try {
        const answer = await fetch(`${folder}demo-module.js`, { method: "HEAD" });
        return answer.ok ? folder : null;
    } catch {
        return null;
    }
}

async function main() {
    const source = new Blob([at("worker").textContent], { type: "text/javascript" });
    const worker = new Worker(URL.createObjectURL(source));
    globalThis.demo = new Page(worker);
    worker.postMessage({ type: "load", threads: await threadsFolder() });
}

main();
