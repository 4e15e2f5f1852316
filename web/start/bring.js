// Bringing a game or a position along: pasted, from a file, or sent by a friend as a link. Which game it is of is
// seen from how it is written; whether it can be played, the server says.
import { dialog, sentence, tellError } from "../chrome.js";
import { h, replace } from "../dom.js";
import { post } from "../link.js";
import { create } from "../router.js";
import { newGame as newChess, today } from "../chess/new.js";
import { startOf } from "../chess/texts.js";
import { picture as chessPicture } from "../chess/begin.js";
import { picture as starPicture, seatsFrom, standings } from "../star/begin.js";
import { nameOf } from "../star/words.js";

/**
 * @typedef {import("../protocol.d.ts").StarSetup} StarSetup
 * @typedef {import("../protocol.d.ts").StarSummary} StarSummary
 * @typedef {import("../protocol.d.ts").ChessSetup} ChessSetup
 * @typedef {import("../protocol.d.ts").Summary} Summary
 * @typedef {{kind: "star", setup: StarSetup} | {kind: "chess", setup: ChessSetup}} Brought
 */

/** How long a text rests before the server is asked about it, in milliseconds. */
const REST = 200;

/**
 * What a text seems to be.
 * @param {string} text
 * @returns {Brought}
 */
function recognise(text) {
    if (/^Star Chess game\b/.test(text)) return { kind: "star", setup: { from: { type: "file", text }, seats: null, round_limit: null } };
    const start = startOf(text);
    if (start.type === "fen" || /^\[|(^|\s)1\./.test(text)) {
        return { kind: "chess", setup: { white: "human", black: "human", mode: "analyse", start, time: null, date: today() } };
    }
    return { kind: "star", setup: { from: { type: "position", position: text }, seats: seatsFrom(1), round_limit: null } };
}

/** Lets the user choose a file: a game that was saved here, a game of chess as PGN, or a position. */
export function loadGame() {
    const field = h("input", {
        type: "file", accept: ".txt,.pgn,.fen,text/plain",
        onchange: async () => {
            const text = (await field.files?.[0]?.text())?.trim();
            if (text === undefined) return;
            const brought = recognise(text);
            // A saved game goes on; with others there is something to choose.
            if (brought.kind === "star" && brought.setup.from.type === "file") create("star", brought.setup).catch(tellError);
            else bring(text);
        },
    });
    field.click();
}

/**
 * Asks for a game or a position, and shows it.
 * @param {string} [text]
 * @param {boolean} [isSent] Whether it came with a link.
 */
export function bring(text = "", isSent = false) {
    const field = h("textarea", { "aria-label": "Position", rows: 4, spellcheck: "false" });
    field.value = text;
    const complaint = h("p", { class: "warning", role: "alert" });
    const shown = h("div", { class: "brought" });
    const analyse = h("button", { hidden: true, onclick: () => begin(false) }, "Analyse it");
    const play = h("button", { class: "primary", onclick: () => begin(true) }, "Play from here");
    let asked = 0;
    /** The position that is shown. @type {StarSummary | null} */
    let star = null;

    const look = async () => {
        const number = ++asked;
        const wanted = field.value.trim();
        const brought = recognise(wanted);
        complaint.textContent = "";
        analyse.hidden = brought.kind !== "chess";
        if (!wanted) return replace(shown);
        try {
            /** @type {Summary} */
            const summary = await post("/api/preview", brought);
            if (number !== asked) return;
            star = brought.kind === "star" ? /** @type {StarSummary} */ (summary.details) : null;
            replace(shown, star ? starPicture(star) : chessPicture(/** @type {{squares: string}} */ (summary.details)),
                h("div", {}, ...star ? aboutStar(star) : [h("p", { text: sentence(`Chess. ${summary.state}`) })]));
        } catch (error) {
            if (number !== asked) return;
            star = null;
            replace(shown);
            complaint.textContent = sentence(error instanceof Error ? error.message : String(error));
        }
    };

    /** @param {boolean} isPlayed */
    const begin = async isPlayed => {
        const brought = recognise(field.value.trim());
        try {
            if (brought.kind === "chess" && isPlayed) newChess(brought.setup.start);
            else if (brought.kind === "chess") await create("chess", brought.setup);
            else await create("star", { ...brought.setup, seats: brought.setup.seats && seatsFrom(star?.to_move ?? 1) });
            box.close();
        } catch (error) {
            complaint.textContent = sentence(error instanceof Error ? error.message : String(error));
        }
    };

    let timer = setTimeout(look);
    field.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(look, REST);
    });
    const about = isSent ? "Someone sent you this position, to play on from it." : "Paste a position or a game: of Star Chess as this program copies and saves it, of chess as FEN or PGN.";
    const box = dialog({
        title: isSent ? "A position for you" : "Bring a position or a game", class: "bring",
        body: [h("p", { class: "muted", text: about }), isSent ? shown : field, complaint,
            isSent ? h("details", {}, h("summary", { text: "How it is written" }), field) : shown],
        foot: [h("button", { onclick: () => box.close() }, "Cancel"), analyse, play],
    });
    if (!isSent) field.focus();
}

/** @param {StarSummary} summary */
function aboutStar(summary) {
    return [h("p", { text: `Star Chess, round ${summary.round}. You play ${nameOf(summary.to_move)}, who is to move, against computers of the rank Lieutenant.` }), standings(summary)];
}
