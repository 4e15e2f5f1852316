// The top bar of a game, and the toolbar with its commands.
import { h, refresh } from "../dom.js";
import { icon } from "../icons.js";
import { cap, sentence, topBar } from "../chrome.js";
import { badge } from "./pieces.js";
import { showRules } from "./rules.js";
import { seatsDialog, shareDialog } from "./seats.js";
import { capital, nameOf } from "./words.js";

/** @typedef {import("./screen.js").StarScreen} StarScreen */

/** @type {{action: import("./selection.js").Action, label: string, key: string}[]} */
const ACTIONS = [
    { action: "move", label: "Move", key: "M" }, { action: "build", label: "Build", key: "B" },
    { action: "colonize", label: "Colonize", key: "C" }, { action: "terraform", label: "Terraform", key: "T" },
    { action: "scrap", label: "Scrap", key: "X" },
];

/**
 * Shows whose turn it is, and what can be done with the game.
 * @param {StarScreen} screen
 */
export function drawBar(screen) {
    // The explanation of a turn has a bar of its own.
    if (screen.why || screen.isLeft) return;
    const { next, board } = screen.view;
    const chip = (/** @type {(Node | string)[]} */ ...content) => h("span", { class: "chip" }, content);
    let state = chip();
    const { playing } = screen.playback;
    if (screen.isLost) state = chip(icon("warning", 16), "Connection lost, trying again…");
    else if (screen.past) state = chip(h("span", { class: "roomy", text: `Looking back: after ${screen.past.turn} of ${screen.turns.length} turns` }), h("span", { class: "narrow", text: `${screen.past.turn}/${screen.turns.length}`, title: "Turns" }));
    else if (playing) state = chip(badge(playing), `${nameOf(playing)} moves`);
    else if (next.type === "over") state = chip(next.who.type === "tie" ? "A tie" : "winner" in next.who ? `${capital(screen.name(next.who.winner))} won` : "Over");
    else if (next.type === "human" && screen.awaitsMe) state = chip(badge(next.who), screen.name(next.who) === "you" ? "Your turn" : `${nameOf(next.who)}’s turn`);
    else state = chip(badge(next.who), screen.status.is_queued ? `${nameOf(next.who)} waits for a free thread` : screen.status.is_thinking ? `${nameOf(next.who)} thinks…` : next.type === "unknown" ? `${nameOf(next.who)} has an unknown player` : `${nameOf(next.who)} to move`);
    const bare = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ act, /** @type {string} */ key = "") =>
        h("button", { class: "bare", "data-focus": `bar-${label}`, onclick: act, ...(key ? {} : { "aria-label": label, title: label }) }, icon(name), key ? h("span", { class: "wide", text: label }) : null, key ? cap(key) : null);
    const past = screen.past;
    topBar({
        back: true, title: "Star Chess",
        about: [h("span", { class: "muted round", text: `Round ${past ? past.board.round : board.round}` }), state,
            screen.joined.seats.length ? "" : h("span", { class: "chip" }, icon("eye", 16), "You watch")],
        actions: past ? [
            h("button", { "data-focus": "bar-branch", "aria-label": "Branch from here", onclick: () => screen.history.branch(screen.turns[screen.history.moment - 1]?.ends ?? 0) }, icon("branch"), h("span", { class: "wide", text: "Branch from here" })),
            h("button", { class: "primary", "data-focus": "bar-now", onclick: () => screen.history.backToNow() }, "Back to now", cap("Esc")),
        ] : [
            screen.mine.length ? bare("Hint", "bulb", () => screen.showHint(), "H") : null,
            bare("Rules and keys", "help", showRules, "?"),
            bare("Share", "share", () => shareDialog(screen)),
            bare("Menu", "menu", () => seatsDialog(screen)),
        ],
    });
}

/**
 * The toolbar with the commands. A mouse on a button shows what it would do.
 * @param {StarScreen} screen
 */
export function commandBar(screen) {
    return h("div", {
        class: "commands", role: "toolbar", "aria-label": "Commands",
        onpointerover: (/** @type {PointerEvent} */ event) => {
            const action = event.target instanceof Element ? event.target.closest("button")?.dataset.action : undefined;
            if (action && event.pointerType === "mouse") screen.chooser.peekAction(/** @type {import("./selection.js").Action} */ (action));
        },
        onpointerleave: () => screen.chooser.unpeek(),
    });
}

/**
 * Shows what can be ordered in the selected sector.
 * @param {StarScreen} screen
 */
export function drawCommands(screen) {
    const { toolbar } = screen;
    refresh(toolbar, ACTIONS.map(({ action, label, key }) => {
        const why = screen.chooser.whyNot(action);
        const isChosen = screen.selection?.action === action && !screen.selection.given;
        const count = why ? 0 : screen.chooser.proposed(action);
        return h("button", {
            class: isChosen ? "chosen" : "", "data-focus": `do-${action}`, "data-action": action,
            "aria-disabled": why ? "true" : "false", title: why ? sentence(why) : label,
            "aria-description": why ? sentence(why) : null,
            // A click by a pointer has a number, and the second of a double click means the same as the first.
            onclick: (/** @type {MouseEvent} */ event) => event.detail > 1 || screen.chooser.act(action, event.detail > 0),
        }, count ? `${label} ${count}` : label, cap(key));
    }));
    toolbar.hidden = !screen.mine.length;
}
