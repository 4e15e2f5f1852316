// The start screen: go on, begin, or choose a recent game.
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { tellError, topBar } from "../chrome.js";
import { knownGames, ownerKey } from "../keys.js";
import { post } from "../link.js";
import { go } from "../router.js";
import { standings } from "../star/begin.js";
import { showRules } from "../star/rules.js";
import { bring, loadGame } from "./bring.js";
import { GAME_CARDS } from "./games.js";

/** @typedef {import("../protocol.d.ts").ListedGame} ListedGame */

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
    draw(root, []);
    const position = query.get("position");
    if (position) bring(position, true);
    let isShown = true;
    list().then(games => isShown && draw(root, games), tellError);
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

/** @returns {Promise<ListedGame[]>} */
function list() {
    return post("/api/recent", { games: knownGames(), owner_key: ownerKey() });
}

/**
 * @param {HTMLElement} root
 * @param {ListedGame[]} games
 */
function draw(root, games) {
    const last = games.find(game => game.kind === "star" && !game.summary.is_over && game.summary.has_human);
    const others = games.filter(game => game !== last).slice(0, SHOWN);
    replace(root,
        last ? continueCard(last) : null,
        h("h2", { text: "New game" }),
        h("div", { class: "games" }, GAME_CARDS.map(card =>
            h("section", { class: "card game", "aria-label": card.name },
                card.mark(),
                h("div", {}, h("h3", { text: card.name }), h("p", { class: "about", text: card.about })),
                h("p", { text: card.text }),
                h("div", { class: "buttons" }, card.buttons())))),
        others.length ? h("h2", { text: "Recent games" }) : null,
        others.length ? h("ul", { class: "card recent" }, others.map(recentRow)) : null,
        ownerKey() || games.length ? null : h("p", { class: "muted", text: "Games that you begin or join here are listed here. Those of other browsers are too if you open the address that the program printed when it started." }));
}

/** @param {ListedGame} game */
function continueCard(game) {
    const { summary } = game;
    return h("section", { class: "card continue", "aria-label": "Go on where you were" },
        GAME_CARDS.find(card => card.kind === game.kind)?.picture(summary.details),
        h("div", {},
            h("p", { text: "Go on where you were" }),
            h("p", { class: "big text", text: summary.state }),
            h("p", { text: `Star Chess, ${summary.players}.` }),
            h("div", { class: "buttons" },
                h("a", { class: "button primary large", href: `#/${game.kind}/${game.game}` }, "Continue"),
                h("button", { class: "large", onclick: () => go(`/${game.kind}/${game.game}?replay=1`) }, "Watch the replay"))),
        standings(/** @type {import("../protocol.d.ts").StarSummary} */ (summary.details)));
}

/** @param {ListedGame} game */
function recentRow(game) {
    const card = GAME_CARDS.find(card => card.kind === game.kind);
    const isOver = game.summary.is_over;
    return h("li", {}, h("a", { href: `#/${game.kind}/${game.game}` },
        card ? card.mark() : h("span"),
        h("span", { class: "name", text: card?.name ?? game.kind }),
        h("span", { class: "muted", text: game.summary.players }),
        h("span", { text: game.summary.state }),
        h("span", { class: "muted", text: day(game.changed) }),
        h("span", { class: "action", text: isOver || !game.summary.has_human ? "Replay" : "Continue" })));
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
