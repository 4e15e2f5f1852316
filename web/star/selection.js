// What is selected: a sector, what is to be done there, with how many ships, and what that would lead to; or
// the command that was just given, whose number of ships can still be changed.
import { announce } from "../chrome.js";
import { grouped } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarAnswer} StarAnswer
 * @typedef {import("../protocol.d.ts").Command} Command
 * @typedef {import("../protocol.d.ts").StarBoard} StarBoard
 * @typedef {import("../protocol.d.ts").StarOptions} StarOptions
 * @typedef {"move" | "build" | "colonize" | "terraform" | "scrap"} Action
 */

/** How long a new number of ships rests before the server and screen readers are told, in milliseconds. */
const REST = 300;

export class Selection {
    /** @type {Extract<StarAnswer, {type: "preview"}> | null} */ preview = null;
    /** Why the command would be refused. @type {string | null} */ refusal = null;
    /** Where it came from, if it is only looked at while the pointer or the cursor is there. @type {{before: Selection | null} | null} */ peek = null;
    /** The position before it, what was possible there, and when that was, if it was given. @type {{board: StarBoard, options: StarOptions, time: number} | null} */ given = null;
    #isAsking = false;
    #askAgain = false;
    /** What it leads to is said when it rests. @type {ReturnType<typeof setTimeout> | undefined} */ #unspoken;
    /** A new number of ships that the server does not know yet. @type {ReturnType<typeof setTimeout> | undefined} */ #unsaid;

    /**
     * @param {import("./screen.js").StarScreen} screen
     * @param {string} at
     * @param {Action | null} action
     * @param {string | null} to
     * @param {number} ships
     */
    constructor(screen, at, action, to, ships) {
        this.screen = screen;
        this.at = at;
        this.action = action;
        this.to = to;
        this.ships = ships;
    }

    /** The command that it makes, if it is complete. @returns {Command | null} */
    get command() {
        const { at, action, to, ships } = this;
        switch (action) {
            case "move": return to && ships > 0 ? { type: "move", from: at, to, ships } : null;
            case "build": case "scrap": return ships > 0 ? { type: action, at, ships } : null;
            case "colonize": case "terraform": return { type: action, at };
            default: return null;
        }
    }

    /** What can be done in its sector, or could before it was given. */
    get options() {
        return this.given?.options ?? this.screen.options(this.at);
    }

    /** The position that it changes. */
    get board() {
        return this.given?.board ?? this.screen.view.board;
    }

    /** The command, if it waits to be given. */
    get draft() {
        return this.given ? null : this.command;
    }

    /** The most ships of the action. */
    get most() {
        const { options } = this;
        switch (this.action) {
            case "move": return options?.moves.find(move => move.to === this.to)?.max ?? 0;
            case "build": return options?.build?.max ?? 0;
            case "scrap": return options?.max_scrap ?? 0;
            default: return 0;
        }
    }

    /** Whether it waits for a number of ships. */
    get hasAmount() {
        return this.ships > 0 && (this.to !== null || this.action !== "move");
    }

    /** @param {number} count */
    setAmount(count) {
        if (!this.most) return;
        this.ships = Math.max(1, Math.min(this.most, Math.round(count) || 1));
        this.screen.panel.update();
        this.screen.drawBoard();
        this.ask();
        if (!this.given) return;
        this.drop();
        this.#unsaid = setTimeout(() => this.flush(), REST);
    }

    /** Tells the server of a new number of ships, if it does not know it yet. */
    flush() {
        const { command } = this;
        if (this.#unsaid === undefined || !command) return;
        this.drop();
        this.screen.order({ type: "revise", command });
    }

    /** Forgets a new number of ships that the server does not know yet. */
    drop() {
        clearTimeout(this.#unsaid);
        this.#unsaid = undefined;
    }

    /**
     * Whether this is the command, perhaps with another number of ships.
     * @param {Command | undefined} command
     */
    is(command) {
        const own = this.command;
        if (!own || own.type !== command?.type) return false;
        return "at" in own ? "at" in command && command.at === own.at
            : "from" in own && "from" in command && command.from === own.from && command.to === own.to;
    }

    /** @param {number} by */
    changeAmount(by) {
        if (this.ships) this.setAmount(this.ships + by);
    }

    /** Asks what the command would lead to; one question at a time. */
    async ask() {
        if (this.#isAsking) {
            this.#askAgain = true;
            return;
        }
        const { command } = this;
        if (!command) return;
        this.#isAsking = true;
        try {
            const answer = await this.screen.ask({ type: "preview", command, instead: Boolean(this.given) });
            if (answer.type === "preview") {
                this.preview = answer;
                this.refusal = null;
            }
        } catch (error) {
            this.preview = null;
            this.refusal = grouped(error instanceof Error ? error.message : String(error));
        }
        this.#isAsking = false;
        if (this.screen.selection !== this) return;
        this.screen.panel.update();
        clearTimeout(this.#unspoken);
        this.#unspoken = setTimeout(() => this.screen.selection === this && announce(this.screen.panel.spoken), REST);
        if (this.#askAgain) {
            this.#askAgain = false;
            this.ask();
        }
    }
}
