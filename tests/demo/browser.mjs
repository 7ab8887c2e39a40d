// The live demo in a browser: the script of script.c through the page's own queue gives the bytes of
// the native library and no intersection; mouse, keys and controls do what they say; no console error
// and no request but for its own files.
// With the module with threads beside the page, also that one, served as an isolated page: the same bytes
// with three threads.
// usage: browser.mjs NODE-MODULES BROWSER PAGE REFERENCE.json
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath, path, referencePath] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(join(modules, "playwright-core", "index.mjs")));
const reference = JSON.parse(readFileSync(referencePath, "utf8"));
const own = String(pathToFileURL(resolve(path)));
const LEAST_RATE = 30; // steps a second
const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const complaints = [];

async function open(viewport, scene) {
    const page = await browser.newPage({ viewport, colorScheme: "light" });
    page.on("console", (message) => {
        if (message.type() === "error") {
            complaints.push(`console: ${message.text()}`);
        }
    });
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    page.on("request", (request) => {
        const url = request.url().split("#")[0];
        if (url !== own && !/^(data|blob):/.test(url)) {
            complaints.push(`request: ${url}`);
        }
    });
    await page.goto(`${own}#${scene}`);
    await page.waitForFunction(() => globalThis.demo?.world?.picture !== undefined);
    return page;
}

const numbers = (page) => page.evaluate(() => demo.world.picture.numbers);
const text = (page, id) => page.locator(`#${id}`).textContent();

// Paused, so that nothing moves but by what is tested.
async function pause(page) {
    await page.evaluate(() => demo.setRunning(false));
}

async function stepOn(page, count) {
    for (let i = 0; i < count; ++i) {
        const before = await page.evaluate(() => demo.world?.picture?.tried ?? 0);
        await page.evaluate(() => demo.step());
        await page.waitForFunction((tried) => demo.world?.picture?.tried > tried, before);
    }
}

// The script, once without drawing.
function runScript(page, workers) {
    const { steps, every, scene, triangles } = reference;
    return page.evaluate(
        async ({ steps, every, scene, triangles, workers }) => {
            demo.setRunning(false);
            demo.asks = false;
            const before = demo.results.length;
            demo.worker.postMessage({ type: "start", scene, triangles, workers });
            demo.worker.postMessage({ type: "script", steps, every });
            document.getElementById("speed").value = "0";
            demo.setRunning(true);
            while (demo.results.length === before) {
                await new Promise((done) => setTimeout(done, 50));
            }
            demo.asks = true;
            demo.setRunning(false);
            return demo.results[before];
        },
        { steps, every, scene, triangles, workers },
    );
}

// Which share of a processor we get: less than all of it where others compute.
function processorShare() {
    const begin = performance.now();
    const before = process.cpuUsage();
    while (performance.now() - begin < 300) {
        // just computes
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / (performance.now() - begin);
}

async function checkScript(page) {
    const { steps, triangles } = reference;
    const free = processorShare();
    const result = await runScript(page, 1);
    const share = Math.min(free, processorShare());
    assert.deepEqual(result.history, reference.hashes);
    await page.waitForFunction((tried) => demo.world?.picture?.tried >= tried, steps.length);
    const n = await numbers(page);
    assert.equal(n.intersections, 0);
    assert.equal(n.passed, 0);
    assert.equal(n.failed, reference.failed);
    assert.equal(n.steps, steps.length - reference.failed);
    const rateOf = ({ milliseconds }) => (1000 * steps.length) / milliseconds;
    let rate = rateOf(result);
    console.log(
        `${steps.length} steps of ${triangles} triangles: the hashes of the native library, ` +
            `0 intersections; ${rate.toFixed(1)} steps/s in the browser, ` +
            `${reference.rate} natively on one core`,
    );
    // Where others compute, as much as our share of a processor must give.
    const least = LEAST_RATE * Math.min(1, share);
    console.log(`asked ${least.toFixed(1)}: ${Math.round(100 * share)} % of a processor is ours`);
    if (rate < least) {
        // Somebody may have come in between: the better of two runs counts.
        const again = await runScript(page, 1);
        assert.deepEqual(again.history, reference.hashes);
        rate = Math.max(rate, rateOf(again));
        console.log(`${rateOf(again).toFixed(1)} steps/s when run again`);
    }
    assert.ok(rate >= least, `${rate} steps/s, not ${least}`);
}

// Pictures of a running demo, software drawing included.
async function checkPictures(page) {
    await page.evaluate(() => {
        document.getElementById("speed").value = "1";
        demo.start({ scene: 0 });
        demo.setRunning(true);
    });
    const begin = await page.evaluate(() => demo.world?.picture?.tried ?? 0);
    await page.waitForFunction((tried) => demo.world?.picture?.tried !== tried, begin);
    await page.waitForFunction(() => demo.drawn > 0);
    await page.waitForTimeout(1500);
    const drawn = await page.evaluate(() => demo.drawn);
    console.log(`${drawn.toFixed(1)} pictures/s without a GPU`);
    assert.ok(drawn > 0);
}

// The place in the window of a point of the meshes.
function placeOf(page, point) {
    return page.evaluate((p) => {
        const box = document.getElementById("view").getBoundingClientRect();
        const [x, y] = demo.world.stage.screen(p);
        return [box.left + x * box.width, box.top + y * box.height];
    }, point);
}

const ballOf = async (page) => {
    const n = await numbers(page);
    return [n.ballX, n.ballY, n.ballZ];
};

async function checkHands(page) {
    await pause(page);
    await page.locator("#scenes button", { hasText: "curtain" }).click();
    await page.waitForFunction(() => demo.world?.picture?.tried === 0);
    await stepOn(page, 2);
    const before = await ballOf(page);
    const [x, y] = await placeOf(page, before);
    await page.mouse.move(x, y);
    await page.waitForFunction(
        () => getComputedStyle(document.getElementById("view")).cursor === "grab",
    );
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 20, { steps: 4 });
    await page.mouse.up();
    await stepOn(page, 8);
    const after = await ballOf(page);
    assert.ok(Math.hypot(...after.map((c, d) => c - before[d])) > 0.05, "the ball follows the mouse");
    assert.ok(Math.abs(after[1]) < Math.abs(before[1]) - 0.01, "up is also towards the cloth behind it");
    // Two clicks pin a vertex of the cloth, two more free it.
    const middle = [0.4, 0, 1]; // of the curtain, beside the ball
    const pins = () => page.evaluate(() => demo.world.pinned.size);
    const count = await pins();
    const [u, v] = await placeOf(page, middle);
    await page.mouse.dblclick(u, v);
    await stepOn(page, 1);
    assert.equal(await pins(), count + 1);
    await page.waitForTimeout(450);
    await page.mouse.dblclick(u, v);
    await stepOn(page, 1);
    assert.equal(await pins(), count);
    // Pulling moves a vertex and lets go.
    await page.mouse.move(u, v);
    await page.mouse.down();
    await page.mouse.move(u + 40, v - 40, { steps: 4 });
    const held = await page.evaluate(() => demo.hands.held.vertex);
    assert.ok(held >= 0);
    const at = (vertex) =>
        page.evaluate((k) => [...demo.world.cloth.x.subarray(3 * k, 3 * k + 3)], vertex);
    const from = await at(held);
    await stepOn(page, 6);
    await page.mouse.up();
    const to = await at(held);
    assert.ok(Math.hypot(...to.map((c, d) => c - from[d])) > 0.02, "the vertex follows the mouse");
    // Beside them the view turns.
    const camera = () => page.evaluate(() => demo.world.stage.camera.position.toArray());
    const eye = await camera();
    const box = await page.locator("#view").boundingBox();
    await page.mouse.move(box.x + 30, box.y + box.height - 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 130, box.y + box.height - 80, { steps: 3 });
    await page.mouse.up();
    assert.notDeepEqual(await camera(), eye);
}

async function checkControls(page) {
    await page.keyboard.press("l"); // leaves
    await stepOn(page, 2);
    const level = await page.evaluate(() => {
        const { states, bounds } = demo.world.picture;
        return { items: states.length, numbers: bounds.length, red: states.filter((s) => s === 1).length };
    });
    assert.ok(level.items > 100 && level.numbers === 6 * level.items && level.red > 0);
    await page.locator("#volume").selectOption("2");
    await stepOn(page, 2);
    assert.ok(
        await page.evaluate(() => {
            const { states, bounds } = demo.world.picture;
            return states.length > 100 && bounds.length === 18 * states.length;
        }),
    );
    for (const [i, name] of ["ding2013", "bade2015", "wang2018", "han2021", "zhang2012"].entries()) {
        await page.keyboard.press("m");
        await stepOn(page, 1);
        assert.equal(await page.evaluate(() => demo.get("method")), i + 1);
        assert.ok((await text(page, "method-about")).length > 20, name);
        assert.match(await text(page, "method-result"), /misses|finds|no /);
    }
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await page.keyboard.press("d");
    assert.equal(await theme(), "dark");
    await page.locator("#setting-wind").fill("6");
    await stepOn(page, 1);
    assert.match(await text(page, "sliders"), /6\.0 m\/s/);
    for (const name of ["curtain", "flag", "ribbon"]) {
        await page.locator("#scenes button", { hasText: name }).click();
        await page.waitForFunction(() => demo.world?.picture?.tried === 0);
        await stepOn(page, 2);
        assert.equal((await numbers(page)).intersections, 0);
    }
    assert.equal(await page.locator("#message").isVisible(), false);
}

// ding2013's masks lose contacts of a flag: the demo stops there, and shows them.
async function checkMisses(page) {
    await page.evaluate(() => {
        demo.setRunning(false);
        demo.start({ scene: 2, triangles: 2500 });
        demo.setMethod(1);
        document.getElementById("speed").value = "0";
    });
    await page.locator("#stop-at-miss").check();
    await page.evaluate(() => demo.setRunning(true));
    await page.waitForFunction(() => !demo.running && demo.world.picture.missed.length > 0);
    const { missed, numbers: n } = await page.evaluate(() => {
        const { missed, numbers } = demo.world.picture;
        return { missed: missed.length / 3, numbers };
    });
    assert.ok(missed > 0 && missed === n.methodMissed && n.methodMissed <= n.methodAll);
    assert.match(await text(page, "method-result"), new RegExp(`misses ${missed} of`));
    assert.equal(await page.evaluate(() => demo.world.missed.object.visible), true);
}

// A mistake is told in words, and the page goes on.
async function checkTrouble(page) {
    await page.evaluate(() => demo.send([["set", 0, 1e9]]));
    await page.waitForFunction(() => !document.getElementById("message").hidden);
    assert.match(await text(page, "message"), /wind must be a number from 0 to 16/);
    await stepOn(page, 1);
}

async function checkNarrow() {
    const page = await open({ width: 400, height: 800 }, "curtain");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 400);
    assert.equal(await text(page, "lead"), await page.evaluate(() => demo.scenes[1].about));
    await page.close();
}

// Serves the folder of the page so that browsers isolate it.
async function serve(folder) {
    const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
    const server = createServer((request, response) => {
        const name = request.url.split(/[?#]/)[0];
        const path = join(folder, name === "/" ? "index.html" : name);
        if (name.includes("..") || !existsSync(path)) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, {
            "Content-Type": types[path.split(".").at(-1)] ?? "application/octet-stream",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Embedder-Policy": "require-corp",
        });
        response.end(request.method === "HEAD" ? "" : readFileSync(path));
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    return server;
}

async function checkThreads() {
    const server = await serve(dirname(resolve(path)));
    const page = await browser.newPage();
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.demo?.world?.picture !== undefined);
    assert.equal(await page.evaluate(() => crossOriginIsolated && demo.threads), true);
    const { history, milliseconds } = await runScript(page, 3);
    assert.deepEqual(history, reference.hashes);
    const rate = (1000 * history.length * reference.every) / milliseconds;
    console.log(`with three threads: the same hashes; ${rate.toFixed(1)} steps/s`);
    await page.close();
    server.close();
}

const page = await open({ width: 1000, height: 700 }, "drape");
await checkScript(page);
await page.close();
const second = await open({ width: 1000, height: 700 }, "drape");
await checkPictures(second);
await checkHands(second);
await checkControls(second);
await checkMisses(second);
await checkTrouble(second);
await second.close();
await checkNarrow();
if (existsSync(join(dirname(path), "threads"))) {
    await checkThreads();
}
assert.deepEqual(complaints, []);
await browser.close();
