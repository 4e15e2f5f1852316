// Scores: as text, as the height of a bar, and as a graph of the game.

import { h, s } from "../dom.js";

/** @typedef {import("../protocol.d.ts").ChessScore} ChessScore */
/** @typedef {import("../protocol.d.ts").ChessMove} ChessMove */

/**
 * A score in pawns with its sign, or the moves to mate: "+0.9", "−1.2", "#3", "#−2".
 * @param {ChessScore} score
 */
export function scoreText(score) {
    if (score.type === "mate") return `#${score.moves < 0 ? "−" : ""}${Math.abs(score.moves)}`;
    const pawns = Math.abs(score.hundredths / 100).toFixed(1);
    return pawns === "0.0" ? pawns : `${score.hundredths < 0 ? "−" : "+"}${pawns}`;
}

/**
 * A score in words, for a screen reader.
 * @param {ChessScore} score
 */
export function scoreWords(score) {
    if (score.type === "mate") {
        if (score.moves === 0) return "checkmate";
        return `${score.moves > 0 ? "White" : "Black"} mates in ${Math.abs(score.moves)}`;
    }
    const pawns = Math.abs(score.hundredths / 100).toFixed(1);
    if (pawns === "0.0") return "even";
    return `${score.hundredths > 0 ? "White" : "Black"} is ahead by ${pawns}`;
}

/**
 * White's share of the chances, from 0 to 1: three pawns are worth about three games of four.
 * @param {ChessScore} score
 * @param {boolean} [blackIsMated] for a mate that is on the board
 */
export function chance(score, blackIsMated = false) {
    if (score.type === "mate") return score.moves > 0 || (score.moves === 0 && blackIsMated) ? 1 : 0;
    return 1 / (1 + Math.exp(-score.hundredths / 270));
}

/**
 * How bad a move was that changed White's chances so: "??", "?" or nothing.
 * @param {number} before
 * @param {number} after
 * @param {boolean} isWhite who moved
 */
export function mark(before, after, isWhite) {
    const lost = isWhite ? before - after : after - before;
    return lost > 0.17 ? "??" : lost > 0.085 ? "?" : "";
}

/** The bar beside the board: the lighter part is White's share of the chances. */
export class ScoreBar {
    #white = h("div", { class: "score-bar-white" });
    #text = h("span", { class: "score-bar-text" });

    constructor() {
        this.element = h(
            "div",
            { class: "score-bar", role: "img", "aria-label": "No evaluation" },
            this.#white,
            h("div", { class: "score-bar-middle" }),
            this.#text,
        );
    }

    /**
     * @param {ChessScore | null} score
     * @param {boolean} isFlipped
     * @param {boolean} blackIsMated
     */
    show(score, isFlipped, blackIsMated) {
        this.element.classList.toggle("flipped", isFlipped);
        this.element.classList.toggle("unknown", !score);
        const share = score ? chance(score, blackIsMated) : 0.5;
        this.#white.style.height = `${(share * 100).toFixed(1)}%`;
        this.#text.textContent = score ? scoreText(score).replace(/^[+−]/, "") : "";
        // The number stands at the end of the side that is ahead.
        this.element.classList.toggle("white-leads", share >= 0.5);
        this.element.setAttribute("aria-label", score ? `Evaluation: ${scoreWords(score)}` : "No evaluation");
    }
}

const WIDTH = 560;
const HEIGHT = 96;
const LEFT = 30;
const BOTTOM = 18;
/** The graph shows up to this many pawns, and at least this many. */
const MOST = 6;
const LEAST = 2;

/** The evaluation over the moves of a game. */
export class ScoreGraph {
    #picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + BOTTOM}`, "aria-hidden": "true" });
    #table = h("table", { class: "hidden-text" });
    #count = 0;

    /** @param {(ply: number) => void} onJump */
    constructor(onJump) {
        this.element = h("div", { class: "score-graph" }, this.#picture, this.#table);
        this.#picture.addEventListener("pointerdown", (event) => {
            const jump = (/** @type {PointerEvent} */ at) => {
                const box = this.#picture.getBoundingClientRect();
                const x = ((at.clientX - box.left) / box.width) * WIDTH;
                const ply = Math.round(((x - LEFT) / (WIDTH - LEFT - 4)) * Math.max(this.#count, 1));
                onJump(Math.min(Math.max(ply, 0), this.#count));
            };
            jump(event);
            this.#picture.setPointerCapture(event.pointerId);
            this.#picture.addEventListener("pointermove", jump);
            const end = () => this.#picture.removeEventListener("pointermove", jump);
            this.#picture.addEventListener("pointerup", end, { once: true });
            this.#picture.addEventListener("pointercancel", end, { once: true });
        });
    }

    /**
     * @param {(ChessScore | null)[]} scores of the positions, from the first on
     * @param {ChessMove[]} moves
     * @param {number} ply the position that is shown
     */
    show(scores, moves, ply) {
        this.#count = moves.length;
        const count = Math.max(moves.length, 1);
        const sizes = scores.map(score => score?.type === "pawns" ? Math.abs(score.hundredths) / 100 : 0);
        const most = Math.min(MOST, Math.max(LEAST, ...sizes));
        const x = (/** @type {number} */ at) => LEFT + (at / count) * (WIDTH - LEFT - 4);
        const y = (/** @type {number} */ pawns) => HEIGHT / 2 - (Math.max(-most, Math.min(most, pawns)) / most) * (HEIGHT / 2 - 4);
        const value = (/** @type {ChessScore} */ score, /** @type {number} */ at) => {
            if (score.type === "pawns") return score.hundredths / 100;
            const whiteMates = score.moves > 0 || (score.moves === 0 && moves[at - 1]?.side === "white");
            return whiteMates ? most : -most;
        };
        /** @type {[number, number][]} */
        const points = [];
        scores.forEach((score, at) => score && points.push([at, value(score, at)]));
        const first = points[0] ?? [0, 0];
        const last = points[points.length - 1] ?? [0, 0];
        // Where nothing is known yet, the ground says so.
        /** @type {SVGElement[]} */
        const all = [
            s("rect", { class: "graph-unknown", x: LEFT, y: 0, width: WIDTH - LEFT - 4, height: HEIGHT, rx: 4 }),
        ];
        if (points.length > 1) {
            all.push(s("rect", { class: "graph-black", x: x(first[0]), y: 0, width: x(last[0]) - x(first[0]), height: HEIGHT, rx: 4 }));
            const line = points.map(([at, pawns]) => `L${x(at).toFixed(1)} ${y(pawns).toFixed(1)}`).join(" ");
            const d = `M${x(first[0]).toFixed(1)} ${HEIGHT} ${line} L${x(last[0]).toFixed(1)} ${HEIGHT} Z`;
            all.push(s("path", { class: "graph-white", d }));
        }
        all.push(s("line", { class: "graph-even", x1: LEFT, x2: WIDTH - 4, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
        const tick = most > 4 ? 4 : most > 2.5 ? 2 : 1;
        for (const pawns of [tick, 0, -tick]) {
            const text = pawns === 0 ? "0" : pawns > 0 ? `+${pawns}` : `−${-pawns}`;
            all.push(s("text", { class: "graph-label", x: LEFT - 7, y: y(pawns) + 4, "text-anchor": "end" }, text));
        }
        const numbers = Math.ceil(moves.length / 2);
        const step = [1, 2, 5, 10, 20, 50, 100].find((step) => numbers / step <= 9) ?? 200;
        moves.forEach((move, i) => {
            if (move.side !== "white" || (move.number !== 1 && move.number % step !== 0)) return;
            all.push(s("text", { class: "graph-label", x: x(i + 1), y: HEIGHT + 14, "text-anchor": "middle" }, String(move.number)));
        });
        moves.forEach((move, i) => {
            const bad = badness(scores, moves, i);
            const score = scores[i + 1];
            if (!bad || !score) return;
            const at = { cx: x(i + 1), cy: y(value(score, i + 1)) };
            all.push(s("circle", { class: "graph-mistake", ...at, r: bad === "??" ? 5 : 4 }));
        });
        all.push(s("line", { class: "graph-cursor", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }));
        this.#picture.replaceChildren(...all);
        const head = h("tr", {}, h("th", { scope: "col" }, "Move"), h("th", { scope: "col" }, "Evaluation"));
        const rows = moves.map((move, i) => {
            const score = scores[i + 1];
            const name = `${move.number}${move.side === "white" ? "." : "…"} ${move.san}${badness(scores, moves, i)}`;
            return h("tr", {}, h("td", {}, name), h("td", {}, score ? scoreWords(score) : "unknown"));
        });
        this.#table.replaceChildren(h("caption", {}, "Evaluation of each move"), h("thead", {}, head), h("tbody", {}, ...rows));
    }
}

/**
 * The mark of a move: "??", "?" or nothing.
 * @param {(ChessScore | null)[]} scores of the positions, from the first on
 * @param {ChessMove[]} moves
 * @param {number} i the move
 */
export function badness(scores, moves, i) {
    const [before, after, move] = [scores[i], scores[i + 1], moves[i]];
    if (!before || !after || !move) return "";
    const isWhite = move.side === "white";
    return mark(chance(before), chance(after, isWhite), isWhite);
}
