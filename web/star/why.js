// Why a computer played its turn: what it weighed, and the future that it expected.
import { h, replace, s } from "../dom.js";
import { icon } from "../icons.js";
import { announce, cap, sentence, topBar } from "../chrome.js";
import { Board } from "./board.js";
import { spread } from "./graph.js";
import { GoalReasons } from "./goals.js";
import { badge, shape } from "./pieces.js";
import { RequestReasons } from "./requests.js";
import { arrowsOf, battles, capital, colonies, deeds, nameOf, number, ships, signed, sitterName } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarWhy} StarWhy
 * @typedef {import("../protocol.d.ts").WhyMoment} WhyMoment
 * @typedef {import("../protocol.d.ts").Likeness} Likeness
 */

/** @typedef {"expected" | "really" | "both"} Mode */

/** @type {Record<Likeness, {sign: string, words: string, cls: string}>} */
const LIKENESS = {
    same: { sign: "✓", words: "as expected", cls: "good" },
    same_score: { sign: "≈", words: "otherwise, with the same score", cls: "muted" },
    other: { sign: "×", words: "otherwise", cls: "warning" },
};

/**
 * What a kind of computer weighed.
 * @typedef {object} Reasons
 * @property {string} count How much it tried.
 * @property {HTMLElement} sentence Its reason in a sentence or two.
 * @property {HTMLElement[]} cards
 * @property {HTMLElement | null} outlook Who would win at the end of what it expected.
 */

export class WhyScreen {
    /** The expected turn that is shown, from 0: the turn itself. */
    #step = 0;
    /** @type {Mode} */ #mode = "expected";
    #boards = h("div", { class: "why-boards" });
    #title = h("div", { class: "head" });
    #line = h("div", { class: "card line" });
    #turns = h("section", { class: "card expected", "aria-label": "Expected turns" });
    #chart = h("section", { class: "card real", "aria-label": "Expected and real" });

    /**
     * @param {import("./screen.js").StarScreen} screen
     * @param {StarWhy} why
     */
    constructor(screen, why) {
        this.screen = screen;
        this.why = why;
        /** @param {number} player */
        this.name = player => screen.name(player);
        this.board = new Board(this.name, "What was expected");
        this.other = new Board(this.name, "What really happened");
        /** @type {Reasons} */
        this.reasons = why.reasons.type === "requests" ? new RequestReasons(why, why.reasons) : new GoalReasons(why, why.reasons);
        this.#build();
        this.#draw();
        announce(`Why did ${nameOf(why.player)} do that? ${this.reasons.sentence.textContent}`);
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        /** @type {Record<string, () => void>} */
        const keys = {
            Escape: () => this.screen.closeWhy(), "[": () => this.#go(this.#step - 1), "]": () => this.#go(this.#step + 1),
            ArrowLeft: () => this.#go(this.#step - 1), ArrowRight: () => this.#go(this.#step + 1), w: () => this.screen.closeWhy(),
        };
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    }

    /** @param {number} step */
    #go(step) {
        const wanted = Math.max(0, Math.min(this.why.expected.length - 1, step));
        if (wanted === this.#step) return;
        this.#step = wanted;
        this.#draw();
        const moment = this.why.expected[wanted];
        if (moment) announce(`Round ${moment.round}: ${this.#told(moment)}.`);
    }

    /**
     * What happens in a turn, or what the player has after a round.
     * @param {WhyMoment} moment
     */
    #told(moment) {
        if (moment.player) return `${nameOf(moment.player)} ${deeds(moment.commands, "present")}`;
        const mine = moment.board.players[this.why.player - 1];
        return mine ? `${nameOf(this.why.player)} has ${colonies(mine.colonies.length)} and ${ships(mine.ships)}` : "";
    }

    #build() {
        const { why, screen, reasons } = this;
        const turn = screen.turns[why.turn];
        topBar({
            back: true, title: "Star Chess",
            about: [h("span", { class: "muted round", text: `Round ${screen.view.board.round}` }),
                h("span", { class: "chip" }, badge(why.player), `Looking back at ${nameOf(why.player)}’s turn in round ${why.round}`)],
            actions: [
                turn ? h("button", { "aria-label": "Branch from here", onclick: () => screen.history.branch(turn.begins) }, icon("branch"), h("span", { class: "wide", text: "Branch from here" })) : null,
                h("button", { class: "primary", "data-focus": "why-back", onclick: () => screen.closeWhy() }, "Back to now", cap("Esc")),
            ],
        });
        screen.root.className = "star why";
        replace(screen.root,
            h("div", { class: "why-left" }, this.#title, this.#boards, this.#line, this.#legend()),
            h("div", { class: "why-right" },
                h("section", { class: "card sentence", "aria-label": "The reason" },
                    h("div", { class: "head" }, badge(why.player, 15), h("h2", { text: `Why did ${nameOf(why.player)} do that?` }),
                        h("span", { class: "muted small", text: `${sitterName(why.computer)}, ${rounds(why.rounds)}` }), h("span", { class: "grow" }),
                        h("span", { class: "muted small", text: reasons.count })),
                    reasons.sentence),
                reasons.cards,
                h("div", { class: "why-foot" }, this.#turns, this.#chart)));
        const back = document.querySelector('[data-focus="why-back"]');
        if (back instanceof HTMLElement) back.focus();
        scrollTo(0, 0);
    }

    #legend() {
        return h("p", { class: "legend muted small" },
            s("svg", { viewBox: "-9 -9 18 18", width: 18, height: 18, "aria-hidden": "true" }, s("rect", { x: -6, y: -6, width: 12, height: 12, rx: 2, fill: "var(--muted)", "fill-opacity": 0.25, stroke: "var(--muted)", "stroke-dasharray": "3 2" })),
            ` expected, other than before the turn `,
            s("svg", { viewBox: "-9 -9 18 18", width: 18, height: 18, "aria-hidden": "true" }, s("rect", { x: -6, y: -6, width: 12, height: 12, rx: 2, fill: "var(--muted)" })), " as before the turn");
    }

    #draw() {
        this.#drawBoards();
        this.#drawLine();
        this.#drawTurns();
        this.#drawChart();
    }

    #drawBoards() {
        const { why } = this;
        const turn = why.expected[this.#step];
        const modes = /** @type {Mode[]} */ (["expected", "really", "both"]);
        const hasReal = Boolean(turn?.real);
        const mode = hasReal ? this.#mode : "expected";
        replace(this.#title, h("h2", { text: mode === "really" ? "What really happened" : mode === "both" ? "Expected and real" : `What ${nameOf(why.player)} expected` }),
            h("span", { class: "muted", text: turn ? ` round ${turn.round}, ${turn.player ? `after ${nameOf(turn.player)}` : "all have moved"}` : "" }), h("span", { class: "grow" }),
            h("div", { class: "segments", role: "group", "aria-label": "Which future" }, modes.map(name =>
                h("button", { "aria-pressed": mode === name ? "true" : "false", "data-focus": `mode-${name}`, disabled: name !== "expected" && !hasReal, onclick: () => { this.#mode = name; this.#draw(); } }, capital(name)))));
        if (!turn) return replace(this.#boards);
        /** @param {import("../protocol.d.ts").Command[]} commands @param {number} player */
        const arrows = (commands, player) => arrowsOf(commands, player).map(arrow => ({ ...arrow, isDashed: true }));
        this.board.draw(turn.board, { ghost: why.before, arrows: arrows(turn.commands, turn.player ?? why.player), marks: battles(turn.events) });
        if (turn.real) this.other.draw(turn.real.board, { ghost: why.before, arrows: arrows(turn.real.commands, turn.real.player ?? why.player) });
        this.#boards.classList.toggle("two", mode === "both");
        const titled = (/** @type {string} */ title, /** @type {Board} */ board) => mode === "both" ? h("figure", {}, h("figcaption", { text: title }), board.element) : board.element;
        replace(this.#boards, mode !== "really" ? titled("Expected", this.board) : null, mode !== "expected" && turn.real ? titled("Really", this.other) : null);
    }

    #drawLine() {
        const { why } = this;
        const count = why.expected.length;
        const width = 380, y = 15;
        const x = (/** @type {number} */ i) => count < 2 ? width / 2 : 14 + (width - 28) * i / (count - 1);
        const dots = why.expected.map((turn, i) => s("g", { class: `dot${i > this.#step ? " later" : ""}`, transform: `translate(${x(i)} ${y})`, onclick: () => this.#go(i) },
            s("circle", { r: 12, fill: "transparent" }),
            i === this.#step ? s("circle", { class: "here", r: 11 }) : null, shape(turn.player ?? why.player, turn.player ? 10 : 8)));
        const labels = why.expected.flatMap((turn, i) => i === 0 || why.expected[i - 1]?.round !== turn.round ? [s("text", { class: "label", x: x(i), y: 38, "text-anchor": "middle", text: String(turn.round) })] : []);
        const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ to) =>
            h("button", { class: "square", "aria-label": label, title: label, "data-focus": `line-${name}`, disabled: to < 0 || to >= count, onclick: () => this.#go(to) }, icon(name, 17));
        replace(this.#line, button("first", "To the turn itself", this.#step === 0 ? -1 : 0), button("prev", "One step back", this.#step - 1), button("forward", "One step on", this.#step + 1),
            s("svg", { class: "dots", viewBox: `0 0 ${width} 42`, "aria-hidden": "true" }, s("path", { class: "axis", d: `M${x(0)} ${y}H${x(count - 1)}` }), dots, labels),
            h("span", { class: "muted small", text: `${this.#step + 1} of ${count}` }));
    }

    #drawTurns() {
        const { why } = this;
        const me = why.player - 1;
        const rows = why.expected.map((turn, i) => {
            const likeness = turn.real ? LIKENESS[turn.real.likeness] : null;
            return h("li", {}, h("button", { class: i === this.#step ? "chosen" : "", "aria-current": i === this.#step ? "step" : null, "data-focus": `turn-${i}`, onclick: () => this.#go(i) },
                h("span", { class: "faint", text: String(turn.round) }), badge(turn.player ?? why.player, 12), h("span", { class: "what", text: turn.player ? capital(deeds(turn.commands, "present")) : this.#told(turn).replace(`${nameOf(why.player)} has `, "then ") }),
                h("span", { text: signed(turn.scores[me] ?? 0) }),
                likeness ? h("span", { class: likeness.cls, title: likeness.words, "aria-label": likeness.words, role: "img", text: likeness.sign }) : h("span")));
        });
        const turn = why.expected[this.#step];
        const real = turn?.real;
        replace(this.#turns, h("div", { class: "head" }, h("h3", { text: why.expected.some(moment => !moment.player) ? "Expected rounds" : "Expected turns" }), h("span", { class: "grow" }), h("span", { class: "faint small", text: `${nameOf(why.player)}’s score` })),
            h("ol", {}, rows),
            real && real.likeness !== "same" ? h("p", { class: "small" }, h("b", { class: "warning", text: "Really: " }), sentence(real.player ? `${this.name(real.player)} ${deeds(real.commands, "past")}` : this.#standing(real))) : null,
            real && real.likeness === "same" ? h("p", { class: "small good", text: "It came as expected." }) : null,
            real ? null : h("p", { class: "small muted", text: "This has not been played yet." }),
            this.reasons.outlook);
        const [all, chosen] = [this.#turns.querySelector("ol"), this.#turns.querySelector(".chosen")];
        // The list scrolls, not the page.
        if (all && chosen instanceof HTMLElement) all.scrollTop = chosen.offsetTop - all.clientHeight / 2;
    }

    /**
     * What the player really had.
     * @param {import("../protocol.d.ts").RealMoment} real
     */
    #standing({ board, scores }) {
        const mine = board.players[this.why.player - 1];
        return mine ? `${colonies(mine.colonies.length)}, ${ships(mine.ships)}, score ${signed(scores[this.why.player - 1] ?? 0)}` : "";
    }

    /** The score that the player expected, and the one it really had. */
    #drawChart() {
        const { why } = this;
        const me = why.player - 1;
        const before = why.scores_before[me] ?? 0;
        const expected = [before, ...why.expected.map(turn => turn.scores[me] ?? 0)];
        const real = [before, ...why.expected.flatMap(turn => turn.real ? [turn.real.scores[me] ?? 0] : [])];
        const width = 300, height = 120, left = 38, right = 46, top = 8, bottom = 18;
        const all = [...expected, ...real];
        const [low, high] = [Math.min(...all) - 4, Math.max(...all) + 4];
        const x = (/** @type {number} */ i) => left + (width - left - right) * i / Math.max(1, expected.length - 1);
        const y = (/** @type {number} */ score) => top + (height - top - bottom) * (high - score) / Math.max(1, high - low);
        const points = (/** @type {number[]} */ scores) => scores.map((score, i) => `${x(i).toFixed(1)},${y(score).toFixed(1)}`).join(" ");
        const color = `var(--player-${why.player})`;
        const shared = Math.min(expected.length, real.length);
        const right2 = why.expected.filter(turn => turn.real && turn.real.scores[me] === turn.scores[me]).length;
        const played = real.length - 1;
        const ends = spread([y(expected[expected.length - 1] ?? 0), y(real[real.length - 1] ?? 0)], 13);
        const area = [...expected.slice(0, shared).map((score, i) => `${x(i)},${y(score)}`), ...real.slice(0, shared).map((score, i) => `${x(i)},${y(score)}`).reverse()].join(" ");
        const at = this.#step + 1;
        const begins = why.expected.flatMap((turn, i) => i === 0 || why.expected[i - 1]?.round !== turn.round && i > 1 ? [{ round: turn.round, i }] : []);
        const every = Math.ceil(begins.length / 8);
        replace(this.#chart,
            h("div", { class: "head" }, h("h3", { text: "Expected and real" }), h("span", { class: "grow" }), h("span", { class: "faint small", text: "┄ expected  ─ real" })),
            s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Expected ${signed(expected[expected.length - 1] ?? 0)}, really ${signed(real[real.length - 1] ?? 0)} so far` },
                [high - 4, low + 4].map(value => [s("path", { class: "axis", d: `M${left} ${y(value)}H${width - right}` }), s("text", { class: "label", x: left - 6, y: y(value) + 4, "text-anchor": "end", text: number(value) })]).flat(),
                played ? s("polygon", { class: "gap", points: area }) : null,
                s("path", { class: "handle", d: `M${x(at)} ${top}V${height - bottom}` }),
                s("polyline", { class: "curve", stroke: color, "stroke-dasharray": "3 3", points: points(expected) }),
                s("polyline", { class: "curve", stroke: color, points: points(real) }),
                s("text", { class: "end", x: width - right + 5, y: (ends[0] ?? 0) + 4, text: signed(expected[expected.length - 1] ?? 0) }),
                played === expected.length - 1 ? s("text", { class: "end", x: width - right + 5, y: (ends[1] ?? 0) + 4, text: signed(real[real.length - 1] ?? 0) }) : null,
                begins.filter((_, k) => k % every === 0).map(({ round, i }) => s("text", { class: "label", x: x(i + 1), y: height - 3, "text-anchor": "middle", text: String(round) }))),
            h("p", { class: "muted small", text: played ? `Right in score ${right2} of ${played} times so far.` : "Nothing of it has been played yet." }));
    }
}

/** @param {number} count */
function rounds(count) {
    const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    return count === 1 ? "one round ahead" : `${words[count] ?? count} rounds ahead`;
}
