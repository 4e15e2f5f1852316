// The rules and the keys, for someone who has never played.
import { h, s } from "../dom.js";
import { dialog } from "../chrome.js";
import { SIGHT, STAR, arc, definitions, planet, shape } from "./pieces.js";

const KEYS = [
    ["Arrows", "move the cursor"], ["Enter", "choose a fleet, then its target"], ["M", "move a fleet"], ["B", "build ships; again or Enter confirms"],
    ["C", "found a colony"], ["T", "make a planet terran"], ["X", "scrap ships"], ["+ −", "one ship more or less, also afterwards"],
    ["Shift arrows", "ten more or less"], ["Z", "undo"], ["Shift Z", "redo"], ["N", "next idle fleet"],
    ["H", "hint"], ["A", "propose the rest of my turn; again does it"], ["Shift Enter", "end the turn"], ["W", "why did the last computer do that?"],
    ["[ ]", "back and forth in time"], ["Space", "skip, pause or step"], ["Esc", "one step back"], ["?", "this page"],
];

/** Shows the rules and the keys. */
export function showRules() {
    const part = (/** @type {string} */ title, /** @type {Element} */ figure, /** @type {string} */ text) =>
        h("section", {}, h("figure", {}, figure), h("div", {}, h("h3", { text: title }), h("p", { text })));
    dialog({
        title: "Rules and keys", class: "rules",
        body: [
            part("The goal", home(), "Four players settle sixteen sectors. Whoever loses the home world, marked with a star, loses everything. The last one with a home world wins."),
            part("Move", moves(), "Ships move to a neighbouring sector, also diagonally, if you have a colony there or next to it. Ships that have moved can act again in your next turn. Ships that are out of reach of your colonies when your turn ends are scrapped."),
            part("Battle", battle(), "Ships that meet fight at once, and the larger fleet wins. With three times as many ships it loses none, with twice as many half as many as the enemy had, and otherwise as many as the enemy had. Equal fleets destroy each other."),
            part("Colonize", world("terran", 1, 0.02, null), "Twenty ships that can still act become a colony on an empty planet. It begins with 20 people and grows every turn: terran planets (blue) up to 1,000 people, barren ones (grey) up to 200."),
            part("Income", world("barren", 1, 1, null), "At the end of your turn a terran colony earns a credit for each of its people, and a material for each up to 200. A barren colony earns five materials for each, but costs a credit for each. For 1,000 materials a barren planet of yours becomes terran."),
            part("Build and support", fleet(), "A ship costs 20 materials and 40 credits, and a turn’s work of ten people. To keep it costs 10 materials and 20 credits every turn. Ships that you cannot pay for are scrapped: the forecast beside the board warns you."),
            part("Blockade", world("terran", 1, 0.4, 4), "An enemy fleet at a colony stops its income. At the end of each turn of the fleet’s owner, every ship kills one percent of the people, up to half of them. Below 20 people the colony is gone, and its planet is barren."),
            part("Threat", danger(), "When you choose a fleet, a sight with a number stands in its sector and in those it can reach: the enemy ships that could be there before your next turn. Fewer ships than that may not hold it."),
            part("Score", marks(), "Your ships and ten for each colony, three times, less those of the others; players ahead of you count twice."),
            h("h3", { text: "Keys" }),
            h("dl", { class: "keys" }, KEYS.map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", { text: key ?? "" })), h("dd", { text: what ?? "" })))),
        ],
    });
}

let pictures = 0;

/**
 * @param {string} box
 * @param {(id: string) => (Element | null)[]} draw
 */
function figure(box, draw) {
    const id = `rule${++pictures}`;
    return s("svg", { viewBox: box, "aria-hidden": "true" }, definitions(id), draw(id));
}

/**
 * A planet with a colony, and perhaps an enemy fleet.
 * @param {"terran" | "barren"} kind
 * @param {number} owner
 * @param {number} filled
 * @param {number | null} enemy
 */
function world(kind, owner, filled, enemy) {
    return figure("-62 -48 124 96", id => [
        enemy ? s("circle", { class: "blockade", r: 40, stroke: `url(#${id}-hatch)` }) : null,
        planet(kind, id), s("circle", { class: "room", r: 33 }),
        s("path", { class: "population", d: arc(filled, 33), stroke: `var(--player-${owner})` }),
        enemy ? s("g", { transform: "translate(47 -28)" }, shape(enemy, 22)) : null,
    ]);
}

/** A home world with its star. */
function home() {
    const picture = world("terran", 1, 1, null);
    picture.append(s("path", { class: "home", transform: "translate(30 -46) scale(.9)", fill: "var(--player-1)", d: STAR }));
    return picture;
}

function danger() {
    return figure("-62 -48 124 96", () => [
        s("rect", { class: "step own", x: -36, y: -30, width: 72, height: 60, rx: 7 }),
        s("g", { class: "threat", transform: "translate(26 -8)" }, s("text", { text: "34", "text-anchor": "end" }),
            s("path", { transform: "translate(-37 -12) scale(.6)", d: SIGHT })),
        s("g", { transform: "translate(0 12)" }, shape(1, 18)),
    ]);
}

function moves() {
    return figure("-62 -48 124 96", () => [
        ...[-1, 0, 1].flatMap(x => [-1, 0, 1].map(y => s("rect", { class: x || y ? "step" : "step own", x: 34 * x - 15, y: 31 * y - 14, width: 30, height: 27, rx: 4 }))),
        shape(1, 15),
    ]);
}

function fleet() {
    return figure("-62 -48 124 96", () => [s("g", { transform: "translate(0 -8)" }, shape(1, 36)), s("text", { class: "figure", y: 36, text: "20" })]);
}

function battle() {
    return figure("-62 -48 124 96", () => [
        s("g", { transform: "translate(-36 -6)" }, shape(1, 32)), s("text", { class: "figure", x: -36, y: 32, text: "51" }),
        s("g", { transform: "translate(38 -6)" }, shape(4, 24)), s("text", { class: "figure", x: 38, y: 32, text: "17" }),
        s("path", { class: "battle thin", d: "M-7-13 7 1M7-13-7 1" }),
    ]);
}

function marks() {
    return figure("-62 -48 124 96", () => [1, 2, 3, 4].map(player => s("g", { transform: `translate(${-48 + 26 * player - 17} 0)` }, shape(player, 17))));
}
