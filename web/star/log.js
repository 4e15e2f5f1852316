// What happened, turn by turn, in words.
import { h, refresh } from "../dom.js";
import { sentence } from "../chrome.js";
import { badge } from "./pieces.js";
import { capital, deeds, nameOf, tell } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").Command} Command
 * @typedef {import("../protocol.d.ts").Event} Event
 */

/** The most turns that are listed. */
const MAX_TURNS = 60;

export class Log {
    element = h("section", { class: "card log", "aria-label": "What happened" });
    /** The player whose turns are shown, or 0 for all. */
    #filter = 0;

    /** @param {import("./screen.js").StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
    }

    draw() {
        const players = [[0, "All players"], ...[1, 2, 3, 4].map(player => [player, nameOf(player)])];
        const filter = h("select", {
            "aria-label": "Whose turns", "data-focus": "log-filter",
            onchange: (/** @type {{target: HTMLSelectElement}} */ event) => { this.#filter = Number(event.target.value); this.draw(); },
        }, players.map(([value, label]) => h("option", { value: value ?? 0, selected: value === this.#filter, text: String(label) })));
        const lines = this.#lines();
        refresh(this.element,
            h("div", { class: "head" }, h("h3", { text: "What happened" }), h("span", { class: "grow" }), filter),
            h("div", { class: "lines", tabindex: 0, role: "region", "aria-label": "Log" }, lines.length ? lines : h("p", { class: "muted", text: "The game begins." })));
    }

    /** The turns up to the moment that is shown, the last one first. */
    #lines() {
        const { view, seenTurns: turns, past, history: { moment } } = this.screen;
        /** @type {Node[]} */
        const lines = [];
        let round = 0;
        const isShown = (/** @type {number} */ player) => !this.#filter || player === this.#filter;
        if (!past && !this.screen.playback.isRunning && view.this_turn.length && isShown(view.board.to_move)) {
            round = view.board.round;
            lines.push(h("h4", { text: `Round ${round}` }), this.#line(view.board.to_move, view.this_turn.map(step => step.command), view.this_turn.flatMap(step => step.events), -1));
        }
        const shown = turns.slice(0, moment).map((turn, i) => ({ turn, i })).filter(({ turn }) => isShown(turn.player)).slice(-MAX_TURNS).reverse();
        for (const { turn, i } of shown) {
            if (turn.round !== round) lines.push(h("h4", { text: `Round ${turn.round}` }));
            round = turn.round;
            lines.push(this.#line(turn.player, turn.commands, turn.events, turn.computer ? i : -1));
        }
        return lines;
    }

    /**
     * @param {number} player
     * @param {Command[]} commands
     * @param {Event[]} events
     * @param {number} why The number of the turn if a computer can explain it, else -1.
     */
    #line(player, commands, events, why) {
        const { screen } = this;
        const told = events.map(event => tell(event, player => screen.name(player))).filter(told => told !== null);
        return h("div", { class: "line" }, badge(player, 13),
            h("p", {}, sentence(`${capital(screen.name(player))} ${deeds(commands, "past")}`), " ",
                told.map(({ text, isGrave }) => [h(isGrave ? "b" : "span", { text: sentence(capital(text)) }), " "]).flat()),
            why >= 0 ? h("button", { class: "link", "data-focus": `log-why-${why}`, "aria-label": `Why did ${nameOf(player)} do that?`, onclick: () => screen.explain(why) }, "Why?") : null);
    }
}
