// How chess presents itself on the start screen.
import { tellError } from "../chrome.js";
import { h, s } from "../dom.js";
import { analyse, newGame, playWhite } from "./new.js";
import { drawPiece, pieceIcon } from "./pieces.js";

export function buttons() {
    return [
        h("button", { class: "primary", onclick: () => playWhite().catch(tellError) }, "Play White"),
        h("button", { onclick: () => newGame() }, "Set up"),
        h("button", { class: "bare", onclick: () => analyse().catch(tellError) }, "Analyse"),
    ];
}

export function mark() {
    return h("span", { class: "chess-mark" }, pieceIcon("N"));
}

/**
 * A small board.
 * @param {{squares: string}} details
 */
export function picture({ squares }) {
    const parts = [...squares].map((piece, i) => {
        const [x, y] = [(i % 8) * 100, Math.floor(i / 8) * 100];
        const shade = (i + Math.floor(i / 8)) % 2 === 0 ? "light" : "dark";
        return s("g", { transform: `translate(${x} ${y})` },
            s("rect", { class: `board-square ${shade}`, width: 100, height: 100 }), piece === "." ? null : drawPiece(piece));
    });
    return s("svg", { class: "chess-picture", viewBox: "0 0 800 800", "aria-hidden": "true" }, parts);
}
