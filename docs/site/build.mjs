// The pages to read: every Markdown file of the repository as HTML, in FOLDER/docs, and FOLDER/index.html.
// Links between them stay, pictures are copied; what a link names that is not in the site becomes text.
// usage: node build.mjs FOLDER
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Marked } from "marked";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "..", "..");
const folder = process.argv[2];
if (folder === undefined) {
    console.error("usage: node build.mjs FOLDER");
    process.exit(2);
}

// [heading, files]: the navigation.
const GROUPS = [
    ["Begin", ["README.md", "docs/tool.md", "docs/simulator.md", "docs/demo.md", "docs/scenes.md"]],
    [
        "Library",
        [
            "docs/api.md",
            "docs/definitions.md",
            "docs/meshes.md",
            "docs/formats.md",
            "docs/patches.md",
            "docs/glossary.md",
            "docs/platforms.md",
            "docs/extending.md",
        ],
    ],
    ["Inside", ["src/README.md", "sim/README.md", "docs/benchmarks.md"]],
    [
        "Papers",
        [
            "papers/README.md",
            "papers/ding2013/README.md",
            "papers/bade2015/README.md",
            "papers/wang2018/README.md",
            "papers/zhang2012/README.md",
            "papers/han2021/README.md",
            "papers/methods/README.md",
            "papers/scenes/README.md",
        ],
    ],
    ["Project", ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]],
];

const listed = GROUPS.flatMap(([, files]) => files);
const others = readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md") && !listed.includes(`docs/${name}`))
    .map((name) => `docs/${name}`);
GROUPS[1][1].push(...others);
const files = GROUPS.flatMap(([, list]) => list).filter((file) => existsSync(join(root, file)));

// Where a Markdown file goes in the site.
function pageOf(file) {
    const name = file === "README.md" ? "readme" : file.replace(/\/README\.md$/, "").replace(/\.md$/, "");
    return `docs/${name.replace(/^docs\//, "").replaceAll("/", "-").toLowerCase()}.html`;
}
const pages = new Map(files.map((file) => [file, pageOf(file)]));

// As GitHub makes anchors.
function slug(text, used) {
    const base = text
        .toLowerCase()
        .replace(/<[^>]*>/g, "")
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-");
    let name = base;
    for (let i = 1; used.has(name); ++i) {
        name = `${base}-${i}`;
    }
    used.add(name);
    return name;
}

const escape = (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

// A link's target, from the page of `file`; null: it is not in the site.
function targetOf(href, file) {
    if (/^(https?:|mailto:)/.test(href)) {
        return href;
    }
    const [path, anchor] = href.split("#");
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (path === "") {
        return hash;
    }
    let at = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, "");
    at = pages.has(`${at}/README.md`) ? `${at}/README.md` : at;
    const from = posix.dirname(pageOf(file));
    if (pages.has(at)) {
        return posix.relative(from, pages.get(at)) + hash;
    }
    if (/\.(png|svg|jpg|gif|webp|mp4|webm)$/.test(at) && existsSync(join(root, at))) {
        const copy = join(folder, "files", at);
        mkdirSync(dirname(copy), { recursive: true });
        copyFileSync(join(root, at), copy);
        return posix.relative(from, `files/${at}`);
    }
    return null;
}

function convert(file) {
    const used = new Set();
    let title = "";
    const marked = new Marked({
        renderer: {
            heading({ tokens, depth }) {
                const text = this.parser.parseInline(tokens);
                title ||= text.replace(/<[^>]*>/g, "");
                return `<h${depth} id="${slug(text, used)}">${text}</h${depth}>\n`;
            },
            link({ href, tokens }) {
                const text = this.parser.parseInline(tokens);
                const target = targetOf(href, file);
                return target === null ? text : `<a href="${escape(target)}">${text}</a>`;
            },
            image({ href, text }) {
                const target = targetOf(href, file);
                const alt = escape(text.replace(/\s+/g, " "));
                return target === null ? alt : `<img src="${escape(target)}" alt="${alt}" loading="lazy">`;
            },
        },
    });
    const html = marked
        .parse(readFileSync(join(root, file), "utf8"))
        .replaceAll("<table>", '<div class="table"><table>')
        .replaceAll("</table>", "</table></div>");
    return { title, html };
}

const TABS = [
    ["demo/index.html", "Live demo"],
    ["docs/readme.html", "Documentation"],
    ["papers/index.html", "Five papers"],
    ["samples/report.html", "A report"],
];

// `page`: where it is in the site.
function frame(page, title, body) {
    const up = posix.relative(posix.dirname(page), ".") || ".";
    const tabs = TABS.filter(([path]) => existsSync(join(folder, path)) || path.startsWith("docs/"))
        .map(([path, name]) => {
            const here = page.startsWith("docs/") && path.startsWith("docs/") ? " aria-current" : "";
            return `<a href="${up}/${path}"${here}>${name}</a>`;
        })
        .join("");
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === "Selvage" ? title : `${title} – Selvage`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}/style.css">
<script src="${up}/page.js"></script>
</head>
<body>
<header>
<a class="name" href="${up}/index.html">Selvage</a>
<nav>${tabs}</nav>
<button id="theme" type="button" title="Dark or light" aria-label="dark or light"><svg viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.2" class="line"/><path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z"/></svg></button>
</header>
${body}
</body>
</html>
`;
}

const converted = new Map(files.map((file) => [file, convert(file)]));
const shortTitle = (file) =>
    file === "README.md" ? "Overview" : converted.get(file).title.split(/[:,]/)[0];

function navigation(current) {
    const groups = GROUPS.map(([heading, list]) => {
        const links = list
            .filter((file) => pages.has(file))
            .map((file) => {
                const here = file === current ? ' aria-current="page"' : "";
                const target = posix.relative("docs", pages.get(file));
                return `<a href="${target}"${here}>${escape(shortTitle(file))}</a>`;
            });
        return `<div><h2>${heading}</h2>${links.join("")}</div>`;
    });
    return `<aside><details id="menu" open><summary>Contents</summary>${groups.join("\n")}</details></aside>`;
}

mkdirSync(join(folder, "docs"), { recursive: true });
for (const [file, page] of pages) {
    const { title, html } = converted.get(file);
    const body = `<div class="page">\n${navigation(file)}\n<article>\n${html}</article>\n</div>`;
    writeFileSync(join(folder, page), frame(page, title, body));
}

// The first page: what there is, and the demo, moving.
const CARDS = [
    ["demo/index.html", "Live demo", "Drag a ball into a cloth, pull and pin it; see the hierarchy, the contacts and what published methods miss."],
    ["docs/readme.html", "Documentation", "The tool, the simulator, the library's interface and how it works inside."],
    ["papers/index.html", "Five papers, made again", "Their experiments beside the exact answer: what each claims, and whether it came out."],
    ["samples/report.html", "A report of selvage check", "A mesh that collides with itself: where, and when."],
    ["samples/simulation.html", "A simulation, filmed", "A cloth that falls over a ball, frame by frame."],
    ["api/index.html", "Reference", "Every public function and type."],
];
const cards = CARDS.filter(([path]) => path.startsWith("docs/") || existsSync(join(folder, path)))
    .map(([path, name, about]) => `<a href="${path}"><b>${name}</b><span>${about}</span></a>`)
    .join("\n");
const hasDemo = existsSync(join(folder, "demo", "index.html"));
const moving = hasDemo
    ? `<div class="frame"><iframe src="demo/index.html#curtain,embedded" title="a cloth to play with"></iframe></div>`
    : "";
const index = `<div class="hero">
<div>
<h1>Selvage</h1>
<p>Exact collision detection for cloth and other deforming triangle meshes: every contact of a step, none
invented, the same bytes on every machine.</p>
<p>${hasDemo ? '<a class="call first" href="demo/index.html">Play with a cloth</a>' : ""}<a class="call" href="docs/readme.html">Read</a></p>
</div>
${moving}
</div>
<div class="cards">
${cards}
</div>
<footer>A folder of static files: no server, no network.</footer>`;
writeFileSync(join(folder, "index.html"), frame("index.html", "Selvage", index));
copyFileSync(join(here, "style.css"), join(folder, "style.css"));
copyFileSync(join(here, "page.js"), join(folder, "page.js"));
console.log(`${files.length} pages in ${relative(process.cwd(), folder) || "."}`);
