// Dark and light: as the system says, until somebody chooses.
const NARROW = 820; // pixels, as in style.css: the contents are folded
const KEY = "selvage-theme";
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen = null;
try {
    chosen = localStorage.getItem(KEY);
} catch {
    // storage may be forbidden
}
const apply = () => {
    root.dataset.theme = chosen ?? (system.matches ? "dark" : "light");
};
apply();
system.addEventListener("change", apply);
addEventListener("DOMContentLoaded", () => {
    const menu = document.getElementById("menu");
    if (menu !== null && innerWidth <= NARROW) {
        menu.open = false;
    }
    document.getElementById("theme").addEventListener("click", () => {
        chosen = root.dataset.theme === "dark" ? "light" : "dark";
        apply();
        try {
            localStorage.setItem(KEY, chosen);
        } catch {
            // then it is forgotten with the page
        }
    });
});
