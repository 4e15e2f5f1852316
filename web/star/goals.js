// What a player that follows goals weighed: the goals that it judged, and what it believes about the others.
import { h, s } from "../dom.js";
import { sentence } from "../chrome.js";
import { badge } from "./pieces.js";
import { capital, grouped, list, nameOf } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarWhy} StarWhy
 * @typedef {import("../protocol.d.ts").WhyGoals} WhyGoals
 * @typedef {import("../protocol.d.ts").WhyBelief} WhyBelief
 */

/** Models that are less likely than this, in percent, are not named. */
const NAMED = 5;

export class GoalReasons {
    /**
     * @param {StarWhy} why
     * @param {WhyGoals} reasons
     */
    constructor(why, reasons) {
        this.why = why;
        this.reasons = reasons;
        this.count = `${reasons.judged} goals judged`;
        this.sentence = this.#sentence();
        this.outlook = this.#outlook();
        this.cards = [this.#goals(), reasons.beliefs.length ? this.#beliefs() : null].filter(card => card !== null);
    }

    /** The goal that it follows, and what it expects of that. */
    #sentence() {
        const { why, reasons } = this;
        const [best, second] = reasons.goals;
        if (!best) return h("p", { class: "reason" });
        const name = nameOf(why.player);
        const lead = second ? best.chance - second.chance : 0;
        const rest = !second || second.futures < best.futures ? "" : lead >= 0.5 ? ` The next best goal gives ${percent(second.chance)}.` : lead <= -0.5 ? ` Another gives ${percent(second.chance)}, but does its rivals less harm.` : " Other goals do about as well.";
        return h("div", { class: "told" },
            h("p", { class: "reason" }, `${name} wants to `, h("b", { text: best.words }), ". That gives it a chance of ", h("b", { text: percent(best.chance) }), " to win.", rest),
            h("p", { class: "muted", text: `The chance is the mean of ${futures(best.futures)} that it played out in its head, ${why.rounds} rounds long, in which the others do what it thinks possible.` }),
            reasons.lesson ? h("p", { class: "muted", text: `What a teacher would tell ${name}: “${grouped(sentence(reasons.lesson))}”` }) : null);
    }

    /** The goals with their chances, and which of them it gave up early. */
    #goals() {
        const { why, reasons } = this;
        const [best] = reasons.goals;
        const rows = reasons.goals.map((goal, i) => {
            const isWhole = goal.futures === best?.futures;
            const words = i === 0 ? capital(goal.words) : otherwise(goal.words, best?.words ?? "");
            return h("tr", { class: i === 0 ? "followed" : isWhole ? "" : "given-up" },
                h("td", { class: "bar-cell" }, s("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
                    s("rect", { class: "bar-room", width: 100, height: 10, rx: 2 }),
                    s("rect", { width: Math.max(1, goal.chance), height: 10, rx: 2, fill: i === 0 ? `var(--player-${why.player})` : "var(--bar)" }))),
                h("td", { class: "right nowrap" }, h("b", { text: percent(goal.chance) })),
                h("td", {}, h("span", { text: words }), goal.count > 1 ? h("span", { class: "faint nowrap", text: ` ×${goal.count}`, title: `${goal.count} goals of this kind` }) : null,
                    isWhole ? null : h("span", { class: "muted small given", text: `Given up after ${futures(goal.futures)} of ${best?.futures}: it did worse than the best.` })));
        });
        return h("section", { class: "card goals", "aria-label": "Goals" },
            h("div", { class: "head" }, h("h3", { text: "The goals it weighed, with their chances to win" }), h("span", { class: "grow" }), h("span", { class: "faint small", text: "it follows the first" })),
            h("table", {}, h("tbody", {}, rows)));
    }

    /** Who would win at the end of what it expects. */
    #outlook() {
        const { reasons } = this;
        return h("p", { class: "chances muted small" }, h("span", { text: "Chances at the end of these rounds, the one future that it thinks most likely:" }),
            [1, 2, 3, 4].map(player => h("span", { class: "chance nowrap" }, badge(player, 12), ` ${nameOf(player)} ${percent(reasons.chances[player - 1] ?? 0)}`)));
    }

    #beliefs() {
        return h("section", { class: "card beliefs", "aria-label": "Beliefs" },
            h("div", { class: "head" }, h("h3", { text: "What it believes about the others" }), h("span", { class: "grow" }), h("span", { class: "faint small", text: "learnt from what they did" })),
            h("ul", {}, this.reasons.beliefs.map(belief => this.#belief(belief))));
    }

    /** @param {WhyBelief} belief */
    #belief({ opponent, models }) {
        const total = models.reduce((sum, model) => sum + model.percent, 0) || 1;
        let x = 0;
        const parts = models.map((model, i) => {
            const width = 100 * model.percent / total;
            const part = s("rect", { x, width: Math.max(0, width - 0.6), height: 10, rx: 1, fill: `var(--player-${opponent})`, opacity: Math.max(0.2, 1 - 0.28 * i) },
                s("title", { text: `${model.words}: ${model.percent} %` }));
            x += width;
            return part;
        });
        const named = models.filter((model, i) => i === 0 || model.percent >= NAMED).slice(0, 3);
        return h("li", {}, badge(opponent, 14), h("b", { text: nameOf(opponent) }),
            s("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, parts),
            h("span", { class: "muted", text: list(named.map(model => `${model.words} (${model.percent}\u00a0%)`)) }));
    }
}

/** @param {number} chance A probability in percent, as people write it. */
function percent(chance) {
    if (chance > 99.5) return "over 99 %";
    if (chance < 0.5) return "under 1 %";
    return `${Math.round(chance)} %`;
}

/** @param {number} count */
function futures(count) {
    return count === 1 ? "1 future" : `${count} futures`;
}

/**
 * What a goal has that the first has not, or the other way round.
 * @param {string} words
 * @param {string} first
 */
function otherwise(words, first) {
    const [parts, known] = [words.split(", "), first.split(", ")];
    const [more, less] = [parts.filter(part => !known.includes(part)), known.filter(part => !parts.includes(part))];
    if (more.length === parts.length) return capital(words);
    // Parts that begin alike replace one another.
    const begins = (/** @type {string} */ part) => part.split(" ")[0];
    const dropped = less.filter(part => !more.some(other => begins(other) === begins(part)));
    return `As the first, but ${[more.join(", "), dropped.length ? `not: ${dropped.join(", ")}` : ""].filter(Boolean).join("; ")}`;
}
