// Checks the links of all pages of a folder: every relative one leads to a file (and an anchor in it)
// inside the folder, and nothing that a page loads is elsewhere.
// usage: node check_links.mjs FOLDER
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const folder = resolve(process.argv[2] ?? "site");
const pages = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".html"));
const bad = [];
let links = 0;

// The page without what is inside scripts and styles, which may contain anything.
const read = (path) =>
    readFileSync(path, "utf8").replace(/<(script|style)\b([^>]*)>[\s\S]*?<\/\1>/g, "<$1$2></$1>");
const anchors = new Map();
function hasAnchor(path, name) {
    if (!anchors.has(path)) {
        const found = [...read(path).matchAll(/\s(?:id|name)\s*=\s*"([^"]*)"/g)];
        anchors.set(path, new Set(found.map((match) => match[1])));
    }
    return anchors.get(path).has(name);
}

for (const page of pages) {
    const path = join(folder, page);
    for (const [, tag, attributes] of read(path).matchAll(/<([a-z0-9]+)((?:\s[^<>]*)?)>/gi)) {
        const found = attributes.match(/\s(href|src|data-src)\s*=\s*(?:"([^"]*)"|'([^']*)')/i);
        if (found === null) {
            continue;
        }
        const target = (found[2] ?? found[3]).replaceAll("&amp;", "&");
        ++links;
        if (/^(data:|blob:|mailto:|javascript:)/.test(target)) {
            continue;
        }
        if (/^([a-z]+:)?\/\//i.test(target)) {
            if (tag.toLowerCase() !== "a" && tag.toLowerCase() !== "area") {
                bad.push(`${page}: <${tag}> loads ${target}`);
            }
            continue;
        }
        const [file, anchor] = target.split("#");
        const to = file === "" ? path : join(dirname(path), decodeURI(file.split("?")[0]));
        if (relative(folder, to).startsWith("..") || !existsSync(to) || !statSync(to).isFile()) {
            bad.push(`${page}: no ${target}`);
        } else if (anchor && to.endsWith(".html") && tag === "a" && !hasAnchor(to, decodeURIComponent(anchor))) {
            bad.push(`${page}: no anchor ${target}`);
        }
    }
}
for (const line of bad) {
    console.error(line);
}
console.log(`${pages.length} pages, ${links} links, ${bad.length} broken`);
process.exit(bad.length > 0 ? 1 : 0);
