// The cards beside the board: the players, this turn and the speed, and what the end of the turn brings.
import { h, refresh } from "../dom.js";
import { icon } from "../icons.js";
import { cap, sentence, tellError } from "../chrome.js";
import { ABOUT } from "./finish.js";
import { badge } from "./pieces.js";
import { SPEEDS } from "./playback.js";
import { capital, colonies, cost, list, nameOf, number, order, ships, signed, sitterName } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarBoard} StarBoard
 * @typedef {import("../protocol.d.ts").PlayerOverview} PlayerOverview
 * @typedef {import("./screen.js").StarScreen} StarScreen
 */

/** The players, with what each has and what threatens it. */
export class PlayerCards {
    element = h("section", { class: "players", "aria-label": "Players" });

    /** @param {StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
    }

    draw() {
        const { screen } = this;
        const board = screen.past?.board ?? screen.board;
        refresh(this.element, board.players.map(player => this.#card(board, player)));
    }

    /**
     * @param {StarBoard} board
     * @param {PlayerOverview} player
     */
    #card(board, player) {
        const { screen } = this;
        const { view, status, past, progress } = screen;
        const name = nameOf(player.player);
        const isActive = view.next.type !== "over" && board.to_move === player.player;
        const isThinking = status.is_thinking && !past && view.board.to_move === player.player;
        const warning = warn(board, player);
        const aloud = (/** @type {string} */ text) => h("span", { class: "hidden-text", text });
        const income = (/** @type {"materials" | "credits"} */ what, /** @type {string} */ picture) =>
            h("span", { title: `${capital(what)}, and what a turn brings` }, icon(picture, 15), aloud(`${capital(what)}:`), ` ${number(player.reserves[what])} `,
                h("span", { class: player.net[what] < 0 ? "strong" : "muted" }, signed(player.net[what]), aloud(" a turn.")));
        return h("div", {
            class: `card player p${player.player}${isActive ? " active" : ""}${player.is_defeated ? " defeated" : ""}`,
            role: "group", "aria-label": name,
        },
            h("div", { class: "head" }, badge(player.player, 16), h("b", { class: "who", text: name }),
                h("span", { class: "muted small", text: player.is_defeated ? "defeated" : this.#sitter(player.player) }), h("span", { class: "grow" }),
                h("b", { class: "score", title: "Score" }, aloud("Score: "), signed(player.score), aloud("."))),
            h("div", { class: "row" }, h("span", {}, icon("ship", 15), ` ${ships(player.ships)}`),
                h("span", {}, icon("planet", 15), ` ${colonies(player.colonies.length)}`), h("span", { class: "grow" }),
                screen.lastTurn(player.player) >= 0 && !past ? h("button", {
                    class: "link", "data-focus": `why-${player.player}`, "aria-label": `Why did ${name} do that?`,
                    onclick: () => screen.explain(screen.lastTurn(player.player)),
                }, "Why?") : null),
            h("div", { class: "row" }, income("materials", "box"), income("credits", "coins")),
            warning ? h("p", { class: "warning small" }, icon("warning", 15), " ", h("span", { class: "roomy", text: warning.text }), h("span", { class: "narrow", "aria-hidden": "true", text: warning.short })) : null,
            isThinking ? h("div", { class: "thinking", role: "progressbar", "aria-label": `${name} thinks` },
                h("span", { class: "hidden-text", text: progress ? `${progress.rounds} rounds ahead` : "" })) : null);
    }

    /** @param {number} player */
    #sitter(player) {
        const { screen } = this;
        const seat = screen.view.seats[player - 1];
        if (seat && seat.kind !== "human") return sitterName(seat);
        if (screen.name(player) === "you") return "You";
        if (screen.mine.includes(player)) return "On this screen";
        return screen.status.guests.includes(player - 1) ? "At another screen" : "Person";
    }
}

/**
 * What a player is warned of: in a sentence, and for a phone in two words.
 * @param {StarBoard} board
 * @param {PlayerOverview} player
 * @returns {{text: string, short: string} | null}
 */
function warn(board, player) {
    if (player.scrapped_ships) return { text: `${ships(player.scrapped_ships)} will be scrapped`, short: `loses ${number(player.scrapped_ships)}` };
    const blockaded = board.sectors.filter(sector => sector.colony?.owner === player.player && sector.bombardment !== null).map(sector => sector.at);
    if (!blockaded.length) return null;
    return { text: `${list(blockaded)} ${blockaded.length === 1 ? "is" : "are"} blockaded: no income`, short: `${blockaded.length === 1 ? blockaded[0] : blockaded.length} cut off` };
}

/** The commands of this turn, the fleets that could still act, and how fast computers play. */
export class TurnCards {
    element = h("div", { class: "aside" });

    /** @param {StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
    }

    draw() {
        const { screen } = this;
        const { view } = screen;
        const awaitsMe = screen.awaitsMe && !screen.past;
        refresh(this.element, awaitsMe ? this.#commands() : null, awaitsMe && view.idle.fleets.length ? this.#idle() : null,
            h("span", { class: "grow" }), view.seats.some(seat => seat.kind === "computer") ? this.#speed() : null);
    }

    #commands() {
        const { screen } = this;
        const { view } = screen;
        const draft = screen.isMyTurn ? screen.selection?.draft : null;
        const line = (/** @type {number} */ i, /** @type {string} */ text, /** @type {string} */ note, isDraft = false) => h("li", { class: isDraft ? "draft" : "" },
            h("span", { class: "faint", text: String(i + 1) }), h("span", { class: isDraft ? "dashed" : "", text }), note ? h("span", { class: "muted small nowrap", text: note, title: isDraft ? null : "Materials and credits" }) : null);
        const lines = view.this_turn.map((step, i) => line(i, order(step.command), cost(step.spent)));
        if (draft) lines.push(line(lines.length, order(draft), "preview", true));
        const button = (/** @type {"undo" | "redo"} */ what, /** @type {string} */ key, /** @type {boolean} */ isPossible) => h("button", {
            class: "bare", "data-focus": what, "aria-label": capital(what), title: `${capital(what)} (${key})`, disabled: !isPossible || !screen.isMyTurn, onclick: () => screen[what](),
        }, icon(what));
        return h("section", { class: "card this-turn", "aria-label": "This turn" },
            h("div", { class: "head" }, h("h3", { text: "This turn" }), h("span", { class: "grow" }),
                button("undo", "Z", view.can_undo), button("redo", "Shift Z", view.can_redo)),
            lines.length ? h("ol", {}, lines) : h("p", { class: "muted", text: "Nothing yet." }));
    }

    #idle() {
        const { fleets } = this.screen.view.idle;
        return h("button", { class: "idle", "data-focus": "idle", onclick: () => this.screen.chooser.nextIdle() }, icon("next"),
            fleets.length === 1 ? "1 idle fleet" : `${fleets.length} idle fleets`,
            h("span", { class: "muted", text: fleets.map(fleet => fleet.at).join(", ") }), h("span", { class: "grow" }), cap("N"));
    }

    #speed() {
        const { screen } = this;
        const { isWatched } = screen;
        const isPaused = screen.status.pace.is_paused;
        const canSteer = isWatched && screen.joined.seats.length > 0 && screen.view.next.type !== "over";
        return h("section", { class: "card speed", "aria-label": "Computer turns" },
            h("div", { class: "head" }, h("h3", { text: canSteer ? "Computers" : "Computer turns" }), h("span", { class: "grow" }),
                canSteer ? h("button", { class: "bare", "data-focus": "pause", onclick: () => screen.setPaused(!screen.status.pace.is_paused) }, icon(isPaused ? "play" : "pause"), isPaused ? "Go on" : "Pause") : null,
                canSteer && isPaused ? h("button", { class: "bare", "data-focus": "step", onclick: () => screen.link.step().catch(tellError) }, icon("next"), "Step") : null,
                isWatched ? null : h("span", { class: "muted small", text: "Space skips" })),
            h("div", { class: "segments", role: "radiogroup", "aria-label": "Speed" }, SPEEDS.map((speed, i) => h("button", { role: "radio", "data-focus": `speed-${i}`, "aria-checked": i === screen.speed ? "true" : "false", onclick: () => screen.setSpeed(i) }, speed.name))));
    }
}

/** What the end of the turn would bring, with the button that ends it; or how the game ended. */
export class ForecastCard {
    element = h("section", { class: "card forecast", "aria-label": "The end of the turn" });

    /** @param {StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
    }

    draw() {
        const { view, past, awaitsMe } = this.screen;
        const isOver = view.next.type === "over";
        this.element.hidden = past !== null || !awaitsMe && !isOver;
        refresh(this.element, isOver ? this.#end() : this.#forecast());
    }

    #forecast() {
        const { screen } = this;
        const { forecast, board } = screen.view;
        const before = board.players[board.to_move - 1];
        if (!forecast || !before) return [];
        /** @type {(icon: string, label: string, from: number, to: number) => Node} */
        const change = (name, label, from, to) => h("tr", {}, h("td", {}, icon(name, 15)), h("td", { class: "muted", text: label }),
            h("td", { class: "right" }, `${number(from)} → `, h("b", { text: number(to) })));
        const lines = [
            change("box", `Materials, ${ships(before.ships)} cost ${number(forecast.upkeep.materials)}`, before.reserves.materials, forecast.reserves.materials),
            change("coins", `Credits, ${ships(before.ships)} cost ${number(forecast.upkeep.credits)}`, before.reserves.credits, forecast.reserves.credits),
            ...forecast.growth.filter(growth => growth.after !== growth.before).slice(0, 3).map(growth => change("planet", `${growth.at} grows`, growth.before, growth.after)),
            ...forecast.bombardments.map(bombardment => change("threat", `You bombard ${bombardment.at}`, bombardment.before, bombardment.after)),
        ];
        const scrapped = [...forecast.out_of_support.map(lost => `${ships(lost.ships)} at ${lost.at} will be scrapped: out of support`),
            ...forecast.unpaid.map(lost => `${ships(lost.ships)} at ${lost.at} will be scrapped: no upkeep`)];
        const lost = [...forecast.out_of_support, ...forecast.unpaid].reduce((sum, lost) => sum + lost.ships, 0);
        const isOff = screen.isMyTurn ? "false" : "true";
        const idle = screen.view.idle.fleets.length;
        return [
            h("h3", { text: "If you end the turn now" }),
            h("table", {}, h("tbody", {}, lines)),
            h("p", { class: "narrow purse small" }, this.#purse("materials", "box", before.reserves.materials, forecast.reserves.materials), this.#purse("credits", "coins", before.reserves.credits, forecast.reserves.credits)),
            ...scrapped.map(text => h("p", { class: "warning small each" }, icon("warning", 15), ` ${text}`)),
            lost ? h("p", { class: "warning small narrow" }, icon("warning", 15), `${ships(lost)} will be scrapped`) : null,
            forecast.winner ? h("p", { class: "good" }, "You win the game.") : null,
            h("div", { class: "buttons" },
                // On a phone, where the cards are further down.
                screen.view.can_undo ? h("button", { class: "large narrow", "data-focus": "foot-undo", "aria-label": "Undo", disabled: !screen.isMyTurn, onclick: () => void screen.undo() }, icon("undo")) : null,
                idle ? h("button", { class: "large narrow", "data-focus": "idle", "aria-label": `Next idle fleet, of ${idle}`, onclick: () => screen.chooser.nextIdle() }, icon("next"), String(idle)) : null,
                h("button", { class: "large", "data-focus": "finish", title: sentence(ABOUT), "aria-description": sentence(ABOUT), onclick: () => void screen.finish.press(), "aria-disabled": isOff }, h("span", {}, "Finish", h("span", { class: "roomy", text: " my turn" })), cap("A")),
                h("button", { class: "primary large end", "data-focus": "end", onclick: (/** @type {MouseEvent} */ event) => this.#endTurn(event), "aria-disabled": isOff }, "End turn", h("span", { class: "grow" }), cap("Shift Enter"))),
        ];
    }

    /** @param {MouseEvent} event */
    #endTurn(event) {
        const { screen } = this;
        // Where people share the screen, the second click of a double click would end the next person's turn.
        if (screen.mine.length > 1 && event.detail > 1) return;
        // Space skips what the others do. After a click, which has a number, it must not end the next turn instead.
        if (event.detail > 0 && event.currentTarget instanceof HTMLElement) event.currentTarget.blur();
        screen.endTurn();
    }

    /**
     * What there is of something, and what there will be.
     * @param {string} name
     * @param {string} picture
     * @param {number} now
     * @param {number} then
     */
    #purse(name, picture, now, then) {
        return h("span", {}, icon(picture, 15), ` ${capital(name)} ${number(now)} → `, h("b", { text: number(then) }));
    }

    #end() {
        const { screen } = this;
        const { verdict } = screen.view;
        const winner = "winner" in verdict ? screen.name(verdict.winner) : "";
        const text = winner ? `${capital(winner)} ${winner === "you" ? "win" : "wins"} ${verdict.type === "conquest" ? "by conquest" : "by score"}.` : "The game is a tie.";
        return [h("h2", { text }), h("div", { class: "buttons" },
            h("button", { onclick: () => screen.history.replay(), "data-focus": "end-replay" }, icon("play"), "Watch the replay"),
            h("a", { class: "button primary", href: "#/" }, "New game"))];
    }
}
