// The screen of a game of Star Chess.
import { h, replace } from "../dom.js";
import { announce, sentence, tellError, toast } from "../chrome.js";
import { Lost } from "../link.js";
import { ownSeats } from "../seats.js";
import { commandBar, drawBar, drawCommands } from "./bars.js";
import { Board } from "./board.js";
import { ForecastCard, PlayerCards, TurnCards } from "./cards.js";
import { Chooser } from "./chooser.js";
import { ADVISER, Finish } from "./finish.js";
import { ScoreGraph } from "./graph.js";
import { History } from "./history.js";
import { press } from "./keyboard.js";
import { Log } from "./log.js";
import { Panel } from "./panel.js";
import { Playback, SPEEDS } from "./playback.js";
import { Tour } from "./tour.js";
import { WhyScreen } from "./why.js";
import { arrowsOf, battles, capital, deeds, grouped, nameOf, order, sitterName, tell } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").Joined} Joined
 * @typedef {import("../protocol.d.ts").Status} Status
 * @typedef {import("../protocol.d.ts").StarView} StarView
 * @typedef {import("../protocol.d.ts").StarBoard} StarBoard
 * @typedef {import("../protocol.d.ts").StarNews} StarNews
 * @typedef {import("../protocol.d.ts").StarTurn} StarTurn
 * @typedef {import("../protocol.d.ts").StarAnswer} StarAnswer
 * @typedef {import("../protocol.d.ts").StarOrder} StarOrder
 * @typedef {import("../protocol.d.ts").StarQuestion} StarQuestion
 * @typedef {import("../protocol.d.ts").StarProgress} StarProgress
 */

/** The least time between two computers that are watched, in milliseconds: an eye must be able to follow. */
const LEAST_GAP = 250;
/** From this width on, in pixels, the players stand beside the board, with the turn below them. */
const WIDE = 1280;
const STORED_SPEED = "starchess.speed";
const STORED_TOUR = "starchess.tour";

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

/** @param {number} seat From 0. */
export const seatName = seat => nameOf(seat + 1);

export class StarScreen {
    /** @type {StarTurn[]} */ turns = [];
    /** @type {StarView} */ view;
    /** @type {Status} */ status;
    /** @type {StarBoard} The position on the screen, which may be behind that of the server. */ board;
    chooser = new Chooser(this);
    finish = new Finish(this);
    cursor = "A1";
    toolbar = commandBar(this);
    speed = Math.min(SPEEDS.length - 1, Number(localStorage.getItem(STORED_SPEED) ?? 1));
    /** What the computer that thinks has found. @type {StarProgress | null} */ progress = null;
    isLost = false;
    /** Whether the end of the turn is on its way. At a shared screen a second one would end the next person's turn. */
    #isEnding = false;
    /** @type {WhyScreen | null} */ why = null;
    /** What had the focus when the explanation was asked for. */
    #asker = "";
    /** The scores at the start of the game. @type {number[]} */ startScores = [0, 0, 0, 0];
    /** @type {Tour | null} */ tour = null;
    #listeners = new AbortController();
    /** The frame that is waited for, or 0, and whether the board is behind the server until then. */
    #frame = 0;
    #isBehind = false;

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
        this.svg.onPick = at => this.chooser.pick(at);
        this.svg.onHover = at => this.chooser.hover(at);
        this.svg.onDrag = (from, over) => this.chooser.drag(from, over);
        this.svg.onDrop = (from, to) => this.chooser.drop(from, to);
        this.svg.onWheel = (at, by) => this.chooser.wheel(at, by);
        this.playback = new Playback(this);
        this.history = new History(this);
        this.players = new PlayerCards(this);
        this.turnCards = new TurnCards(this);
        this.forecast = new ForecastCard(this);
        this.log = new Log(this);
        this.graph = new ScoreGraph(this);
        this.panel = new Panel(this);
        this.#build();
        this.#listen();
        // On a phone the selection stands on the foot, which is higher when there is a warning.
        new ResizeObserver(() => root.style.setProperty("--foot", `${this.forecast.element.offsetHeight}px`)).observe(this.forecast.element);
        const mine = this.view.seats.findIndex((seat, i) => seat.kind === "human" && joined.seats.includes(i));
        this.cursor = this.board.sectors.find(sector => sector.home_of === mine + 1)?.at ?? this.cursor;
        this.draw();
        this.#loadHistory(0).then(() => {
            if (new URLSearchParams(location.hash.split("?")[1]).has("replay")) this.history.replay();
        });
        this.#begin();
    }

    #begin() {
        if (this.isWatched && this.joined.is_host && this.status.pace.is_paused && this.view.turns === 0) this.setSpeed(this.speed, false);
        if (this.isMyTurn && this.view.turns === 0 && this.view.commands === 0 && !localStorage.getItem(STORED_TOUR)) this.startTour();
    }

    startTour() {
        this.tour?.end();
        this.tour = new Tour(this, () => {
            this.tour = null;
            localStorage.setItem(STORED_TOUR, "seen");
            if (!document.activeElement || document.activeElement === document.body) this.svg.focus(this.cursor);
        });
    }

    leave() {
        this.#listeners.abort();
        this.history.isReplaying = false;
        this.playback.skip();
        this.tour?.end();
    }

    // What is true of the game

    get selection() {
        return this.chooser.selection;
    }

    set selection(selection) {
        this.chooser.selection = selection;
    }

    /** Whether another screen is shown by now: what still runs must not draw over it. */
    get isLeft() {
        return this.#listeners.signal.aborted;
    }

    /** The moment that is looked at, if it is not the present. */
    get past() {
        return this.history.past;
    }

    /** The turns that have been shown: not those that are still played back. */
    get seenTurns() {
        return this.turns.slice(0, this.turns.length - this.playback.unseen);
    }

    /** Whether no person plays. */
    get isWatched() {
        return this.view.seats.every(seat => seat.kind !== "human");
    }

    /** Whether someone at this page is to move. */
    get awaitsMe() {
        const { next } = this.view;
        return next.type === "human" && this.mine.includes(next.who);
    }

    /** Whether this page may give commands now. */
    get isMyTurn() {
        return this.awaitsMe && !this.playback.isRunning && !this.past && !this.#isEnding;
    }

    /** The players that people on this page decide for. */
    get mine() {
        return ownSeats(this.joined, this.status).filter(seat => this.view.seats[seat]?.kind === "human").map(seat => seat + 1);
    }

    /**
     * "you" for the only player of this page, else the player's name.
     * @param {number} player
     */
    name(player) {
        return this.mine.length === 1 && this.mine.includes(player) ? "you" : nameOf(player);
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
            this.#tellGuests(this.status, status);
            this.status = status;
            if (!status.is_thinking) this.progress = null;
            if (status.fault) toast(`The computer cannot play: ${status.fault}`, "bad");
            this.#drawSoon();
        });
        on("progress", progress => {
            this.progress = progress;
            this.#drawSoon();
        });
        on("lost", () => {
            this.isLost = true;
            drawBar(this);
        });
        addEventListener("keydown", event => press(this, event), { signal });
        addEventListener("resize", () => this.#measure(), { signal });
    }

    /** @param {Joined} joined */
    async #rejoin(joined) {
        this.isLost = false;
        this.joined = joined;
        this.status = joined.status;
        this.playback.clear();
        this.view = /** @type {StarView} */ (joined.view);
        this.board = this.view.board;
        this.turns = [];
        this.chooser.keep();
        this.draw();
        await this.#loadHistory(0);
    }

    /** @param {number} from */
    async #loadHistory(from) {
        try {
            if (from === 0) await this.#loadStart();
            // The server tells a long history in parts.
            for (let known = from; known < this.view.turns;) {
                const answer = await this.ask({ type: "history", from: known });
                // Meanwhile turns may have been taken back.
                if (answer.type !== "history" || !answer.turns.length || this.turns.length < known) return;
                this.turns = [...this.turns.slice(0, known), ...answer.turns].slice(0, this.view.turns);
                known += answer.turns.length;
                this.draw();
            }
        } catch (error) {
            if (!(error instanceof Lost)) tellError(error);
        }
    }

    async #loadStart() {
        const answer = await this.ask({ type: "at", commands: 0 });
        if (answer.type === "at") this.startScores = answer.board.players.map(player => player.score);
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
     * Tells who came by a link or left.
     * @param {import("../protocol.d.ts").Status} before
     * @param {import("../protocol.d.ts").Status} now
     */
    #tellGuests(before, now) {
        const others = (/** @type {number[]} */ guests, /** @type {number[]} */ known) =>
            guests.filter(seat => !known.includes(seat) && (this.joined.is_host || !this.joined.seats.includes(seat)));
        for (const seat of others(now.guests, before.guests)) toast(`${nameOf(seat + 1)} is played at another screen now`);
        for (const seat of others(before.guests, now.guests)) toast(`Whoever played ${nameOf(seat + 1)} has left`);
    }

    /**
     * Tells a guest who decides for the guest's seat from now on.
     * @param {number} player
     */
    #tellSeat(player) {
        const seat = this.view.seats[player - 1];
        if (!seat || this.joined.is_host || !this.joined.seats.includes(player - 1)) return;
        toast(seat.kind === "human" ? `You play ${nameOf(player)} again` : `${sitterName(seat)} plays ${nameOf(player)} from now on, not you`);
    }

    /**
     * @param {StarView} view
     * @param {StarNews} news
     */
    #update(view, news) {
        this.view = view;
        if (news.type === "seated") this.#tellSeat(news.player);
        else {
            const known = view.turns - news.finished.length;
            if (known > this.turns.length) this.#loadHistory(this.turns.length);
            else this.turns = [...this.turns.slice(0, known), ...news.finished];
        }
        if (news.type === "played") {
            this.#say(news);
            if (this.playback.show(news)) return;
        }
        if (this.playback.isRunning) return;
        if (this.isWatched) this.#settleSoon();
        else this.settle();
    }

    /** Shows the present with the next frame; see {@link #drawSoon}. */
    #settleSoon() {
        this.#isBehind = true;
        this.#drawSoon();
    }

    /**
     * Draws with the next frame, once for all messages that came until then: computers among themselves can be
     * quicker than a slow machine draws, and a click must not wait behind all that they did.
     */
    #drawSoon() {
        this.#frame ||= requestAnimationFrame(() => {
            this.#frame = 0;
            const isBehind = this.#isBehind && !this.playback.isRunning;
            this.#isBehind = false;
            if (isBehind) this.settle();
            else this.draw();
        });
    }

    /** Shows the present. */
    settle() {
        this.board = this.view.board;
        this.finish.drop();
        this.chooser.keep();
        this.draw();
        this.tour?.follow();
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
            isEnd && this.awaitsMe && "who" in this.view.next && typeof this.view.next.who === "number"
                ? `Round ${this.view.board.round}. ${capital(this.name(this.view.next.who))} to move.` : ""].filter(Boolean).join(" "));
        // How a game ended stands in the card that takes the forecast's place.
        if (this.isWatched || this.view.next.type === "over") return;
        for (const grave of told.filter(told => told.isGrave)) toast(grave.text);
    }

    // What the user does

    async endTurn() {
        if (!this.isMyTurn) return;
        this.selection = null;
        this.finish.drop();
        this.#isEnding = true;
        await this.order({ type: "play", commands: [{ type: "end_turn" }] });
        this.#isEnding = false;
        this.draw();
    }

    /** Asks a computer for its next command, and shows it. */
    async showHint() {
        if (!this.isMyTurn) return;
        try {
            const commands = this.view.commands;
            const advice = await this.ask({ type: "advise", strength: ADVISER });
            if (advice.type !== "advice" || this.view.commands !== commands) return;
            const first = advice.commands[0];
            const lesson = advice.why?.reasons.type === "goals" && advice.why.reasons.lesson ? ` ${grouped(sentence(advice.why.reasons.lesson))}` : "";
            if (!first || first.type === "end_turn") {
                toast(`An Admiral would end the turn now.${lesson}`);
            } else {
                toast(`An Admiral would ${order(first).replace(/^./, letter => letter.toLowerCase())}.${lesson}`);
                if (first.type === "move") this.chooser.select(first.from, "move", first.to, first.ships);
                else this.chooser.select(first.at, first.type, null, "ships" in first ? first.ships : 0);
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
        const { activeElement } = document;
        try {
            const answer = await this.ask({ type: "why", turn });
            if (answer.type !== "why") return;
            this.#asker = activeElement instanceof HTMLElement ? activeElement.dataset.focus ?? "" : "";
            this.why = new WhyScreen(this, answer.why);
        } catch (error) {
            tellError(error);
        }
    }

    /** Leaves the explanation. */
    closeWhy() {
        this.why = null;
        this.#build();
        this.draw();
        const asker = this.root.querySelector(`[data-focus="${CSS.escape(this.#asker)}"]`);
        if (asker instanceof HTMLElement) asker.focus();
        else this.svg.focus(this.cursor);
    }

    /**
     * The last turn of a player that a computer decided on, or -1.
     * @param {number} player
     */
    lastTurn(player) {
        return this.turns.findLastIndex(turn => turn.player === player && turn.computer);
    }

    /**
     * @param {number} index
     * @param {boolean} [isPaused]
     */
    setSpeed(index, isPaused = this.status.pace.is_paused) {
        this.speed = index;
        localStorage.setItem(STORED_SPEED, String(index));
        const speed = SPEEDS[index];
        if (!speed?.pace) this.playback.skip();
        if (this.isWatched && this.joined.seats.length && speed) {
            this.link.setPace({ is_paused: isPaused, gap_ms: Math.max(LEAST_GAP, 3 * speed.pace) }).catch(tellError);
        }
        this.draw();
    }

    /** @param {boolean} isPaused */
    setPaused(isPaused) {
        this.link.setPace({ is_paused: isPaused, gap_ms: this.status.pace.gap_ms }).catch(tellError);
    }

    explainLast() {
        const last = this.turns.findLastIndex(turn => turn.computer);
        if (last < 0) toast("No computer has played yet", "bad");
        else this.explain(last);
    }

    async undo() {
        if (this.isMyTurn && this.view.can_undo) {
            const last = this.view.this_turn.at(-1);
            this.selection?.drop();
            this.selection = null;
            this.playback.marks = new Set();
            if (await this.order({ type: "undo" }) && last) announce(`Undone: ${order(last.command)}.`);
        } else if (this.view.can_undo_turn && this.isMyTurn) toast("Nothing to undo in this turn. The menu takes back the last one");
    }

    async redo() {
        if (!this.isMyTurn || !this.view.can_redo) return;
        const before = this.view;
        this.selection = null;
        if (!await this.order({ type: "redo" })) return;
        const last = this.view.this_turn.at(-1);
        if (!last || last.command.type === "end_turn") return;
        this.chooser.resume(last.command, before);
        announce(`Redone: ${order(last.command)}.`);
    }

    // Drawing

    #build() {
        this.root.className = "star";
        replace(this.root,
            h("div", { class: "left" }, this.players.element),
            h("div", { class: "middle" }, this.svg.element, this.toolbar, this.graph.element),
            h("div", { class: "side" }, this.panel.element, this.log.element, this.forecast.element));
        this.#measure();
    }

    /** Puts things where there is room for them. */
    #measure() {
        this.svg.element.classList.toggle("small", innerWidth < 800);
        const before = innerWidth < WIDE ? this.panel.element : this.players.element;
        if (this.turnCards.element.previousElementSibling !== before) before.after(this.turnCards.element);
    }

    draw() {
        if (this.why || this.isLeft) return;
        drawBar(this);
        this.players.draw();
        this.turnCards.draw();
        this.drawBoard();
        drawCommands(this);
        this.log.draw();
        this.forecast.draw();
        this.graph.draw();
        this.panel.update();
        this.root.classList.toggle("choosing", this.selection !== null || this.finish.isAsked);
    }

    /** Draws what depends on the selection. */
    drawSelection() {
        if (this.why) return;
        this.turnCards.draw();
        this.drawBoard();
        drawCommands(this);
        this.panel.update();
        this.root.classList.toggle("choosing", this.selection !== null || this.finish.isAsked);
    }

    drawBoard() {
        const { selection, past } = this;
        if (past) {
            const turn = this.turns[past.turn - 1];
            return this.svg.draw(past.board, { cursor: this.cursor, arrows: turn ? arrowsOf(turn.commands, turn.player) : [], marks: battles(turn?.events ?? []) });
        }
        const options = selection && !selection.given ? this.options(selection.at) : null;
        const isMove = selection?.action === "move" || selection?.action === null;
        const targets = new Map(isMove ? (options?.moves ?? []).map(move => [move.to, move]) : []);
        const threats = new Map();
        if (selection && !selection.given) {
            for (const sector of this.board.sectors) {
                if (sector.threat && (targets.has(sector.at) || sector.at === selection.at)) threats.set(sector.at, sector.threat);
            }
        }
        const { plan } = this.finish;
        const arrows = selection?.to ? [{ from: selection.at, to: selection.to, ships: selection.ships, player: this.board.to_move }]
            : plan ? arrowsOf(plan.commands, this.board.to_move).map(arrow => ({ ...arrow, isDashed: true })) : this.playback.arrows;
        this.svg.ready = this.isMyTurn ? this.board.to_move : 0;
        this.svg.draw(this.board, {
            selected: selection?.given ? null : selection?.at ?? null, target: selection?.to ?? null, targets, threats, arrows, marks: this.playback.marks, cursor: this.cursor,
        });
    }
}
