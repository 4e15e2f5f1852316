// The best lines of the position that is shown, found deeper and deeper while it stays.

import { cap } from "../chrome.js";
import { h, replace } from "../dom.js";
import { scoreText, scoreWords } from "./scores.js";

/** @typedef {import("../protocol.d.ts").ChessAnalysis} ChessAnalysis */
/** @typedef {import("../protocol.d.ts").ChessLine} ChessLine */
/** @typedef {import("../protocol.d.ts").ChessLineMove} ChessLineMove */
/** @typedef {import("../protocol.d.ts").ChessQuestion} ChessQuestion */

/** How long each look takes, in milliseconds, and how many there are. */
const FIRST_LOOK = 150;
const LONGEST_LOOK = 2000;
const LOOKS = 10;

/** How long a position must stay before it is looked at. */
const REST = 120;

const CHOICES = [1, 3, 5];

/** @param {number} count */
function short(count) {
    if (count < 1000) return `${count} positions`;
    if (count < 1_000_000) return `${Math.round(count / 1000)} k positions`;
    return `${(count / 1_000_000).toFixed(1)} M positions`;
}

export class AnalysisPanel {
    #count = 3;
    #isOn = false;
    /** Which position is looked at: another number ends the looks at it. */
    #turn = 0;
    /** @type {number | null} */
    #ply = null;
    /** @type {ChessAnalysis | null} */
    #found = null;
    #note = h("span", { class: "faint" });
    #lines = h("ol", { class: "best-lines" });
    #switch = h("button", { type: "button", class: "switch", role: "switch", "aria-checked": "false" }, "Analysis");
    /** @type {HTMLButtonElement[]} */
    #choices = [];
    /** @type {(question: ChessQuestion) => Promise<any>} */ #ask;
    /** @type {() => void} */ #withdraw;
    /** @type {() => void} */ #changed;
    /** @type {(line: ChessLine) => void} */ #play;
    /** @type {(step: ChessLineMove | null) => void} */ #show;
    /** The line that is walked through, and how many of its moves are shown. @type {{line: ChessLine, count: number} | null} */ #walk = null;

    /**
     * @param {object} options
     * @param {HTMLElement} options.more what else belongs to the analysis
     * @param {(question: ChessQuestion) => Promise<any>} options.ask
     * @param {() => void} options.withdraw ends what was asked
     * @param {() => void} options.onChange something was found, or it was switched
     * @param {(line: ChessLine) => void} options.onPlay the first move of a line is to be played
     * @param {(step: ChessLineMove | null) => void} options.onShow a position of a line is to be shown, or none any more
     */
    constructor({ more, ask, withdraw, onChange, onPlay, onShow }) {
        this.#ask = ask;
        this.#withdraw = withdraw;
        this.#changed = onChange;
        this.#play = onPlay;
        this.#show = onShow;
        this.#switch.addEventListener("click", () => this.turn(!this.#isOn));
        this.#choices = CHOICES.map((count) => {
            const choose = () => {
                this.#count = count;
                this.#restart();
            };
            const name = count === 1 ? "1 line" : `${count} lines`;
            return h("button", { type: "button", "aria-label": name, onclick: choose }, String(count));
        });
        this.element = h(
            "section",
            { class: "card analysis", "aria-label": "Analysis" },
            h(
                "div",
                { class: "card-head" },
                this.#switch,
                this.#note,
                h("div", { class: "segments", role: "group", "aria-label": "Lines" }, ...this.#choices),
            ),
            this.#lines,
            more,
        );
        this.#draw();
    }

    get isOn() {
        return this.#isOn;
    }

    /** What is known about the position that is shown. */
    get found() {
        return this.#found;
    }

    /** @param {boolean} isOn */
    turn(isOn) {
        this.#isOn = isOn;
        this.#restart();
    }

    /**
     * Looks at another position; at none if a computer needs the time for its own move.
     * @param {number | null} ply
     * @param {string} key changes with the position
     */
    look(ply, key) {
        if (this.#key === key && this.#ply === ply) return;
        this.#key = key;
        this.#ply = ply;
        this.#restart();
    }
    #key = "";

    /** Ends all looks. */
    close() {
        this.#turn++;
    }

    /** Whether a line is walked through. */
    get isWalking() {
        return this.#walk !== null;
    }

    /**
     * Shows the position after so many moves of a line; before the first, the line is left.
     * @param {ChessLine} line
     * @param {number} count
     */
    #goTo(line, count) {
        const shown = Math.min(count, line.moves.length);
        this.#walk = shown > 0 ? { line, count: shown } : null;
        this.#draw();
        this.#show(line.moves[shown - 1] ?? null);
    }

    /** Goes on in the line that is walked through, or back. @param {number} by */
    walk(by) {
        if (this.#walk) this.#goTo(this.#walk.line, this.#walk.count + by);
    }

    /** Leaves the line that is walked through. */
    leave() {
        if (this.#walk) this.#goTo(this.#walk.line, 0);
    }

    #restart() {
        const turn = ++this.#turn;
        this.#found = null;
        this.leave();
        this.#draw();
        this.#changed();
        if (this.#isAsking) this.#withdraw();
        const ply = this.#ply;
        if (this.#isOn && ply !== null) setTimeout(() => turn === this.#turn && void this.#run(turn, ply), REST);
    }
    #isAsking = false;

    /** @param {number} turn @param {number} ply */
    async #run(turn, ply) {
        let millis = FIRST_LOOK;
        for (let look = 0; look < LOOKS; look++) {
            let answer;
            try {
                this.#isAsking = true;
                answer = await this.#ask({ type: "analyse", ply, lines: this.#count, millis });
            } catch (error) {
                if (turn === this.#turn) this.#note.textContent = error instanceof Error ? error.message : String(error);
                return;
            } finally {
                this.#isAsking = false;
            }
            if (turn !== this.#turn) return;
            // Whoever walks through a line keeps it.
            if (this.#walk) continue;
            this.#found = answer;
            this.#draw();
            this.#changed();
            // Over, or a mate that cannot be bettered.
            const best = this.#found?.lines[0];
            if (!best || (best.score.type === "mate" && (this.#found?.depth ?? 0) > 2 * Math.abs(best.score.moves) + 2)) return;
            millis = Math.min(millis * 2, LONGEST_LOOK);
        }
    }

    #draw() {
        this.#switch.setAttribute("aria-checked", String(this.#isOn));
        this.element.classList.toggle("off", !this.#isOn);
        CHOICES.forEach((count, i) => {
            const button = this.#choices[i];
            if (!button) return;
            button.setAttribute("aria-pressed", String(count === this.#count));
            button.textContent = count === this.#count ? (count === 1 ? "1 line" : `${count} lines`) : String(count);
        });
        const found = this.#isOn ? this.#found : null;
        this.#note.textContent = found?.depth ? `depth ${found.depth}, ${short(found.nodes)}` : this.#isOn && this.#ply !== null ? "thinking…" : "";
        const rows = (found?.lines ?? []).map((line, i) => this.#row(line, i));
        // Rows that are not there yet keep their place, so that nothing jumps.
        const missing = this.#isOn && !found && this.#ply !== null ? this.#count : 0;
        for (let i = 0; i < missing; i++) rows.push(h("li", { class: "waiting", "aria-hidden": "true" }));
        if (found && !found.lines.length) rows.push(h("li", { class: "faint" }, "The game is over here."));
        replace(this.#lines, rows);
    }

    /**
     * A line. A click on it shows where it leads, move by move; nothing is played.
     * @param {ChessLine} line
     * @param {number} i
     */
    #row(line, i) {
        const count = this.#walk?.line === line ? this.#walk.count : 0;
        const head = h("button", {
            type: "button", class: "best-line", title: "Look at this line", "aria-expanded": String(count > 0), "data-focus": `line-${i}`,
            onclick: () => this.#goTo(line, count ? 0 : 1),
        },
            h("span", { class: `line-rank rank-${i + 1}`, "aria-hidden": "true" }, String(i + 1)),
            h("span", { class: "line-score", title: scoreWords(line.score) }, scoreText(line.score)),
            h("span", { class: "line-moves" }, h("b", {}, line.first), count ? "" : ` ${line.moves.slice(1).map(({ text }) => text).join(" ")}`));
        if (!count) return h("li", {}, head);
        const moves = line.moves.map(({ text }, k) => h("button", {
            type: "button", class: "walk-move", "aria-current": k + 1 === count ? "true" : null, "data-focus": `walk-${k}`, onclick: () => this.#goTo(line, k + 1),
        }, text));
        return h("li", {}, head, h("div", { class: "walk" }, moves),
            h("div", { class: "button-row" },
                h("button", { type: "button", class: "primary", "data-focus": "walk-play", onclick: () => { this.leave(); this.#play(line); } }, `Play ${line.first}`),
                h("button", { type: "button", "data-focus": "walk-back", onclick: () => this.leave() }, "Back", cap("Esc"))));
    }
}
