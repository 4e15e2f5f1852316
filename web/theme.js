// Dark or light: as the system has it, until the user chooses.

const STORED = "starchess.theme";

/** @returns {"dark" | "light"} */
export function theme() {
    const chosen = localStorage.getItem(STORED);
    if (chosen === "dark" || chosen === "light") return chosen;
    return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

/** Shows the page in the theme of now. */
export function applyTheme() {
    document.documentElement.dataset.theme = theme();
}

/** Changes from dark to light or back. */
export function toggleTheme() {
    localStorage.setItem(STORED, theme() === "dark" ? "light" : "dark");
    applyTheme();
}

/** Whether things may move on the screen. */
export function mayAnimate() {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
