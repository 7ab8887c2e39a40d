// The section Method of a report, in a browser: what is red in the picture is what is red in the
// data, layers come and go, and nothing complains.
// usage: node browser_layers.mjs NODE-MODULES BROWSER PAGE
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath, file] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(join(modules, "playwright-core", "index.mjs")));
const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const complaints = [];
const page = await browser.newPage({ viewport: { width: 900, height: 520 }, colorScheme: "light" });
const url = String(pathToFileURL(resolve(file)));
page.on("console", (message) => {
    if (message.type() === "error") {
        complaints.push(`console: ${message.text()}`);
    }
});
page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
page.on("request", (request) => {
    if (request.url() !== url && !/^(data|blob):/.test(request.url())) {
        complaints.push(`request: ${request.url()}`);
    }
});
await page.goto(url);
await page.waitForFunction(() => globalThis.selvage !== undefined);
await page.evaluate(() => {
    const { stage } = selvage;
    stage.adapts = stage.settles = false;
    stage.coarseness = 0;
    stage.resize();
    // The picture as it is drawn now, a function of x and y as shares; colours as 0 red, 1 green,
    // 2 blue (the one that is much more than the others), or -1.
    globalThis.look = () => {
        const { domElement: picture } = stage.renderer;
        stage.renderer.render(stage.scene, stage.camera);
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [picture.width, picture.height];
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(0, 0, copy.width, copy.height);
        const hueAt = (x, y) => {
            const i = 4 * (Math.floor(y) * copy.width + Math.floor(x));
            const colour = [...data.subarray(i, i + 3)];
            const most = Math.max(...colour);
            const others = colour.filter((c) => c !== most);
            return data[i + 3] > 100 && others.length === 2 && Math.max(...others) < 0.78 * most
                ? colour.indexOf(most)
                : -1;
        };
        const count = [0, 0, 0, 0]; // the last one: of anything
        for (let y = 0; y < copy.height; y += 2) {
            for (let x = 0; x < copy.width; x += 2) {
                const hue = hueAt(x, y);
                count[hue] += hue >= 0 ? 1 : 0;
                count[3] += data[4 * (y * copy.width + x) + 3] > 0 ? 1 : 0;
            }
        }
        return { count, hueAt, width: copy.width, height: copy.height };
    };
    // Layers alone, without surfaces and dots.
    globalThis.bare = (on) => {
        const { layers, tint } = selvage.method;
        for (const part of [...stage.scene.children, ...stage.root.children]) {
            part.visible = !on || [stage.root, layers.group, tint.group].includes(part);
        }
    };
});

const choose = (name) => page.locator("#method .choice button", { hasText: name }).click();
const counts = () => page.evaluate(() => look().count);

// Of each state some items are drawn in its colour, where the middles of their boxes' edges are,
// and hardly any in another one. Returns how many items are in each colour.
function checkBoxes() {
    return page.evaluate(() => {
        const { method, stage } = selvage;
        const { hueAt, width, height } = look();
        const { numbers, states } = method.drawn;
        const right = [0, 0, 0];
        const wrong = [0, 0, 0];
        states.forEach((state, i) => {
            if (state > 2) {
                return; // hidden
            }
            const wanted = [1, 0, 2][state];
            const [low, high] = [
                numbers.slice(6 * i, 6 * i + 3),
                numbers.slice(6 * i + 3, 6 * i + 6),
            ];
            const seen = [0, 0, 0];
            for (let axis = 0; axis < 3; ++axis) {
                for (let corner = 0; corner < 4; ++corner) {
                    const point = [0, 1, 2].map((d) => {
                        const bit = d === (axis + 1) % 3 ? corner & 1 : corner >> 1;
                        return d === axis ? (low[d] + high[d]) / 2 : bit ? high[d] : low[d];
                    });
                    const [x, y] = stage.screen(point);
                    for (let k = 0; k < 9 && x > 0.01 && x < 0.99 && y > 0.01 && y < 0.99; ++k) {
                        const hue = hueAt(
                            x * width + (k % 3) - 1,
                            y * height + (k - (k % 3)) / 3 - 1,
                        );
                        seen[hue] += hue >= 0 ? 1 : 0;
                    }
                }
            }
            if (seen[wanted] > 0) {
                ++right[wanted];
            } else {
                ++wrong[wanted];
            }
        });
        return { right, wrong };
    });
}

// The page begins in the first bad frame, whose layers are there.
assert.equal(await page.locator("#method").isVisible(), true);
await page.evaluate(() => bare(true));
assert.deepEqual(await counts(), [0, 0, 0, 0]);
await choose("boxes");
for (const level of [1, 0]) {
    await page.evaluate((at) => {
        const slider = document.querySelector("#method input[type=range]");
        slider.value = slider.max - at;
        slider.dispatchEvent(new Event("input"));
    }, level);
    const { right, wrong } = await checkBoxes();
    const text = await page.locator(".method-legend").textContent();
    const said = [...text.matchAll(/[\d,]+/g)].map(([n]) => Number(n.replace(",", "")));
    // Red, blue, green in the legend.
    assert.deepEqual(
        [0, 2, 1].map((hue) => right[hue] + wrong[hue]),
        said,
        text,
    );
    assert.ok(right[0] > 0 && right[1] + right[2] > 0, `level ${level}: ${right}`);
    // Red ones are drawn over all others.
    assert.ok(wrong[0] <= 0.05 * right[0], `${wrong[0]} of ${right[0]} are not red`);
    assert.ok(wrong[1] + wrong[2] <= 0.5 * (right[1] + right[2]), `${right} right, ${wrong} wrong`);
}
// Red where nothing is in contact, but something overlaps.
const before = await counts();
await page.locator("#method select").selectOption({ index: 2 });
const after = await counts();
assert.ok(after[0] > 1.2 * before[0], `${before} and ${after}`);
await page.locator("#method select").selectOption({ index: 0 });

// Other volumes, computed by the page.
for (const name of ["spheres", "18-DOPs"]) {
    await choose(name);
    assert.match(await page.locator(".method-how").textContent(), /computed here/);
    const [red, green, blue] = await counts();
    assert.ok(red > 100 && green + blue > 100, `${name}: ${red} ${green} ${blue}`);
}
await choose("no volumes");
assert.deepEqual(await counts(), [0, 0, 0, 0]);

// Links, normals, cones, tint: each draws something, and takes it away again.
for (const id of ["leafPairs", "candidates", "normals", "cones", "free"]) {
    await page.locator(`#show-${id}`).check();
    const count = await counts();
    const hue = { leafPairs: 2, candidates: 0, normals: 0, cones: 3, free: 2 }[id];
    assert.ok(count[hue] > 10, `${id}: ${count}`);
    await page.locator(`#show-${id}`).uncheck();
    assert.deepEqual(await counts(), [0, 0, 0, 0]);
}

// One item alone, by a double click on the cloth; another one shows all.
await page.keyboard.press("v");
await page.evaluate(() => bare(false));
const place = await page.evaluate(() => {
    const { stage, method } = selvage;
    const x = method.positions[0];
    const { indices } = selvage.film.objects[0];
    const corners = indices.subarray(3 * 150, 3 * 151); // a face far from contacts
    const point = [0, 1, 2].map((d) => corners.reduce((sum, v) => sum + x[3 * v + d] / 3, 0));
    const box = document.getElementById("view").getBoundingClientRect();
    const [u, v] = stage.screen(point);
    return [box.left + u * box.width, box.top + v * box.height];
});
await page.mouse.dblclick(...place);
assert.match(await page.locator(".method-item").textContent(), /^Item \d+: \d+ triangles/);
assert.equal(await page.evaluate(() => selvage.method.drawn.states.filter((s) => s < 3).length), 1);
await page.mouse.dblclick(...place);
assert.match(await page.locator(".method-item").textContent(), /Double click/);

// A frame without layers says where there are some, and shows none.
await page.evaluate(() => bare(true));
const frames = await page.evaluate(() => [...selvage.film.layered.keys()]);
assert.equal(frames.length, 2);
await page.keyboard.press("Home");
assert.deepEqual(await counts(), [0, 0, 0, 0]);
assert.equal(await page.locator(".method-body").isVisible(), false);
await page.locator(".method-note .link").last().click();
assert.equal(await page.evaluate(() => Math.floor(selvage.time)), frames[1]);
assert.ok((await counts())[0] > 10);

assert.deepEqual(complaints, []);
console.log("layers: as they should be");
await browser.close();
