// Layers of films (viewer/film_layers.c) as the page reads them, against what the library says of
// the same query (layers.json); and what the page computes from them.
// usage: node read_layers.mjs SOURCES FOLDER
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [sources, folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${sources}/${name}.js`));
const { Film } = await load("film");
const { leavesOfFaces } = await load("layer_reader");
const shapes = await load("layer_shapes");
const { hitOf } = await load("hit");
const expected = JSON.parse(readFileSync(`${folder}/layers.json`, "utf8"));

const VOLUMES = ["box", "sphere", "dop18"];
const KEPT = 8000; // of a list of pairs

function openFilm(name) {
    const html = readFileSync(`${folder}/${name}.html`, "utf8");
    const description = JSON.parse(/id="film">([^]*?)<\/script>/.exec(html)[1]);
    return new Film(description, /id="film-bytes">([^<]*)</.exec(html)[1]);
}

// The origin of a slab, or of a coordinate of a sphere.
function originOf(film, volume, k) {
    const o = film.origin;
    const slabs = volume === "box" ? 3 : 9;
    return [
        o[0],
        o[1],
        o[2],
        o[0] + o[1],
        o[0] + o[2],
        o[1] + o[2],
        o[0] - o[1],
        o[0] - o[2],
    ].concat(o[1] - o[2])[volume === "sphere" ? k : k % slabs];
}

// Bounds are rounded outwards, by no more than two quanta.
function checkBounds(film, volume, read, row) {
    const count = row.length;
    for (let k = 0; k < count; ++k) {
        const isRadius = volume === "sphere" && k === 3;
        const exact = (row[k] - (isRadius ? 0 : originOf(film, volume, k))) / film.quantum;
        const outward = k < count / 2 && !isRadius ? exact - read[k] : read[k] - exact;
        if (volume === "sphere" && k < 3) {
            assert.ok(Math.abs(outward) <= 0.5 + 1e-6, `centre: ${outward}`);
        } else {
            assert.ok(outward > -1e-6 && outward < 2, `${volume} ${k}: ${outward}`);
        }
    }
}

function checkLevels(film, layers, { levels, items }, volume) {
    levels.forEach((rows, l) => {
        const level = layers.levels[l];
        assert.equal(level.count, rows.length);
        const overlapping = new Set(
            items.filter(([at, a, b]) => at === l && a !== b).flatMap(([, a, b]) => [a, b]),
        );
        rows.forEach((row, i) => {
            const size = (row.length - 1) / 2;
            for (const time of [0, 1]) {
                const read = level.bounds[time].subarray(size * i, size * (i + 1));
                checkBounds(film, volume, read, row.slice(size * time, size * (time + 1)));
            }
            assert.equal((level.flags[i] >> 3) & 3, row.at(-1)); // free of self-collision
            assert.equal(level.flags[i] & 1, overlapping.has(i) ? 1 : 0);
        });
    });
}

// Leaves that meet one that is no neighbour, and what is above them.
function checkMeetings(film, layers, { leaves, items }) {
    const verticesOf = ({ mesh, faces }) =>
        new Set(
            faces.flatMap((face) => [
                ...film.objects[mesh].indices.subarray(3 * face, 3 * face + 3),
            ]),
        );
    const vertices = leaves.map(verticesOf);
    const meeting = layers.levels.map(() => new Set());
    for (const [level, a, b] of items) {
        const apart =
            leaves[a]?.mesh !== leaves[b]?.mesh ||
            (level === 0 && ![...vertices[a]].some((v) => vertices[b].has(v)));
        for (let l = 0; level === 0 && apart && a >> (4 * l) !== b >> (4 * l); ++l) {
            meeting[l].add(a >> (4 * l)).add(b >> (4 * l));
        }
    }
    layers.levels.forEach(({ flags }, l) =>
        flags.forEach((flag, i) => assert.equal((flag >> 1) & 1, meeting[l].has(i) ? 1 : 0)),
    );
    assert.ok(meeting[0].size > 0 && meeting[0].size < leaves.length);
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// Cones hold the normals below, masks are those of the faces.
function checkNormals(layers, { leaves }) {
    const below = leaves.map(({ normals }) => normals);
    layers.levels.forEach(({ count, cones, masks }, l) => {
        for (let i = 0; i < count; ++i) {
            const mine = leaves.slice(16 ** l * i, 16 ** l * (i + 1));
            assert.equal(masks[i], mine.map(({ mask }) => mask).reduce((a, b) => a & b) >>> 0);
            const axis = cones.subarray(4 * i, 4 * i + 3);
            if (axis.every((x) => x === 0)) {
                continue;
            }
            for (const normal of below.slice(16 ** l * i, 16 ** l * (i + 1)).flat()) {
                const cosine = dot(normal, axis) / Math.hypot(...normal) / Math.hypot(...axis);
                const slack = 1e-3; // the axis is rounded
                assert.ok(Math.acos(Math.min(1, cosine)) <= cones[4 * i + 3] + slack);
            }
        }
    });
    assert.ok(layers.levels[0].cones.some((x) => x !== 0));
}

function checkPairs(film, layers, { items, contacts, candidates, leaves }) {
    const leafPairs = items.filter(([level]) => level === 0);
    const { totals } = layers;
    assert.equal(totals.leafPairs, leafPairs.length);
    assert.equal(totals.nodePairs, items.length - leafPairs.length);
    assert.deepEqual(totals.candidates, candidates);
    const counts = [0, 1].map((kind) => contacts.filter((row) => row[0] === kind).length);
    assert.deepEqual(totals.contacts, counts);
    const known = new Set(leafPairs.map(([, a, b]) => `${a} ${b}`));
    const read = [];
    for (let i = 0; i < layers.leafPairs.length; i += 2) {
        read.push(`${layers.leafPairs[i]} ${layers.leafPairs[i + 1]}`);
    }
    assert.equal(new Set(read).size, Math.min(KEPT, known.size));
    assert.ok(read.every((pair) => known.has(pair)));
    assert.equal(layers.candidates.length, Math.min(KEPT, candidates[0] + candidates[1]));
    for (const { areEdges, a, b } of layers.candidates) {
        const { objects } = film;
        assert.ok(a.ids.every((id) => id < objects[a.object].vertices));
        const last = areEdges ? objects[b.object].vertices : objects[b.object].triangles;
        assert.ok(b.ids.every((id) => id < last));
    }
    assert.ok(leaves.length > 0);
}

function checkContacts(film, layers, { contacts }) {
    const shorten = (x) => Math.fround(x).toPrecision(6);
    const known = new Set(contacts.map((row) => row.slice(0, 5).map(shorten).join()));
    assert.equal(layers.contacts.length, Math.min(KEPT, contacts.length));
    for (const { areEdges, time, point, normal } of layers.contacts) {
        assert.ok(known.has([areEdges ? 1 : 0, time, ...normal].map(shorten).join()));
        // Inside the box of everything.
        point.forEach((x, d) => {
            const [low, high] = ["low", "high"].map(
                (end) => (film.description[end][d] - film.origin[d]) / film.quantum,
            );
            assert.ok(x >= low - 1 && x <= high + 1);
        });
    }
}

// Bounds that the page computes are those that the library had, up to the film's rounding.
function checkOtherBounds(film, layers, kind) {
    const { poses } = film.frame(0);
    const others = new shapes.OtherBounds(layers, film.objects);
    const positions = poses.map(({ x }) => x);
    layers.levels.forEach((level, l) => {
        const computed = others.of(kind, l, positions);
        computed.forEach((x, i) => {
            const miss = Math.abs(x - level.bounds[0][i]);
            assert.ok(miss <= 6, `${VOLUMES[kind]} level ${l} number ${i}: ${miss}`);
        });
    });
}

// Of two triangles one behind the other the nearer one is hit, from either side.
function checkHits() {
    const near = { x: [0, 0, 1, 1, 0, 1, 0, 1, 1], indices: [0, 1, 2] };
    const far = { x: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [2, 1, 0] };
    const from = (z, way) => hitOf([far, near], { from: [0.2, 0.2, z], way });
    assert.deepEqual([from(3, [0, 0, -1]).mesh, from(-3, [0, 0, 1]).mesh], [1, 0]);
    assert.equal(from(3, [0, 0, 1]), null);
    assert.equal(hitOf([near], { from: [0.8, 0.8, 3], way: [0, 0, -1] }), null);
}

VOLUMES.forEach((volume, kind) => {
    const film = openFilm(volume);
    const said = expected[volume];
    const layers = film.layersOf(0);
    assert.equal(film.layersOf(0), layers);
    assert.equal(layers.volume, kind);
    assert.equal(layers.isStep, true);
    assert.equal(layers.leaves.meshes.length, said.leaves.length);
    const owners = leavesOfFaces(
        layers.leaves,
        film.objects.map((object) => object.triangles),
    );
    said.leaves.forEach(({ mesh, faces }, i) => {
        const { meshes, starts, faces: all } = layers.leaves;
        assert.equal(meshes[i], mesh);
        assert.deepEqual([...all.subarray(starts[i], starts[i + 1])], faces);
        assert.ok(faces.every((face) => owners[mesh][face] === i));
    });
    checkLevels(film, layers, said, volume);
    checkMeetings(film, layers, said);
    checkNormals(layers, said);
    checkPairs(film, layers, said);
    checkContacts(film, layers, said);
    checkOtherBounds(film, layers, kind);
    const instant = film.layersOf(1); // triangles that intersect at the end
    assert.equal(instant.isStep, false);
    assert.equal(instant.totals.candidates[0], said.tested);
    assert.equal(instant.totals.contacts[0], said.intersecting);
    assert.equal(instant.levels[0].bounds[0], instant.levels[0].bounds[1]);
    assert.equal(film.layersOf(5), null);
});
const ways = expected.directions.map((way) => way.map((x) => (x === 0 ? 0 : x)));
assert.deepEqual(shapes.DIRECTIONS, ways);
checkHits();
console.log("layers are read as the library has them");
