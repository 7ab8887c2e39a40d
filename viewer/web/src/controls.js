// Buttons, keys and clicks on contacts.
import { worstFrames } from "./summary.js";

const PICK = 14; // pixels from a contact that a click may miss it by

const KEYS = [
    ["space", "play, pause"],
    ["← →", "a frame back, on"],
    ["B N", "bad frame before, next"],
    ["Home End", "first, last frame"],
    [", .", "pair before, next"],
    ["Esc", "no pair"],
    ["F", "whole scene"],
    ["C X W", "contacts, see through, wireframe"],
    ["U", "y or z up"],
    ["1 … 9", "an object on, off"],
    ["T", "pairs as a table"],
    ["D P", "dark, panel"],
];

const at = (id) => document.getElementById(id);

function togglePanel() {
    document.body.classList.toggle("closed");
}

function addButtons(viewer) {
    const { stage } = viewer;
    const onClick = {
        play: () => viewer.play(!viewer.playing),
        back: () => viewer.step(-1),
        forward: () => viewer.step(1),
        "bad-before": () => viewer.seekBad(-1),
        "bad-next": () => viewer.seekBad(1),
        fit: () => stage.fit(),
        theme: () => viewer.setDark(!viewer.dark),
        "panel-toggle": togglePanel,
    };
    for (const [id, action] of Object.entries(onClick)) {
        at(id).addEventListener("click", (event) => {
            if (event.detail > 0) {
                at(id).blur(); // clicked, not pressed by a key: space plays again
            }
            action();
        });
    }
    at("up").checked = viewer.up === "y";
    const onChange = {
        "show-contacts": (on) => stage.setContacts(on),
        "see-through": (on) => stage.setSeeThrough(on),
        wireframe: (on) => stage.setWireframe(on),
        up: (on) => viewer.setUp(on ? "y" : "z"),
    };
    for (const [id, action] of Object.entries(onChange)) {
        at(id).addEventListener("change", (event) => action(event.target.checked));
    }
}

function addKeys(viewer) {
    const toggle = (id) => () => at(id).click();
    const actions = {
        " ": () => viewer.play(!viewer.playing),
        ArrowLeft: () => viewer.step(-1),
        ArrowRight: () => viewer.step(1),
        Home: () => viewer.seek(0),
        End: () => viewer.seek(viewer.film.frameCount - 1),
        b: () => viewer.seekBad(-1),
        n: () => viewer.seekBad(1),
        ",": () => viewer.selectNext(-1),
        ".": () => viewer.selectNext(1),
        Escape: () => viewer.select(-1),
        f: () => viewer.stage.fit(),
        c: toggle("show-contacts"),
        x: toggle("see-through"),
        w: toggle("wireframe"),
        u: toggle("up"),
        d: () => viewer.setDark(!viewer.dark),
        p: togglePanel,
        t: () => worstFrames(viewer.film) !== null && viewer.table.open(),
    };
    addEventListener("keydown", (event) => {
        const { tagName, type } = event.target;
        const isField = tagName === "SELECT" || (tagName === "INPUT" && type !== "checkbox");
        // A table that was just closed keeps the focus for a moment.
        const types = isField && event.target.closest("dialog:not([open])") === null;
        if (event.ctrlKey || event.metaKey || event.altKey || types || viewer.table.isOpen) {
            return;
        }
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        // Blanks press the button that has the focus.
        if (key === " " && /^(BUTTON|INPUT|SUMMARY)$/.test(event.target.tagName)) {
            return;
        }
        const digit = Number.parseInt(key, 10);
        const action = digit >= 1 ? () => viewer.boxes[digit - 1]?.click() : actions[key];
        if (action !== undefined) {
            event.preventDefault();
            action();
        }
    });
    for (const [keys, text] of KEYS) {
        const [term, value] = ["dt", "dd"].map((tag) => document.createElement(tag));
        term.textContent = keys;
        value.textContent = text;
        at("keys").append(term, value);
    }
}

// The index of the pair that is nearest to a click, or -1.
function pairAt(viewer, event) {
    const box = at("view").getBoundingClientRect();
    let best = -1;
    let least = PICK;
    viewer.pairs.forEach((pair, i) => {
        const [x, y] = viewer.stage.screen(pair.point);
        const miss = Math.hypot(
            event.clientX - box.left - x * box.width,
            event.clientY - box.top - y * box.height,
        );
        if (miss < least) {
            least = miss;
            best = i;
        }
    });
    return best;
}

// A click, not a drag, near a contact selects it.
function addPicking(viewer) {
    const view = at("view");
    let down = null;
    view.addEventListener("pointerdown", (event) => {
        down = [event.clientX, event.clientY];
    });
    view.addEventListener("pointerup", (event) => {
        if (down !== null && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4) {
            const index = pairAt(viewer, event);
            if (index >= 0) {
                viewer.select(index);
            }
        }
        down = null;
    });
}

export function addControls(viewer) {
    addButtons(viewer);
    addKeys(viewer);
    addPicking(viewer);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    viewer.setDark(dark.matches);
    dark.addEventListener("change", (event) => viewer.setDark(event.matches));
}
