// Bundles the page of the live demo: one file with style, script, worker and module, FOLDER/index.html;
// and beside it, if it was built, the module with threads, for hosts that isolate their pages.
// usage: node build.mjs MODULE.js FOLDER [HOME] [THREADS-FOLDER]
import { createRequire } from "node:module";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, "..", "..", "viewer", "web", "node_modules");
const { buildSync } = createRequire(join(packages, "here.js"))("esbuild");
const [modulePath, folder, home, threads] = process.argv.slice(2);
if (folder === undefined) {
    console.error("usage: node build.mjs MODULE.js FOLDER [HOME] [THREADS-FOLDER]");
    process.exit(2);
}

// What would end the element that it goes into.
const inert = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

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
        nodePaths: [packages],
    });
    return inert(result.outputFiles[0].text);
}

const module = inert(readFileSync(modulePath, "utf8"));
const licence = readFileSync(join(packages, "three", "LICENSE"), "utf8");
const link = home ? `<a href="${home}" title="all of Selvage">Selvage</a> · ` : "";
const page = readFileSync(join(here, "src", "page.html"), "utf8")
    .replace("<!--home--><span>Selvage live</span>", () => `${link}<span>${home ? "live" : "Selvage live"}</span>`)
    .replace("/*style*/", () => bundle("style.css"))
    .replace("/*worker*/", () => `${module}\nglobalThis.createDemoModule = createDemoModule;\n${bundle("worker.js")}`)
    .replace("/*script*/", () => `/* three.js\n${licence}*/\n${bundle("main.js")}`);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "index.html"), page);
if (threads && existsSync(threads)) {
    mkdirSync(join(folder, "threads"), { recursive: true });
    for (const name of ["demo-module.js", "demo-module.wasm", "demo-module.worker.js"]) {
        copyFileSync(join(threads, name), join(folder, "threads", name));
    }
}
