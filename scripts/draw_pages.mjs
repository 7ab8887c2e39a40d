// Pictures of the viewer's page, taken in a browser.
// usage: node draw_pages.mjs still PAGE.html PICTURE.png [WIDTH HEIGHT [SCRIPT]]
//        node draw_pages.mjs frames PAGE.html FOLDER [WIDTH HEIGHT]
//        node draw_pages.mjs demo PAGE.html PICTURE.png [WIDTH HEIGHT [SCRIPT]]
// A still waits until the picture has settled. SCRIPT is run in the page before. Frames play the
// film once, while the camera goes round a little, and end with a flight to a pair. Of the live
// demo it is a step some time after the beginning.
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "viewer/web/node_modules");
const { chromium } = await import(pathToFileURL(join(modules, "playwright-core", "index.mjs")));

const FRAMES = 60; // of the animation
const FLIGHT = 16; // of them, at the end
const FLOWN = 700; // milliseconds that a flight takes (camera.js)
const DEMO_STEPS = 50; // until the picture
const SETTLED = 32; // pictures that a still is the mean of

const [mode, file, target, width = "1400", height = "900", script = ""] = process.argv.slice(2);
const browser = await chromium.launch({
    executablePath: process.env.BROWSER ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage({
    viewport: { width: Number(width), height: Number(height) },
    colorScheme: process.env.DARK === "1" ? "dark" : "light",
});
page.setDefaultTimeout(600000);
await page.goto(String(pathToFileURL(resolve(file))));

async function takeStill() {
    await page.waitForFunction(() => globalThis.selvage !== undefined);
    await page.evaluate(async (code) => {
        await eval(code);
        selvage.stage.beFine();
    }, script);
    await page.waitForFunction(
        (count) => selvage.stage.settled >= count && selvage.stage.viewpoint.flight === null,
        SETTLED,
    );
    await page.screenshot({ path: target });
}

// The page as it plays; nothing runs by itself, so that no frame depends on the machine.
async function takeFrames() {
    mkdirSync(target, { recursive: true });
    await page.waitForFunction(() => globalThis.selvage !== undefined);
    await page.evaluate(() => {
        selvage.stage.beFine();
        selvage.stage.settles = false;
        globalThis.start = selvage.stage.camera.position.clone().sub(selvage.stage.controls.target);
    });
    const axis = { x: 0, y: 1, z: 0 };
    for (let i = 0; i < FRAMES; ++i) {
        await page.evaluate(
            ([share, up, fly]) => {
                const { stage, film } = selvage;
                const { camera, controls, viewpoint } = stage;
                if (fly < 0) {
                    selvage.seek(Math.round(share * (film.frameCount - 1)));
                    const angle = 0.5 * Math.sin(2.2 * share);
                    const way = start.clone().applyAxisAngle(up, angle);
                    camera.position.copy(controls.target).add(way);
                    camera.lookAt(controls.target);
                } else {
                    if (fly === 0) {
                        // The pair that is nearest to who looks.
                        const { pairs } = selvage;
                        const place = camera.position.clone();
                        const away = pairs.map(({ point }) =>
                            place
                                .fromArray(point)
                                .applyMatrix4(stage.root.matrix)
                                .distanceTo(camera.position),
                        );
                        selvage.select(away.indexOf(Math.min(...away)));
                    }
                    globalThis.flight ??= viewpoint.flight;
                    viewpoint.flight = null; // goes on below
                }
            },
            [i / (FRAMES - FLIGHT), axis, (i - (FRAMES - FLIGHT)) / (0.7 * FLIGHT)],
        );
        await page.waitForFunction(() => !selvage.stage.waiting);
        await page.evaluate(
            ([fly, flown]) => {
                const { stage } = selvage;
                if (fly >= 0) {
                    stage.viewpoint.flight = globalThis.flight;
                    globalThis.flight.begin = performance.now() - flown * Math.min(1, fly);
                    stage.viewpoint.advance();
                    stage.viewpoint.flight = null;
                }
                stage.draw();
            },
            [(i - (FRAMES - FLIGHT)) / (0.7 * FLIGHT), FLOWN],
        );
        await page.screenshot({ path: join(target, `${String(i).padStart(3, "0")}.png`) });
    }
}

async function takeDemo() {
    const tried = () => page.evaluate(() => demo.world?.picture?.tried ?? -1);
    await page.waitForFunction(() => globalThis.demo?.world?.picture !== undefined);
    await page.evaluate(() => demo.setRunning(false));
    for (let i = 0; i < DEMO_STEPS; ++i) {
        const before = await tried();
        await page.evaluate(() => demo.step());
        await page.waitForFunction((n) => demo.world?.picture?.tried > n, before);
    }
    await page.evaluate(async (code) => {
        demo.world.stage.beFine();
        await eval(code);
    }, script);
    const before = await tried();
    await page.evaluate(() => demo.step());
    await page.waitForFunction((n) => demo.world?.picture?.tried > n, before);
    await page.waitForTimeout(3000);
    await page.screenshot({ path: target });
}

const takes = { still: takeStill, frames: takeFrames, demo: takeDemo };
await takes[mode]();
await browser.close();
