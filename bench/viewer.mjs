// What the viewer costs the main thread of a browser, and what it sends to the GPU, for films of
// waving sheets; and how late pictures come where there is no GPU.
// usage: node viewer.mjs TOOL NODE-MODULES BROWSER FOLDER TRIANGLES|PAGE.html...
//
// The main thread is timed with draw calls that do nothing, so that no GPU, and no software in its
// place, holds it up; everything else is done: unpacking, uploads, the page. The time of a frame is
// that of all its callbacks of requestAnimationFrame and all messages of the worker.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const FRAMES = 60;
const SECONDS = 3; // of each measurement

const [tool, modules, executablePath, folder, ...sizes] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(join(modules, "playwright-core", "index.mjs")));

// A page of a sheet in waves.
function makePage(triangles) {
    const [mesh, cache, page] = ["obj", "pc2", "html"].map((kind) =>
        join(folder, `${triangles}.${kind}`),
    );
    execFileSync(tool, ["gen", "sheet", "--size", String(triangles), "-o", mesh, "-q"]);
    const points = readFileSync(mesh, "utf8")
        .split("\n")
        .filter((line) => line.startsWith("v "))
        .map((line) => line.split(" ").slice(1, 4).map(Number));
    const bytes = Buffer.alloc(32 + FRAMES * points.length * 12);
    bytes.write("POINTCACHE2\0", 0, "latin1");
    bytes.writeInt32LE(1, 12);
    bytes.writeInt32LE(points.length, 16);
    bytes.writeFloatLE(0, 20);
    bytes.writeFloatLE(1, 24);
    bytes.writeInt32LE(FRAMES, 28);
    const x = new Float32Array(3 * points.length);
    for (let frame = 0; frame < FRAMES; ++frame) {
        const time = (2 * Math.PI * frame) / FRAMES;
        points.forEach(([u, v, w], i) => {
            const high = 0.05 * Math.sin(9 * u + time) + 0.03 * Math.cos(14 * v - 2 * time);
            x.set([u, v, w + high], 3 * i);
        });
        bytes.set(new Uint8Array(x.buffer), 32 + frame * x.byteLength);
    }
    writeFileSync(cache, bytes);
    execFileSync(tool, ["view", mesh, cache, "-o", page, "--limit", "250"], { stdio: "ignore" });
    return page;
}

// Counts what goes to the GPU, and the time of callbacks. Before any script of the page.
function instrument() {
    const tally = { busy: 0, calls: 0, bytes: 0, triangles: 0, stamps: [] };
    globalThis.tally = tally;
    globalThis.draws = true;
    const proto = WebGL2RenderingContext.prototype;
    const { drawElements, bufferData, bufferSubData } = proto;
    proto.drawElements = function (mode, count, ...rest) {
        ++tally.calls;
        tally.triangles += mode === 4 ? count / 3 : 0;
        if (globalThis.draws) {
            drawElements.call(this, mode, count, ...rest);
        }
    };
    const sized = (send) =>
        function (target, a, b, ...rest) {
            const data = ArrayBuffer.isView(a) ? a : b;
            tally.bytes += ArrayBuffer.isView(data) ? data.byteLength : 0;
            return send.call(this, target, a, b, ...rest);
        };
    proto.bufferData = sized(bufferData);
    proto.bufferSubData = sized(bufferSubData);
    const timed = (callback) => (argument) => {
        const begun = performance.now();
        callback(argument);
        tally.busy += performance.now() - begun;
    };
    const ask = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (callback) => ask(timed(callback));
    const { addEventListener } = Worker.prototype;
    Worker.prototype.addEventListener = function (type, callback) {
        addEventListener.call(this, type, timed(callback));
    };
    const tick = () => {
        tally.stamps.push([
            performance.now(),
            tally.busy,
            tally.calls,
            tally.bytes,
            tally.triangles,
        ]);
        ask(tick);
    };
    ask(tick);
}

const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

// Frames from `begin` on: their time on the main thread (middle, worst twentieth), calls, bytes.
function summarise(stamps) {
    const steps = stamps.slice(1).map((stamp, i) => stamp.map((value, k) => value - stamps[i][k]));
    const drawn = steps.filter((step) => step[2] > 0);
    const column = (k) => drawn.map((step) => step[k]);
    const busy = column(1).sort((a, b) => a - b);
    return {
        frames: drawn.length,
        busy: middle([...busy]),
        late: busy[Math.floor(0.95 * busy.length)],
        calls: middle(column(2)),
        bytes: column(3).reduce((a, b) => a + b, 0) / Math.max(1, drawn.length),
        triangles: middle(column(4)),
        wait: middle(column(0)),
    };
}

async function measure(page, action) {
    await page.evaluate(() => (tally.stamps.length = 0));
    await action();
    return summarise(await page.evaluate(() => tally.stamps));
}

async function play(page) {
    await page.keyboard.press(" ");
    await page.waitForTimeout(1000 * SECONDS);
    await page.keyboard.press(" ");
}

async function orbit(page) {
    await page.mouse.move(400, 300);
    await page.mouse.down();
    const end = Date.now() + 1000 * SECONDS;
    for (let i = 0; Date.now() < end; ++i) {
        await page.mouse.move(400 + 100 * Math.sin(0.05 * i), 300);
    }
    await page.mouse.up();
}

function tell(size, what, { frames, busy, late, calls, bytes, triangles, wait }) {
    const cells = [
        size.padStart(9),
        what.padEnd(18),
        busy.toFixed(2).padStart(7),
        late.toFixed(2).padStart(7),
        String(calls).padStart(6),
        (triangles / 1e6).toFixed(2).padStart(9),
        (bytes / 1e6).toFixed(2).padStart(9),
        (1000 / wait).toFixed(1).padStart(8),
        String(frames).padStart(7),
    ];
    console.log(cells.join(" "));
}

async function measurePage(file, size) {
    const browser = await chromium.launch({
        executablePath,
        args: [
            "--no-sandbox",
            "--use-gl=angle",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
        ],
    });
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.addInitScript(instrument);
    await page.goto(String(pathToFileURL(resolve(file))));
    await page.waitForFunction(() => globalThis.selvage !== undefined);
    await page.evaluate(() => {
        globalThis.draws = false;
        selvage.stage.beFine(); // as on a GPU
        selvage.stage.settles = false;
    });
    await play(page); // once, for the compiler and the worker
    tell(size, "playing", await measure(page, () => play(page)));
    tell(size, "orbiting", await measure(page, () => orbit(page)));
    await page.evaluate(() => {
        globalThis.draws = true;
        selvage.stage.adapts = true;
        selvage.stage.lights.setDome(false);
        selvage.stage.coarseness = 2;
        selvage.stage.resize();
    });
    await orbit(page); // until it has adapted
    await orbit(page);
    tell(size, "orbiting, software", await measure(page, () => orbit(page)));
    tell(size, "playing, software", await measure(page, () => play(page)));
    await browser.close();
}

console.log(
    "triangles                      ms main thread   draw  million      MB          frames",
);
console.log(
    "                              middle  95 %    calls triangles  uploaded frames/s drawn",
);
for (const size of sizes) {
    if (size.endsWith(".html")) {
        await measurePage(size, basename(size));
    } else {
        await measurePage(makePage(Number(size)), Number(size).toLocaleString("en"));
    }
}
