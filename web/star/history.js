// Looking back: any moment of the game, the game played again, and new games that go on from there.
import { announce, tellError, toast } from "../chrome.js";
import { Lost } from "../link.js";
import { branch } from "../router.js";
import { download } from "./begin.js";
import { SPEEDS } from "./playback.js";
import { nameOf } from "./words.js";

/** @typedef {import("../protocol.d.ts").StarBoard} StarBoard */

export class History {
    /** The moment that is shown, if it is not the present. @type {{turn: number, board: StarBoard, position: string} | null} */
    past = null;
    isReplaying = false;
    /** The moment that was asked for last, in turns. @type {number | null} */
    #wanted = null;

    /** @param {import("./screen.js").StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
    }

    /**
     * Shows the position after so many turns; the last is the present.
     * @param {number} turn
     */
    async scrub(turn) {
        const last = this.screen.turns.length;
        const wanted = Math.max(0, Math.min(last, turn));
        if (wanted === last) return this.backToNow();
        const commands = wanted === 0 ? 0 : this.screen.turns[wanted - 1]?.ends ?? 0;
        this.screen.playback.skip();
        this.#wanted = wanted;
        try {
            const answer = await this.screen.ask({ type: "at", commands });
            // Meanwhile the user may have gone elsewhere.
            if (answer.type !== "at" || this.#wanted !== wanted) return;
            this.screen.selection = null;
            this.past = { turn: wanted, board: answer.board, position: answer.position };
            this.screen.draw();
            const shown = this.screen.turns[wanted - 1];
            if (!this.isReplaying) announce(shown ? `Looking back: round ${shown.round}, after ${nameOf(shown.player)}.` : "Looking back: the start.");
        } catch (error) {
            if (!(error instanceof Lost)) tellError(error);
        }
    }

    backToNow() {
        this.isReplaying = false;
        this.#wanted = null;
        if (this.past) announce("Back to now.");
        this.past = null;
        this.screen.settle();
    }

    /** Where the scrubber is, or is going, in turns. */
    get moment() {
        return this.#wanted ?? this.past?.turn ?? this.screen.turns.length;
    }

    /** Plays the game from the scrubber on, or from the start. */
    async replay() {
        if (this.isReplaying) {
            this.isReplaying = false;
            return this.screen.draw();
        }
        this.isReplaying = true;
        if (!this.past) await this.scrub(0);
        while (this.isReplaying && this.past) {
            await new Promise(done => setTimeout(done, 0.9 * (SPEEDS[this.screen.speed]?.pace || 150)));
            if (this.isReplaying && this.past) await this.scrub(this.past.turn + 1);
        }
        this.isReplaying = false;
        this.screen.draw();
    }

    /**
     * A new game that goes on from here.
     * @param {number} commands
     */
    async branch(commands) {
        try {
            await branch("star", this.screen.game, commands);
            toast("This is a new game, which goes on from there. The old one is kept");
        } catch (error) {
            tellError(error);
        }
    }

    async save() {
        try {
            const answer = await this.screen.ask({ type: "file" });
            if (answer.type === "file") download(`star-chess-round-${this.screen.view.board.round}.txt`, answer.text);
        } catch (error) {
            tellError(error);
        }
    }
}
