// Setting up a position: a board to put pieces on, and the rest of what FEN says.

import { dialog, sentence } from "../chrome.js";
import { h } from "../dom.js";
import { ChessBoard, squareIndex } from "./board.js";
import { NAMES, kindOf, pieceIcon } from "./pieces.js";

/** @typedef {import("../protocol.d.ts").ChessQuestion} ChessQuestion */

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";

/**
 * The squares of a FEN's first field.
 * @param {string} fen
 */
export function squaresOf(fen) {
    const rows = (fen.split(" ")[0] ?? "").replaceAll("/", "");
    const squares = rows.replace(/\d/g, (digit) => ".".repeat(Number(digit)));
    return squares.padEnd(64, ".").slice(0, 64);
}

/** @param {string} squares */
function placement(squares) {
    const rows = [];
    for (let row = 0; row < 8; row++) {
        rows.push(squares.slice(row * 8, row * 8 + 8).replace(/\.+/g, (dots) => String(dots.length)));
    }
    return rows.join("/");
}

/**
 * Asks for a position. The server says whether it is one.
 * @param {object} options
 * @param {string} options.fen where to begin
 * @param {(question: ChessQuestion) => Promise<any>} options.ask
 * @param {(fen: string, isAnalysis: boolean) => void} options.onDone
 */
export function setUpPosition({ fen, ask, onDone }) {
    let squares = squaresOf(fen);
    let brush = "P";
    /** @type {string | null} */
    let valid = null;
    let asked = 0;

    const board = new ChessBoard({
        onSquare: (square) => {
            const at = squareIndex(square);
            put(square, squares[at] === brush ? "." : brush || ".");
        },
        onDrag: (from, to) => {
            const piece = squares[squareIndex(from)] ?? ".";
            if (from === to) return;
            put(from, ".");
            if (to) put(to, piece);
        },
    });
    board.edit(true);

    /** @param {string} square @param {string} piece */
    const put = (square, piece) => {
        const at = squareIndex(square);
        squares = squares.slice(0, at) + piece + squares.slice(at + 1);
        changed();
    };

    const brushes = ["", "K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"].map((piece) => {
        const name = piece === "" ? "Remove pieces" : `${piece === piece.toUpperCase() ? "White" : "Black"} ${NAMES[kindOf(piece)]}`;
        const choose = () => {
            brush = piece;
            drawBrushes();
        };
        const picture = piece === "" ? h("span", { class: "eraser", "aria-hidden": "true" }, "×") : pieceIcon(piece);
        return h("button", { type: "button", class: "brush", "aria-label": name, title: name, onclick: choose }, picture);
    });
    const drawBrushes = () => {
        const pieces = ["", ..."KQRBNPkqrbnp"];
        brushes.forEach((button, i) => button.setAttribute("aria-pressed", String(pieces[i] === brush)));
    };

    const side = h("select", { onchange: () => changed() }, h("option", { value: "w" }, "White to move"), h("option", { value: "b" }, "Black to move"));
    /** @param {string} letter @param {string} name */
    const right = (letter, name) => {
        const box = h("input", { type: "checkbox", value: letter, onchange: () => changed() });
        return { box, label: h("label", { class: "check" }, box, name) };
    };
    const rights = [right("K", "White O-O"), right("Q", "White O-O-O"), right("k", "Black O-O"), right("q", "Black O-O-O")];
    const text = h("input", { type: "text", class: "fen", spellcheck: "false", autocomplete: "off", "aria-label": "FEN" });
    const problem = h("p", { class: "refusal", role: "status" });
    const play = h("button", { type: "button", class: "primary" }, "Play from here");
    const analyse = h("button", { type: "button" }, "Analyse");

    /** The rest of the FEN that was typed. */
    let tail = "- 0 1";
    const compose = () => {
        const castling = rights.map(({ box }) => (box.checked ? box.value : "")).join("") || "-";
        return `${placement(squares)} ${side.value} ${castling} ${tail}`;
    };

    const changed = () => {
        // An en passant square seldom survives a change.
        tail = "- 0 1";
        text.value = compose();
        draw();
        void check(text.value);
    };

    const draw = () => board.show({ squares, legal: [], last: null, check: null });

    /** @param {string} fen */
    const read = (fen) => {
        const [, mover = "w", castling = "-", ...others] = fen.trim().split(/\s+/);
        squares = squaresOf(fen);
        side.value = mover === "b" ? "b" : "w";
        for (const { box } of rights) box.checked = castling.includes(box.value);
        tail = others.length ? others.join(" ") : "- 0 1";
        draw();
    };

    /** @param {string} fen */
    const check = async (fen) => {
        const number = ++asked;
        let reason = "";
        try {
            await ask({ type: "position", fen });
        } catch (error) {
            reason = error instanceof Error ? error.message : String(error);
        }
        if (number !== asked) return;
        valid = reason ? null : fen;
        problem.textContent = reason ? sentence(reason) : "This position can be played.";
        problem.classList.toggle("good", !reason);
        play.disabled = analyse.disabled = !valid;
    };

    text.addEventListener("input", () => {
        read(text.value);
        void check(text.value);
    });
    /** @param {string} name @param {string} fen */
    const preset = (name, fen) => {
        const use = () => {
            text.value = fen;
            read(fen);
            void check(fen);
        };
        return h("button", { type: "button", onclick: use }, name);
    };
    const flip = h("button", { type: "button", onclick: () => board.flip(!board.isFlipped) }, "Turn the board");

    const box = dialog({
        title: "Set up a position",
        class: "setup-dialog",
        body: [
            h("div", { class: "setup-grid" },
                h("div", {}, board.element,
                    h("div", { class: "brushes", role: "group", "aria-label": "Pieces to put on the board" }, brushes)),
                h("div", { class: "setup-side" },
                    h("p", { class: "muted" }, "Choose a piece and click squares, or drag pieces; off the board they are removed."),
                    h("label", { class: "field" }, h("span", {}, "Turn"), side),
                    h("fieldset", { class: "rights" }, h("legend", {}, "Castling"), rights.map(({ label }) => label)),
                    h("label", { class: "field" }, h("span", {}, "FEN"), text),
                    problem,
                    h("div", { class: "button-row" }, preset("Initial position", START), preset("Empty board", EMPTY), flip))),
        ],
        foot: [analyse, play],
    });
    /** @param {boolean} isAnalysis */
    const done = (isAnalysis) => {
        if (!valid) return;
        box.close();
        onDone(valid, isAnalysis);
    };
    play.addEventListener("click", () => done(false));
    analyse.addEventListener("click", () => done(true));
    text.value = fen;
    read(fen);
    drawBrushes();
    void check(fen);
}
