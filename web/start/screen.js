// The start screen: go on, begin, or choose a recent game.
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { dialog, sentence, tellError, toast, topBar } from "../chrome.js";
import { forget, keysFor, knownGames, ownerKey } from "../keys.js";
import { post } from "../link.js";
import { go } from "../router.js";
import { standings } from "../star/begin.js";
import { showRules } from "../star/rules.js";
import { bring, loadGame } from "./bring.js";
import { GAME_CARDS } from "./games.js";

/**
 * @typedef {import("../protocol.d.ts").ListedGame} ListedGame
 * @typedef {import("../protocol.d.ts").GameList} GameList
 */

const SHOWN = 12;

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} query
 */
export function show(root, query) {
    topBar({
        title: "Star Chess",
        actions: [
            action("Load a game", "open", loadGame),
            action("Paste a position", "paste", () => bring()),
            action("Rules", "help", showRules),
        ],
    });
    root.className = "start";
    draw(root, { games: [], unread: 0, faults: [] }, () => undefined);
    const position = query.get("position");
    if (position) bring(position, true);
    let isShown = true;
    /** Shows the games as they are now. */
    const update = () => list().then(found => isShown && draw(root, found, update), tellError);
    update();
    /** @param {KeyboardEvent} event */
    const press = event => {
        if (event.key === "?" && !document.querySelector("dialog[open]")) showRules();
    };
    addEventListener("keydown", press);
    return {
        leave() {
            isShown = false;
            removeEventListener("keydown", press);
        },
    };
}

/** @returns {Promise<GameList>} */
function list() {
    return post("/api/recent", { games: knownGames(), owner_key: ownerKey() });
}

/**
 * @param {HTMLElement} root
 * @param {GameList} list
 * @param {() => void} update Called when the list has changed.
 */
function draw(root, { games, unread, faults }, update) {
    const last = games.find(game => game.kind === "star" && !game.summary.is_over && game.summary.has_human);
    const others = games.filter(game => game !== last);
    const rows = others.map(game => recentRow(game, update));
    const hidden = rows.slice(SHOWN);
    const more = h("button", {
        onclick: () => {
            for (const row of hidden) row.hidden = false;
            more.remove();
            hidden[0]?.querySelector("a")?.focus();
        },
    }, hidden.length === 1 ? "Show one more" : `Show ${hidden.length} more`);
    for (const row of hidden) row.hidden = true;
    replace(root,
        last ? continueCard(last, update) : null,
        h("h2", { text: "New game" }),
        h("div", { class: "games" }, GAME_CARDS.map(card =>
            h("section", { class: "card game", "aria-label": card.name },
                card.mark(),
                h("div", {}, h("h3", { text: card.name }), h("p", { class: "about", text: card.about })),
                h("p", { text: card.text }),
                h("div", { class: "buttons" }, card.buttons())))),
        others.length ? h("h2", { text: "Recent games" }) : null,
        others.length ? h("ul", { class: "card recent" }, rows) : null,
        hidden.length ? more : null,
        faults.length ? h("p", { class: "warning", role: "status" }, icon("warning", 16), ` ${notListed(unread)}${faults.map(sentence).join(" ")}`) : null,
        ownerKey() || games.length ? null : h("p", { class: "muted", text: "Games that you begin or join here are listed here. Those of other browsers are too if you open the address that the program printed when it started." }));
}

/**
 * @param {ListedGame} game
 * @param {() => void} update
 */
function continueCard(game, update) {
    const { summary } = game;
    return h("section", { class: "card continue", "aria-label": "Go on where you were" },
        GAME_CARDS.find(card => card.kind === game.kind)?.picture(summary.details),
        h("div", {},
            h("p", { text: "Go on where you were" }),
            h("p", { class: "big text", text: summary.state }),
            h("p", { text: `Star Chess, ${summary.players}.` }),
            h("div", { class: "buttons" },
                h("a", { class: "button primary large", href: `#/${game.kind}/${game.game}` }, "Continue"),
                h("button", { class: "large", onclick: () => go(`/${game.kind}/${game.game}?replay=1`) }, "Watch the replay"),
                bin(game, update))),
        standings(/** @type {import("../protocol.d.ts").StarSummary} */ (summary.details)));
}

/**
 * @param {ListedGame} game
 * @param {() => void} update
 */
function recentRow(game, update) {
    const card = GAME_CARDS.find(card => card.kind === game.kind);
    const { is_over: isOver, has_human: hasHuman, players, state } = game.summary;
    const name = card?.name ?? game.kind;
    return h("li", {}, h("a", { href: `#/${game.kind}/${game.game}` },
        card ? card.mark() : h("span"),
        h("span", { class: "name", text: name }),
        h("span", { class: "muted", text: players }),
        h("span", { text: state }),
        h("span", { class: "muted", text: day(game.changed) }),
        h("span", { class: "action", text: isOver || !hasHuman ? "Replay" : "Continue" })),
    bin(game, update));
}

/**
 * The button that lets a game go: for everyone if this page may do that, else from this list.
 * @param {ListedGame} game
 * @param {() => void} update
 */
function bin(game, update) {
    const told = inWords(game);
    return h("button", {
        class: "bare bin", "aria-label": game.is_host ? `Delete: ${told}` : `Take off the list: ${told}`, title: game.is_host ? "Delete" : "Take off the list",
        onclick: () => askToDelete(game, update),
    }, icon("bin"));
}

/** @param {ListedGame} game */
function inWords({ kind, summary }) {
    return `${GAME_CARDS.find(card => card.kind === kind)?.name ?? kind}, ${summary.players}, ${summary.state}`;
}

/**
 * @param {ListedGame} game
 * @param {() => void} update
 */
function askToDelete(game, update) {
    const act = async () => {
        box.close();
        try {
            if (game.is_host) await post("/api/delete", { game: game.game, keys: keysFor(game.game) });
            forget(game.game);
            toast(game.is_host ? "The game is deleted" : "The game is off your list");
        } catch (error) {
            tellError(error);
        }
        update();
    };
    const box = dialog({
        title: game.is_host ? "Delete this game?" : "Take this game off the list?", class: "delete",
        body: [h("p", { text: sentence(inWords(game)) }),
            h("p", { class: "muted", text: game.is_host ? "It cannot be brought back, and nobody who has a link to it can open it any more."
                : "Whoever began it still has it. You come back to it only by its link." })],
        foot: [h("button", { onclick: () => box.close() }, game.is_host ? "Keep it" : "Cancel"),
            h("button", { class: "primary", onclick: act }, game.is_host ? "Delete" : "Take it off")],
    });
}

/** @param {number} unread */
function notListed(unread) {
    return unread === 0 ? "" : unread === 1 ? "One game is not listed: " : `${unread} games are not listed: `;
}

/**
 * A day, as people say it.
 * @param {number} time
 */
function day(time) {
    const midnight = new Date().setHours(0, 0, 0, 0);
    const days = Math.ceil((midnight - time) / 86_400_000);
    if (days <= 0) return "Today";
    if (days === 1) return "Yesterday";
    if (days < 7) return new Date(time).toLocaleDateString("en", { weekday: "long" });
    return new Date(time).toLocaleDateString("en", { day: "numeric", month: "short", year: "numeric" });
}

/**
 * A button of the bar; on a phone only its picture.
 * @param {string} label
 * @param {string} picture
 * @param {() => void} act
 */
function action(label, picture, act) {
    return h("button", { class: "bare", "aria-label": label, title: label, onclick: act }, icon(picture), h("span", { class: "wide", text: label }));
}
