// Bundles the viewer into one page and writes it twice: FOLDER/viewer.html, and FOLDER/web_page.c, the
// same bytes for the tool.
// usage: node build.mjs FOLDER
import { buildSync } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
if (folder === undefined) {
    console.error("usage: node build.mjs FOLDER");
    process.exit(2);
}

function bundle(entry) {
    const result = buildSync({
        entryPoints: [join(here, "src", entry)],
        bundle: true,
        minify: true,
        write: false,
        format: "iife",
        target: "es2022",
        charset: "utf8",
        legalComments: "inline",
    });
    // What would end the element that it goes into.
    return result.outputFiles[0].text
        .replaceAll("</script", "<\\/script")
        .replaceAll("<!--", "<\\!--");
}

// The licence of three.js goes with its code.
const licence = readFileSync(join(here, "node_modules", "three", "LICENSE"), "utf8");
const page = readFileSync(join(here, "src", "page.html"), "utf8")
    .replace("/*style*/", () => bundle("style.css"))
    .replace("/*worker*/", () => bundle("unpack_worker.js"))
    .replace("/*script*/", () => `/* three.js\n${licence}*/\n${bundle("main.js")}`);

const bytes = Buffer.from(page, "utf8");
const rows = [];
for (let i = 0; i < bytes.length; i += 32) {
    rows.push(`    ${bytes.subarray(i, i + 32).join(",")},`);
}
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "viewer.html"), bytes);
writeFileSync(
    join(folder, "web_page.c"),
    `// Made by viewer/web/build.mjs.\n#include "viewer/web_page.h"\n\n` +
        `const unsigned char svWebPage[] = {\n${rows.join("\n")}\n    0};\n` +
        `const size_t svWebPageSize = ${bytes.length};\n`,
);
