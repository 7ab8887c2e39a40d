// The coarse mesh that is drawn in motion where drawing is slow: it covers what the fine one does,
// and joins nothing that edges do not join.
// usage: node coarse_mesh.mjs VIEWER-SOURCES
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const { coarseIndices } = await import(pathToFileURL(`${process.argv[2]}/lod.js`));
const SIDE = 120; // cells
const ROW = SIDE + 1;

// Two square sheets that lie on each other, and a vertex in no triangle.
const indices = [];
for (const first of [0, ROW * ROW]) {
    for (let j = 0; j < SIDE; ++j) {
        for (let i = 0; i < SIDE; ++i) {
            const v = first + j * ROW + i;
            indices.push(v, v + 1, v + ROW, v + 1, v + ROW + 1, v + ROW);
        }
    }
}
const fine = Uint32Array.from(indices);
const count = 2 * ROW * ROW + 1;
const place = (v) => [(v % (ROW * ROW)) % ROW, Math.floor((v % (ROW * ROW)) / ROW)];

function areaOf(triangles) {
    let area = 0;
    for (let i = 0; i < triangles.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => place(triangles[i + k]));
        area += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }
    return area / (SIDE * SIDE);
}

assert.equal(coarseIndices(fine, count, fine.length / 3), fine);
for (const wanted of [200, 1000, 6000]) {
    const coarse = coarseIndices(fine, count, wanted);
    const triangles = coarse.length / 3;
    assert.ok(triangles > wanted / 3 && triangles < 3 * wanted, `${triangles} for ${wanted}`);
    assert.ok(Math.abs(areaOf(coarse) - 2) < 0.25, `covers ${areaOf(coarse)} of 2`);
    for (let i = 0; i < coarse.length; i += 3) {
        const sheets = [0, 1, 2].map((k) => coarse[i + k] < ROW * ROW);
        assert.ok(sheets[0] === sheets[1] && sheets[1] === sheets[2], "two sheets are joined");
    }
}
console.log("coarse meshes cover what the fine one does");
