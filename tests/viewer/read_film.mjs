// The page's reader on films that the library wrote (film_sample.c): positions within half a
// quantum, everything else as it was.
// usage: node read_film.mjs VIEWER-SOURCES FOLDER
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [sources, folder] = process.argv.slice(2);
const { Film } = await import(pathToFileURL(`${sources}/film.js`));
const expected = JSON.parse(readFileSync(`${folder}/expected.json`, "utf8"));

function openFilm(name) {
    const page = readFileSync(`${folder}/${name}`, "utf8");
    const text = (id) => page.match(new RegExp(`id="${id}">([^<]*)</script>`))[1];
    return new Film(JSON.parse(text("film")), text("film-bytes"));
}

// The worker of the page, on this thread: it sends when it is told to.
const waiting = [];
const handlers = {};
globalThis.addEventListener = (_, handler) => (handlers.worker = handler);
globalThis.postMessage = (data) => waiting.push(data);
await import(pathToFileURL(`${sources}/unpack_worker.js`));
const worker = {
    addEventListener: (type, handler) => (handlers[type] = handler),
    postMessage: (data) => handlers.worker({ data: structuredClone(data) }),
};

// Frames from the worker are those that are unpacked here, also where it comes late.
function checkWorker(name) {
    const [film, other] = [openFilm(name), openFilm(name)];
    film.useWorker(worker);
    for (const group of film.groups.filter(({ size }) => size > 0)) {
        film.frame(group.first + 2);
        assert.ok(film.prefetch(group.first));
        while (waiting.length > 0) {
            handlers.message({ data: structuredClone(waiting.shift()) });
        }
        for (let index = group.first; index < group.first + group.count; ++index) {
            assert.ok(film.isReady(index));
            const [sent, own] = [film.frame(index), other.frame(index)];
            sent.poses.forEach((pose, i) => {
                assert.deepEqual(pose.x, own.poses[i].x);
                assert.deepEqual(pose.normals, own.poses[i].normals);
            });
            assert.deepEqual([sent.marks, sent.pairs], [own.marks, own.pairs]);
        }
    }
}

function checkPairs(film, pairs, rows) {
    assert.equal(pairs.length, rows.length);
    pairs.forEach((pair, i) => {
        const { kind, a, b } = pair;
        assert.deepEqual([kind, a.object, ...a.ids, b.object, ...b.ids], rows[i].slice(0, 7));
        assert.ok(Math.abs(pair.value - rows[i][7]) < 1e-6);
        pair.point.forEach((x, d) => {
            const exact = (rows[i][8 + d] - film.origin[d]) / film.quantum;
            assert.ok(Math.abs(x - exact) <= 1e-6 * Math.max(1, Math.abs(exact)));
        });
    });
}

function checkFrame(film, index) {
    const frame = film.frame(index);
    const { objects, pairs } = expected.frames[index];
    objects.forEach((object, i) => {
        object.x.flat().forEach((x, k) => {
            const quanta = (x - film.origin[k % 3]) / film.quantum;
            const miss = Math.abs(frame.poses[i].x[k] - quanta);
            assert.ok(miss <= 0.5 + 1e-6, `frame ${index} object ${i} coordinate ${k}: ${miss}`);
        });
        assert.deepEqual([...frame.marks[i]], object.red);
    });
    checkPairs(film, frame.pairs, pairs);
}

function checkFilm(name) {
    const film = openFilm(name);
    assert.deepEqual(
        film.objects.map((object) => object.name),
        ["sheet", "</script>ring", "soup"],
    );
    film.objects.forEach((object, i) => {
        assert.deepEqual([...object.indices], expected.triangles[i]);
    });
    assert.equal(film.frameCount, expected.frames.length);
    // Backwards first: a group is read without those before it.
    for (let index = film.frameCount - 1; index >= 0; --index) {
        assert.equal(film.numbers[index], index + 10);
        if (film.has(index)) {
            checkFrame(film, index);
        } else {
            assert.equal(film.frame(index), null);
        }
    }
    return film;
}

const all = checkFilm("all.html");
assert.ok(all.numbers.every((_, i) => all.has(i)));
const few = checkFilm("few.html");
assert.ok(few.numbers.some((_, i) => !few.has(i)));
// Frames with collisions are the last to go.
assert.ok(few.numbers.every((_, i) => few.has(i) || !few.isBad(i)));
assert.equal(few.has(-1), false);
assert.equal(few.has(few.frameCount), false);
checkWorker("all.html");
checkWorker("few.html");
console.log("films are read as they were written");
