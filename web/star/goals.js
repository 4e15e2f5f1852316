// What a player that follows goals weighed: the goals that it judged, and what it believes about the others.
import { h, s } from "../dom.js";
import { sentence } from "../chrome.js";
import { badge } from "./pieces.js";
import { capital, list, nameOf } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarWhy} StarWhy
 * @typedef {import("../protocol.d.ts").WhyGoals} WhyGoals
 * @typedef {import("../protocol.d.ts").WhyBelief} WhyBelief
 */

/** The least and the greatest length of a bar, as shares of its room. */
const SHORTEST = 0.08, LONGEST = 1;

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
        this.cards = [this.#goals(), reasons.beliefs.length ? this.#beliefs() : null].filter(card => card !== null);
    }

    /** The goal that it follows, and what it expects of that. */
    #sentence() {
        const { why, reasons } = this;
        const [best, second] = reasons.goals;
        if (!best) return h("p", { class: "reason" });
        const lead = second ? best.chance - second.chance : 0;
        const rest = !second ? "" : lead >= 0.5 ? `; the next best goal gives ${percent(second.chance)}` : "; other goals do about as well";
        return h("div", {},
            h("p", { class: "reason" }, `${nameOf(why.player)} wants to `, h("b", { text: best.words }),
                ". That gives it a chance of ", h("b", { text: percent(best.chance) }), ` to win, as far as rollouts over ${why.rounds} rounds tell${rest}.`),
            reasons.lesson ? h("p", { class: "muted" }, `What the position teaches: ${sentence(reasons.lesson).replace(/^./, letter => letter.toLowerCase())}`) : null);
    }

    /** The goals as bars of their scores. */
    #goals() {
        const { why, reasons } = this;
        const scores = reasons.goals.map(goal => goal.score);
        const [low, high] = [Math.min(...scores), Math.max(...scores)];
        const length = (/** @type {number} */ score) => high === low ? LONGEST : SHORTEST + (LONGEST - SHORTEST) * (score - low) / (high - low);
        const rows = reasons.goals.map((goal, i) => h("tr", { class: i === 0 ? "followed" : "" },
            h("td", { class: "bar-cell" }, s("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
                s("rect", { width: 100 * length(goal.score), height: 10, rx: 2, fill: i === 0 ? `var(--player-${why.player})` : "var(--bar)" }))),
            h("td", { class: "right nowrap" }, h("b", { text: percent(goal.chance) })),
            h("td", {}, h("span", { text: i === 0 ? capital(goal.words) : otherwise(goal.words, reasons.goals[0]?.words ?? "") }), goal.count > 1 ? h("span", { class: "faint nowrap", text: ` ×${goal.count}`, title: `${goal.count} goals of this kind` }) : null)));
        const chances = [1, 2, 3, 4].map(player => h("span", { class: "chance nowrap" }, badge(player, 12), ` ${nameOf(player)} ${percent(reasons.chances[player - 1] ?? 0)}`));
        return h("section", { class: "card goals", "aria-label": "Goals" },
            h("div", { class: "head" }, h("h3", { text: "The best goals, by their chance to win" }), h("span", { class: "grow" }), h("span", { class: "faint small", text: "bars: odds, the best is followed" })),
            h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Goals" }, h("table", {}, h("tbody", {}, rows))),
            h("p", { class: "chances muted small" }, h("span", { text: "Who would win after that:" }), chances));
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
            h("span", { class: "muted", text: list(named.map(model => `${model.words} (${model.percent} %)`)) }));
    }
}

/** @param {number} chance A probability in percent, as people write it. */
function percent(chance) {
    if (chance > 99.5) return "over 99 %";
    if (chance < 0.5) return "under 1 %";
    return `${Math.round(chance)} %`;
}

/**
 * What a goal has that the best has not.
 * @param {string} words
 * @param {string} best
 */
function otherwise(words, best) {
    const [parts, known] = [words.split(", "), best.split(", ")];
    const other = parts.filter(part => !known.includes(part));
    return other.length === parts.length ? capital(words) : other.length ? `As above, but ${other.join(", ")}` : "As above, with less";
}
