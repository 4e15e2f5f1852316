// What the paper's player weighed: the requests of sectors, and the choices which of them to leave out.
import { h, s } from "../dom.js";
import { GOALS, GOAL_NOUNS, list, nameOf, number, signed } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarWhy} StarWhy
 * @typedef {import("../protocol.d.ts").WhyRequest} WhyRequest
 * @typedef {import("../protocol.d.ts").WhyRequests} WhyRequests
 */

export class RequestReasons {
    /**
     * @param {StarWhy} why
     * @param {WhyRequests} reasons
     */
    constructor(why, reasons) {
        this.why = why;
        this.reasons = reasons;
        const tried = reasons.choices.length;
        this.count = tried === 1 ? "1 choice tried" : `${tried} choices tried`;
        this.sentence = this.#sentence();
        this.outlook = null;
        this.cards = [this.#requests(), this.#choices()];
    }

    /** What was left out, and what that gained. */
    #sentence() {
        const { why, reasons } = this;
        const name = nameOf(why.player);
        const score = reasons.scores[why.player - 1] ?? 0;
        const when = why.rounds === 0 ? "right after this turn" : `in round ${why.round + why.rounds}`;
        const sent = reasons.requests.filter(request => !request.is_dropped && request.sent > 0).sort((a, b) => b.sent - a.sent)[0];
        const bound = sent ? [`, with ${number(sent.sent)} ships ${sent.goal === "guard" ? "to guard" : "bound for"} `, h("b", { text: sent.sector })] : [];
        const dropped = reasons.requests.filter(request => request.is_dropped);
        if (!dropped.length) {
            const second = Math.max(...reasons.choices.filter((_, i) => i !== reasons.chosen).map(choice => choice.gain ?? -Infinity));
            const rest = reasons.choices.length < 2 ? " There was nothing to leave out." : Number.isFinite(second) && second < 0
                ? ` Every other choice was worse, by ${number(-second)} points or more.` : " No other choice was better.";
            return h("p", { class: "reason" }, `${name} left nothing out: it follows all ${reasons.requests.length ? `${reasons.requests.length} requests` : "requests"} and expects `,
                h("b", { text: signed(score) }), ` ${when}`, ...bound, ".", rest);
        }
        // Requests with the same goal are named together.
        /** @type {Map<string, string[]>} */
        const groups = new Map();
        for (const request of dropped) groups.set(GOAL_NOUNS[request.goal], [...groups.get(GOAL_NOUNS[request.goal]) ?? [], request.sector]);
        const parts = [...groups].map(([noun, sectors]) => [`${noun} `, h("b", { text: list(sectors) })]);
        const listed = parts.flatMap((part, i) => i === 0 ? part : [i === parts.length - 1 ? " and " : ", ", ...part]);
        const gain = reasons.gain ?? 0;
        const gained = gain > 0
            ? [" That gained ", h("b", { class: "good", text: gain === 1 ? "1 point" : `${number(gain)} points` }), ": it expected ", h("b", { text: signed(score) }), ` ${when} instead of `, h("b", { text: signed(score - gain) })]
            : [" It expected ", h("b", { text: signed(score) }), ` ${when}, no less than with all requests`];
        return h("p", { class: "reason" }, `${name} gave up `, ...listed, ".", ...gained, ...bound, ".");
    }

    #requests() {
        const { reasons } = this;
        const rows = reasons.requests.map(request => {
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
        const { why, reasons } = this;
        const gains = reasons.choices.map(choice => choice.gain ?? 0);
        const [low, high] = [Math.min(0, ...gains), Math.max(0, ...gains)];
        const best = gains.filter(gain => gain === gains[reasons.chosen]).length;
        const note = reasons.choices.length < 2 ? "" : best > 1 ? `${best} are equally good, the first is played` : "the best is played";
        const width = 700, left = 46, height = 96, top = 16, plot = 58;
        const span = Math.max(1, high - low);
        const y = (/** @type {number} */ gain) => top + plot * (high - gain) / span;
        const slot = (width - left) / reasons.choices.length;
        const bar = Math.max(2, Math.min(22, slot * 0.72));
        const x = (/** @type {number} */ i) => left + slot * i + (slot - bar) / 2;
        const chosen = reasons.choices[reasons.chosen];
        const bars = reasons.choices.map((choice, i) => {
            const gain = choice.gain ?? 0;
            const words = `${choice.dropped.length ? `without ${list(choice.dropped)}` : "all requests"}: ${choice.gain === null ? "not tried" : `${signed(gain)}, score ${signed(choice.score ?? 0)}`}`;
            const from = Math.min(y(gain), y(0)), size = Math.max(3, Math.abs(y(gain) - y(0)));
            return s("rect", {
                class: `bar${i === reasons.chosen ? " chosen" : ""}${gain === 0 ? " none" : ""}`, x: x(i), width: bar,
                y: gain === 0 ? y(0) - 2 : from, height: gain === 0 ? 4 : size, rx: 2, fill: i === reasons.chosen ? `var(--player-${why.player})` : "var(--bar)",
            }, s("title", { text: words }));
        });
        const label = chosen?.dropped.length ? `without ${list(chosen.dropped)}` : "all requests";
        const middle = Math.min(width - 4 * label.length, Math.max(left + 4 * label.length, x(reasons.chosen) + bar / 2));
        const lines = [high, 0, low].filter((value, i, all) => all.indexOf(value) === i);
        return h("section", { class: "card choices", "aria-label": "Choices tried" },
            h("div", { class: "head" }, h("h3", { text: "Choices tried, gain over all requests" }), h("span", { class: "grow" }), h("span", { class: "faint small", text: note })),
            s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${reasons.choices.length} choices. The one played, ${label}, gains ${signed(chosen?.gain ?? 0)}.` },
                lines.map(value => [s("path", { class: "axis", d: `M${left} ${y(value)}H${width}` }), s("text", { class: "label", x: left - 8, y: y(value) + 4, "text-anchor": "end", text: signed(value) })]).flat(),
                bars,
                chosen && (chosen.gain ?? 0) !== 0 ? s("text", { class: "gain", x: x(reasons.chosen) + bar / 2, y: y(Math.max(0, chosen.gain ?? 0)) - 4, "text-anchor": "middle", text: signed(chosen.gain ?? 0) }) : null,
                reasons.chosen !== 0 ? s("text", { class: "label", x: left, y: height - 3, text: "all requests" }) : null,
                s("text", { class: "label strong", x: reasons.chosen !== 0 ? Math.max(middle, left + 150) : middle, y: height - 3, "text-anchor": "middle", text: label })));
    }
}
