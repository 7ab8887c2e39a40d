// Sliders, lists and keys of the page.

const at = (id) => document.getElementById(id);

// Settings with a slider: how the value is shown, and how many steps the slider has.
const SLIDERS = {
    wind: { steps: 32, text: (value) => `${value.toFixed(1)} m/s` },
    gravity: { steps: 40, text: (value) => `${value.toFixed(1)} m/s²` },
    friction: { steps: 20, text: (value) => value.toFixed(2) },
    thickness: { steps: 14, text: (value) => `${(1000 * value).toFixed(0)} mm` },
};

const KEYS = [
    ["space", "play, pause"],
    ["→", "one step"],
    ["R", "from the beginning"],
    ["1 … 4", "the scenes"],
    ["arrows + shift", "move the ball"],
    ["PgUp PgDn", "ball up, down"],
    ["L", "next level of the hierarchy"],
    ["M", "next method"],
    ["C N W", "contacts, normals, mesh"],
    ["F", "whole scene"],
    ["D P", "dark, panel"],
];

export function option(select, value, text) {
    const element = document.createElement("option");
    element.value = value;
    element.textContent = text;
    select.append(element);
}

export function setSlider(input, value, text) {
    input.value = value;
    input.parentElement.querySelector("output").textContent = text;
}

// One slider for each setting that has one. `onChange` takes name and value.
export function addSliders(settings, onChange) {
    const sliders = {};
    for (const { name, low, high } of settings) {
        const look = SLIDERS[name];
        if (look === undefined) {
            continue;
        }
        const label = document.createElement("label");
        label.className = "slider";
        const [title, input, output] = ["span", "input", "output"].map((tag) =>
            document.createElement(tag),
        );
        title.textContent = name;
        Object.assign(input, { type: "range", min: low, max: high, id: `setting-${name}` });
        input.step = (high - low) / look.steps;
        input.addEventListener("input", () => {
            output.textContent = look.text(Number(input.value));
        });
        // Some take a moment: when the hand rests.
        const eager = name === "wind" || name === "gravity";
        input.addEventListener(eager ? "input" : "change", () =>
            onChange(name, Number(input.value)),
        );
        label.append(title, input, output);
        at("sliders").append(label);
        sliders[name] = (value) => setSlider(input, value, look.text(value));
    }
    return sliders;
}

// Rows of a definition list.
export function fillList(list, rows) {
    while (list.children.length > 2 * rows.length) {
        list.lastChild.remove();
    }
    rows.forEach(([term, value], i) => {
        if (list.children.length <= 2 * i) {
            list.append(document.createElement("dt"), document.createElement("dd"));
        }
        const [dt, dd] = [list.children[2 * i], list.children[2 * i + 1]];
        if (dt.textContent !== term) {
            dt.textContent = term;
        }
        if (dd.textContent !== value) {
            dd.textContent = value;
        }
    });
}

// `actions`: by key, in lower case.
export function addKeys(actions) {
    fillList(at("keys"), KEYS);
    addEventListener("keydown", (event) => {
        const { target } = event;
        if (event.ctrlKey || event.metaKey || event.altKey || target.tagName === "SELECT") {
            return;
        }
        if (target.tagName === "INPUT" && target.type === "range" && /^Arrow|^Page/.test(event.key)) {
            return;
        }
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        if (key === " " && /^(BUTTON|INPUT|SUMMARY)$/.test(target.tagName)) {
            return; // presses what has the focus
        }
        const action = actions[event.shiftKey && key.startsWith("Arrow") ? `Shift${key}` : key];
        if (action !== undefined) {
            event.preventDefault();
            action();
        }
    });
}
