// How noughts and crosses presents itself on the start screen.
import { tellError } from "../chrome.js";
import { h, s } from "../dom.js";
import { create } from "../router.js";
import { smallBoard } from "./tree.js";

/** @param {string} cross @param {string} nought */
function begin(cross, nought) {
    /** @type {import("../protocol.d.ts").NoughtsSetup} */
    const setup = { cross, nought, position: "" };
    create("noughts", setup).catch(tellError);
}

export function buttons() {
    return [
        h("button", { class: "primary", onclick: () => begin("human", "perfect") }, "Play cross"),
        h("button", { onclick: () => begin("human", "human") }, "See the tree"),
    ];
}

export function mark() {
    return h("span", {}, picture({ board: "X.......O" }, 32));
}

/**
 * @param {{board: string}} details
 * @param {number} [size]
 */
export function picture(details, size = 120) {
    return s("svg", { class: "noughts-picture", viewBox: "0 0 100 100", width: size, height: size, "aria-hidden": "true" }, smallBoard(details.board, 100));
}
