// Why a computer played its turn: its requests, the choices it tried, and the future that it expected.
import { h, replace, s } from "../dom.js";
import { icon } from "../icons.js";
import { announce, cap, sentence, topBar } from "../chrome.js";
import { Board } from "./board.js";
import { spread } from "./graph.js";
import { badge, shape } from "./pieces.js";
import { GOALS, GOAL_NOUNS, capital, deeds, list, nameOf, number, signed, sitterName } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarWhy} StarWhy
 * @typedef {import("../protocol.d.ts").WhyTurn} WhyTurn
 * @typedef {import("../protocol.d.ts").WhyRequest} WhyRequest
 * @typedef {import("../protocol.d.ts").Likeness} Likeness
 */

/** @typedef {"expected" | "really" | "both"} Mode */

/** @type {Record<Likeness, {sign: string, words: string, cls: string}>} */
const LIKENESS = {
    same: { sign: "✓", words: "as expected", cls: "good" },
    same_score: { sign: "≈", words: "another turn, the same score", cls: "muted" },
    other: { sign: "×", words: "otherwise", cls: "warning" },
};

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
        this.#build();
        this.#draw();
        announce(`Why did ${nameOf(why.player)} do that? ${this.#sentence().textContent}`);
    }

    leave() {}

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
        const turn = this.why.expected[wanted];
        if (turn) announce(`Round ${turn.round}: ${nameOf(turn.player)} ${deeds(turn.commands, "present")}.`);
    }

    #build() {
        const { why, screen } = this;
        const turn = screen.turns[why.turn];
        topBar({
            back: true, title: "Star Chess",
            about: [h("span", { class: "muted round", text: `Round ${screen.view.board.round}` }),
                h("span", { class: "chip" }, badge(why.player), `Looking back at ${nameOf(why.player)}’s turn in round ${why.round}`)],
            actions: [
                turn ? h("button", { "aria-label": "Branch from here", onclick: () => screen.branch(turn.begins) }, icon("branch"), h("span", { class: "wide", text: "Branch from here" })) : null,
                h("button", { class: "primary", "data-focus": "why-back", onclick: () => screen.closeWhy() }, "Back to now", cap("Esc")),
            ],
        });
        screen.root.className = "star why";
        const tried = why.choices.length;
        replace(screen.root,
            h("div", { class: "why-left" }, this.#title, this.#boards, this.#line, this.#legend()),
            h("div", { class: "why-right" },
                h("section", { class: "card sentence", "aria-label": "The reason" },
                    h("div", { class: "head" }, badge(why.player, 15), h("h2", { text: `Why did ${nameOf(why.player)} do that?` }),
                        h("span", { class: "muted small", text: `${sitterName(why.computer)}, ${rounds(why.rounds)}` }), h("span", { class: "grow" }),
                        h("span", { class: "muted small", text: tried === 1 ? "1 choice tried" : `${tried} choices tried` })),
                    this.#sentence()),
                this.#requests(), this.#choices(),
                h("div", { class: "why-foot" }, this.#turns, this.#chart)));
        const back = document.querySelector('[data-focus="why-back"]');
        if (back instanceof HTMLElement) back.focus();
        scrollTo(0, 0);
    }

    /** What was left out, and what that gained. */
    #sentence() {
        const { why } = this;
        const name = nameOf(why.player);
        const score = why.scores[why.player - 1] ?? 0;
        const when = why.rounds === 0 ? "right after this turn" : `in round ${why.round + why.rounds}`;
        const sent = why.requests.filter(request => !request.is_dropped && request.sent > 0).sort((a, b) => b.sent - a.sent)[0];
        const bound = sent ? [`, with ${number(sent.sent)} ships ${sent.goal === "guard" ? "to guard" : "bound for"} `, h("b", { text: sent.sector })] : [];
        const dropped = why.requests.filter(request => request.is_dropped);
        if (!dropped.length) {
            const second = Math.max(...why.choices.filter((_, i) => i !== why.chosen).map(choice => choice.gain ?? -Infinity));
            const rest = why.choices.length < 2 ? " There was nothing to leave out." : Number.isFinite(second) && second < 0
                ? ` Every other choice was worse, by ${number(-second)} points or more.` : " No other choice was better.";
            return h("p", { class: "reason" }, `${name} left nothing out: it follows all ${why.requests.length ? `${why.requests.length} requests` : "requests"} and expects `,
                h("b", { text: signed(score) }), ` ${when}`, ...bound, ".", rest);
        }
        // Requests with the same goal are named together.
        /** @type {Map<string, string[]>} */
        const groups = new Map();
        for (const request of dropped) groups.set(GOAL_NOUNS[request.goal], [...groups.get(GOAL_NOUNS[request.goal]) ?? [], request.sector]);
        const parts = [...groups].map(([noun, sectors]) => [`${noun} `, h("b", { text: list(sectors) })]);
        const listed = parts.flatMap((part, i) => i === 0 ? part : [i === parts.length - 1 ? " and " : ", ", ...part]);
        const gain = why.gain ?? 0;
        const gained = gain > 0
            ? [" That gained ", h("b", { class: "good", text: gain === 1 ? "1 point" : `${number(gain)} points` }), ": it expected ", h("b", { text: signed(score) }), ` ${when} instead of `, h("b", { text: signed(score - gain) })]
            : [" It expected ", h("b", { text: signed(score) }), ` ${when}, no less than with all requests`];
        return h("p", { class: "reason" }, `${name} gave up `, ...listed, ".", ...gained, ...bound, ".");
    }

    #requests() {
        const { why } = this;
        const rows = why.requests.map(request => {
            const goal = GOALS[request.goal](request.other ? nameOf(request.other) : "");
            return h("tr", { class: request.is_dropped ? "dropped" : "" },
                h("td", { text: String(request.priority) }), h("td", {}, h("b", { text: request.sector })),
                h("td", {}, request.is_dropped ? h("s", { text: goal }) : goal),
                h("td", { class: "right nowrap", text: request.min === request.max ? String(request.min) : `${request.min}–${request.max}` }),
                h("td", { class: "right" }, request.is_dropped ? "—" : h("b", { text: String(request.sent + request.built) })),
                h("td", { class: "muted", text: this.#result(request) }));
        });
        return h("section", { class: "card requests", "aria-label": "Requests" },
            h("div", { class: "head" }, h("h3", { text: "Requests" }), h("span", { class: "grow" }), h("span", { class: "faint small", text: "most urgent first" })),
            rows.length ? h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Requests" }, h("table", {}, h("thead", {}, h("tr", {}, ["Priority", "Sector", "Goal"].map(text => h("th", { scope: "col", text })),
                ["Needs", "Sent"].map(text => h("th", { scope: "col", class: "right", text })), h("th", { scope: "col", text: "Result" }))),
            h("tbody", {}, rows))) : h("p", { class: "muted", text: "No sector asked for ships: there was no threat and no opportunity." }));
    }

    /** @param {WhyRequest} request */
    #result(request) {
        if (request.is_dropped) return "left out";
        if (request.is_colonized) return "colony founded";
        const parts = [];
        if (request.built) parts.push(`${request.built} built for it`);
        if (request.sent && request.on_the_way.length) parts.push(`on the way, at ${list(request.on_the_way)}`);
        else if (request.sent) parts.push(request.goal === "guard" ? "guarded" : "there");
        return parts.join(", ") || "not enough ships";
    }

    /** The choices as bars of gain over all requests. */
    #choices() {
        const { why } = this;
        const gains = why.choices.map(choice => choice.gain ?? 0);
        const [low, high] = [Math.min(0, ...gains), Math.max(0, ...gains)];
        const best = gains.filter(gain => gain === gains[why.chosen]).length;
        const note = why.choices.length < 2 ? "" : best > 1 ? `${best} are equally good, the first is played` : "the best is played";
        const width = 700, left = 46, height = 96, top = 16, plot = 58;
        const span = Math.max(1, high - low);
        const y = (/** @type {number} */ gain) => top + plot * (high - gain) / span;
        const slot = (width - left) / why.choices.length;
        const bar = Math.max(2, Math.min(22, slot * 0.72));
        const x = (/** @type {number} */ i) => left + slot * i + (slot - bar) / 2;
        const chosen = why.choices[why.chosen];
        const bars = why.choices.map((choice, i) => {
            const gain = choice.gain ?? 0;
            const words = `${choice.dropped.length ? `without ${list(choice.dropped)}` : "all requests"}: ${choice.gain === null ? "not tried" : `${signed(gain)}, score ${signed(choice.score ?? 0)}`}`;
            const from = Math.min(y(gain), y(0)), size = Math.max(3, Math.abs(y(gain) - y(0)));
            return s("rect", {
                class: `bar${i === why.chosen ? " chosen" : ""}${gain === 0 ? " none" : ""}`, x: x(i), width: bar,
                y: gain === 0 ? y(0) - 2 : from, height: gain === 0 ? 4 : size, rx: 2, fill: i === why.chosen ? `var(--player-${why.player})` : "var(--bar)",
            }, s("title", { text: words }));
        });
        const label = chosen?.dropped.length ? `without ${list(chosen.dropped)}` : "all requests";
        const middle = Math.min(width - 4 * label.length, Math.max(left + 4 * label.length, x(why.chosen) + bar / 2));
        const lines = [high, 0, low].filter((value, i, all) => all.indexOf(value) === i);
        return h("section", { class: "card choices", "aria-label": "Choices tried" },
            h("div", { class: "head" }, h("h3", { text: "Choices tried, gain over all requests" }), h("span", { class: "grow" }), h("span", { class: "faint small", text: note })),
            s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${why.choices.length} choices. The one played, ${label}, gains ${signed(chosen?.gain ?? 0)}.` },
                lines.map(value => [s("path", { class: "axis", d: `M${left} ${y(value)}H${width}` }), s("text", { class: "label", x: left - 8, y: y(value) + 4, "text-anchor": "end", text: signed(value) })]).flat(),
                bars,
                chosen && (chosen.gain ?? 0) !== 0 ? s("text", { class: "gain", x: x(why.chosen) + bar / 2, y: y(Math.max(0, chosen.gain ?? 0)) - 4, "text-anchor": "middle", text: signed(chosen.gain ?? 0) }) : null,
                why.chosen !== 0 ? s("text", { class: "label", x: left, y: height - 3, text: "all requests" }) : null,
                s("text", { class: "label strong", x: why.chosen !== 0 ? Math.max(middle, left + 150) : middle, y: height - 3, "text-anchor": "middle", text: label })));
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
        replace(this.#title, h("h2", { text: mode === "really" ? "What really happened" : `What ${nameOf(why.player)} expected` }),
            h("span", { class: "muted", text: turn ? ` round ${turn.round}, after ${nameOf(turn.player)}` : "" }), h("span", { class: "grow" }),
            h("div", { class: "segments", role: "group", "aria-label": "Which future" }, modes.map(name =>
                h("button", { "aria-pressed": mode === name ? "true" : "false", "data-focus": `mode-${name}`, disabled: name !== "expected" && !hasReal, onclick: () => { this.#mode = name; this.#draw(); } }, capital(name)))));
        if (!turn) return replace(this.#boards);
        /** @param {import("../protocol.d.ts").Command[]} commands @param {number} player */
        const arrows = (commands, player) => commands.flatMap(command => command.type === "move" ? [{ from: command.from, to: command.to, ships: command.ships, player, isDashed: true }] : []);
        this.board.draw(turn.board, { ghost: why.before, arrows: arrows(turn.commands, turn.player), marks: battleSet(turn.events) });
        if (turn.real) this.other.draw(turn.real.board, { ghost: why.before, arrows: arrows(turn.real.commands, turn.real.player) });
        this.#boards.classList.toggle("two", mode === "both");
        replace(this.#boards, mode !== "really" ? this.board.element : null, mode !== "expected" && turn.real ? this.other.element : null);
    }

    #drawLine() {
        const { why } = this;
        const count = why.expected.length;
        const width = 380, y = 15;
        const x = (/** @type {number} */ i) => count < 2 ? width / 2 : 14 + (width - 28) * i / (count - 1);
        const dots = why.expected.map((turn, i) => s("g", { class: `dot${i > this.#step ? " later" : ""}`, transform: `translate(${x(i)} ${y})`, onclick: () => this.#go(i) },
            s("circle", { r: 12, fill: "transparent" }),
            i === this.#step ? s("circle", { class: "here", r: 11 }) : null, shape(turn.player, 10)));
        const labels = why.expected.flatMap((turn, i) => i === 0 || why.expected[i - 1]?.round !== turn.round ? [s("text", { class: "label", x: x(i), y: 38, "text-anchor": "middle", text: String(turn.round) })] : []);
        const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ to) =>
            h("button", { class: "square", "aria-label": label, title: label, "data-focus": `line-${name}`, disabled: to < 0 || to >= count, onclick: () => this.#go(to) }, icon(name, 17));
        replace(this.#line, button("first", "To the turn itself", this.#step === 0 ? -1 : 0), button("prev", "One turn back", this.#step - 1), button("forward", "One turn on", this.#step + 1),
            s("svg", { class: "dots", viewBox: `0 0 ${width} 42`, "aria-hidden": "true" }, s("path", { class: "axis", d: `M${x(0)} ${y}H${x(count - 1)}` }), dots, labels),
            h("span", { class: "muted small", text: `${this.#step + 1} of ${count}` }));
    }

    #drawTurns() {
        const { why } = this;
        const me = why.player - 1;
        const rows = why.expected.map((turn, i) => {
            const likeness = turn.real ? LIKENESS[turn.real.likeness] : null;
            return h("li", {}, h("button", { class: i === this.#step ? "chosen" : "", "aria-current": i === this.#step ? "step" : null, "data-focus": `turn-${i}`, onclick: () => this.#go(i) },
                h("span", { class: "faint", text: String(turn.round) }), badge(turn.player, 12), h("span", { class: "what", text: capital(deeds(turn.commands, "present")) }),
                h("span", { text: signed(turn.scores[me] ?? 0) }),
                likeness ? h("span", { class: likeness.cls, title: likeness.words, "aria-label": likeness.words, role: "img", text: likeness.sign }) : h("span")));
        });
        const turn = why.expected[this.#step];
        const real = turn?.real;
        replace(this.#turns, h("div", { class: "head" }, h("h3", { text: "Expected turns" }), h("span", { class: "grow" }), h("span", { class: "faint small", text: `${nameOf(why.player)}’s score` })),
            h("ol", {}, rows),
            real && real.likeness !== "same" ? h("p", { class: "small" }, h("b", { class: "warning", text: "Really: " }), sentence(`${this.name(real.player)} ${deeds(real.commands, "past")}`)) : null,
            real && real.likeness === "same" ? h("p", { class: "small good", text: "It came as expected." }) : null,
            real ? null : h("p", { class: "small muted", text: "This has not been played yet." }));
        this.#turns.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
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
                why.expected.flatMap((turn, i) => i === 0 || why.expected[i - 1]?.round !== turn.round ? [s("text", { class: "label", x: x(i + 1), y: height - 3, "text-anchor": "middle", text: String(turn.round) })] : [])),
            h("p", { class: "muted small", text: played ? `Right in score for ${right2} of ${played} ${played === 1 ? "turn" : "turns"} so far.` : "Nothing of it has been played yet." }));
    }
}

/** @param {number} count */
function rounds(count) {
    const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    return count === 1 ? "one round ahead" : `${words[count] ?? count} rounds ahead`;
}

/**
 * @param {import("../protocol.d.ts").Event[]} events
 * @returns {Set<string>}
 */
function battleSet(events) {
    return new Set(events.flatMap(event => event.type === "battle" ? [event.at] : []));
}
