// What the user chooses: a sector, then a target or an action there, and the command that this makes.
import { toast } from "../chrome.js";
import { Selection } from "./selection.js";
import { grouped } from "./words.js";

/** @typedef {import("./selection.js").Action} Action */

/** How long a double click takes at most, in milliseconds. */
const DOUBLE_CLICK = 400;

/** How long a pointer rests before the server is asked what would happen there, in milliseconds. */
const PASSING = 40;

export class Chooser {
    /** @type {Selection | null} */ #selection = null;

    /** @param {import("./screen.js").StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
    }

    get selection() {
        return this.#selection;
    }

    set selection(selection) {
        // What was said about the last one must reach the server before anything else does.
        if (selection !== this.#selection) this.#selection?.flush();
        if (selection) this.screen.finish.drop();
        this.#selection = selection;
    }

    /**
     * Chooses a sector: a target if one is awaited, else a sector of one's own.
     * @param {string} at
     */
    pick(at) {
        this.screen.cursor = at;
        if (this.screen.playback.isRunning) return this.screen.playback.skip();
        const given = this.selection?.given;
        // The second half of a double click means the same as the first.
        if (given && this.selection?.to === at && performance.now() - given.time < DOUBLE_CLICK) return;
        const selection = given ? null : this.selection;
        if (!this.screen.isMyTurn) return this.screen.draw();
        const target = this.#target(selection, at);
        if (selection && target) {
            if (selection.to !== at) this.select(selection.at, "move", at, target.proposed);
            this.confirm();
        } else if (selection?.at === at && selection.action && selection.action !== "move") {
            this.confirm();
        } else if (selection?.at === at && !selection.to) {
            this.unselect();
        } else if (this.screen.options(at)) {
            this.select(at);
        } else {
            this.unselect();
        }
        this.screen.svg.focus(at);
    }

    /**
     * What a move of the selected fleet to a sector would be.
     * @param {Selection | null} selection
     * @param {string | null} at
     */
    #target(selection, at) {
        if (!selection || selection.given || selection.action !== "move") return undefined;
        return this.screen.options(selection.at)?.moves.find(move => move.to === at);
    }

    /**
     * Selects a sector and perhaps an action in it.
     * @param {string} at
     * @param {Action | null} [action]
     * @param {string | null} [to]
     * @param {number} [count]
     */
    select(at, action = null, to = null, count = 0) {
        const options = this.screen.options(at);
        if (!options) return this.unselect();
        const selection = new Selection(this.screen, at, action ?? (options.moves.length ? "move" : null), to, count);
        this.selection = selection;
        this.screen.drawSelection();
        selection.ask();
    }

    unselect() {
        this.selection = null;
        this.screen.drawSelection();
    }

    /**
     * Shows what a command would do for as long as the pointer or the cursor is there.
     * @param {Selection} selection
     */
    #peek(selection) {
        const before = this.selection?.peek ? this.selection.peek.before : this.selection;
        selection.peek = { before };
        this.selection = selection;
        this.screen.drawSelection();
        // A pointer that only passes asks nothing.
        setTimeout(() => this.selection === selection && !selection.preview && selection.ask(), PASSING);
    }

    /** Ends what {@link Chooser.#peek} began. */
    unpeek() {
        if (!this.selection?.peek) return;
        this.selection = this.selection.peek.before;
        this.screen.drawSelection();
    }

    /** Gives the command that is selected. Its number of ships can be changed afterwards. */
    async confirm() {
        const { selection } = this;
        const command = selection?.draft;
        const options = selection?.options;
        if (!selection || !command || !options || !this.screen.isMyTurn) return;
        if (selection.refusal) return toast(selection.refusal, "bad");
        if (!selection.preview) selection.ask();
        selection.given = { board: this.screen.view.board, options, time: performance.now() };
        selection.peek = null;
        const isPlayed = await this.screen.order({ type: "play", commands: [command] });
        if (!isPlayed && this.selection === selection) this.selection = null;
        this.screen.draw();
    }

    /**
     * Chooses what to do in the selected sector, or confirms it.
     * @param {Action} action
     * @param {boolean} [isSure] Whether it is given at once: a pointer on its button has shown what it does.
     */
    act(action, isSure = false) {
        if (!this.screen.isMyTurn) return;
        const at = this.selection?.at ?? this.screen.cursor;
        const options = this.screen.options(at);
        const why = this.whyNot(action);
        if (why || !options) return toast(why ?? "choose a sector of yours first", "bad");
        const isShown = this.selection?.action === action && !this.selection.given;
        if (!isShown) this.select(at, action, null, this.proposed(action));
        if (action !== "move" && (isShown || isSure)) this.confirm();
    }

    /**
     * How many ships an action is for, if the user says nothing else.
     * @param {Action} action
     */
    proposed(action) {
        const options = this.screen.options(this.selection?.at ?? this.screen.cursor);
        if (action === "build") return Math.max(1, options?.build?.supportable ?? 0);
        return action === "scrap" ? Math.max(1, options?.surplus ?? 0) : 0;
    }

    /**
     * Shows what an action in the selected sector would do.
     * @param {Action} action
     */
    peekAction(action) {
        const at = this.selection?.at ?? this.screen.cursor;
        // What was just given by this button is not proposed again while the pointer rests on it.
        if (action === "move" || this.selection?.action === action || this.whyNot(action) || !this.screen.options(at)) return;
        this.#peek(new Selection(this.screen, at, action, null, this.proposed(action)));
    }

    /**
     * Why an action is not possible in the selected sector; nothing if it is.
     * @param {Action} action
     */
    whyNot(action) {
        if (!this.screen.isMyTurn) return "it is not your turn";
        const options = this.screen.options(this.selection?.at ?? this.screen.cursor);
        if (!options) return "choose a sector of yours first";
        const why = action === "move" ? options.why_not.moving : options.why_not[action];
        return why && grouped(why);
    }

    /**
     * Shows where a fleet that is dragged can go, and what would happen where it is.
     * @param {string} from
     * @param {string} over
     */
    drag(from, over) {
        const moves = this.screen.isMyTurn ? this.screen.options(from)?.moves ?? [] : [];
        if (!moves.length) return;
        const target = moves.find(move => move.to === over);
        const isShown = this.selection?.at === from && this.selection.to === (target?.to ?? null) && !this.selection.given;
        if (!isShown) this.select(from, "move", target?.to ?? null, target?.proposed ?? 0);
    }

    /**
     * A drag is a whole command: fleet, target, and the number of ships that is shown.
     * @param {string} from
     * @param {string} to
     */
    drop(from, to) {
        if (!this.screen.isMyTurn) return;
        const target = this.screen.options(from)?.moves.find(move => move.to === to);
        if (!target) return this.screen.options(from) ? this.select(from) : undefined;
        const { selection } = this;
        // On the way the wheel may have changed the number of ships.
        if (selection?.at !== from || selection.to !== to || selection.given) this.select(from, "move", to, target.proposed);
        this.confirm();
    }

    /**
     * Shows what a move of the selected fleet to a sector under the pointer or the cursor would do.
     * @param {string | null} at
     */
    hover(at) {
        const { selection } = this;
        if (!this.screen.isMyTurn || selection?.to && !selection.peek) return;
        const target = this.#target(selection, at);
        if (!selection || !target) return this.unpeek();
        if (selection.to !== target.to) this.#peek(new Selection(this.screen, selection.at, "move", target.to, target.proposed));
    }

    /**
     * Changes the number of ships, over a sector that the command is about.
     * @param {string | null} at
     * @param {number} by
     * @returns {boolean} Whether it is.
     */
    wheel(at, by) {
        const { selection } = this;
        if (!selection?.hasAmount || at !== selection.at && at !== selection.to) return false;
        selection.changeAmount(by);
        return true;
    }

    /**
     * Lets the number of ships of the last command be changed again.
     * @param {import("../protocol.d.ts").Command} command
     * @param {import("../protocol.d.ts").StarView} before What was known before it.
     */
    resume(command, before) {
        if (command.type === "end_turn") return;
        const at = command.type === "move" ? command.from : command.at;
        const options = before.options.find(options => options.at === at);
        if (!options) return;
        const selection = new Selection(this.screen, at, command.type, command.type === "move" ? command.to : null, "ships" in command ? command.ships : 0);
        selection.given = { board: before.board, options, time: performance.now() };
        this.selection = selection;
        this.screen.drawSelection();
        selection.ask();
    }

    /** Selects the next fleet that could still act. */
    nextIdle() {
        const { fleets } = this.screen.view.idle;
        if (!this.screen.isMyTurn || !fleets.length) return;
        const now = fleets.findIndex(fleet => fleet.at === this.selection?.at);
        const next = fleets[(now + 1) % fleets.length];
        if (!next) return;
        this.screen.cursor = next.at;
        this.select(next.at);
        this.screen.svg.focus(next.at);
    }

    /** Keeps the selection if it still means something. */
    keep() {
        const { selection } = this;
        if (selection?.given) {
            if (!this.screen.isMyTurn || !selection.is(this.screen.view.this_turn.at(-1)?.command)) this.selection = null;
        } else if (selection) {
            this.select(selection.at);
        }
    }
}
