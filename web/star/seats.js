// Who plays, the links of seats, and the game's menu.
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { copy, dialog, tellError } from "../chrome.js";
import { whereLinksWork } from "../seats.js";
import { newGame } from "./begin.js";
import { badge } from "./pieces.js";
import { showRules } from "./rules.js";
import { OPPONENTS } from "./opponents.js";
import { nameOf, sitterName } from "./words.js";

/**
 * @typedef {import("./screen.js").StarScreen} StarScreen
 * @typedef {import("../protocol.d.ts").StarSeat} StarSeat
 * @typedef {import("../protocol.d.ts").Strength} Strength
 */

/** @type {Strength} The computer that takes a seat first. */
const FIRST_STRENGTH = "lieutenant";

/**
 * A switch between person and computer, with the computer's strength.
 * @param {StarSeat} seat
 * @param {string} name
 * @param {(seat: StarSeat) => void} change
 */
export function seatControl(seat, name, change) {
    const isHuman = seat.type === "human";
    const strength = seat.type === "computer" ? seat.strength : FIRST_STRENGTH;
    const isPaper = (/** @type {string} */ player) => player.startsWith("paper");
    const option = (/** @type {typeof OPPONENTS[0]} */ { player, name, about }) => h("option", { value: player, selected: player === strength, text: `${name}: ${about}` });
    const select = h("select", {
        "aria-label": `Strength of ${name}`,
        onchange: () => change({ type: "computer", strength: /** @type {Strength} */ (select.value) }),
    },
        h("optgroup", { label: "Ranks, from a first game to the strongest" }, OPPONENTS.filter(({ player }) => !isPaper(player)).map(option)),
        h("optgroup", { label: "The paper’s player" }, OPPONENTS.filter(({ player }) => isPaper(player)).map(option)));
    return [
        h("div", { class: "segments", role: "group", "aria-label": name },
            h("button", { type: "button", "aria-pressed": isHuman ? "true" : "false", onclick: () => change({ type: "human" }) }, "Person"),
            h("button", { type: "button", "aria-pressed": isHuman ? "false" : "true", onclick: () => change({ type: "computer", strength }) }, "Computer")),
        isHuman ? null : select,
    ];
}

/**
 * The links of the game: to each seat for the host, and for watching.
 * @param {StarScreen} screen
 */
export function shareDialog(screen) {
    const { joined, view } = screen;
    const base = `${location.origin}/#/star/${screen.game}`;
    const position = screen.past?.position ?? view.position;
    const rows = joined.seat_keys.map((key, i) => view.seats[i]?.kind === "human"
        ? h("li", {}, badge(i + 1, 16), h("b", { text: nameOf(i + 1) }), h("span", { class: "grow" }),
            h("button", { onclick: () => copy(`${base}?key=${key}`, `Link for ${nameOf(i + 1)}`) }, icon("link"), "Copy the link for this seat")) : null);
    dialog({
        title: "Share",
        body: [
            rows.some(Boolean) ? h("ul", { class: "share" }, rows) : "",
            h("p", { class: "muted", text: rows.length ? "Who has the link of a seat can play it. Anyone without one can only watch." : "You can pass on that others may watch. Links of seats come from whoever began the game." }),
            whereLinksWork(),
            h("div", { class: "buttons" },
                h("button", { onclick: () => copy(base, "Link for watching") }, icon("eye"), "Copy a link for watching"),
                h("button", { onclick: () => copy(position, "Position") }, icon("copy"), "Copy the position"),
                h("button", { onclick: () => copy(`${location.origin}/#/?position=${encodeURIComponent(position)}`, "Link to the position") }, icon("link"), "Copy a link to the position"),
                h("button", { onclick: () => screen.history.save() }, icon("save"), "Save to a file")),
        ],
    });
}

/**
 * The menu: who plays, and what else can be done with the game.
 * @param {StarScreen} screen
 */
export function seatsDialog(screen) {
    const { joined, view } = screen;
    const list = h("ul", { class: "seats" }, view.seats.map((sitter, i) => {
        const mayChange = joined.seats.includes(i);
        /** @type {StarSeat} */
        const seat = sitter.kind === "human" ? { type: "human" } : { type: "computer", strength: sitter.strength ?? FIRST_STRENGTH };
        const change = async (/** @type {StarSeat} */ seat) => {
            try {
                await screen.link.order({ type: "seat", player: i + 1, seat });
                box.close();
                seatsDialog(screen);
            } catch (error) {
                tellError(error);
            }
        };
        return h("li", {}, badge(i + 1, 16), h("b", { text: nameOf(i + 1) }),
            mayChange ? seatControl(seat, nameOf(i + 1), change) : h("span", { class: "muted", text: sitterName(sitter) }));
    }));
    const close = (/** @type {() => void} */ act) => () => { box.close(); act(); };
    const box = dialog({
        title: "This game", class: "menu",
        body: [
            h("h3", { text: "Who plays from now on" }), list,
            h("div", { class: "buttons column" },
                h("button", { disabled: !view.can_undo_turn || !joined.seats.length, onclick: close(() => screen.order({ type: "undo_turn" })) }, icon("undo"), "Take back the last turn"),
                h("button", { onclick: close(() => screen.history.save()) }, icon("save"), "Save to a file"),
                h("button", { onclick: close(() => shareDialog(screen)) }, icon("share"), "Share, links, position"),
                h("button", { onclick: close(() => screen.startTour()) }, icon("eye"), "Take the tour"),
                h("button", { onclick: close(showRules) }, icon("help"), "Rules and keys"),
                h("button", { onclick: close(newGame) }, icon("dice"), "New game")),
        ],
    });
}
