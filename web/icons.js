// Icons, drawn with lines of one width.
import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
    back: "M15 5l-7 7 7 7",
    help: "M9.2 9.2a2.8 2.8 0 1 1 4.3 2.4c-.9.6-1.5 1.1-1.5 2.1M12 17h.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
    moon: "M20 14.5A8.2 8.2 0 0 1 9.5 4 8.2 8.2 0 1 0 20 14.5z",
    sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
    menu: "M4 6.5h16M4 12h16M4 17.5h16",
    share: "M12 15V3.5M7.5 7.5 12 3l4.5 4.5M5 12v8h14v-8",
    bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2v.1h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z",
    ship: "M12 3c2 2 3 4.600 3 7.500V17H9v-6.500C9 7.600 10 5 12 3zM9 12l-3 4v3l3-2M15 12l3 4v3l-3-2M12 17v4",
    planet: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM3.500 9.500h17M3.500 14.500h17M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
    box: "M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9",
    coins: "M12 4c4 0 7 1.100 7 2.500S16 9 12 9 5 7.900 5 6.500 8 4 12 4zM5 6.500v5.500c0 1.400 3 2.500 7 2.500s7-1.100 7-2.500V6.500M5 12v5.500C5 18.900 8 20 12 20s7-1.100 7-2.500V12",
    warning: "M12 4 2.800 19.500h18.400zM12 10v4.500M12 17h.01",
    undo: "M8 5 4 9l4 4M4 9h9.500a5.500 5.500 0 0 1 0 11H9",
    redo: "m16 5 4 4-4 4M20 9h-9.500a5.500 5.500 0 0 0 0 11H15",
    next: "M5 5l9 7-9 7zM18 5v14",
    first: "M19 5l-9 7 9 7zM6 5v14",
    prev: "M15 5l-7 7 7 7",
    forward: "M9 5l7 7-7 7",
    play: "M7 4.500v15l12-7.500z",
    pause: "M8 5v14M16 5v14",
    check: "M5 12.500l4.500 4.500L19 7.500",
    cross: "M6 6l12 12M18 6 6 18",
    swords: "M5 4l10.500 10.500M14 17l3-3M16.500 16.500 20 20M19 4 8.500 14.500M7 14l3 3M7.500 16.500 4 20",
    threat: "M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM12 2.500V8M12 16v5.500M2.500 12H8M16 12h5.500",
    star: "M12 3.500l2.600 5.600 6.100.7-4.500 4.200 1.200 6-5.400-3-5.400 3 1.200-6-4.500-4.200 6.100-.7z",
    branch: "M6 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM6 16a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM18 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM6 8v8M18 8c0 5-7 3-11.500 8",
    link: "M10 14a4.500 4.500 0 0 0 6.400 0l3-3A4.500 4.500 0 0 0 13 4.600l-1 1M14 10a4.500 4.500 0 0 0-6.400 0l-3 3A4.500 4.500 0 0 0 11 19.400l1-1",
    chip: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
    person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.500 20.500c.7-4 3.700-6 7.500-6s6.800 2 7.500 6",
    eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
    dice: "M4 4h16v16H4zM8.500 8.500h.01M15.500 8.500h.01M12 12h.01M8.500 15.500h.01M15.500 15.500h.01",
    down: "M6 9l6 6 6-6",
    copy: "M9 9h11v11H9zM5 15H4V4h11v1",
    save: "M12 4v11M7.500 10.500 12 15l4.500-4.500M5 20h14",
    open: "M4 19V6h6l2 2.500h8V19z",
    flag: "M6 21V4h12l-2.500 4L18 12H6",
    flip: "M8 4v15M4.500 15.500 8 19l3.500-3.500M16 20V5M12.500 8.500 16 5l3.500 3.500",
    plus: "M12 5v14M5 12h14",
    bin: "M4.500 7h15M9 7V4h6v3M6.500 7l1 13h9l1-13M10 11v5.500M14 11v5.500",
    paste: "M8 5H5v16h14V5h-3M9 3h6v4H9z",
};

/** The icons that are filled. */
const FILLED = new Set(["star", "play"]);

/**
 * An icon; it says nothing to a screen reader.
 * @param {keyof typeof PATHS} name
 * @param {number} [size]
 */
export function icon(name, size = 18) {
    const fill = FILLED.has(name) ? "currentColor" : "none";
    return s("svg", { class: "icon", viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" },
        s("path", {
            d: PATHS[name] ?? "", fill, stroke: "currentColor", "stroke-width": 1.8,
            "stroke-linecap": "round", "stroke-linejoin": "round",
        }));
}

/**
 * The mark of the program: the four fleets.
 * @param {number} [size]
 */
export function mark(size = 22) {
    return s("svg", { viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" },
        s("rect", { x: 2, y: 2, width: 8, height: 8, rx: 1, fill: "var(--player-2)" }),
        s("path", { d: "M18 1.600 22.600 10h-9.200z", fill: "var(--player-3)" }),
        s("circle", { cx: 6, cy: 18, r: 4.200, fill: "var(--player-1)" }),
        s("path", { d: "m18 13.200 4.800 4.800-4.800 4.800-4.800-4.800z", fill: "var(--player-4)" }));
}
