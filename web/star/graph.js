// The scores over the rounds, with a handle to go back in time.
import { h, refresh, replace, s } from "../dom.js";
import { icon } from "../icons.js";
import { nameOf, signed } from "./words.js";
import { shape } from "./pieces.js";

const WIDTH = 560, HEIGHT = 132, LEFT = 44, RIGHT = 74, TOP = 10, BOTTOM = 20;
const DASHES = ["", "7 4", "2 3", "8 3 2 3"];

export class ScoreGraph {
    element = h("section", { class: "card graph", "aria-label": "Score" });
    #head = h("div", { class: "head" });
    #picture = h("div", { class: "picture" });
    #plot = h("div");
    #slider;

    /** @param {import("./screen.js").StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
        this.#slider = h("input", {
            type: "range", class: "scrubber", min: 0, max: 0, value: 0, step: 1, "aria-label": "Go back in time, in turns",
            oninput: () => screen.history.scrub(Number(this.#slider.value)),
        });
        this.#picture.append(this.#plot, this.#slider);
        this.element.append(this.#head, this.#picture);
    }

    draw() {
        const { screen } = this;
        const turns = screen.seenTurns;
        const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act, /** @type {boolean} */ isOff) =>
            h("button", { class: "bare", "aria-label": label, title: label, "data-focus": `graph-${name}`, disabled: isOff, onclick: act }, icon(name, 17));
        const last = turns.length;
        refresh(this.#head, h("h3", { text: "Score" }), h("span", { class: "grow" }),
            button("first", "To the start", () => screen.history.scrub(0), !last || screen.history.moment === 0),
            button("prev", "One turn back ([)", () => screen.history.scrub(screen.history.moment - 1), !last || screen.history.moment === 0),
            button(screen.history.isReplaying ? "pause" : "play", screen.history.isReplaying ? "Stop the replay" : "Replay", () => screen.history.replay(), !last),
            button("forward", "One turn on (])", () => screen.history.scrub(screen.history.moment + 1), !screen.past),
            button("next", "Now", () => screen.history.backToNow(), !screen.past));
        this.#slider.max = String(last);
        this.#slider.value = String(screen.history.moment);
        const turn = turns[screen.history.moment - 1];
        this.#slider.setAttribute("aria-valuetext", turn ? `round ${turn.round}, after ${nameOf(turn.player)}` : "the start");
        this.#slider.hidden = !last;
        replace(this.#plot, last ? this.#draw() : h("p", { class: "muted empty", text: "The scores appear here after the first turn." }), last ? this.#table() : null);
    }

    #draw() {
        const { seenTurns: turns, startScores, history } = this.screen;
        const moment = Math.min(history.moment, turns.length);
        const scores = [startScores, ...turns.map(turn => turn.scores)];
        const first = turns[0];
        // One point for the start, each round and the last turn: within a round the scores jump with every move.
        const points = scores.map((score, turn) => ({ score, turn }))
            .filter(({ turn }) => turn === 0 || turn === turns.length || turns[turn - 1]?.round !== turns[turn]?.round);
        const all = points.flatMap(({ score }) => score);
        let [low, high] = [Math.min(-20, ...all), Math.max(20, ...all)];
        const step = niceStep((high - low) / 4);
        low = Math.floor(low / step) * step;
        high = Math.ceil(high / step) * step;
        const x = (/** @type {number} */ turn) => LEFT + (WIDTH - LEFT - RIGHT) * turn / Math.max(1, turns.length);
        const y = (/** @type {number} */ score) => TOP + (HEIGHT - TOP - BOTTOM) * (high - score) / (high - low);
        const lines = [];
        for (let value = low; value <= high; value += step) {
            lines.push(s("path", { class: value === 0 ? "axis zero" : "axis", d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` }),
                s("text", { class: "label", x: LEFT - 8, y: y(value) + 4, "text-anchor": "end", text: signed(value).replace("+", "") }));
        }
        const rounds = turns.map((turn, i) => ({ round: turn.round, i })).filter(({ round }, i) => i === 0 || turns[i - 1]?.round !== round);
        const every = Math.max(1, niceStep(rounds.length / 7));
        for (const { round, i } of rounds) {
            if (round === first?.round || round % every === 0) lines.push(s("text", { class: "label", x: x(i), y: HEIGHT - 4, "text-anchor": "middle", text: String(round) }));
        }
        const curves = [0, 1, 2, 3].map(player => s("polyline", {
            class: "curve", "stroke-dasharray": DASHES[player] ?? "", stroke: `var(--player-${player + 1})`,
            points: points.map(({ score, turn }) => `${x(turn).toFixed(1)},${y(score[player] ?? 0).toFixed(1)}`).join(" "),
        }));
        const marks = turns.flatMap((turn, i) => turn.events.some(event => event.type === "colony_lost" || event.type === "player_defeated")
            ? [s("path", { class: "mark", d: `M${x(i + 1) - 3.500} ${TOP - 6}l7 7m0-7-7 7` }, s("title", { text: `Round ${turn.round}: a colony was lost` }))] : []);
        const now = scores[scores.length - 1] ?? [];
        const ends = spread([0, 1, 2, 3].map(player => y(now[player] ?? 0)), 14);
        const labels = [0, 1, 2, 3].map(player => s("g", { transform: `translate(${WIDTH - RIGHT + 13} ${ends[player]})` },
            shape(player + 1, 8.500), s("text", { class: "end", x: 9, y: 4, text: signed(now[player] ?? 0) })));
        const handle = x(moment);
        return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, lines, curves, marks, labels,
            s("path", { class: "handle", d: `M${handle} ${TOP - 4}V${HEIGHT - BOTTOM + 2}` }),
            s("rect", { class: "grip", x: handle - 4.500, y: HEIGHT - BOTTOM - 4, width: 9, height: 13, rx: 3 }));
    }

    /** The same as a table, for screen readers. */
    #table() {
        const turns = this.screen.seenTurns;
        const ends = turns.filter((turn, i) => turns[i + 1]?.round !== turn.round).slice(-30);
        return h("table", { class: "hidden-text" }, h("caption", { text: "Scores at the end of each round" }),
            h("thead", {}, h("tr", {}, h("th", { scope: "col", text: "Round" }), [1, 2, 3, 4].map(player => h("th", { scope: "col", text: nameOf(player) })))),
            h("tbody", {}, ends.map(turn => h("tr", {}, h("th", { scope: "row", text: String(turn.round) }), turn.scores.map(score => h("td", { text: signed(score) }))))));
    }
}

/** @param {number} rough A number of the kind 1, 2, 5, 10, 20, 50, … that is not smaller. */
function niceStep(rough) {
    const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
    return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= rough) ?? power;
}

/**
 * Moves heights apart, so that labels do not cover one another.
 * @param {number[]} heights
 * @param {number} gap
 */
export function spread(heights, gap) {
    const order = heights.map((height, i) => ({ height, i })).sort((a, b) => a.height - b.height);
    for (let round = 0; round < 20; round++) {
        for (let i = 1; i < order.length; i++) {
            const [above, below] = [order[i - 1], order[i]];
            if (!above || !below) continue;
            const missing = gap - (below.height - above.height);
            if (missing > 0) {
                above.height -= missing / 2;
                below.height += missing / 2;
            }
        }
    }
    const result = [...heights];
    for (const { height, i } of order) result[i] = height;
    return result;
}
