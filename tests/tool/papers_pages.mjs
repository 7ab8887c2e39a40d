// Pages of papers at three widths, light and dark: nothing wider than the window, every cell of a
// table can be brought into sight, charts can be read, no error, no request.
// usage: node papers_pages.mjs NODE-MODULES BROWSER FOLDER
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath, folder] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(join(modules, "playwright-core", "index.mjs")));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

async function openPage(name, width, colorScheme, complaints) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const url = String(pathToFileURL(resolve(folder, name)));
    page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") {
            complaints.push(`console: ${message.text()}`);
        }
    });
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    page.on("request", (request) => {
        if (request.url() !== url && !request.url().startsWith("data:")) {
            complaints.push(`request: ${request.url()}`);
        }
    });
    await page.goto(url);
    return page;
}

// Runs in the page. What is outside of the window's width, unless it can be scrolled to in a box.
function findWide() {
    const wide = [];
    if (document.scrollingElement.scrollWidth > innerWidth) {
        wide.push(`the page: ${document.scrollingElement.scrollWidth}`);
    }
    for (const element of document.querySelectorAll("main *")) {
        const box = element.getBoundingClientRect();
        const isOut = box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
        if (isOut && element.closest(".scroll, svg") === null) {
            wide.push(`${element.tagName}.${element.className}: ${box.left} to ${box.right}`);
        }
    }
    return wide;
}

// Runs in the page. Cells of the heads and of the first and last rows that cannot be scrolled into
// sight: what is seen at their place is another element, the first column that stays in front of the
// others for example.
function findHiddenCells() {
    const hidden = [];
    const rows = ["thead tr", "tbody tr:first-child", "tbody tr:last-child"];
    const cells = rows.flatMap((row) => [`${row} > td`, `${row} > th`]);
    for (const cell of document.querySelectorAll(cells)) {
        if (cell.textContent === "" || cell.getClientRects().length === 0) {
            continue; // nothing in it, or heads of a table that is told as cards
        }
        cell.scrollIntoView({ block: "nearest", inline: "end" });
        const box = cell.getBoundingClientRect();
        const places = [box.right - 4, box.left + box.width / 2];
        const seen = places.every((x) => {
            const found = document.elementFromPoint(x, box.top + box.height / 2);
            return found !== null && (found === cell || cell.contains(found));
        });
        if (!seen) {
            hidden.push(`${cell.textContent} in ${cell.closest("figure")?.textContent.slice(0, 60)}`);
        }
    }
    return hidden;
}

// Runs in the page. Faults of the charts: drawn twice or not at all, letters too small, or outside of
// the drawing, values that do not tell themselves.
function findBadCharts() {
    const bad = [];
    for (const figure of document.querySelectorAll("figure.chart")) {
        const shown = [...figure.querySelectorAll("svg")].filter((svg) => svg.clientWidth > 0);
        const name = shown[0]?.getAttribute("aria-label");
        if (shown.length !== 1) {
            bad.push(`${name}: ${shown.length} charts are shown`);
            continue;
        }
        const [svg] = shown;
        const frame = svg.getBoundingClientRect();
        const letters = (13 * frame.width) / svg.viewBox.baseVal.width;
        if (letters < 9.5 || letters > 20) {
            bad.push(`${name}: letters of ${letters} pixels`);
        }
        for (const text of svg.querySelectorAll("text")) {
            const box = text.getBoundingClientRect();
            const isOut = box.left < frame.left - 1 || box.right > frame.right + 1;
            if (isOut || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
                bad.push(`${name}: "${text.textContent}" is cut off`);
            }
        }
        const shapes = svg.querySelectorAll("rect:not([height='11.0']), circle").length;
        if (shapes > 0 && svg.querySelector("rect > title, circle > title, path > title") === null) {
            bad.push(`${name}: no values under the pointer`);
        }
    }
    return bad;
}

const lightOf = (page) =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)[0]);

async function checkPage(name, width, scheme) {
    const where = `${name} at ${width} pixels, ${scheme}`;
    const complaints = [];
    const page = await openPage(name, width, scheme, complaints);
    assert.deepEqual(await page.evaluate(findWide), [], `${where}: too wide`);
    assert.deepEqual(await page.evaluate(findBadCharts), [], `${where}: charts`);
    if (scheme === "light") {
        assert.deepEqual(await page.evaluate(findHiddenCells), [], `${where}: hidden cells`);
    }
    const light = await lightOf(page);
    assert.ok(scheme === "light" ? light > 200 : light < 60, `${where}: background ${light}`);
    assert.deepEqual(complaints, [], where);
    const counts = await page.evaluate(() => [
        document.querySelectorAll("td").length,
        document.querySelectorAll("figure.chart").length,
    ]);
    await page.close();
    return counts;
}

// Without the viewer's pages of scenes, which stand beside them.
const names = readdirSync(folder).filter((name) => /^(index|[a-z]+\d+)\.html$/.test(name));
assert.ok(names.length >= 4 && names.includes("index.html"), "pages of a run of all papers");
for (const name of names) {
    for (const width of [1400, 1000, 400]) {
        const [cells, charts] = await checkPage(name, width, "light");
        assert.ok(name === "index.html" || (cells > 0 && charts > 0), `${name}: empty`);
    }
    await checkPage(name, 400, "dark");
    // On paper it is light, whatever the screen is, and the tables fit.
    const page = await openPage(name, 760, "dark", []);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.ok((await lightOf(page)) > 200, `${name}: dark paper`);
    await page.close();
}
await browser.close();
console.log(`${names.length} pages`);
