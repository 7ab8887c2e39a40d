// The pairs of a frame as rows; only those in sight are in the page.
import { KINDS, areEdges } from "./pairs.js";

const ROW = 44; // pixels
const CHIPS = ["△△", "V–F", "E–E", "V–F", "E–E"];

// A feature of a pair (the second or not), with its object where there are several.
export function featureText(film, pair, second) {
    const { kind } = pair;
    const feature = second ? pair.b : pair.a;
    const several = film.objects.length > 1;
    const of = several ? ` of ${film.objects[feature.object].name}` : "";
    if (areEdges(kind)) {
        return `edge ${feature.ids[0]}–${feature.ids[1]}${of}`;
    }
    return `${kind === 0 || second ? "face" : "vertex"} ${feature.ids[0]}${of}`;
}

export function pairText(film, pair) {
    return [featureText(film, pair, false), featureText(film, pair, true)];
}

export function valueText(pair) {
    const verb = KINDS[pair.kind].verb;
    if (verb === "contact") {
        return `t = ${pair.value.toFixed(3)}`;
    }
    return verb === "near" ? pair.value.toPrecision(3) : "";
}

export class PairList {
    // `onPick` gets the index of a pair.
    constructor(element, film, onPick) {
        this.element = element;
        this.film = film;
        this.pairs = [];
        this.selected = -1;
        this.inner = document.createElement("div");
        this.inner.className = "rows";
        element.append(this.inner);
        element.addEventListener("scroll", () => this.draw());
        this.inner.addEventListener("click", (event) => {
            const row = event.target.closest(".pair");
            if (row !== null) {
                onPick(Number(row.dataset.index));
            }
        });
        new ResizeObserver(() => this.draw()).observe(element);
    }

    show(pairs, selected) {
        if (pairs !== this.pairs) {
            this.element.scrollTop = 0;
        }
        this.pairs = pairs;
        this.selected = selected;
        this.inner.style.height = `${ROW * pairs.length}px`;
        if (selected >= 0) {
            const top = ROW * selected;
            const bottom = top + ROW - this.element.clientHeight;
            this.element.scrollTop = Math.max(bottom, Math.min(top, this.element.scrollTop));
        }
        this.draw();
    }

    draw() {
        const first = Math.max(0, Math.floor(this.element.scrollTop / ROW) - 2);
        const last = Math.min(
            this.pairs.length,
            first + Math.ceil(this.element.clientHeight / ROW) + 4,
        );
        this.element.classList.toggle("none", this.pairs.length === 0);
        const rows = [];
        for (let i = first; i < last; ++i) {
            rows.push(this.#row(i));
        }
        this.inner.replaceChildren(...rows);
    }

    #row(index) {
        const pair = this.pairs[index];
        const row = document.createElement("button");
        row.type = "button";
        row.className = index === this.selected ? "pair selected" : "pair";
        row.dataset.index = index;
        row.style.top = `${ROW * index}px`;
        row.title = `${KINDS[pair.kind].one}: fly there`;
        const chip = document.createElement("span");
        chip.className = "chip";
        chip.textContent = CHIPS[pair.kind];
        const names = document.createElement("span");
        names.className = "names";
        for (const text of pairText(this.film, pair)) {
            const line = document.createElement("span");
            line.textContent = text;
            names.append(line);
        }
        const value = document.createElement("span");
        value.className = "value";
        value.textContent = valueText(pair);
        row.append(chip, names, value);
        return row;
    }
}
