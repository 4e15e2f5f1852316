// Beginning a game of Star Chess, at once or from a dialog, and what is shown of games in lists.
import { h, replace, s } from "../dom.js";
import { icon } from "../icons.js";
import { cap, dialog, tellError } from "../chrome.js";
import { post } from "../link.js";
import { create } from "../router.js";
import { arc, badge, definitions, planet, shape } from "./pieces.js";
import { seatControl } from "./seats.js";
import { colonies, nameOf, ships, signed } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarSetup} StarSetup
 * @typedef {import("../protocol.d.ts").StarSeat} StarSeat
 * @typedef {import("../protocol.d.ts").StarSummary} StarSummary
 * @typedef {import("../protocol.d.ts").SummarySector} SummarySector
 * @typedef {import("../protocol.d.ts").GalaxyKind} GalaxyKind
 */

/** @type {StarSeat} */
const HUMAN = { type: "human" };
/** @type {(strength: import("../protocol.d.ts").Strength) => StarSeat} */
const computer = strength => ({ type: "computer", strength });

/** @type {{kind: GalaxyKind, label: string, hasSeed: boolean, about: string}[]} */
const KINDS = [
    { kind: "symmetric", label: "Symmetric", hasSeed: true, about: "Fair to every seat" },
    { kind: "random", label: "Random", hasSeed: true, about: "Every planet by chance" },
    { kind: "barren", label: "Barren", hasSeed: false, about: "Few people, many materials" },
    { kind: "terran", label: "Terran", hasSeed: false, about: "Room for everyone" },
];

/** The seed of the first game: a galaxy with planets of both classes. */
const FIRST_SEED = 2;
const MAX_SEED = 10_000;
let boards = 0;

/**
 * Makes a game and goes there.
 * @param {StarSetup} setup
 */
export function begin(setup) {
    return create("star", setup);
}

/** @param {StarSetup} setup */
function tryBegin(setup) {
    begin(setup).catch(tellError);
}

/** The buttons of the card on the start screen. */
export function buttons() {
    /** @type {(seats: [StarSeat, StarSeat, StarSeat, StarSeat], seed: number, limit: number | null) => () => void} */
    const start = (seats, seed, limit) => () => tryBegin({ from: { type: "galaxy", kind: "symmetric", seed }, seats, round_limit: limit });
    const rivals = /** @type {[StarSeat, StarSeat, StarSeat, StarSeat]} */ ([HUMAN, computer("ensign"), computer("lieutenant"), computer("paper2")]);
    const four = /** @type {[StarSeat, StarSeat, StarSeat, StarSeat]} */ ([computer("admiral"), computer("paper3"), computer("paper2"), computer("paper3")]);
    return [
        h("button", { class: "primary", onclick: start(rivals, FIRST_SEED, null) }, "Play a first game"),
        h("button", { onclick: newGame }, "Set up"),
        h("button", { class: "bare", onclick: start(four, FIRST_SEED, 200) }, icon("eye"), "Watch four"),
    ];
}

/** The dialog for a new game. */
export function newGame() {
    /** @type {StarSeat[]} */
    const seats = [HUMAN, computer("commander"), computer("lieutenant"), computer("paper2")];
    /** @type {GalaxyKind} */
    let kind = "symmetric";
    let seed = 1 + Math.floor(Math.random() * MAX_SEED);
    const list = h("ul", { class: "seats" });
    const side = h("div", { class: "galaxy" });
    const preview = h("div", { class: "preview" });
    const counts = h("p", { class: "muted small" });
    /** Shows the galaxy that is chosen, as the server would make it. */
    const drawPreview = async () => {
        const asked = `${kind} ${seed}`;
        try {
            const summary = await post("/api/preview", { kind: "star", setup: { from: { type: "galaxy", kind, seed }, seats: null, round_limit: null } });
            if (asked !== `${kind} ${seed}`) return;
            const terran = summary.details.sectors.filter((/** @type {SummarySector} */ sector) => sector.class === "terran").length;
            replace(preview, picture(summary.details));
            counts.textContent = `${KINDS.find(known => known.kind === kind)?.about}: ${terran} terran, ${summary.details.sectors.length - terran} barren.`;
        } catch (error) {
            replace(preview, h("p", { class: "warning small", text: error instanceof Error ? error.message : String(error) }));
        }
    };
    const drawSeats = () => replace(list, seats.map((seat, i) => h("li", {}, badge(i + 1, 16), h("b", { text: nameOf(i + 1) }),
        seatControl(seat, nameOf(i + 1), changed => { seats[i] = changed; drawSeats(); }),
        seat.type === "human" ? h("span", { class: "muted small", text: "on this screen, or by a link" }) : null)));
    const seedField = h("input", {
        type: "number", min: 0, max: 4_294_967_295, value: seed, "aria-label": "Seed",
        onchange: () => { seed = Math.max(0, Math.min(4_294_967_295, Math.floor(Number(seedField.value)) || 0)); drawGalaxy(); },
    });
    const drawGalaxy = () => {
        const chosen = KINDS.find(known => known.kind === kind);
        seedField.value = String(seed);
        replace(side, h("h3", { text: "Galaxy" }),
            h("div", { class: "segments", role: "group", "aria-label": "Kind of galaxy" }, KINDS.map(known =>
                h("button", { type: "button", "data-focus": `kind-${known.kind}`, "aria-pressed": known.kind === kind ? "true" : "false", onclick: () => { kind = known.kind; drawGalaxy(); } }, known.label))),
            preview,
            chosen?.hasSeed ? h("div", { class: "seed" }, h("label", {}, "Seed ", seedField),
                h("button", { type: "button", "data-focus": "another", onclick: () => { seed = 1 + Math.floor(Math.random() * MAX_SEED); drawGalaxy(); } }, icon("dice"), "Another")) : null,
            counts);
        drawPreview();
    };
    const limit = h("select", { "aria-label": "How the game ends" },
        [["", "Ends when one home world is left"], ["100", "Highest score after 100 rounds"], ["200", "Highest score after 200 rounds"]].map(([value, text]) => h("option", { value: value ?? "", text: text ?? "" })));
    drawSeats();
    drawGalaxy();
    const start = () => {
        box.close();
        const [one, two, three, four] = seats;
        if (one && two && three && four) tryBegin({ from: { type: "galaxy", kind, seed }, seats: [one, two, three, four], round_limit: limit.value ? Number(limit.value) : null });
    };
    const box = dialog({
        title: "New game of Star Chess", class: "new-game",
        body: [
            h("div", { class: "columns" },
                h("div", {}, h("h3", { text: "Who plays" }), list,
                    h("p", { class: "muted small" }, icon("person", 16), " Anyone without a link can only watch. Seats can change during the game.")),
                side),
        ],
        foot: [limit, h("span", { class: "grow" }), h("button", { onclick: () => box.close() }, "Cancel", cap("Esc")), h("button", { class: "primary", autofocus: true, onclick: start }, "Start game", cap("Enter"))],
    });
}

/**
 * The seats of a game that goes on from a position: a person plays whoever is to move.
 * @param {number} player
 * @returns {[StarSeat, StarSeat, StarSeat, StarSeat]}
 */
export function seatsFrom(player) {
    const seat = (/** @type {number} */ i) => i === player ? HUMAN : computer("lieutenant");
    return [seat(1), seat(2), seat(3), seat(4)];
}

/**
 * Gives the user a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * A small picture of a position.
 * @param {StarSummary} summary
 */
export function picture(summary) {
    const id = `mini${++boards}`;
    const tile = (/** @type {SummarySector} */ sector, /** @type {number} */ i) => s("g", { transform: `translate(${(i % 4) * 76} ${(3 - Math.floor(i / 4)) * 76})` },
        s("rect", { class: "mini-tile", width: 70, height: 70, rx: 6 }),
        s("g", { transform: "translate(35 35)" }, s("g", { transform: "scale(.78)" }, planet(sector.class, id)),
            sector.colony ? s("circle", { class: "mini-room", r: 26 }) : null,
            sector.colony ? s("path", { class: "mini-ring", d: arc(sector.filled, 26), stroke: `var(--player-${sector.colony})` }) : null,
            sector.fleet ? s("g", { transform: "translate(19 -19)" }, shape(sector.fleet, 17, { stroke: "var(--card)", "stroke-width": 2.500 })) : null));
    return s("svg", { class: "mini", viewBox: "0 0 298 298", role: "img", "aria-label": `The galaxy in round ${summary.round}` }, definitions(id), summary.sectors.map(tile));
}

/**
 * The players by score.
 * @param {StarSummary} summary
 */
export function standings(summary) {
    const order = summary.players.map((player, i) => ({ ...player, number: i + 1 })).sort((a, b) => b.score - a.score);
    return h("table", { class: "standings" }, h("caption", { class: "hidden-text", text: "Scores" }), h("tbody", {}, order.map(player => h("tr", {},
        h("td", {}, badge(player.number)), h("th", { scope: "row", class: "name" }, player.is_human ? h("b", { text: nameOf(player.number) }) : nameOf(player.number)),
        h("td", { text: player.is_defeated ? "defeated" : `${ships(player.ships)}, ${colonies(player.colonies)}` }), h("td", { class: "score", text: signed(player.score) })))));
}
