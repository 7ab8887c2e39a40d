// The worker: steps the demo and tells the page what it looks like. The page asks for every picture,
// so a slow page slows no simulation, and a slow step no page.
import { findNormals } from "../../../viewer/web/src/pose.js";
import { Engine } from "./engine.js";

const STEP = 1000 / 60; // milliseconds of simulated time
const FAILURES = 20; // steps in a row that cannot be taken until the demo pauses

let engine = null;
let scene = null; // what "start" said last
let meshes = [];
let running = false;
let speed = 1; // of real time; 0: as fast as it goes
let tried = 0; // steps
let failures = 0; // in a row
let script = []; // commands before each step
let stopsAtMiss = false; // pauses where the method misses a contact
let every = 0; // steps between hashes of a script
let asked = false; // for a picture
let next = 0; // when the next step is due
let busySince = 0; // for the rate
let rate = 0;
const history = [];
const waiting = []; // commands

// Lets messages in, and goes on at once.
const channel = new MessageChannel();
channel.port1.onmessage = () => loop();
let scheduled = false;

function schedule(delay) {
    if (scheduled) {
        return;
    }
    scheduled = true;
    if (delay > 4) {
        setTimeout(loop, delay);
    } else {
        channel.port2.postMessage(0);
    }
}

function trouble(text) {
    postMessage({ type: "trouble", text });
}

function obey(commands) {
    for (const command of commands) {
        const text = engine.do(command);
        if (text !== "") {
            trouble(text);
        }
    }
}

function step() {
    obey(waiting.splice(0));
    obey(script[tried] ?? []);
    const begin = performance.now();
    const text = engine.step();
    ++tried;
    failures = text === "" ? 0 : failures + 1;
    if (text !== "") {
        trouble(text);
    }
    const misses = stopsAtMiss && engine.number("methodMissed") > 0;
    if (failures >= FAILURES || (running && misses)) {
        running = false;
        postMessage({ type: "paused" });
    }
    // A mean over some thirty steps.
    const took = performance.now() - begin;
    rate = rate === 0 ? 1000 / took : 1000 / (1000 / rate + (took - 1000 / rate) / 30);
    if (every > 0 && tried % every === 0) {
        history.push(engine.hashes());
    }
    if (tried === script.length) {
        running = false;
        postMessage({ type: "paused" });
        postMessage({ type: "script", history, milliseconds: performance.now() - busySince });
    }
}

function loop() {
    scheduled = false;
    if (engine === null || !running) {
        return;
    }
    const now = performance.now();
    const period = speed > 0 ? STEP / speed : 0;
    if (now + 1 >= next) {
        next = Math.max(next + period, now - 2 * period); // what is late is not caught up with
        step();
        show();
    }
    schedule(running ? next - performance.now() : 0);
}

// The picture that the page asked for, if there is a new one.
function show() {
    if (!asked) {
        return;
    }
    asked = false;
    const moving = meshes.map((mesh, i) => {
        if (mesh.still) {
            return null;
        }
        const x = engine.positions(i);
        return { x, normals: findNormals(mesh.indices, x) };
    });
    const floats = (name) => engine.array(name, Float32Array);
    const picture = {
        type: "picture",
        moving,
        rate,
        tried,
        numbers: engine.numbers(),
        points: floats("contactPoints"),
        normals: floats("contactNormals"),
        times: floats("contactTimes"),
        missed: floats("missedPoints"),
        bounds: floats("bounds"),
        states: engine.array("states", Uint8Array),
        pinned: engine.array("pinned", Uint32Array),
    };
    const buffers = moving.filter((mesh) => mesh !== null).map((mesh) => mesh.x.buffer);
    postMessage(picture, buffers);
}

function start(message) {
    scene = message;
    const text = engine.create(scene.scene, scene.triangles, scene.workers);
    tried = failures = rate = 0;
    script = [];
    history.length = waiting.length = 0;
    if (text !== "") {
        trouble(text);
        return;
    }
    meshes = engine.meshes();
    postMessage({
        type: "scene",
        scene: scene.scene,
        meshes,
        settings: engine.settings.map((setting, i) => ({ ...setting, value: engine.setting(i) })),
    });
    next = performance.now();
    schedule(0);
}

const receivers = {
    start,
    do({ commands }) {
        if (running) {
            waiting.push(...commands);
        } else {
            obey(commands); // seen with the next step
        }
    },
    run(message) {
        running = message.on;
        speed = message.speed;
        next = performance.now();
        if (running) {
            schedule(0);
        } else if (engine !== null) {
            show(); // what was asked for meanwhile
        }
    },
    stopAtMiss({ on }) {
        stopsAtMiss = on;
    },
    step() {
        running = false;
        step();
        asked = true;
        show();
    },
    picture() {
        asked = true;
        if (!running && engine !== null) {
            show();
        }
    },
    script(message) {
        script = message.steps;
        every = message.every;
        busySince = performance.now();
    },
};

onmessage = ({ data }) => {
    try {
        if (data.type === "load") {
            load(data);
        } else {
            receivers[data.type](data);
        }
    } catch (error) {
        trouble(`The simulation stopped: ${error.message}`);
        running = false;
    }
};

// `threads`: the folder of the module with threads; null: the one that is part of this worker.
async function load({ threads }) {
    try {
        if (threads !== null) {
            importScripts(`${threads}demo-module.js`);
        }
        const module = await globalThis.createDemoModule(
            threads === null
                ? {}
                : {
                      locateFile: (name) => threads + name,
                      mainScriptUrlOrBlob: `${threads}demo-module.js`,
                  },
        );
        engine = new Engine(module);
        const { scenes, methods, settings } = engine;
        postMessage({ type: "ready", scenes, methods, settings, threads: threads !== null });
    } catch (error) {
        postMessage({ type: "broken", text: error.message ?? String(error) });
    }
}
