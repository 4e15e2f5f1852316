// New games of chess.
import { dialog, sentence } from "../chrome.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { create } from "../router.js";
import { OPPONENTS } from "./opponents.js";
import { pieceIcon } from "./pieces.js";

/**
 * @typedef {import("../protocol.d.ts").ChessSetup} ChessSetup
 * @typedef {import("../protocol.d.ts").ChessStart} ChessStart
 */

/** The player of the first game. */
const FIRST_OPPONENT = "engine:level=club";

/** Seconds for the game and for each move. */
const TIMES = [
    ["No clock", 0, 0],
    ["1 minute", 60, 0],
    ["3 minutes + 2 s", 180, 2],
    ["5 minutes", 300, 0],
    ["10 minutes + 5 s", 600, 5],
    ["30 minutes", 1800, 0],
];

/** Today, as PGN writes it. */
export function today() {
    const now = new Date();
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}

/**
 * Makes a game and goes to it.
 * @param {ChessSetup} setup
 */
export function begin(setup) {
    return create("chess", setup);
}

/** A game against the engine, without a question. */
export function playWhite() {
    return begin({ white: "human", black: FIRST_OPPONENT, mode: "play", start: { type: "initial" }, time: null, date: today() });
}

/** A board to try moves on. */
export function analyse() {
    return begin({ white: "human", black: "human", mode: "analyse", start: { type: "initial" }, time: null, date: today() });
}

/**
 * Asks how to begin.
 * @param {ChessStart} [start]
 */
export function newGame(start = { type: "initial" }) {
    const stored = read();
    const opponent = h("select", { "aria-label": "Opponent" }, h("option", { value: "human" }, "A person, at this screen or by a link"), computers());
    choose(opponent, stored.opponent);
    const [white, black] = ["White", "Black"].map(name => h("select", { "aria-label": `Computer for ${name}` }, computers()));
    choose(white, stored.white);
    choose(black, stored.black);
    const time = h("select", { "aria-label": "Clock" }, TIMES.map(([name], i) => h("option", { value: i }, name)));
    time.value = stored.time in TIMES ? String(stored.time) : "0";
    const against = h("label", { class: "field" }, h("span", { text: "Against" }), opponent);
    const both = h("div", { class: "fields" }, h("label", { class: "field" }, h("span", { text: "White" }), white), h("label", { class: "field" }, h("span", { text: "Black" }), black));
    const showPlayers = (/** @type {string} */ side) => {
        against.hidden = side === "neither";
        both.hidden = side !== "neither";
    };
    showPlayers(stored.side);
    const sides = ["white", "black", "random", "neither"].map(side => {
        const name = { white: "White", black: "Black", random: "By lot", neither: "Neither" }[side] ?? "";
        const radio = h("input", { type: "radio", name: "side", value: side, checked: side === stored.side, onchange: () => showPlayers(side) });
        const pictures = { white: [pieceIcon("K")], black: [pieceIcon("k")], random: [pieceIcon("K"), pieceIcon("k")] }[side] ?? [icon("eye")];
        return h("label", { class: "side-choice" }, radio, h("span", { class: "side-pieces" }, pictures), name);
    });
    const fen = h("input", { type: "text", class: "fen", spellcheck: "false", autocomplete: "off", placeholder: "the initial position", "aria-label": "Start position as FEN", value: start.type === "fen" ? start.fen : "" });
    const problem = h("p", { class: "refusal", role: "status" });
    const play = async () => {
        const chosen = box.querySelector("input[name=side]:checked");
        const wanted = chosen instanceof HTMLInputElement ? chosen.value : "white";
        const side = wanted === "random" ? Math.random() < 0.5 ? "white" : "black" : wanted;
        const players = side === "neither" ? { white: white?.value ?? "", black: black?.value ?? "" }
            : side === "white" ? { white: "human", black: opponent.value } : { white: opponent.value, black: "human" };
        const [, seconds, increment] = TIMES[Number(time.value)] ?? ["", 0, 0];
        write({ opponent: opponent.value, white: white?.value ?? "", black: black?.value ?? "", time: Number(time.value), side: wanted });
        /** @type {ChessStart} */
        const from = start.type === "pgn" ? start : fen.value.trim() ? { type: "fen", fen: fen.value.trim() } : { type: "initial" };
        try {
            await begin({
                ...players, mode: "play", start: from, date: today(),
                time: seconds ? { seconds: Number(seconds), increment: Number(increment) } : null,
            });
            box.close();
        } catch (error) {
            problem.textContent = sentence(error instanceof Error ? error.message : String(error));
        }
    };
    const box = dialog({
        title: "New game of chess",
        class: "new-chess",
        body: [
            h("fieldset", { class: "side-choices" }, h("legend", { text: "You play" }), sides),
            against, both,
            h("label", { class: "field" }, h("span", { text: "Clock for each side" }), time),
            start.type === "pgn" ? h("p", { class: "muted", text: "It goes on from the end of the game that you gave." })
                : h("label", { class: "field" }, h("span", { text: "Start position (FEN)" }), fen),
            problem,
        ],
        foot: [h("button", { class: "primary large", onclick: play }, "Begin")],
    });
}

/** All computers, as groups of options. */
function computers() {
    /** @type {[string, (player: string) => boolean][]} */
    const groups = [
        ["Levels", player => player.includes("level=")], ["Full strength", player => player.startsWith("engine:time")],
        ["The papers’ players", player => !player.startsWith("engine")],
    ];
    return groups.map(([label, belongs]) => h("optgroup", { label }, OPPONENTS.filter(other => belongs(other.player)).map(option)));
}

/**
 * Chooses a player, or the first opponent if it is unknown.
 * @param {HTMLSelectElement | undefined} select
 * @param {string} player
 */
function choose(select, player) {
    if (!select) return;
    select.value = player;
    if (!select.value) select.value = FIRST_OPPONENT;
}

/** @param {{player: string, name: string, about: string}} other */
function option({ player, name, about }) {
    return h("option", { value: player }, `${name}: ${about}`);
}

const STORED = "starchess.chess";

/** What was chosen last time. */
function read() {
    const first = { opponent: FIRST_OPPONENT, white: FIRST_OPPONENT, black: "kong:depth=3", time: 0, side: "white" };
    try {
        return { ...first, ...JSON.parse(localStorage.getItem(STORED) ?? "{}") };
    } catch {
        return first;
    }
}

/** @param {ReturnType<typeof read>} chosen */
function write(chosen) {
    localStorage.setItem(STORED, JSON.stringify(chosen));
}
