// The keys of a game.
import { isTyping, tellError } from "../chrome.js";
import { beside } from "./board.js";
import { showRules } from "./rules.js";

/** @typedef {import("./screen.js").StarScreen} StarScreen */

/**
 * @param {StarScreen} screen
 * @param {KeyboardEvent} event
 */
export function press(screen, event) {
    if (document.querySelector("dialog[open]") || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (screen.why) return void screen.why.press(event);
    if (screen.tour?.press(event)) return;
    const isRange = event.target instanceof HTMLInputElement && event.target.type === "range";
    const isButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    /** @type {Record<string, () => void>} */
    const keys = {
        m: () => screen.chooser.act("move"), b: () => screen.chooser.act("build"), c: () => screen.chooser.act("colonize"),
        t: () => screen.chooser.act("terraform"), x: () => screen.chooser.act("scrap"),
        z: () => void screen.undo(), Z: () => void screen.redo(), n: () => screen.chooser.nextIdle(),
        a: () => void screen.finish.press(), h: () => void screen.showHint(), w: () => screen.explainLast(),
        "[": () => void screen.history.scrub(screen.history.moment - 1), "]": () => void screen.history.scrub(screen.history.moment + 1),
        "?": () => showRules(), Escape: () => escape(screen),
        "+": () => screen.selection?.changeAmount(1), "-": () => screen.selection?.changeAmount(-1),
    };
    if (!isRange) {
        Object.assign(keys, {
            ArrowLeft: () => arrow(screen, event, -1, 0), ArrowRight: () => arrow(screen, event, 1, 0),
            ArrowUp: () => arrow(screen, event, 0, 1), ArrowDown: () => arrow(screen, event, 0, -1),
        });
    }
    if (event.key === "Enter" && event.shiftKey) {
        event.preventDefault();
        // A key that is held down ends one turn, not those of all who share the screen.
        return void (event.repeat || screen.endTurn());
    }
    if (event.key === "Enter" && !isButton) {
        event.preventDefault();
        const { selection } = screen;
        if (selection?.draft && (isRange || selection.action !== "move" || selection.to === screen.cursor)) return void screen.chooser.confirm();
        return screen.chooser.pick(screen.cursor);
    }
    // A button that waits for others, such as the one that has just ended the turn, leaves the key to them. It
    // loses the focus too: the next press, or the release of this one, must not end the next turn.
    const isWaiting = isButton && event.target.ariaDisabled === "true" && !screen.isMyTurn;
    if (event.key === " " && (!isButton || isWaiting)) {
        event.preventDefault();
        if (isWaiting) screen.svg.focus(screen.cursor);
        return space(screen);
    }
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
}

/**
 * Skips what is shown, or hurries or pauses the computers.
 * @param {StarScreen} screen
 */
function space(screen) {
    if (screen.playback.isRunning) screen.playback.skip();
    else if (screen.isWatched && screen.status.pace.is_paused) screen.link.step().catch(tellError);
    else if (screen.isWatched) screen.setPaused(true);
    else if (screen.status.is_thinking) screen.link.hurry().catch(tellError);
}

/**
 * Moves the cursor, or changes the amount if one is asked for.
 * @param {StarScreen} screen
 * @param {KeyboardEvent} event
 * @param {number} right
 * @param {number} up
 */
function arrow(screen, event, right, up) {
    const { selection } = screen;
    if (selection?.hasAmount && event.shiftKey) return selection.changeAmount(10 * (right + up));
    if (selection?.hasAmount && up === 0 && selection.action !== "move" && !selection.given) return selection.changeAmount(right);
    screen.cursor = beside(screen.cursor, right, up);
    screen.drawBoard();
    screen.svg.focus(screen.cursor);
    screen.chooser.hover(screen.cursor);
}

/**
 * Goes one level back.
 * @param {StarScreen} screen
 */
function escape(screen) {
    if (screen.past) return screen.history.backToNow();
    if (screen.finish.isAsked) {
        screen.finish.drop();
        return screen.drawSelection();
    }
    const { selection } = screen;
    if (!selection) return;
    if (!selection.given && (selection.to || selection.action && selection.action !== "move")) screen.chooser.select(selection.at);
    else screen.chooser.unselect();
}
