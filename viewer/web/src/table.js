// All pairs as a table over the whole page: of this frame or of all, sorted by any column,
// filtered, saved as CSV. Only the rows in sight are in the page.
import { KINDS, areEdges } from "./pairs.js";
import { featureText, valueText } from "./list.js";

const ROW = 30; // pixels
const SPARE = 6; // rows above and below those in sight
const SLICE = 24; // milliseconds of work at a time while all frames are read

const at = (id) => document.getElementById(id);
const number = (count) => count.toLocaleString("en");
const coordinate = (x) => String(Number(x.toPrecision(6)));

// `of` gets what a column sorts by, `show` its text.
const COLUMNS = [
    { name: "frame", of: (row) => row.frame, show: (row) => String(row.number), right: true },
    { name: "kind", of: (row) => row.pair.kind, show: (row) => KINDS[row.pair.kind].one },
    { name: "first", of: (row) => row.texts[0], show: (row) => row.texts[0] },
    { name: "second", of: (row) => row.texts[1], show: (row) => row.texts[1] },
    {
        name: "t, distance",
        of: (row) => row.pair.value,
        show: (row) => valueText(row.pair),
        right: true,
    },
    ...["x", "y", "z"].map((name, d) => ({
        name,
        of: (row) => row.place[d],
        show: (row) => coordinate(row.place[d]),
        right: true,
    })),
];

const inOrder = new Intl.Collator("en", { numeric: true });

function compare(a, b) {
    return typeof a === "string" ? inOrder.compare(a, b) : a - b;
}

// A field of CSV (RFC 4180).
function field(value) {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Rows as CSV. Edges are their two vertices; t is of contacts, the distance of near pairs.
export function pairsAsCsv(film, rows) {
    const head = "frame,kind,object_a,feature_a,a,object_b,feature_b,b,t,distance,x,y,z";
    const lines = rows.map(({ number, pair, place }) => {
        const { kind, a, b, value } = pair;
        const side = (feature, second) => [
            film.objects[feature.object].name,
            areEdges(kind) ? "edge" : kind === 0 || second ? "face" : "vertex",
            areEdges(kind) ? feature.ids.join("-") : feature.ids[0],
        ];
        const { verb, one } = KINDS[kind];
        const values = [verb === "contact" ? value : "", verb === "near" ? value : ""];
        const row = [number, one, ...side(a, false), ...side(b, true), ...values, ...place];
        return row.map(field).join(",");
    });
    return [head, ...lines, ""].join("\r\n");
}

export class PairTable {
    #rows = []; // all that were read
    #shown = []; // those that pass the filter, sorted
    #round = 0; // of reading: a newer one ends an older one

    // `onPick` gets a frame and the index of a pair in it.
    constructor(film, onPick) {
        this.film = film;
        this.frame = 0;
        this.sort = { column: 0, down: false };
        this.dialog = at("table");
        this.body = at("sheet");
        this.inner = at("table-rows");
        at("table-open").addEventListener("click", () => this.open());
        at("table-close").addEventListener("click", () => this.close());
        at("table-csv").addEventListener("click", () => this.#save());
        at("table-scope").addEventListener("change", () => this.#read());
        for (const id of ["table-kind", "table-filter"]) {
            at(id).addEventListener("input", () => this.#arrange());
        }
        this.body.addEventListener("scroll", () => this.#draw());
        this.inner.addEventListener("click", (event) => {
            const row = this.#shown[event.target.closest("[data-at]")?.dataset.at];
            if (row !== undefined) {
                this.close();
                onPick(row.frame, row.index);
            }
        });
        this.#addHead();
        this.#addKinds();
        at("table-scope").hidden = film.frameCount < 3;
        new ResizeObserver(() => this.#draw()).observe(this.body);
    }

    get isOpen() {
        return this.dialog.open;
    }

    open() {
        this.dialog.showModal();
        this.#read();
        at("table-filter").focus();
    }

    close() {
        ++this.#round;
        this.dialog.close();
    }

    // The frame that "this frame" means.
    setFrame(frame) {
        this.frame = frame;
    }

    #addHead() {
        this.heads = COLUMNS.map((column, i) => {
            const head = document.createElement("button");
            head.type = "button";
            head.textContent = column.name;
            head.className = column.right ? "right" : "";
            head.addEventListener("click", () => {
                const down = this.sort.column === i && !this.sort.down;
                this.sort = { column: i, down };
                this.#arrange();
            });
            at("table-head").append(head);
            return head;
        });
    }

    #addKinds() {
        const found = (kind) => this.film.counts.some((counts) => counts[kind] > 0);
        KINDS.forEach(({ many }, kind) => {
            if (found(kind)) {
                at("table-kind").append(new Option(many, String(kind)));
            }
        });
    }

    // Reads frames bit by bit, so that the page stays awake.
    async #read() {
        const round = ++this.#round;
        const { film } = this;
        const all = at("table-scope").value === "all" && film.frameCount > 2;
        const frames = all
            ? film.numbers.map((_, i) => i).filter((i) => film.isBad(i) && film.has(i))
            : [this.frame];
        this.#rows = [];
        let begun = performance.now();
        for (const frame of frames) {
            this.#addFrame(frame);
            if (performance.now() - begun > SLICE) {
                this.#arrange();
                await new Promise((resolve) => setTimeout(resolve));
                begun = performance.now();
                if (round !== this.#round) {
                    return;
                }
            }
        }
        this.#arrange();
    }

    #addFrame(frame) {
        const { film } = this;
        const { quantum, origin } = film;
        (film.frame(frame)?.pairs ?? []).forEach((pair, index) => {
            const texts = [false, true].map((second) => featureText(film, pair, second));
            const place = pair.point.map((x, d) => origin[d] + quantum * x);
            this.#rows.push({ frame, number: film.numbers[frame], index, pair, texts, place });
        });
    }

    #arrange() {
        const kind = at("table-kind").value;
        const words = at("table-filter").value.toLowerCase().split(/\s+/).filter(Boolean);
        const passes = ({ pair, texts }) => {
            const text = `${texts[0]} ${texts[1]}`.toLowerCase();
            return (
                (kind === "" || pair.kind === Number(kind)) &&
                words.every((word) => text.includes(word))
            );
        };
        const { column, down } = this.sort;
        const { of } = COLUMNS[column];
        const sign = down ? -1 : 1;
        this.#shown = this.#rows.filter(passes).sort((a, b) => sign * compare(of(a), of(b)));
        this.heads.forEach((head, i) => {
            head.ariaSort = i !== column ? "none" : down ? "descending" : "ascending";
        });
        this.inner.style.height = `${ROW * this.#shown.length}px`;
        at("table-count").textContent = this.#countText();
        at("table-csv").disabled = this.#shown.length === 0;
        this.#draw();
    }

    #countText() {
        const { film } = this;
        const frames = new Set(this.#rows.map((row) => row.frame));
        let found = film.totals[this.frame];
        if (at("table-scope").value === "all") {
            found = film.totals.reduce((sum, total) => sum + total, 0);
        }
        const listed = this.#rows.length;
        const shown = this.#shown.length;
        const texts = [shown < listed ? `${number(shown)} of ${number(listed)}` : number(shown)];
        texts.push(shown === 1 && listed === 1 ? " pair" : " pairs");
        if (frames.size > 1) {
            texts.push(` in ${number(frames.size)} frames`);
        }
        if (listed < found) {
            texts.push(`; ${number(found)} were found (--pairs writes all)`);
        }
        return texts.join("");
    }

    #draw() {
        const first = Math.max(0, Math.floor(this.body.scrollTop / ROW) - SPARE);
        const count = Math.ceil(this.body.clientHeight / ROW) + 2 * SPARE;
        const rows = this.#shown.slice(first, first + count).map((row, i) => {
            const line = document.createElement("button");
            line.type = "button";
            line.className = "record";
            line.dataset.at = first + i;
            line.style.top = `${ROW * (first + i)}px`;
            for (const column of COLUMNS) {
                const cell = document.createElement("span");
                cell.className = column.right ? "right" : "";
                cell.textContent = cell.title = column.show(row);
                line.append(cell);
            }
            return line;
        });
        this.inner.replaceChildren(...rows);
    }

    #save() {
        const text = pairsAsCsv(this.film, this.#shown);
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
        link.download = `${document.title.split(" – ")[0].replace(/[^\w.-]+/g, "_")}_pairs.csv`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    }
}
