// The game in other notations: to copy, to save, and to bring along.
import { copy, dialog, sentence, tellError } from "../chrome.js";
import { h } from "../dom.js";
import { begin, newGame, today } from "./new.js";

/**
 * Shows the position and the game as text, and takes others.
 * @param {import("../link.js").Link} link
 * @param {number} ply the position that is shown
 */
export async function showTexts(link, ply) {
    let texts;
    try {
        texts = await link.ask({ type: "texts", ply });
    } catch (error) {
        return tellError(error);
    }
    const fen = h("input", { type: "text", class: "fen", readonly: true, value: texts.fen, "aria-label": "This position as FEN" });
    const pgn = h("textarea", { readonly: true, rows: 8, "aria-label": "This game as PGN" });
    pgn.value = texts.pgn;
    const save = h("a", { class: "button", download: "game.pgn" }, "Save as a file");
    const address = URL.createObjectURL(new Blob([texts.pgn], { type: "application/x-chess-pgn" }));
    save.href = address;
    const box = dialog({
        title: "FEN and PGN",
        class: "texts-dialog",
        body: [
            h("label", { class: "field" }, h("span", { text: "This position (FEN)" }), fen),
            h("div", { class: "button-row" }, copyButton(texts.fen, "The position")),
            h("label", { class: "field" }, h("span", { text: "This game (PGN)" }), pgn),
            h("div", { class: "button-row" }, copyButton(texts.pgn, "The game"), save),
            h("hr"),
            ...takeText(() => box.close()),
        ],
    });
    box.addEventListener("close", () => URL.revokeObjectURL(address));
}

/**
 * A position or a game, by how it is written: a FEN has ranks, the side to move, and no lines.
 * @param {string} text
 */
export function startOf(text) {
    return /^[^\s[]+\/[^\s]+\s+[wb]\s/.test(text) && !text.includes("\n")
        ? /** @type {const} */ ({ type: "fen", fen: text })
        : /** @type {const} */ ({ type: "pgn", pgn: text });
}

/**
 * A box for a position or a game that is typed, pasted or read from a file.
 * @param {() => void} onDone
 * @returns {HTMLElement[]}
 */
export function takeText(onDone) {
    const input = h("textarea", { rows: 4, class: "taken", spellcheck: "false", "aria-label": "A position as FEN, or a game as PGN" });
    const problem = h("p", { class: "refusal", role: "status" });
    const start = () => startOf(input.value.trim());
    const analyse = async () => {
        problem.textContent = "";
        if (!input.value.trim()) {
            problem.textContent = "Paste a FEN or a PGN first.";
            return;
        }
        try {
            await begin({ white: "human", black: "human", mode: "analyse", start: start(), time: null, date: today() });
            onDone();
        } catch (error) {
            problem.textContent = sentence(error instanceof Error ? error.message : String(error));
        }
    };
    const play = () => {
        onDone();
        newGame(start());
    };
    const file = h("input", {
        type: "file", accept: ".pgn,.fen,.txt", "aria-label": "Read from a file",
        onchange: async () => {
            const [chosen] = file.files ?? [];
            if (chosen) input.value = await chosen.text();
        },
    });
    return [
        h("label", { class: "field" }, h("span", { text: "Another position or game (FEN or PGN)" }), input),
        problem,
        h("div", { class: "button-row" }, file, h("span", { class: "grow" }), h("button", { onclick: play }, "Play on from it"), h("button", { class: "primary", onclick: analyse }, "Analyse it")),
    ];
}

/** @param {string} text @param {string} what */
function copyButton(text, what) {
    return h("button", { onclick: () => copy(text, what) }, "Copy");
}
