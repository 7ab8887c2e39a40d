// What a check found, in words: the headline, the first and the worst frame, the counts by object,
// the notes. Frames are links that show them.
import { KINDS } from "./pairs.js";

const number = (count) => count.toLocaleString("en");
const plural = (count, one, many) => `${number(count)} ${count === 1 ? one : many}`;

function element(tag, className, ...content) {
    const made = document.createElement(tag);
    made.className = className;
    made.append(...content);
    return made;
}

// "25 vertex-face contacts, 8 edge-edge contacts"
export function countText(counts) {
    return counts
        .map((count, kind) => (count > 0 ? plural(count, KINDS[kind].one, KINDS[kind].many) : ""))
        .filter((text) => text !== "")
        .join(", ");
}

// Indices of the first bad frame and of the one with the most pairs; null if no frame is bad.
export function worstFrames(film) {
    const first = film.totals.findIndex((total) => total > 0);
    if (first < 0) {
        return null;
    }
    let worst = first;
    film.totals.forEach((total, i) => {
        worst = total > film.totals[worst] ? i : worst;
    });
    return { first, worst };
}

// One sentence.
export function headline(description, film) {
    const bad = film.totals.filter((total) => total > 0).length;
    const { sequence, statement, verdict } = description;
    if (statement !== undefined) {
        return statement;
    }
    // The last frame of a check of steps alone is shown, not tested.
    const tested = description.tested ?? film.frameCount;
    if (verdict === undefined) {
        return sequence
            ? `${plural(film.frameCount, "frame", "frames")}, not checked`
            : "Not checked";
    }
    if (!sequence) {
        const what = film.frameCount > 1 ? "on the way from t0 to t1" : "in this mesh";
        return bad === 0 ? `No collisions ${what}` : `Collisions ${what}`;
    }
    return bad === 0
        ? `No collisions in ${plural(tested, "frame", "frames")}`
        : `Collisions in ${number(bad)} of ${plural(tested, "frame", "frames")}`;
}

function durationText(seconds) {
    return seconds < 0.1
        ? `${(1e3 * seconds).toPrecision(2)}\u00a0ms`
        : `${seconds.toPrecision(3)}\u00a0s`;
}

function sizeText(bytes) {
    return bytes < 1e6
        ? `${Math.round(bytes / 1e3)}\u00a0kB`
        : `${(bytes / 1e6).toFixed(1)}\u00a0MB`;
}

export class Summary {
    // `bytes`: of the page. `onSeek` gets the index of a frame.
    constructor(root, description, film, bytes, onSeek) {
        this.description = description;
        this.film = film;
        this.onSeek = onSeek;
        const statement = element("p", `statement ${description.verdict ?? ""}`);
        statement.textContent = headline(description, film);
        root.append(statement, this.#facts(bytes));
        const table = this.#byObject();
        if (table !== null) {
            root.append(table);
        }
        for (const note of this.#notes()) {
            root.append(element("p", "note", note));
        }
    }

    #link(frame) {
        const link = element("button", "link", `frame ${this.film.numbers[frame]}`);
        link.type = "button";
        link.addEventListener("click", () => this.onSeek(frame));
        return link;
    }

    #facts(bytes) {
        const { description, film } = this;
        const rows = [];
        const frames = worstFrames(film);
        const pairs = (frame) => plural(film.totals[frame], "pair", "pairs");
        if (frames !== null && description.sequence) {
            rows.push(["First", this.#link(frames.first), ` ${pairs(frames.first)}`]);
            rows.push(["Worst", this.#link(frames.worst), ` ${pairs(frames.worst)}`]);
        } else if (frames !== null) {
            rows.push(["Found", countText(film.counts[frames.first])]);
        }
        const looked = description.looked;
        if (looked !== undefined) {
            const texts = [
                looked[0] ? "triangles that intersect" : "",
                looked[1] ? `features nearer than ${description.thickness}` : "",
                looked[3] ? "contacts during steps" : "",
            ];
            rows.push(["Looked for", texts.filter((text) => text !== "").join(", ")]);
        }
        const triangles = film.objects.reduce((sum, object) => sum + object.triangles, 0);
        const time =
            description.seconds === undefined
                ? ""
                : `, checked in ${durationText(description.seconds)}`;
        rows.push(["Meshes", `${plural(triangles, "triangle", "triangles")}${time}`]);
        rows.push(["Page", sizeText(bytes)]);
        const list = element("dl", "facts");
        for (const [name, ...content] of rows) {
            list.append(element("dt", "", name), element("dd", "", ...content));
        }
        return list;
    }

    // Pairs of the first object with itself and with each obstacle; only if there are obstacles.
    #byObject() {
        const { description, film } = this;
        const { byObject, looked } = description;
        if (byObject === undefined || film.objects.length < 2) {
            return null;
        }
        const found = (k) => byObject.some((counts) => counts[k] > 0);
        const asked = KINDS.map((_, k) => k).filter((k) => looked[k]);
        const kinds = asked.some(found) ? asked.filter(found) : asked;
        const head = element("tr", "", element("th", "", film.objects[0].name));
        for (const k of kinds) {
            const cell = element("th", "", KINDS[k].brief);
            cell.title = KINDS[k].many;
            head.append(cell);
        }
        const body = element("tbody", "");
        byObject.forEach((counts, i) => {
            const name = i === 0 ? "with itself" : `with ${film.objects[i].name}`;
            const row = element("tr", "", element("td", "", name));
            for (const k of kinds) {
                const text = `${description.byObjectLimited ? "≥ " : ""}${number(counts[k])}`;
                row.append(element("td", counts[k] > 0 ? "bad" : "", text));
            }
            body.append(row);
        });
        const table = element("table", "", element("thead", "", head), body);
        return element("div", "wide", table);
    }

    #notes() {
        const { description, film } = this;
        const notes = [...(description.notes ?? [])];
        const left = film.groups.reduce(
            (sum, group) => sum + (group.size > 0 ? 0 : group.count),
            0,
        );
        if (left > 0) {
            notes.push(
                `${plural(left, "frame is", "frames are")} left out to keep this file small ` +
                    "(--html-limit). Their counts are in the timeline.",
            );
        }
        return notes;
    }
}
