// Reports in a browser: no error, no request, and what a person would try. Pictures come from the
// canvas.
// usage: node browser.mjs NODE-MODULES BROWSER FOLDER
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath, folder] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(join(modules, "playwright-core", "index.mjs")));
const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

// Opens a report; `complaints` fills with errors and requests.
async function openReport(name, options, complaints) {
    const page = await browser.newPage({ colorScheme: "light", ...options });
    page.setDefaultTimeout(120000); // for machines that have much else to do
    const url = String(pathToFileURL(resolve(folder, `${name}.html`)));
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
    if (options.noWebGL) {
        await page.addInitScript(() => {
            HTMLCanvasElement.prototype.getContext = new Proxy(
                HTMLCanvasElement.prototype.getContext,
                { apply: (get, canvas, [type]) => (type === "2d" ? get.call(canvas, type) : null) },
            );
        });
    }
    await page.goto(url);
    await page.waitForFunction(() => globalThis.selvage !== undefined);
    if (options.noWebGL) {
        return page;
    }
    const draws = await page.evaluate(() => {
        const { stage } = selvage;
        // Without a GPU pictures would become coarse sooner or later, and dots would lose their
        // colour.
        stage.adapts = stage.settles = false;
        stage.coarseness = 0;
        stage.resize();
        return stage.renderer !== undefined;
    });
    assert.ok(draws, "no WebGL");
    return page;
}

const text = (page, selector) => page.locator(selector).textContent();
const frameOf = (page) => page.evaluate(() => Math.floor(selvage.time));

// How many of the pairs listed are red in the picture, and how many are inside it. A colour is red
// if its red is twice the others.
function countRed(page) {
    return page.evaluate(() => {
        const { stage, pairs } = selvage;
        const { domElement: picture } = stage.renderer;
        if (stage.settled === 0) {
            stage.draw();
        }
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [picture.width, picture.height];
        const context = copy.getContext("2d");
        context.drawImage(picture, 0, 0);
        const isRed = ([r, g, b]) => r > 120 && r > 2 * g && r > 2 * b;
        const inside = pairs
            .map((pair) => stage.screen(pair.point))
            .filter(([x, y]) => x > 0 && x < 1 && y > 0 && y < 1);
        const red = inside.filter(([x, y]) => {
            const [left, top] = [Math.floor(x * copy.width), Math.floor(y * copy.height)];
            return isRed(context.getImageData(left, top, 1, 1).data);
        });
        return { red: red.length, inside: inside.length };
    });
}

// The surfaces move, also after faces were marked: without contacts two frames look different.
async function checkMotion(page) {
    await page.keyboard.press("c");
    const differs = await page.evaluate(() => {
        const { stage, film } = selvage;
        const draw = (frame) => {
            selvage.seek(frame);
            stage.draw();
            return stage.renderer.domElement.toDataURL();
        };
        const bad = film.totals.flatMap((total, i) => (total > 0 ? [i] : []));
        const pictures = [0, bad[0], bad.at(-1), 0].map(draw);
        return new Set(pictures).size === 3 && pictures[0] === pictures[3];
    });
    assert.ok(differs, "a frame looks as another one, or not as before");
    await page.keyboard.press("c");
}

async function checkPicture(page) {
    await page.evaluate(() => selvage.stage.fit());
    const shown = await countRed(page);
    assert.ok(shown.inside > 0);
    // Not all: where they are close together the rim of one covers another.
    assert.ok(shown.red > 0.5 * shown.inside, `${shown.red} of ${shown.inside} contacts are red`);
    await page.keyboard.press("c");
    assert.equal((await countRed(page)).red, 0);
    await page.keyboard.press("c");
}

// A picture at rest settles, and what is red stays red.
async function checkSettling(page) {
    const before = await countRed(page);
    await page.evaluate(() => selvage.stage.beFine());
    await page.waitForFunction(() => selvage.stage.settled >= 3);
    const after = await countRed(page);
    assert.equal(after.inside, before.inside);
    assert.ok(after.red >= 0.9 * before.red, `${after.red} of ${before.red} are red when settled`);
    await page.evaluate(() => {
        selvage.stage.settles = selvage.stage.adapts = false;
        selvage.stage.invalidate();
    });
}

async function checkStep(page) {
    assert.equal(await text(page, "#verdict"), "collisions");
    assert.match(await text(page, "#summary"), /25 vertex-face contacts, 8 edge-edge contacts/);
    assert.equal(await text(page, "#pair-count"), "33");
    await page.evaluate(() => selvage.seek(0.8)); // all of it is in one plane then
    await checkPicture(page);
}

async function checkMesh(page) {
    assert.match(await text(page, "#summary"), /Collisions in this mesh/);
    assert.equal(await page.locator("footer").isVisible(), false);
    const { red, inside } = await countRed(page);
    assert.ok(red > 0.5 * inside, "contacts are red");
    await checkSettling(page);
}

async function checkClean(page) {
    assert.equal(await text(page, "#verdict"), "clean");
    assert.equal(await page.locator("#contacts").isVisible(), false);
}

// Bars stand where frames are bad, and nowhere else.
async function checkBars(page) {
    const wrong = await page.evaluate(() => {
        const { timeline, film } = selvage;
        const { bars, span } = timeline;
        const context = bars.getContext("2d");
        return film.totals.flatMap((total, frame) => {
            const x = ((frame + (timeline.steps ? 0.5 : 0)) / span) * bars.width;
            const at = Math.min(bars.width - 1, Math.max(0, Math.floor(x)));
            const [r, g] = context.getImageData(at, bars.height - 10, 1, 1).data;
            return (r > 150 && r > 2 * g) === total > 0 ? [] : [frame];
        });
    });
    assert.deepEqual(wrong, []);
}

async function checkTimeline(page) {
    await checkBars(page);
    const bad = await page.evaluate(() =>
        selvage.film.totals.flatMap((total, i) => (total > 0 ? [i] : [])),
    );
    const count = await page.evaluate(() => selvage.film.frameCount);
    assert.ok(bad.length > 0 && bad[0] > 0 && bad.length < count);
    await page.keyboard.press("Home");
    assert.equal(await frameOf(page), 0);
    assert.equal(await text(page, "#pair-count"), "0");
    await page.keyboard.press("n");
    assert.equal(await frameOf(page), bad[0]);
    await page.keyboard.press("ArrowRight");
    assert.equal(await frameOf(page), bad[0] + 1);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await frameOf(page), bad[0] - 1);
    await page.keyboard.press("b");
    assert.equal(await frameOf(page), bad.at(-1));
    const box = await page.locator("#timeline").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    assert.ok(Math.abs((await frameOf(page)) - (count - 1) / 2) <= 1);
    assert.match(await text(page, "#hint"), /^frame \d+: /);
    await page.mouse.move(box.x + 5, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    assert.ok((await frameOf(page)) >= count - 2, "scrubbing");
    await page.keyboard.press("End");
    assert.equal(await frameOf(page), count - 1);
    await page.locator("#back").click();
    await page.locator("#bad-before").click();
    assert.equal(
        await frameOf(page),
        bad.findLast((frame) => frame < count - 2),
    );
    await page.locator("#bad-next").click();
    await page.locator("#forward").click();
    await page.keyboard.press("Home");
    const before = await page.evaluate(() => selvage.time);
    await page.keyboard.press(" ");
    await page.waitForFunction((time) => selvage.playing && selvage.time !== time, before);
    await page.keyboard.press(" ");
    assert.equal(await page.evaluate(() => selvage.playing), false);
    await page.locator("#summary .link").first().click();
    assert.equal(await frameOf(page), bad[0]);
}

async function checkSelection(page) {
    const camera = () => page.evaluate(() => selvage.stage.camera.position.toArray());
    const before = await camera();
    await page.locator(".pair").nth(1).click();
    assert.equal(await page.evaluate(() => selvage.selected), 1);
    assert.equal(await page.locator(".pair.selected").count(), 1);
    await page.waitForFunction(() => selvage.stage.viewpoint.flight === null);
    assert.notDeepEqual(await camera(), before);
    const [x, y] = await page.evaluate(() => selvage.stage.screen(selvage.pairs[1].point));
    assert.ok(Math.hypot(x - 0.5, y - 0.5) < 0.01, "the camera looks at the pair");
    await page.keyboard.press(".");
    assert.equal(await page.evaluate(() => selvage.selected), 2);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => selvage.selected), -1);
    // A click on a contact in the picture.
    await page.keyboard.press("f");
    const [u, v] = await page.evaluate(() => selvage.stage.screen(selvage.pairs[0].point));
    const box = await page.locator("#view").boundingBox();
    await page.mouse.click(box.x + u * box.width, box.y + v * box.height);
    assert.ok((await page.evaluate(() => selvage.selected)) >= 0);
    await page.keyboard.press("Escape");
}

const pictureOf = (page) =>
    page.evaluate(() => {
        selvage.stage.draw();
        return selvage.stage.renderer.domElement.toDataURL();
    });

// Each key changes the picture, and a second time brings it back.
async function checkLooks(page) {
    await page.evaluate(() => selvage.stage.fit());
    const plain = await pictureOf(page);
    for (const key of ["w", "x", "c", "1", "2", "u"]) {
        await page.keyboard.press(key);
        assert.notEqual(await pictureOf(page), plain, `key ${key} changes nothing`);
        await page.keyboard.press(key);
        assert.equal(await pictureOf(page), plain, `key ${key} does not go back`);
    }
}

// Pairs as a table: sorted, filtered, saved, and a row that flies to its pair.
async function checkTable(page) {
    const count = () => text(page, "#table-count");
    const column = (index) => page.locator(`#table-rows .record span:nth-child(${index})`);
    await page.locator("#table-open").click();
    const listed = await page.evaluate(() => selvage.pairs.length);
    assert.match(await count(), new RegExp(`^${listed} pairs?$`));
    await page.selectOption("#table-scope", "all");
    await page.waitForFunction(() =>
        / frames$/.test(document.getElementById("table-count").textContent),
    );
    const bad = await page.evaluate(() => selvage.film.totals.filter((total) => total > 0).length);
    const pairs = await page.evaluate(() => selvage.film.totals.reduce((a, b) => a + b, 0));
    assert.equal(await count(), `${pairs.toLocaleString("en")} pairs in ${bad} frames`);
    await page.locator("#table-head button").nth(7).click();
    const heights = (await column(8).allTextContents()).map(Number);
    assert.ok(heights.length > 5 && heights.every((z, i) => i === 0 || heights[i - 1] <= z));
    const name = (await column(3).first().textContent()).split(" of ")[0];
    await page.fill("#table-filter", name);
    assert.match(await count(), / of /);
    assert.ok(
        (await column(3).allTextContents())
            .concat(await column(4).allTextContents())
            .some((cell) => cell.includes(name)),
    );
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("#table-csv").click(),
    ]);
    const rows = readFileSync(await download.path(), "utf8")
        .trimEnd()
        .split("\r\n");
    const shown = Number((await count()).split(" ")[0].replaceAll(",", ""));
    assert.equal(rows.length, 1 + shown);
    assert.ok(rows.every((row) => row.split(",").length === 13));
    const frame = Number(await column(1).first().textContent());
    await column(1).first().click();
    assert.equal(await page.locator("#table").isVisible(), false);
    assert.equal(await frameOf(page), frame);
    assert.ok((await page.evaluate(() => selvage.selected)) >= 0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    assert.equal(await page.locator("#table").isVisible(), true);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#table").isVisible(), false);
}

// Fingers at these places, through the browser's own input.
async function touch(client, type, points) {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await client.send("Input.dispatchTouchEvent", { type, touchPoints });
}

async function checkTouch(page) {
    const client = await page.context().newCDPSession(page);
    const box = await page.locator("#view").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const look = () =>
        page.evaluate(() => {
            const { camera, controls } = selvage.stage;
            const way = camera.position.clone().sub(controls.target);
            return { away: way.length(), way: way.normalize().toArray() };
        });
    const start = await look();
    await touch(client, "touchStart", [[x, y]]);
    await touch(client, "touchMove", [[x + 60, y]]);
    await touch(client, "touchEnd", []);
    await page.waitForFunction((way) => {
        const { camera, controls } = selvage.stage;
        const now = camera.position.clone().sub(controls.target).normalize();
        return now.x * way[0] + now.y * way[1] + now.z * way[2] < 0.99;
    }, start.way);
    await touch(client, "touchStart", [
        [x - 30, y],
        [x + 30, y],
    ]);
    await touch(client, "touchMove", [
        [x - 90, y],
        [x + 90, y],
    ]);
    await touch(client, "touchEnd", []);
    await page.waitForFunction((away) => {
        const { camera, controls } = selvage.stage;
        return camera.position.distanceTo(controls.target) < 0.8 * away;
    }, start.away);
    await page.evaluate(() => {
        selvage.seek(selvage.film.totals.findIndex((total) => total > 0));
        selvage.stage.fit();
    });
    const [u, v] = await page.evaluate(() => selvage.stage.screen(selvage.pairs[0].point));
    await page.touchscreen.tap(box.x + u * box.width, box.y + v * box.height);
    await page.waitForFunction(() => selvage.selected >= 0);
    const line = await page.locator("#timeline").boundingBox();
    await page.touchscreen.tap(line.x + 3, line.y + line.height / 2);
    assert.equal(await frameOf(page), 0);
    await touch(client, "touchStart", [[line.x + 3, line.y + 10]]);
    await touch(client, "touchMove", [[line.x + line.width - 1, line.y + 10]]);
    await touch(client, "touchEnd", []);
    await page.waitForFunction(() => selvage.time > selvage.film.frameCount - 3);
}

async function checkSwitches(page) {
    const visible = () => page.evaluate(() => selvage.stage.surfaces[1].group.visible);
    await page.keyboard.press("2");
    assert.equal(await visible(), false);
    await page.keyboard.press("2");
    assert.equal(await visible(), true);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), "light");
    await page.keyboard.press("d");
    assert.equal(await theme(), "dark");
    const light = await page.evaluate(() => {
        const [, r, g, b] = /(\d+), (\d+), (\d+)/.exec(getComputedStyle(document.body).color);
        return (Number(r) + Number(g) + Number(b)) / 765;
    });
    assert.ok(light > 0.8, "text is light on dark");
    await page.keyboard.press("p");
    assert.equal(await page.locator("#panel").isVisible(), false);
    await page.keyboard.press("p");
}

async function checkFilm(page) {
    assert.match(await text(page, "#summary"), /with second\.obj/);
    const first = await page.evaluate(() => selvage.film.totals.findIndex((total) => total > 0));
    assert.equal(await frameOf(page), first);
    await checkMotion(page);
    await checkTimeline(page);
    await checkSelection(page);
    await page.keyboard.press("f");
    await page.keyboard.press("x");
    await checkPicture(page);
    await page.keyboard.press("x");
    await checkLooks(page);
    await checkTable(page);
    await checkSwitches(page);
}

async function checkNarrow(page, name) {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 400, `${wide} pixels wide`);
    assert.equal(await page.locator("#summary").isVisible(), true);
    if (name === "film") {
        await checkTouch(page);
    }
}

// Without WebGL the page still tells what was found.
async function checkNoPicture() {
    const complaints = [];
    const page = await openReport("film", { noWebGL: true }, complaints);
    assert.match(await text(page, "#message"), /No WebGL/);
    assert.equal(await page.locator("#message").isVisible(), true);
    assert.match(await text(page, "#summary"), /with second\.obj/);
    await page.locator(".pair").first().click();
    assert.equal(await page.evaluate(() => selvage.selected), 0);
    for (const key of ["ArrowRight", "f", "c", "w", "x", "u", "d", "t", "Escape", "Home"]) {
        await page.keyboard.press(key);
    }
    assert.equal(await frameOf(page), 0);
    await page.close();
    // three.js says in the console why it cannot draw.
    assert.deepEqual(
        complaints.filter((text) => !/WebGL/.test(text)),
        [],
    );
    console.log("without WebGL: as it should be");
}

const checks = { step: checkStep, mesh: checkMesh, clean: checkClean, film: checkFilm };
for (const [name, check] of Object.entries(checks)) {
    const complaints = [];
    const page = await openReport(name, { viewport: { width: 1000, height: 700 } }, complaints);
    await check(page);
    await page.close();
    const phone = { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true };
    const narrow = await openReport(name, phone, complaints);
    await checkNarrow(narrow, name);
    await narrow.close();
    assert.deepEqual(complaints, []);
    console.log(`${name}: as it should be`);
}
await checkNoPicture();
await browser.close();
