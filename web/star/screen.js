// The screen of a game of Star Chess.
import { h, refresh, replace } from "../dom.js";
import { icon } from "../icons.js";
import { announce, cap, isTyping, sentence, tellError, toast, topBar } from "../chrome.js";
import { Lost } from "../link.js";
import { mayAnimate } from "../theme.js";
import { begin, download } from "./begin.js";
import { Board, beside } from "./board.js";
import { ScoreGraph } from "./graph.js";
import { Panel } from "./panel.js";
import { badge } from "./pieces.js";
import { seatsDialog, shareDialog } from "./seats.js";
import { showRules } from "./rules.js";
import { Tour } from "./tour.js";
import { WhyScreen } from "./why.js";
import { capital, colonies, deeds, list, nameOf, number, order, ships, signed, sitterName, tell } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").Joined} Joined
 * @typedef {import("../protocol.d.ts").Status} Status
 * @typedef {import("../protocol.d.ts").StarView} StarView
 * @typedef {import("../protocol.d.ts").StarBoard} StarBoard
 * @typedef {import("../protocol.d.ts").StarNews} StarNews
 * @typedef {import("../protocol.d.ts").StarTurn} StarTurn
 * @typedef {import("../protocol.d.ts").StarAnswer} StarAnswer
 * @typedef {import("../protocol.d.ts").StarProgress} StarProgress
 * @typedef {import("../protocol.d.ts").StarOrder} StarOrder
 * @typedef {import("../protocol.d.ts").StarQuestion} StarQuestion
 * @typedef {import("../protocol.d.ts").StarWhy} StarWhy
 * @typedef {import("../protocol.d.ts").Command} Command
 * @typedef {import("../protocol.d.ts").PlayedStep} PlayedStep
 * @typedef {import("./board.js").Arrow} Arrow
 */

/** @typedef {"move" | "build" | "colonize" | "terraform" | "scrap"} Action */

/**
 * What is selected: a sector, what is to be done there, and with how many ships.
 * @typedef {object} Selection
 * @property {string} at
 * @property {Action | null} action
 * @property {string | null} to
 * @property {number} ships
 * @property {Extract<StarAnswer, {type: "preview"}> | null} preview
 * @property {string | null} refusal
 */

/** How long a computer's command is shown, in milliseconds, by speed. 0 shows only the result. */
const SPEEDS = [
    { name: "Step", pace: 700, isStep: true }, { name: "1×", pace: 900 }, { name: "2×", pace: 450 },
    { name: "4×", pace: 220 }, { name: "At once", pace: 0 },
];
/** The least time between two computers that are watched, in milliseconds: an eye must be able to follow. */
const LEAST_GAP = 250;
const STORED_SPEED = "starchess.speed";
const STORED_TOUR = "starchess.tour";

/** @type {{action: Action, label: string, key: string}[]} */
const ACTIONS = [
    { action: "move", label: "Move", key: "M" }, { action: "build", label: "Build", key: "B" },
    { action: "colonize", label: "Colonize", key: "C" }, { action: "terraform", label: "Terraform", key: "T" },
    { action: "scrap", label: "Scrap", key: "X" },
];

/**
 * @param {HTMLElement} root
 * @param {import("../link.js").Link} link
 * @param {Joined} joined
 * @param {string} game
 */
export function show(root, link, joined, game) {
    const screen = new StarScreen(root, link, joined, game);
    return { leave: () => screen.leave() };
}

export class StarScreen {
    /** @type {StarTurn[]} */ turns = [];
    /** @type {StarView} */ view;
    /** @type {Status} */ status;
    /** @type {StarBoard} The position on the screen, which may be behind that of the server. */ board;
    /** @type {Selection | null} */ selection = null;
    /** @type {{turn: number, board: StarBoard, position: string} | null} */ past = null;
    cursor = "A1";
    speed = Number(localStorage.getItem(STORED_SPEED) ?? 2);
    /** @type {{player: number, rounds: number} | null} */ #progress = null;
    /** @type {Extract<StarNews, {type: "played"}>[]} */ #queue = [];
    #isAnimating = false;
    #isSkipping = false;
    /** @type {Arrow[]} */ #arrows = [];
    /** @type {Set<string>} */ #marks = new Set();
    /** @type {(() => void) | null} */ #wake = null;
    #isLost = false;
    /** The moment that was asked for last, in turns. @type {number | null} */
    #wanted = null;
    #isReplaying = false;
    #filter = 0;
    #asking = false;
    #askAgain = false;
    /** @type {WhyScreen | null} */ #why = null;
    /** @type {Tour | null} */ #tour = null;
    #listeners = new AbortController();

    /**
     * @param {HTMLElement} root
     * @param {import("../link.js").Link} link
     * @param {Joined} joined
     * @param {string} game
     */
    constructor(root, link, joined, game) {
        this.root = root;
        this.link = link;
        this.joined = joined;
        this.game = game;
        this.view = /** @type {StarView} */ (joined.view);
        this.status = joined.status;
        this.board = this.view.board;
        this.svg = new Board(player => this.name(player), "The galaxy: sixteen sectors");
        this.svg.onPick = at => this.pick(at);
        this.svg.onHover = at => this.#hover(at);
        this.svg.onDrop = (from, to) => this.#drop(from, to);
        this.svg.onWheel = by => this.changeAmount(by);
        this.graph = new ScoreGraph(this);
        this.panel = new Panel(this);
        this.#build();
        this.#listen();
        const mine = this.view.seats.findIndex((seat, i) => seat.kind === "human" && joined.seats.includes(i));
        if (mine >= 0) this.cursor = ["A1", "A4", "D4", "D1"][mine] ?? "A1";
        this.draw();
        this.#loadHistory(0).then(() => {
            if (new URLSearchParams(location.hash.split("?")[1]).has("replay")) this.replay();
        });
        this.#begin();
    }

    #begin() {
        if (this.isWatched && this.joined.is_host && this.status.pace.is_paused && this.view.turns === 0) this.setSpeed(this.speed);
        if (this.isMyTurn && this.view.turns === 0 && this.view.commands === 0 && !localStorage.getItem(STORED_TOUR)) this.startTour();
    }

    startTour() {
        this.#tour?.end();
        this.#tour = new Tour(this, () => {
            this.#tour = null;
            localStorage.setItem(STORED_TOUR, "seen");
        });
    }

    leave() {
        this.#listeners.abort();
        this.#isReplaying = false;
        this.#skip();
        this.#tour?.end();
        this.#why?.leave();
    }

    // What is true of the game

    /** Whether no person plays. */
    get isWatched() {
        return this.view.seats.every(seat => seat.kind !== "human");
    }

    /** Whether this page may give commands now. */
    get isMyTurn() {
        const { next } = this.view;
        return next.type === "human" && this.joined.seats.includes(next.who - 1) && !this.#isAnimating && !this.past;
    }

    /** The players that people on this page decide for. */
    get mine() {
        return this.view.seats.map((seat, i) => seat.kind === "human" && this.joined.seats.includes(i) ? i + 1 : 0).filter(Boolean);
    }

    /**
     * "you" for the only person's player, else the player's name.
     * @param {number} player
     */
    name(player) {
        const humans = this.view.seats.filter(seat => seat.kind === "human").length;
        return humans === 1 && this.mine.includes(player) ? "you" : nameOf(player);
    }

    /** @param {string} at */
    options(at) {
        return this.view.options.find(options => options.at === at) ?? null;
    }

    // Messages

    #listen() {
        const { signal } = this.#listeners;
        /** @param {string} name @param {(detail: any) => void} act */
        const on = (name, act) => this.link.addEventListener(name, event => act(/** @type {CustomEvent} */(event).detail), { signal });
        on("joined", joined => this.#rejoin(joined));
        on("update", ({ view, news }) => this.#update(view, news));
        on("status", status => {
            this.status = status;
            if (!status.is_thinking) this.#progress = null;
            if (status.fault) toast(`The computer cannot play: ${status.fault}`, "bad");
            this.draw();
        });
        on("progress", progress => {
            this.#progress = progress;
            this.#drawPlayers();
        });
        on("lost", () => {
            this.#isLost = true;
            this.#drawBar();
        });
        addEventListener("keydown", event => this.#press(event), { signal });
        addEventListener("resize", () => this.#measure(), { signal });
    }

    /** @param {Joined} joined */
    async #rejoin(joined) {
        this.#isLost = false;
        this.joined = joined;
        this.status = joined.status;
        this.#queue = [];
        this.#skip();
        this.view = /** @type {StarView} */ (joined.view);
        this.board = this.view.board;
        this.turns = [];
        this.draw();
        await this.#loadHistory(0);
    }

    /** @param {number} from */
    async #loadHistory(from) {
        try {
            const answer = await this.ask({ type: "history", from });
            if (answer.type !== "history") return;
            this.turns = [...this.turns.slice(0, from), ...answer.turns].slice(0, this.view.turns);
            this.draw();
        } catch (error) {
            if (!(error instanceof Lost)) tellError(error);
        }
    }

    /**
     * @param {StarQuestion} question
     * @returns {Promise<StarAnswer>}
     */
    ask(question) {
        return this.link.ask(question);
    }

    /**
     * Gives an order, and tells why if it is refused.
     * @param {StarOrder} order
     * @returns {Promise<boolean>}
     */
    async order(order) {
        try {
            await this.link.order(order);
            return true;
        } catch (error) {
            tellError(error);
            return false;
        }
    }

    /**
     * @param {StarView} view
     * @param {StarNews} news
     */
    #update(view, news) {
        this.view = view;
        if (news.type !== "seated") {
            const known = view.turns - news.finished.length;
            if (known > this.turns.length) this.#loadHistory(this.turns.length);
            else this.turns = [...this.turns.slice(0, known), ...news.finished];
        }
        if (news.type === "played") {
            this.#say(news);
            const isOwn = this.mine.includes(news.player) && news.steps.length === 1;
            if (!isOwn && SPEEDS[this.speed]?.pace) {
                this.#queue.push(news);
                if (!this.#isAnimating) this.#animate();
                return;
            }
            this.#marks = battles(news.steps.flatMap(step => step.events));
        }
        if (this.#isAnimating) return;
        this.#settle();
    }

    /** Shows the present. */
    #settle() {
        this.board = this.view.board;
        this.#arrows = [];
        if (this.selection && !this.options(this.selection.at)) this.selection = null;
        if (this.selection) this.select(this.selection.at);
        this.draw();
        this.#tour?.follow();
    }

    /** @param {Extract<StarNews, {type: "played"}>} news */
    #say(news) {
        const name = capital(this.name(news.player));
        const events = news.steps.flatMap(step => step.events);
        const told = events.map(event => tell(event, player => this.name(player)))
            .filter(told => told !== null).sort((a, b) => Number(b.isGrave) - Number(a.isGrave));
        const isEnd = news.steps.some(step => step.command.type === "end_turn");
        const done = `${name} ${deeds(news.steps.map(step => step.command), "past")}`;
        announce([...told.filter(told => told.isGrave).map(told => sentence(told.text)), sentence(done),
            ...told.filter(told => !told.isGrave).map(told => sentence(told.text)),
            isEnd && this.view.next.type === "human" && this.joined.seats.includes(this.view.next.who - 1)
                ? `Round ${this.view.board.round}. ${capital(this.name(this.view.next.who))} to move.` : ""].filter(Boolean).join(" "));
        for (const grave of told.filter(told => told.isGrave)) if (!this.isWatched) toast(grave.text);
    }

    /** Shows the turns of others one after the other. */
    async #animate() {
        this.#isAnimating = true;
        this.selection = null;
        while (this.#queue.length && !this.#isSkipping) {
            const news = this.#queue.shift();
            for (const step of news?.steps ?? []) {
                if (this.#isSkipping || !news) break;
                await this.#showStep(news.player, step);
            }
        }
        this.#queue = [];
        this.#isAnimating = this.#isSkipping = false;
        this.#settle();
    }

    /**
     * @param {number} player
     * @param {PlayedStep} step
     */
    async #showStep(player, { command, events, board }) {
        const pace = SPEEDS[this.speed]?.pace ?? 450;
        const isEnd = command.type === "end_turn";
        this.#marks = new Set();
        this.#arrows = command.type === "move" ? [{ from: command.from, to: command.to, ships: command.ships, player }] : [];
        if (this.#arrows.length) {
            this.#drawBoard();
            await this.#wait(mayAnimate() ? pace : 1000);
        }
        this.#arrows = [];
        this.#marks = battles(events);
        this.board = board;
        this.draw();
        await this.#wait(isEnd ? pace / 2 : this.#marks.size ? Math.max(600, pace) : pace * 0.6);
    }

    /** @param {number} time */
    #wait(time) {
        return new Promise(done => {
            const timer = setTimeout(() => this.#wake?.(), time);
            this.#wake = () => {
                clearTimeout(timer);
                this.#wake = null;
                done(undefined);
            };
            if (this.#isSkipping) this.#wake();
        });
    }

    #skip() {
        if (!this.#isAnimating) return;
        this.#isSkipping = true;
        this.#wake?.();
    }

    // What the user does

    /**
     * Chooses a sector: a target if one is awaited, else a sector of one's own.
     * @param {string} at
     */
    pick(at) {
        this.cursor = at;
        if (this.#isAnimating) return this.#skip();
        const { selection } = this;
        if (!this.isMyTurn) return this.draw();
        const target = selection && this.options(selection.at)?.moves.find(move => move.to === at);
        if (selection && target && (selection.action === "move" || selection.action === null)) {
            if (selection.to === at) return this.confirm();
            this.select(selection.at, "move", at, target.proposed);
        } else if (selection?.at === at && selection.action && selection.action !== "move") {
            this.confirm();
        } else if (selection?.at === at && !selection.to) {
            this.#unselect();
        } else if (this.options(at)) {
            this.select(at);
        } else {
            this.#unselect();
        }
        this.svg.focus(at);
    }

    /**
     * Selects a sector and perhaps an action in it.
     * @param {string} at
     * @param {Action | null} [action]
     * @param {string | null} [to]
     * @param {number} [count]
     */
    select(at, action = null, to = null, count = 0) {
        const options = this.options(at);
        if (!options) return this.#unselect();
        const chosen = action ?? (options.moves.length ? "move" : null);
        this.selection = { at, action: chosen, to, ships: count, preview: null, refusal: null };
        this.draw();
        this.#preview();
    }

    #unselect() {
        this.selection = null;
        this.draw();
    }

    /** The command that the selection makes, if it is complete. @returns {Command | null} */
    get command() {
        const { selection } = this;
        if (!selection) return null;
        const { at, action, to, ships } = selection;
        switch (action) {
            case "move": return to && ships > 0 ? { type: "move", from: at, to, ships } : null;
            case "build": return ships > 0 ? { type: "build", at, ships } : null;
            case "scrap": return ships > 0 ? { type: "scrap", at, ships } : null;
            case "colonize": case "terraform": return { type: action, at };
            default: return null;
        }
    }

    /** The most ships of the selected action. */
    get most() {
        const { selection } = this;
        const options = selection && this.options(selection.at);
        switch (selection?.action) {
            case "move": return options?.moves.find(move => move.to === selection.to)?.max ?? 0;
            case "build": return options?.build?.max ?? 0;
            case "scrap": return options?.max_scrap ?? 0;
            default: return 0;
        }
    }

    /** @param {number} count */
    setAmount(count) {
        const { selection } = this;
        if (!selection || !this.most) return;
        selection.ships = Math.max(1, Math.min(this.most, Math.round(count) || 1));
        this.panel.update();
        this.#drawBoard();
        this.#preview();
    }

    /** @param {number} by */
    changeAmount(by) {
        if (this.selection?.ships) this.setAmount(this.selection.ships + by);
    }

    /** Asks what the command would lead to; one question at a time. */
    async #preview() {
        if (this.#asking) {
            this.#askAgain = true;
            return;
        }
        const { command, selection } = this;
        if (!command || !selection) return;
        this.#asking = true;
        try {
            const answer = await this.ask({ type: "preview", command });
            if (answer.type === "preview" && this.selection === selection) {
                selection.preview = answer;
                selection.refusal = null;
            }
        } catch (error) {
            if (this.selection === selection) {
                selection.preview = null;
                selection.refusal = error instanceof Error ? error.message : String(error);
            }
        }
        this.#asking = false;
        this.panel.update();
        if (this.#askAgain) {
            this.#askAgain = false;
            this.#preview();
        }
    }

    /** Gives the command that is selected. */
    async confirm() {
        const { command, selection } = this;
        if (!command || !this.isMyTurn) return;
        if (selection?.refusal) return toast(selection.refusal, "bad");
        this.selection = null;
        await this.order({ type: "play", commands: [command] });
        this.draw();
    }

    /**
     * Chooses what to do in the selected sector, or confirms it.
     * @param {Action} action
     */
    act(action) {
        if (!this.isMyTurn) return;
        const at = this.selection?.at ?? this.cursor;
        const options = this.options(at);
        const why = this.whyNot(action);
        if (why || !options) return toast(why ?? "choose a sector of yours first", "bad");
        if (this.selection?.action === action && action !== "move") return void this.confirm();
        const count = action === "build" ? Math.max(1, options.build?.supportable || options.build?.max || 1)
            : action === "scrap" ? Math.max(1, options.surplus) : 0;
        this.select(at, action, null, count);
    }

    /**
     * Why an action is not possible in the selected sector; nothing if it is.
     * @param {Action} action
     */
    whyNot(action) {
        if (!this.isMyTurn) return "it is not your turn";
        const options = this.options(this.selection?.at ?? this.cursor);
        if (!options) return "choose a sector of yours first";
        return action === "move" ? options.why_not.moving : options.why_not[action];
    }

    /**
     * A drag is a whole command: fleet, target, and the proposed number of ships.
     * @param {string} from
     * @param {string} to
     */
    #drop(from, to) {
        if (!this.isMyTurn) return;
        const target = this.options(from)?.moves.find(move => move.to === to);
        if (!target) return this.options(from) ? this.select(from) : undefined;
        this.select(from, "move", to, target.proposed);
        this.confirm();
    }

    /** @param {string | null} at */
    #hover(at) {
        const { selection } = this;
        if (!selection || selection.action !== "move" || selection.to || !this.isMyTurn) return this.panel.peek(null);
        const target = at ? this.options(selection.at)?.moves.find(move => move.to === at) : undefined;
        this.panel.peek(target ?? null);
    }

    /** Selects the next fleet that could still act. */
    nextIdle() {
        const { fleets } = this.view.idle;
        if (!this.isMyTurn || !fleets.length) return;
        const now = fleets.findIndex(fleet => fleet.at === this.selection?.at);
        const next = fleets[(now + 1) % fleets.length];
        if (!next) return;
        this.cursor = next.at;
        this.select(next.at);
        this.svg.focus(next.at);
    }

    async endTurn() {
        if (!this.isMyTurn) return;
        this.selection = null;
        await this.order({ type: "play", commands: [{ type: "end_turn" }] });
    }

    /** Lets a computer finish the turn. */
    async finishTurn() {
        if (!this.isMyTurn) return;
        this.selection = null;
        try {
            const advice = await this.ask({ type: "advise", strength: "commodore" });
            if (advice.type === "advice") await this.link.order({ type: "play", commands: advice.commands });
        } catch (error) {
            tellError(error);
        }
    }

    /** Asks a computer for its next command, and shows it. */
    async showHint() {
        if (!this.isMyTurn) return;
        try {
            const commands = this.view.commands;
            const advice = await this.ask({ type: "advise", strength: "commodore" });
            if (advice.type !== "advice" || this.view.commands !== commands) return;
            const first = advice.commands[0];
            if (!first || first.type === "end_turn") {
                toast("A Commodore would end the turn now");
            } else {
                toast(`A Commodore would ${order(first).replace(/^./, letter => letter.toLowerCase())}`);
                if (first.type === "move") this.select(first.from, "move", first.to, first.ships);
                else this.select(first.at, first.type, null, "ships" in first ? first.ships : 0);
            }
        } catch (error) {
            tellError(error);
        }
    }

    /**
     * Explains a turn.
     * @param {number} turn
     */
    async explain(turn) {
        try {
            const answer = await this.ask({ type: "why", turn });
            if (answer.type !== "why") return;
            this.#why?.leave();
            this.#why = new WhyScreen(this, answer.why);
        } catch (error) {
            tellError(error);
        }
    }

    /** Leaves the explanation. */
    closeWhy() {
        this.#why?.leave();
        this.#why = null;
        this.#build();
        this.draw();
    }

    /**
     * The last turn of a player that a computer decided on.
     * @param {number} player
     */
    #lastTurn(player) {
        return this.turns.findLastIndex(turn => turn.player === player && turn.computer);
    }

    /** @param {number} index */
    setSpeed(index) {
        this.speed = index;
        localStorage.setItem(STORED_SPEED, String(index));
        const speed = SPEEDS[index];
        if (!speed?.pace) this.#skip();
        if (this.isWatched && this.joined.seats.length && speed) {
            this.link.setPace({ is_paused: Boolean(speed.isStep), gap_ms: Math.max(LEAST_GAP, 3 * speed.pace) }).catch(tellError);
        }
        this.draw();
    }

    /** @param {boolean} isPaused */
    #setPaused(isPaused) {
        this.link.setPace({ is_paused: isPaused, gap_ms: this.status.pace.gap_ms }).catch(tellError);
    }

    // The past

    /**
     * Shows the position after so many turns; the last is the present.
     * @param {number} turn
     */
    async scrub(turn) {
        const last = this.turns.length;
        const wanted = Math.max(0, Math.min(last, turn));
        if (wanted === last) return this.backToNow();
        const commands = wanted === 0 ? 0 : this.turns[wanted - 1]?.ends ?? 0;
        this.#skip();
        this.#wanted = wanted;
        try {
            const answer = await this.ask({ type: "at", commands });
            // Meanwhile the user may have gone elsewhere.
            if (answer.type !== "at" || this.#wanted !== wanted) return;
            this.selection = null;
            this.past = { turn: wanted, board: answer.board, position: answer.position };
            this.draw();
        } catch (error) {
            if (!(error instanceof Lost)) tellError(error);
        }
    }

    backToNow() {
        this.#isReplaying = false;
        this.#wanted = null;
        this.past = null;
        this.#settle();
    }

    /** Where the scrubber is, or is going, in turns. */
    get moment() {
        return this.#wanted ?? this.past?.turn ?? this.turns.length;
    }

    /** Plays the game from the scrubber on, or from the start. */
    async replay() {
        if (this.#isReplaying) {
            this.#isReplaying = false;
            return this.draw();
        }
        this.#isReplaying = true;
        if (!this.past) await this.scrub(0);
        while (this.#isReplaying && this.past) {
            await new Promise(done => setTimeout(done, 0.9 * (SPEEDS[this.speed]?.pace || 150)));
            if (this.#isReplaying && this.past) await this.scrub(this.past.turn + 1);
        }
        this.#isReplaying = false;
        this.draw();
    }

    get isReplaying() {
        return this.#isReplaying;
    }

    /**
     * A new game that goes on from here.
     * @param {number} commands
     */
    async branch(commands) {
        try {
            const answer = await this.ask({ type: "file", commands });
            if (answer.type !== "file") return;
            await begin({ from: { type: "file", text: answer.text }, seats: null, round_limit: null });
            toast("This is a new game, which goes on from there. The old one is kept");
        } catch (error) {
            tellError(error);
        }
    }

    async save() {
        try {
            const answer = await this.ask({ type: "file", commands: 4_000_000_000 });
            if (answer.type === "file") download(`star-chess-round-${this.view.board.round}.txt`, answer.text);
        } catch (error) {
            tellError(error);
        }
    }

    // Keys

    /** @param {KeyboardEvent} event */
    #press(event) {
        if (document.querySelector("dialog[open]") || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
        if (this.#why) return void this.#why.press(event);
        if (this.#tour?.press(event)) return;
        const isRange = event.target instanceof HTMLInputElement && event.target.type === "range";
        const isButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
        /** @type {Record<string, () => void>} */
        const keys = {
            m: () => this.act("move"), b: () => this.act("build"), c: () => this.act("colonize"),
            t: () => this.act("terraform"), x: () => this.act("scrap"),
            z: () => this.undo(), Z: () => this.redo(), n: () => this.nextIdle(),
            a: () => void this.finishTurn(), h: () => void this.showHint(), w: () => this.#explainLast(),
            "[": () => void this.scrub(this.moment - 1), "]": () => void this.scrub(this.moment + 1),
            "?": () => showRules(), Escape: () => this.#escape(),
            "+": () => this.changeAmount(1), "-": () => this.changeAmount(-1),
        };
        if (!isRange) {
            Object.assign(keys, {
                ArrowLeft: () => this.#arrow(event, -1, 0), ArrowRight: () => this.#arrow(event, 1, 0),
                ArrowUp: () => this.#arrow(event, 0, 1), ArrowDown: () => this.#arrow(event, 0, -1),
            });
        }
        if (event.key === "Enter" && event.shiftKey) {
            event.preventDefault();
            return void this.endTurn();
        }
        if (event.key === "Enter" && !isButton) {
            event.preventDefault();
            if (this.command && this.selection?.to !== null && this.cursor === this.selection?.to) return void this.confirm();
            if (this.command && (isRange || this.selection?.action !== "move")) return void this.confirm();
            return this.pick(this.cursor);
        }
        if (event.key === " " && !isButton) {
            event.preventDefault();
            return this.#space();
        }
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    }

    #space() {
        if (this.#isAnimating) this.#skip();
        else if (this.isWatched && this.status.pace.is_paused) this.link.step().catch(tellError);
        else if (this.isWatched) this.#setPaused(true);
        else if (this.status.is_thinking) this.link.hurry().catch(tellError);
    }

    /**
     * Moves the cursor, or changes the amount if one is asked for.
     * @param {KeyboardEvent} event
     * @param {number} right
     * @param {number} up
     */
    #arrow(event, right, up) {
        const isAmount = this.selection !== null && this.selection.ships > 0 && (this.selection.to !== null || this.selection.action !== "move");
        if (isAmount && event.shiftKey) return this.changeAmount(10 * (right + up));
        if (isAmount && up === 0 && this.selection?.action !== "move") return this.changeAmount(right);
        this.cursor = beside(this.cursor, right, up);
        this.#drawBoard();
        this.svg.focus(this.cursor);
        this.#hover(this.cursor);
    }

    #escape() {
        if (this.past) return this.backToNow();
        const { selection } = this;
        if (!selection) return;
        if (selection.to || selection.action && selection.action !== "move") this.select(selection.at);
        else this.#unselect();
    }

    #explainLast() {
        const last = this.turns.findLastIndex(turn => turn.computer);
        if (last < 0) toast("No computer has played yet", "bad");
        else this.explain(last);
    }

    undo() {
        if (this.isMyTurn && this.view.can_undo) this.order({ type: "undo" });
        else if (this.view.can_undo_turn && this.isMyTurn) toast("Nothing to undo in this turn. The menu takes back the last one");
    }

    redo() {
        if (this.isMyTurn && this.view.can_redo) this.order({ type: "redo" });
    }

    // Drawing

    #build() {
        this.root.className = "star";
        this.players = h("section", { class: "players", "aria-label": "Players" });
        this.aside = h("div", { class: "aside" });
        this.commands = h("div", { class: "commands", role: "toolbar", "aria-label": "Commands" });
        this.log = h("section", { class: "card log", "aria-label": "What happened" });
        this.forecast = h("section", { class: "card forecast", "aria-label": "The end of the turn" });
        replace(this.root,
            h("div", { class: "left" }, this.players, this.aside),
            h("div", { class: "middle" }, this.svg.element, this.commands, this.graph.element),
            h("div", { class: "side" }, this.panel.element, this.log, this.forecast));
        this.#measure();
    }

    #measure() {
        this.svg.element.classList.toggle("small", innerWidth < 800);
    }

    draw() {
        if (this.#why) return;
        this.#drawBar();
        this.#drawPlayers();
        this.#drawAside();
        this.#drawBoard();
        this.#drawCommands();
        this.#drawLog();
        this.#drawForecast();
        this.graph.draw();
        this.panel.update();
        this.root.classList.toggle("choosing", this.selection !== null);
    }

    #drawBar() {
        const { next, board } = this.view;
        const chip = (/** @type {(Node | string)[]} */ ...content) => h("span", { class: "chip" }, content);
        let state = chip();
        if (this.#isLost) state = chip(icon("warning", 16), "Connection lost, trying again…");
        else if (this.past) state = chip(`Looking back: after ${this.past.turn} of ${this.turns.length} turns`);
        else if (next.type === "over") state = chip(next.who.type === "tie" ? "A tie" : "winner" in next.who ? `${capital(this.name(next.who.winner))} won` : "Over");
        else if (next.type === "human" && this.joined.seats.includes(next.who - 1)) state = chip(badge(next.who), this.name(next.who) === "you" ? "Your turn" : `${nameOf(next.who)}’s turn`);
        else state = chip(badge(next.who), this.status.is_queued ? `${nameOf(next.who)} waits for a free thread` : this.status.is_thinking ? `${nameOf(next.who)} thinks…` : next.type === "unknown" ? `${nameOf(next.who)} has an unknown player` : `${nameOf(next.who)} to move`);
        const bare = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ act, /** @type {string} */ key = "") =>
            h("button", { class: "bare", "data-focus": `bar-${label}`, onclick: act, ...(key ? {} : { "aria-label": label, title: label }) }, icon(name), key ? h("span", { class: "wide", text: label }) : null, key ? cap(key) : null);
        const past = this.past;
        topBar({
            back: true, title: "Star Chess",
            about: [h("span", { class: "muted round", text: `Round ${past ? past.board.round : board.round}` }), state,
                this.joined.seats.length ? "" : h("span", { class: "chip" }, icon("eye", 16), "You watch")],
            actions: past ? [
                h("button", { "data-focus": "bar-branch", "aria-label": "Branch from here", onclick: () => this.branch(this.turns[this.moment - 1]?.ends ?? 0) }, icon("branch"), h("span", { class: "wide", text: "Branch from here" })),
                h("button", { class: "primary", "data-focus": "bar-now", onclick: () => this.backToNow() }, "Back to now", cap("Esc")),
            ] : [
                this.mine.length ? bare("Hint", "bulb", () => this.showHint(), "H") : null,
                bare("Rules and keys", "help", showRules, "?"),
                bare("Share", "share", () => shareDialog(this)),
                bare("Menu", "menu", () => seatsDialog(this)),
            ],
        });
    }

    #drawPlayers() {
        const board = this.past?.board ?? this.board;
        const active = this.view.next.type === "over" ? 0 : board.to_move;
        refresh(this.players ?? h("div"), board.players.map(player => {
            const seat = this.view.seats[player.player - 1];
            const isThinking = this.status.is_thinking && !this.past && this.view.board.to_move === player.player;
            const turn = this.#lastTurn(player.player);
            const warning = this.#warning(board, player.player);
            const isMine = this.mine.includes(player.player);
            const who = seat && seat.kind !== "human" ? sitterName(seat) : this.name(player.player) === "you" ? "You" : isMine ? "On this screen" : "Person";
            return h("div", {
                class: `card player p${player.player}${active === player.player ? " active" : ""}${player.is_defeated ? " defeated" : ""}`,
                role: "group", "aria-label": nameOf(player.player),
            },
                h("div", { class: "head" }, badge(player.player, 16), h("b", { class: "who", text: nameOf(player.player) }),
                    h("span", { class: "muted small", text: player.is_defeated ? "defeated" : who }), h("span", { class: "grow" }),
                    h("b", { class: "score", text: signed(player.score), title: "Score" })),
                h("div", { class: "row" }, h("span", {}, icon("ship", 15), ` ${ships(player.ships)}`),
                    h("span", {}, icon("planet", 15), ` ${colonies(player.colonies.length)}`), h("span", { class: "grow" }),
                    turn >= 0 && !this.past ? h("button", { class: "link", "data-focus": `why-${player.player}`, "aria-label": `Why did ${nameOf(player.player)} do that?`, onclick: () => this.explain(this.#lastTurn(player.player)) }, "Why?") : null),
                h("div", { class: "row" },
                    h("span", { title: "Materials, and what a turn brings" }, icon("box", 15), ` ${number(player.reserves.materials)} `, h("span", { class: player.net.materials < 0 ? "strong" : "muted", text: signed(player.net.materials) })),
                    h("span", { title: "Credits, and what a turn brings" }, icon("coins", 15), ` ${number(player.reserves.credits)} `, h("span", { class: player.net.credits < 0 ? "strong" : "muted", text: signed(player.net.credits) }))),
                warning ? h("p", { class: "warning small" }, icon("warning", 15), ` ${warning}`) : null,
                isThinking ? h("div", { class: "thinking", role: "progressbar", "aria-label": `${nameOf(player.player)} thinks` },
                    h("span", { class: "hidden-text", text: this.#progress ? `${this.#progress.rounds} rounds ahead` : "" })) : null);
        }));
    }

    /**
     * What a player is warned of.
     * @param {StarBoard} board
     * @param {number} player
     */
    #warning(board, player) {
        const overview = board.players[player - 1];
        if (overview?.scrapped_ships) return `${capital(ships(overview.scrapped_ships))} will be scrapped`;
        const blockaded = board.sectors.filter(sector => sector.colony?.owner === player && sector.fleet && sector.fleet.owner !== player);
        if (blockaded.length) return `${list(blockaded.map(sector => sector.at))} ${blockaded.length === 1 ? "is" : "are"} blockaded: no income`;
        return null;
    }

    #drawAside() {
        const { view } = this;
        const draft = this.command;
        const isMine = view.next.type === "human" && this.joined.seats.includes(view.next.who - 1);
        const steps = view.this_turn.map((step, i) => h("li", {}, h("span", { class: "faint", text: String(i + 1) }), h("span", { text: order(step.command) })));
        if (draft && this.isMyTurn) steps.push(h("li", { class: "draft" }, h("span", { class: "faint", text: String(steps.length + 1) }), h("span", { class: "dashed", text: order(draft) }), h("span", { class: "muted small", text: "preview" })));
        const first = view.idle.fleets[0];
        refresh(this.aside ?? h("div"),
            isMine ? h("section", { class: "card this-turn", "aria-label": "This turn" },
                h("div", { class: "head" }, h("h3", { text: "This turn" }), h("span", { class: "grow" }),
                    h("button", { class: "bare", "data-focus": "undo", "aria-label": "Undo", title: "Undo (Z)", disabled: !view.can_undo || !this.isMyTurn, onclick: () => this.undo() }, icon("undo")),
                    h("button", { class: "bare", "data-focus": "redo", "aria-label": "Redo", title: "Redo (Shift Z)", disabled: !view.can_redo || !this.isMyTurn, onclick: () => this.redo() }, icon("redo"))),
                steps.length ? h("ol", {}, steps) : h("p", { class: "muted", text: "Nothing yet." })) : null,
            isMine && first ? h("button", { class: "idle", "data-focus": "idle", onclick: () => this.nextIdle() }, icon("next"),
                view.idle.fleets.length === 1 ? "1 idle fleet" : `${view.idle.fleets.length} idle fleets`,
                h("span", { class: "muted", text: view.idle.fleets.map(fleet => fleet.at).join(", ") }), h("span", { class: "grow" }), cap("N")) : null,
            h("span", { class: "grow" }),
            view.seats.some(seat => seat.kind === "computer") ? this.#speedCard() : null);
    }

    #speedCard() {
        const isPaused = this.status.pace.is_paused;
        const canSteer = this.joined.seats.length > 0;
        return h("section", { class: "card speed", "aria-label": "Computer turns" },
            h("div", { class: "head" }, h("h3", { text: "Computer turns" }), h("span", { class: "grow" }),
                this.isWatched && canSteer ? h("button", { class: "bare", "data-focus": "pause", onclick: () => this.#setPaused(!this.status.pace.is_paused) }, icon(isPaused ? "play" : "pause"), isPaused ? "Go on" : "Pause") : null,
                this.isWatched && canSteer && isPaused ? h("button", { class: "bare", "data-focus": "step", onclick: () => this.link.step().catch(tellError) }, icon("next"), "Step") : null,
                this.isWatched ? null : h("span", { class: "muted small", text: "Space skips" })),
            h("div", { class: "segments", role: "radiogroup", "aria-label": "Speed" }, SPEEDS.map((speed, i) =>
                speed.isStep && !this.isWatched ? null : h("button", { role: "radio", "data-focus": `speed-${i}`, "aria-checked": i === this.speed ? "true" : "false", onclick: () => this.setSpeed(i) }, speed.name))));
    }

    #drawBoard() {
        const { selection, past } = this;
        if (past) {
            const turn = this.turns[past.turn - 1];
            const arrows = (turn?.commands ?? []).flatMap(command => command.type === "move" ? [{ from: command.from, to: command.to, ships: command.ships, player: turn?.player ?? 1 }] : []);
            return this.svg.draw(past.board, { cursor: this.cursor, arrows, marks: battles(turn?.events ?? []) });
        }
        const options = selection ? this.options(selection.at) : null;
        const isMove = selection?.action === "move" || selection?.action === null;
        const targets = new Map(isMove ? (options?.moves ?? []).map(move => [move.to, move]) : []);
        const threats = new Map();
        if (selection) {
            for (const sector of this.board.sectors) {
                if (sector.threat && (targets.has(sector.at) || sector.at === selection.at)) threats.set(sector.at, sector.threat);
            }
        }
        const arrows = selection?.to ? [{ from: selection.at, to: selection.to, ships: selection.ships, player: this.board.to_move }] : this.#arrows;
        this.svg.ready = this.isMyTurn ? this.board.to_move : 0;
        this.svg.draw(this.board, {
            selected: selection?.at ?? null, target: selection?.to ?? null, targets, threats, arrows, marks: this.#marks, cursor: this.cursor,
        });
    }

    #drawCommands() {
        const toolbar = this.commands ?? h("div");
        refresh(toolbar, ACTIONS.map(({ action, label, key }) => {
            const why = this.whyNot(action);
            return h("button", {
                class: this.selection?.action === action ? "chosen" : "", "data-focus": `do-${action}`,
                "aria-disabled": why ? "true" : "false", title: why ? sentence(why) : label,
                "aria-description": why ? sentence(why) : null, onclick: () => this.act(action),
            }, label, cap(key));
        }));
        toolbar.hidden = !this.mine.length;
    }

    #drawLog() {
        const shown = this.turns.slice(0, this.moment).map((turn, i) => ({ turn, i }))
            .filter(({ turn }) => !this.#filter || turn.player === this.#filter).slice(-60).reverse();
        /** @type {Node[]} */
        const lines = [];
        let round = 0;
        if (!this.past && this.view.this_turn.length) {
            round = this.view.board.round;
            lines.push(h("h4", { text: `Round ${round}` }), this.#logLine(this.view.board.to_move, this.view.this_turn.map(step => step.command), this.view.this_turn.flatMap(step => step.events), -1));
        }
        for (const { turn, i } of shown) {
            if (turn.round !== round) lines.push(h("h4", { text: `Round ${turn.round}` }));
            round = turn.round;
            lines.push(this.#logLine(turn.player, turn.commands, turn.events, turn.computer ? i : -1));
        }
        const options = [[0, "All players"], ...[1, 2, 3, 4].map(player => [player, nameOf(player)])];
        refresh(this.log ?? h("div"),
            h("div", { class: "head" }, h("h3", { text: "What happened" }), h("span", { class: "grow" }),
                h("select", { "aria-label": "Whose turns", "data-focus": "log-filter", onchange: (/** @type {Event & {target: HTMLSelectElement}} */ event) => { this.#filter = Number(event.target.value); this.#drawLog(); } },
                    options.map(([value, label]) => h("option", { value: value ?? 0, selected: value === this.#filter, text: String(label) })))),
            h("div", { class: "lines", tabindex: 0, role: "region", "aria-label": "Log" }, lines.length ? lines : h("p", { class: "muted", text: "The game begins." })));
    }

    /**
     * @param {number} player
     * @param {Command[]} commands
     * @param {import("../protocol.d.ts").Event[]} events
     * @param {number} why
     */
    #logLine(player, commands, events, why) {
        const told = events.map(event => tell(event, player => this.name(player))).filter(told => told !== null);
        return h("div", { class: "line" }, badge(player, 13),
            h("p", {}, sentence(`${capital(this.name(player))} ${deeds(commands, "past")}`), " ",
                told.map(({ text, isGrave }) => [h(isGrave ? "b" : "span", { text: sentence(capital(text)) }), " "]).flat()),
            why >= 0 ? h("button", { class: "link", "data-focus": `log-why-${why}`, "aria-label": `Why did ${nameOf(player)} do that?`, onclick: () => this.explain(why) }, "Why?") : null);
    }

    #drawForecast() {
        const { forecast, board } = this.view;
        const before = board.players[board.to_move - 1];
        const isMine = this.view.next.type === "human" && this.joined.seats.includes(this.view.next.who - 1);
        const card = this.forecast ?? h("div");
        card.hidden = this.past !== null || !isMine && this.view.next.type !== "over";
        if (this.view.next.type === "over") return this.#drawEnd(card);
        if (!forecast || !before) return;
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
        refresh(card,
            h("h3", { text: "If you end the turn now" }),
            h("table", {}, h("tbody", {}, lines)),
            scrapped.map(text => h("p", { class: "warning small" }, icon("warning", 15), ` ${text}`)),
            forecast.winner ? h("p", { class: "good" }, "You win the game.") : null,
            h("div", { class: "buttons" },
                h("button", { class: "large", "data-focus": "finish", onclick: () => this.finishTurn(), "aria-disabled": this.isMyTurn ? "false" : "true" }, "Finish my turn", cap("A")),
                h("button", { class: "primary large end", "data-focus": "end", onclick: () => this.endTurn(), "aria-disabled": this.isMyTurn ? "false" : "true" }, "End turn", h("span", { class: "grow" }), cap("Shift Enter"))));
    }

    /** @param {HTMLElement} card */
    #drawEnd(card) {
        const { verdict } = this.view;
        const text = verdict.type === "tie" ? "The game is a tie." : "winner" in verdict ? `${capital(this.name(verdict.winner))} ${this.name(verdict.winner) === "you" ? "win" : "wins"} ${verdict.type === "conquest" ? "by conquest" : "by score"}.` : "";
        refresh(card, h("h2", { text }), h("div", { class: "buttons" },
            h("button", { onclick: () => this.replay(), "data-focus": "end-replay" }, icon("play"), "Watch the replay"),
            h("a", { class: "button primary", href: "#/" }, "New game")));
    }
}

/**
 * The sectors in which battles were fought.
 * @param {import("../protocol.d.ts").Event[]} events
 * @returns {Set<string>}
 */
function battles(events) {
    return new Set(events.flatMap(event => event.type === "battle" ? [event.at] : []));
}
