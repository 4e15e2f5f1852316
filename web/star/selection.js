// What is selected: a sector, what is to be done there, with how many ships, and what that would lead to.

/**
 * @typedef {import("../protocol.d.ts").StarAnswer} StarAnswer
 * @typedef {import("../protocol.d.ts").Command} Command
 * @typedef {"move" | "build" | "colonize" | "terraform" | "scrap"} Action
 */

export class Selection {
    /** @type {Extract<StarAnswer, {type: "preview"}> | null} */ preview = null;
    /** Why the command would be refused. @type {string | null} */ refusal = null;
    #isAsking = false;
    #askAgain = false;

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

    /** The most ships of the action. */
    get most() {
        const options = this.screen.options(this.at);
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
            const answer = await this.screen.ask({ type: "preview", command });
            if (answer.type === "preview") {
                this.preview = answer;
                this.refusal = null;
            }
        } catch (error) {
            this.preview = null;
            this.refusal = error instanceof Error ? error.message : String(error);
        }
        this.#isAsking = false;
        if (this.screen.selection !== this) return;
        this.screen.panel.update();
        if (this.#askAgain) {
            this.#askAgain = false;
            this.ask();
        }
    }
}
