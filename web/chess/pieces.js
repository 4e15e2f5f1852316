// The chess pieces, drawn by us: each fits a square of 100 by 100.

import { s } from "../dom.js";

/** @typedef {"K" | "Q" | "R" | "B" | "N" | "P"} Kind */

/** The foot that all pieces but the pawn stand on. */
const FOOT = "M24 91 h52 v-4 q0 -6 -6 -6 h-40 q-6 0 -6 6 z";

/**
 * The outlines, from the back to the front, and the lines inside.
 * @type {Record<Kind, {shapes: string[], lines: string[]}>}
 */
const DRAWINGS = {
    P: {
        shapes: [
            "M35 81 C37 70 45 66 45 50 H55 C55 66 63 70 65 81 Z",
            "M50 21 a13 13 0 0 1 8 23.200 h3 q3.500 0 3.500 3 t-3.500 3 h-22 q-3.500 0 -3.500 -3 t3.500 -3 h3 a13 13 0 0 1 8 -23.200 z",
            "M27 91 h46 v-4 q0 -6 -6 -6 h-34 q-6 0 -6 6 z",
        ],
        lines: [],
    },
    R: {
        shapes: [
            "M33 81 L36 44 H64 L67 81 Z",
            "M26 17 h12 v8 h7 v-8 h10 v8 h7 v-8 h12 v18 l-8 10 h-32 l-8 -10 z",
            FOOT,
        ],
        lines: ["M37 52 H63", "M35.500 73 H64.500"],
    },
    N: {
        shapes: [
            "M34 81 C33 66 49 63 47 50 C44 54 40 56 35 57 C33 61 30 65 26 64 C20 63 18 57 20 53 C24 46 27 41 29 34 C30 30 32 27 35 25 L34 12 L44 19 C46 18 48 18 50 18 C68 20 76 38 74 60 C73 70 72 75 72 81 Z",
            FOOT,
        ],
        lines: ["M52 26 C63 31 67 44 66 60 C65.500 66 65 70 65 74"],
    },
    B: {
        shapes: [
            "M37 81 C42 76 43 72 43 66 H57 C57 72 58 76 63 81 Z",
            "M50 19 C62 28 68 38 67 48 C66 56 61 60 59 64 H41 C39 60 34 56 33 48 C32 38 38 28 50 19 Z",
            "M39 62 h22 q3.500 0 3.500 3.500 t-3.500 3.500 h-22 q-3.500 0 -3.500 -3.500 t3.500 -3.500 z",
            "M50 9 a5.500 5.500 0 0 1 0 11 a5.500 5.500 0 0 1 0 -11 z",
            FOOT,
        ],
        lines: ["M58 33 L49 46"],
    },
    Q: {
        shapes: [
            "M30 66 L19 35 L33 49 L35 26 L45 46 L50 21 L55 46 L65 26 L67 49 L81 35 L70 66 C66 71 66 76 69 81 H31 C34 76 34 71 30 66 Z",
            ...[[18, 32], [34.5, 22], [50, 17], [65.5, 22], [82, 32]].map(
                ([x, y]) => `M${x} ${/** @type {number} */ (y) - 5} a5 5 0 0 1 0 10 a5 5 0 0 1 0 -10 z`,
            ),
            FOOT,
        ],
        lines: ["M32 66 C43 62 57 62 68 66", "M34 74 C44 71 56 71 66 74"],
    },
    K: {
        shapes: [
            "M46.500 7 h7 v6 h6 v7 h-6 v9 h-7 v-9 h-6 v-7 h6 z",
            "M50 25 C57 29 59 35 56 43 H44 C41 35 43 29 50 25 Z",
            "M32 66 C18 56 16 38 31 36 C42 35 49 43 50 51 C51 43 58 35 69 36 C84 38 82 56 68 66 C66 71 66 76 68 81 H32 C34 76 34 71 32 66 Z",
            FOOT,
        ],
        lines: ["M50 51 V63", "M33 66 C44 62 56 62 67 66", "M34 74 C44 71 56 71 66 74"],
    },
};

/** @type {Record<Kind, string>} */
export const NAMES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

/**
 * The kind of a piece as FEN writes it: upper case is White.
 * @param {string} piece
 * @returns {Kind}
 */
export function kindOf(piece) {
    return /** @type {Kind} */ (piece.toUpperCase());
}

/** @param {string} piece */
export function isWhite(piece) {
    return piece === piece.toUpperCase();
}

/**
 * What a piece is called: "white knight".
 * @param {string} piece
 */
export function nameOf(piece) {
    return `${isWhite(piece) ? "white" : "black"} ${NAMES[kindOf(piece)]}`;
}

/**
 * A piece, to be put into an SVG whose squares have a side of 100.
 * @param {string} piece as FEN writes it
 */
export function drawPiece(piece) {
    const { shapes, lines } = DRAWINGS[kindOf(piece)];
    return s(
        "g",
        { class: `piece ${isWhite(piece) ? "white" : "black"}` },
        ...shapes.map((d) => s("path", { class: "shape", d })),
        ...lines.map((d) => s("path", { class: "line", d })),
        kindOf(piece) === "N" && s("circle", { class: "eye", cx: 37, cy: 35, r: 3 }),
    );
}

/**
 * A piece as a picture of its own.
 * @param {string} piece
 * @param {string} [name] what a screen reader says; nothing if there is none
 */
export function pieceIcon(piece, name) {
    const about = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
    return s("svg", { class: "piece-icon", viewBox: "0 0 100 100", ...about }, drawPiece(piece));
}
