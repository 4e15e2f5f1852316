// The turns of others, shown one after the other: an arrow, the fleet that slides, and what happens there.
import { mayAnimate } from "../theme.js";
import { drawBar } from "./bars.js";
import { battles } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarNews} StarNews
 * @typedef {import("../protocol.d.ts").StarBoard} StarBoard
 * @typedef {import("../protocol.d.ts").PlayedStep} PlayedStep
 * @typedef {import("./board.js").Arrow} Arrow
 * @typedef {Extract<StarNews, {type: "played"}>} Played
 */

/** How long a computer's command is shown, in milliseconds, by speed. 0 shows only the result. */
export const SPEEDS = [{ name: "1×", pace: 900 }, { name: "2×", pace: 450 }, { name: "4×", pace: 220 }, { name: "At once", pace: 0 }];

/** How long a fleet slides at most, and how long a battle and an arrow without a slide stay, in milliseconds. */
const SLIDE = 350, BATTLE = 600, ARROW = 1000;

/** A page that is so many turns behind shows the present at once: it would never catch up. */
const MAX_BEHIND = 8;

export class Playback {
    /** @type {Arrow[]} */ arrows = [];
    /** The sectors of the last battles. @type {Set<string>} */ marks = new Set();
    isRunning = false;
    /** Whose turn is shown, or 0. */
    playing = 0;
    /** The turns that are over but not shown yet. */
    unseen = 0;
    /** Turns, and the position after each. @type {{news: Played, after: StarBoard}[]} */ #queue = [];
    #isSkipping = false;
    /** @type {(() => void) | null} */ #wake = null;

    /** @param {import("./screen.js").StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
    }

    get #pace() {
        return SPEEDS[this.screen.speed]?.pace ?? 450;
    }

    /**
     * Shows what was played: step by step if others played it, else at once.
     * @param {Played} news
     * @returns {boolean} Whether it takes time: then the screen settles later.
     */
    show(news) {
        const { screen } = this;
        const isOwn = screen.mine.includes(news.player) && news.steps.length === 1;
        if (!isOwn && this.#pace) {
            this.#queue.push({ news, after: screen.view.board });
            this.unseen += news.finished.length;
            if (!this.isRunning) this.#run();
            else if (this.#queue.length > MAX_BEHIND) this.skip();
            return true;
        }
        this.marks = battles(news.steps.flatMap(step => step.events));
        const move = news.steps[0]?.command;
        if (isOwn && !this.isRunning && move?.type === "move") this.#slide(news.player, move, screen.board);
        return false;
    }

    /** Shows the present at once. */
    skip() {
        if (!this.isRunning) return;
        this.#isSkipping = true;
        this.#wake?.();
    }

    /** Forgets what was not shown yet. */
    clear() {
        this.#queue = [];
        this.skip();
    }

    async #run() {
        this.isRunning = true;
        this.screen.selection = null;
        while (this.#queue.length && !this.#isSkipping) {
            const next = this.#queue.shift();
            this.playing = next?.news.player ?? 0;
            drawBar(this.screen);
            for (const step of next?.news.steps ?? []) {
                if (this.#isSkipping || !next) break;
                await this.#show(next.news.player, step, step.board ?? next.after);
            }
            this.unseen -= next?.news.finished.length ?? 0;
        }
        this.#queue = [];
        this.arrows = [];
        this.playing = this.unseen = 0;
        this.isRunning = this.#isSkipping = false;
        this.screen.settle();
    }

    /**
     * @param {number} player
     * @param {PlayedStep} step
     * @param {StarBoard} board The position after it.
     */
    async #show(player, { command, events }, board) {
        const { screen } = this;
        const pace = this.#pace;
        this.marks = new Set();
        if (command.type === "move") {
            this.arrows = [{ from: command.from, to: command.to, ships: command.ships, player }];
            screen.drawBoard();
            await this.#wait(mayAnimate() ? pace * 0.6 : ARROW);
            this.arrows = [];
            const before = screen.board;
            screen.board = board;
            await this.#wait(this.#isSkipping ? 0 : this.#slide(player, command, before));
        }
        this.marks = battles(events);
        screen.board = board;
        screen.draw();
        await this.#wait(command.type === "end_turn" ? pace / 2 : this.marks.size ? Math.max(BATTLE, pace) : pace * 0.6);
    }

    /**
     * Lets a fleet slide.
     * @param {number} player
     * @param {{from: string, to: string, ships: number}} move
     * @param {StarBoard} before
     * @returns {number} How long it takes.
     */
    #slide(player, { from, to, ships }, before) {
        if (!mayAnimate()) return 0;
        const time = Math.min(SLIDE, this.#pace || SLIDE);
        this.screen.svg.slide({ from, to, ships, player }, before, time);
        this.screen.drawBoard();
        return time;
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
}
