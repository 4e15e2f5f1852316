// The screen of noughts and crosses: the game, and the tree that a search sees.
import { announce, cap, dialog, isTyping, sentence, tellError, toast, topBar } from "../chrome.js";
import { h, replace, s } from "../dom.js";
import { icon } from "../icons.js";
import { ownSeats } from "../seats.js";
import { shareLinks } from "../share.js";
import { watchButtons } from "../watch.js";
import { OPPONENTS } from "./opponents.js";
import { drawTree, scoreText } from "./tree.js";

/**
 * @typedef {import("../protocol.d.ts").NoughtsView} NoughtsView
 * @typedef {import("../protocol.d.ts").NoughtsOrder} NoughtsOrder
 * @typedef {import("../protocol.d.ts").NoughtsTree} NoughtsTree
 * @typedef {import("../protocol.d.ts").NoughtsCounts} NoughtsCounts
 * @typedef {import("../protocol.d.ts").NoughtsAlgorithm} NoughtsAlgorithm
 * @typedef {import("../protocol.d.ts").NoughtsMoveOrder} NoughtsMoveOrder
 * @typedef {import("../protocol.d.ts").NoughtsSide} NoughtsSide
 * @typedef {import("../protocol.d.ts").Joined} Joined
 * @typedef {import("../protocol.d.ts").Status} Status
 */

/** The time of a step when the search plays, in milliseconds. */
const STEP = 900;

const SQUARES = "abcdefghi";
const PLACES = ["top left corner", "top edge", "top right corner", "left edge", "centre", "right edge", "bottom left corner", "bottom edge", "bottom right corner"];

const KEYS = [
    ["Arrows, Enter", "choose a square and play on it"],
    ["Z", "take back"],
    ["N", "a new game"],
    ["[  ]", "one step of the search back, one forward"],
    ["Space", "let the search run, or stop it"],
    ["?", "these keys"],
];

/**
 * Shows a game.
 * @param {HTMLElement} root
 * @param {import("../link.js").Link} link
 * @param {Joined} joined
 * @param {string} game
 */
export function show(root, link, joined, game) {
    const screen = new NoughtsScreen(root, link, joined, game);
    return { leave: () => screen.leave() };
}

/** @param {number} seat */
export const seatName = seat => seat === 0 ? "Cross" : "Nought";

class NoughtsScreen {
    /** @type {NoughtsView} */ #view;
    /** @type {Joined} */ #joined;
    /** @type {Status} */ #status;
    #link;
    #game;
    #listeners = new AbortController();
    /** The square that the keyboard is at. */
    #focus = 4;
    /** @type {NoughtsTree | null} */ #tree = null;
    /** @type {string} */ #treeProblem = "";
    /** The steps of the search that are shown. */
    #steps = 0;
    /** @type {ReturnType<typeof setInterval> | null} */ #timer = null;
    #asked = 0;
    /** @type {NoughtsAlgorithm} */ #algorithm = "alpha_beta";
    /** @type {NoughtsMoveOrder} */ #order = "best_first";
    #depth = 2;
    #isFolded = true;
    /** @type {Map<string, NoughtsCounts[]>} */ #whole = new Map();

    #cells;
    #boardCard = h("section", { class: "card noughts-board-card", "aria-label": "The game" });
    #weights = h("section", { class: "card noughts-weights", "aria-label": "How a position is scored" });
    #wholeCard = h("section", { class: "card", "aria-label": "The whole game" });
    #controls = h("div", { class: "noughts-controls" });
    #picture = h("div", { class: "noughts-tree", tabindex: 0, role: "region", "aria-label": "The tree" });
    #player = h("div", { class: "noughts-steps" });
    #counts = h("div", { class: "noughts-counts", tabindex: 0, role: "region", "aria-label": "Counts" });

    /**
     * @param {HTMLElement} root
     * @param {import("../link.js").Link} link
     * @param {Joined} joined
     * @param {string} game
     */
    constructor(root, link, joined, game) {
        this.#link = link;
        this.#game = game;
        this.#joined = joined;
        this.#status = joined.status;
        this.#view = /** @type {NoughtsView} */ (joined.view);
        this.#cells = Array.from({ length: 9 }, (_, i) => h("div", { role: "gridcell", class: "noughts-cell", "data-square": SQUARES[i], onclick: () => this.#choose(i) }));
        const rows = [0, 3, 6].map(first => h("div", { role: "row" }, this.#cells.slice(first, first + 3)));
        const grid = h("div", { class: "noughts-grid", role: "grid", "aria-label": "Board", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#boardKey(event) }, rows);
        this.#boardCard.append(grid);
        root.className = "noughts";
        replace(root,
            h("div", { class: "noughts-left" }, this.#boardCard, this.#weights, this.#wholeCard),
            h("section", { class: "card noughts-right", "aria-label": "The search" }, this.#controls, this.#picture, this.#player, this.#counts));
        const { signal } = this.#listeners;
        link.addEventListener("update", event => {
            const { view, news } = /** @type {CustomEvent} */ (event).detail;
            this.#take(view);
            announce(news.text);
        }, { signal });
        link.addEventListener("joined", event => {
            this.#joined = /** @type {CustomEvent} */ (event).detail;
            this.#take(/** @type {NoughtsView} */ (this.#joined.view));
        }, { signal });
        link.addEventListener("status", event => {
            this.#status = /** @type {CustomEvent} */ (event).detail;
            if (this.#status.fault) toast(this.#status.fault, "bad");
            this.#drawTop();
            this.#drawBoardCard();
        }, { signal });
        addEventListener("keydown", event => this.#key(event), { signal });
        // The tree fills the room that there is.
        let room = 0;
        const observer = new ResizeObserver(([entry]) => {
            const width = Math.round(entry?.contentRect.width ?? 0);
            if (width === room) return;
            room = width;
            if (this.#tree) this.#drawSteps();
        });
        observer.observe(this.#picture);
        signal.addEventListener("abort", () => observer.disconnect());
        this.#take(this.#view);
    }

    leave() {
        this.#listeners.abort();
        this.#stop();
    }

    /** @param {NoughtsView} view */
    #take(view) {
        this.#view = view;
        this.#draw();
        void this.#grow();
        void this.#countAll();
    }

    /** @param {NoughtsOrder} order */
    async #send(order) {
        try {
            await this.#link.order(order);
        } catch (error) {
            tellError(error);
        }
    }

    get #isMine() {
        const seat = this.#view.to_move === "cross" ? 0 : 1;
        return !this.#view.outcome && this.#view.legal !== "" && ownSeats(this.#joined, this.#status).includes(seat);
    }

    /** @param {number} i */
    #choose(i) {
        this.#focus = i;
        const square = SQUARES[i] ?? "";
        if (this.#isMine && this.#view.legal.includes(square)) void this.#send({ type: "play", square });
        this.#drawCells();
    }

    #draw() {
        this.#drawTop();
        this.#drawCells();
        this.#drawBoardCard();
        this.#drawControls();
    }

    #drawTop() {
        const { outcome, to_move, players } = this.#view;
        const humans = players.filter(player => player.player === "human").length;
        const text = outcome ?? (this.#isMine ? humans === 2 ? `${name(to_move)} to play` : `Your turn, ${to_move}` : this.#status.is_thinking ? "Thinking" : `${name(to_move)} to play`);
        topBar({
            back: true,
            title: "Noughts and crosses",
            about: [h("span", { class: "chip", text })],
            actions: [
                h("button", { class: "bare wide-only", disabled: !this.#view.can_take_back, onclick: () => this.#takeBack(), "data-focus": "bar-undo" }, icon("undo"), h("span", { text: "Take back" }), cap("Z")),
                h("button", { class: "bare wide-only", onclick: () => this.#again(), "data-focus": "bar-new" }, icon("plus"), h("span", { text: "New game" }), cap("N")),
                h("button", { class: "bare", "aria-label": "Share", title: "Share", onclick: () => this.#share(), "data-focus": "bar-share" }, icon("share")),
                h("button", { class: "bare wide-only keys-action", onclick: showKeys, "data-focus": "bar-keys" }, icon("help"), h("span", { text: "Keys" }), cap("?")),
            ],
        });
    }

    #drawCells() {
        const { board, row, legal, moves } = this.#view;
        const exact = this.#tree?.exact ?? [];
        const best = Math.max(...exact.filter(score => score !== null).map(Number));
        this.#cells.forEach((cell, i) => {
            const square = SQUARES[i] ?? "";
            const mark = board[i] ?? ".";
            const score = mark === "." ? exact[i] ?? null : null;
            const isBest = score !== null && score === best;
            const words = [`${square}, ${PLACES[i]}`, mark === "X" ? "cross" : mark === "O" ? "nought" : "empty"];
            if (score !== null) words.push(`score ${score}${isBest ? ", best" : ""}`);
            cell.setAttribute("aria-label", words.join(", "));
            cell.tabIndex = i === this.#focus ? 0 : -1;
            cell.className = "noughts-cell";
            cell.classList.toggle("won", row.includes(square));
            cell.classList.toggle("best", isBest);
            cell.classList.toggle("playable", this.#isMine && legal.includes(square));
            cell.classList.toggle("last", moves.endsWith(square));
            cell.dataset.next = this.#view.to_move;
            replace(cell, mark === "." ? [ghost(this.#view.to_move), score === null ? null : h("span", { class: "cell-score", text: scoreText(score) })] : [markPicture(mark)]);
        });
    }

    #drawBoardCard() {
        const { players } = this.#view;
        const seats = /** @type {const} */ (["cross", "nought"]).map((side, i) => {
            const player = players[i];
            const chosen = OPPONENTS.find(other => other.name === player?.name)?.player ?? "";
            const select = h("select", {
                "aria-label": `Who plays ${side}`, disabled: !this.#joined.is_host, "data-focus": `seat-${side}`,
                onchange: () => this.#send({ type: "seat", side, player: select.value }),
            }, OPPONENTS.map(other => h("option", { value: other.player, selected: other.player === chosen, title: other.about }, other.name)));
            return h("label", { class: "noughts-seat" }, markPicture(side === "cross" ? "X" : "O"), select);
        });
        const side = this.#tree?.side ?? this.#view.to_move;
        const words = ["", "one move", "two moves", "three moves", "four moves"][this.#depth] ?? "";
        const about = this.#view.outcome ? sentence(this.#view.outcome)
            : this.#tree ? `Exact scores for ${side}, ${words} ahead` : "";
        const isWatched = players.every(player => player.player !== "human") && !this.#view.outcome && this.#joined.seats.length > 0;
        const [grid] = this.#boardCard.children;
        replace(this.#boardCard, grid, h("p", { class: "muted", text: about }), h("div", { class: "noughts-seats" }, seats),
            isWatched ? h("div", { class: "button-row" }, watchButtons(this.#link, () => this.#status)) : null,
            this.#view.outcome ? h("button", { class: "primary", onclick: () => this.#again(), "data-focus": "again" }, "Play again") : null);
    }

    #drawControls() {
        /**
         * @template T
         * @param {string} label
         * @param {[T, string][]} options
         * @param {T} chosen
         * @param {(value: T) => void} choose
         */
        const segments = (label, options, chosen, choose) => h("div", { class: "segments", role: "group", "aria-label": label },
            options.map(([value, text]) => h("button", {
                "aria-pressed": String(value === chosen), "data-focus": `${label}-${value}`,
                onclick: () => { choose(value); this.#drawControls(); void this.#grow(); },
            }, text)));
        const moves = ["", "1 move", "2 moves", "3 moves"];
        replace(this.#controls,
            segments("Search", /** @type {[NoughtsAlgorithm, string][]} */ ([["minimax", "Minimax"], ["alpha_beta", "Alpha-beta"], ["iterative", "Iterative"]]), this.#algorithm, value => { this.#algorithm = value; }),
            segments("Moves ahead", /** @type {[number, string][]} */ ([1, 2, 3].map(depth => [depth, depth === this.#depth ? moves[depth] ?? "" : String(depth)])), this.#depth, value => { this.#depth = value; }),
            segments("Order of moves", /** @type {[NoughtsMoveOrder, string][]} */ ([["listed", "As listed"], ["best_first", "Best first"]]), this.#order, value => { this.#order = value; }),
            h("span", { class: "grow" }),
            h("button", {
                class: "switch", role: "switch", "aria-checked": String(this.#isFolded), "data-focus": "fold",
                onclick: () => { this.#isFolded = !this.#isFolded; this.#drawControls(); void this.#grow(); },
            }, "Fold symmetry"));
    }

    /** Asks for the tree of the position. */
    async #grow() {
        const number = ++this.#asked;
        this.#stop();
        // What is still shown is the tree of another question.
        this.#picture.setAttribute("aria-busy", "true");
        try {
            const answer = await this.#link.ask({ type: "tree", algorithm: this.#algorithm, depth: this.#depth, order: this.#order, fold: this.#isFolded });
            if (number !== this.#asked) return;
            this.#tree = answer;
            this.#treeProblem = "";
        } catch (error) {
            if (number !== this.#asked) return;
            this.#tree = null;
            this.#treeProblem = error instanceof Error ? error.message : String(error);
        }
        this.#picture.removeAttribute("aria-busy");
        this.#steps = this.#tree?.steps.length ?? 0;
        this.#drawCells();
        this.#drawBoardCard();
        this.#drawSteps();
        this.#drawCounts();
    }

    #drawSteps() {
        const tree = this.#tree;
        if (!tree) {
            replace(this.#picture, h("p", { class: "muted noughts-no-tree", text: sentence(this.#treeProblem) }));
            replace(this.#player);
            return;
        }
        drawTree(this.#picture, tree, this.#steps);
        const step = tree.steps[this.#steps - 1];
        const count = tree.steps.length;
        const button = (/** @type {string} */ title, /** @type {string} */ picture, /** @type {boolean} */ isOff, /** @type {() => void} */ act, /** @type {string} */ style = "") =>
            h("button", { class: `icon-only ${style}`, "aria-label": title, title, disabled: isOff, onclick: act, "data-focus": `step-${picture === "pause" ? "play" : picture}` }, icon(picture));
        replace(this.#player,
            button("To the beginning", "first", this.#steps <= 1, () => this.#step(1)),
            button("One step back ([)", "prev", this.#steps <= 1, () => this.#step(this.#steps - 1)),
            this.#timer ? button("Stop (Space)", "pause", false, () => this.#stop(true), "primary") : button("Let it run (Space)", "play", count < 2, () => this.#run(), "primary"),
            button("One step forward (])", "forward", this.#steps >= count, () => this.#step(this.#steps + 1)),
            h("p", {}, this.#algorithm === "iterative" && step ? h("span", { class: "chip", text: `${step.iteration} ahead` }) : null,
                h("strong", { text: step?.text ?? "" }), " ", h("span", { class: "muted", text: step?.why ?? "" })),
            h("span", { class: "muted noughts-count", text: `${this.#steps} of ${count}` }));
    }

    /** @param {number} steps */
    #step(steps) {
        this.#stop();
        const tree = this.#tree;
        if (!tree) return;
        this.#steps = Math.min(Math.max(steps, 1), tree.steps.length);
        this.#drawSteps();
        const step = tree.steps[this.#steps - 1];
        if (step) announce(`${step.text} ${step.why}`);
    }

    #run() {
        const tree = this.#tree;
        if (!tree) return;
        if (this.#steps >= tree.steps.length) this.#steps = 1;
        // A long search runs faster.
        const pause = Math.max(120, Math.min(STEP, 24_000 / tree.steps.length));
        this.#timer = setInterval(() => {
            this.#steps += 1;
            if (this.#steps >= tree.steps.length) this.#stop();
            this.#drawSteps();
        }, pause);
        this.#drawSteps();
    }

    /** @param {boolean} [isShown] */
    #stop(isShown = false) {
        if (this.#timer) clearInterval(this.#timer);
        this.#timer = null;
        if (isShown) this.#drawSteps();
    }

    #drawCounts() {
        const tree = this.#tree;
        if (!tree) return replace(this.#counts);
        replace(this.#counts, table("This tree, counted", ["Positions", "Scored", "Cuts", "Left out", "Value", "Best move"], tree.rows.map(row => ({
            name: row.name,
            isShown: row.is_shown,
            cells: [row.positions, row.scored, row.cuts, row.left_out, scoreText(row.value), row.best],
        }))));
        const [own, other] = tree.side === "cross" ? ["Cross", "Nought"] : ["Nought", "Cross"];
        replace(this.#weights, h("h3", { text: "How a position is scored" }),
            h("p", {}, h("span", { class: "muted", text: `${own}'s rows: ` }), tree.own_rows),
            h("p", {}, h("span", { class: "muted", text: `${other}'s rows: ` }), tree.their_rows),
            h("p", { class: "faint fine-print", text: "A row counts for a side as long as the other side has no mark in it." }));
    }

    /** Counts what each search needs to play to the end. */
    async #countAll() {
        const { board, outcome } = this.#view;
        if (outcome) return replace(this.#wholeCard, h("h3", { text: "To the end of the game" }), h("p", { class: "muted", text: sentence(outcome) }));
        let rows = this.#whole.get(board);
        if (!rows) {
            try {
                rows = (await this.#link.ask({ type: "whole_game" })).rows;
            } catch {
                return;
            }
            if (rows) this.#whole.set(board, rows);
        }
        if (this.#view.board !== board || !rows) return;
        const all = rows[0]?.positions ?? 1;
        const left = 9 - [...board].filter(mark => mark !== ".").length;
        replace(this.#wholeCard,
            table(`${left} ${left === 1 ? "move" : "moves"}, to the end`, ["Positions", "Share"], rows.map(row => ({
                name: row.name,
                isShown: false,
                cells: [row.positions, `${share(row.positions / all)}\u00a0%`],
            }))),
            h("p", { class: "muted", text: `All find ${rows[0]?.verdict ?? ""}.` }));
    }

    #takeBack() {
        if (this.#view.can_take_back) void this.#send({ type: "take_back" });
    }

    #share() {
        const names = ["cross", "nought"];
        shareLinks(`noughts/${this.#game}`, this.#joined, this.#view.players.map((player, i) => ({ name: names[i] ?? "", isHuman: player.player === "human" })));
    }

    #again() {
        void this.#send({ type: "again" });
    }

    /** @param {KeyboardEvent} event */
    #boardKey(event) {
        const [column, row] = [this.#focus % 3, Math.floor(this.#focus / 3)];
        /** @type {Record<string, [number, number]>} */
        const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        const step = steps[event.key];
        if (step) {
            const [x, y] = [column + step[0], row + step[1]];
            if (x >= 0 && x < 3 && y >= 0 && y < 3) this.#focus = y * 3 + x;
            this.#drawCells();
            this.#cells[this.#focus]?.focus();
        } else if (event.key === "Enter" || event.key === " ") {
            this.#choose(this.#focus);
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
        if (event.key === " " && event.target instanceof HTMLButtonElement) return;
        /** @type {Record<string, () => void>} */
        const keys = {
            z: () => this.#takeBack(),
            n: () => this.#again(),
            "[": () => this.#step(this.#steps - 1),
            "]": () => this.#step(this.#steps + 1),
            " ": () => this.#timer ? this.#stop(true) : this.#run(),
            "?": showKeys,
        };
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    }
}

/** @param {NoughtsSide} side */
function name(side) {
    return side === "cross" ? "Cross" : "Nought";
}

/** A share in per cent, with a digit after the point if it is small. @param {number} part */
function share(part) {
    return part >= 0.1 ? String(Math.round(part * 100)) : (part * 100).toFixed(1);
}

/** @param {string} mark */
function markPicture(mark) {
    return s("svg", { class: "noughts-mark", viewBox: "0 0 100 100", "aria-hidden": "true" },
        mark === "X" ? s("path", { class: "cross", d: "M24 24 L76 76 M76 24 L24 76" }) : s("circle", { class: "nought", cx: 50, cy: 50, r: 28 }));
}

/** What would be played. @param {NoughtsSide} side */
function ghost(side) {
    const picture = markPicture(side === "cross" ? "X" : "O");
    picture.classList.add("ghost");
    return picture;
}

/**
 * @param {string} title
 * @param {string[]} heads
 * @param {{name: string, isShown: boolean, cells: (string | number)[]}[]} rows
 */
function table(title, heads, rows) {
    const text = (/** @type {string | number} */ cell) => typeof cell === "number" ? cell.toLocaleString("en") : cell;
    return h("table", { class: "counts" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col", text: title }), heads.map(head => h("th", { scope: "col", class: "right", text: head })))),
        h("tbody", {}, rows.map(row => h("tr", { class: row.isShown ? "shown" : "" },
            h("th", { scope: "row", text: row.name }), row.cells.map(cell => h("td", { class: "right", text: text(cell) }))))));
}

function showKeys() {
    dialog({
        title: "Keys",
        body: [h("table", { class: "key-table" }, h("tbody", {}, KEYS.map(([keys = "", what = ""]) =>
            h("tr", {}, h("th", { scope: "row" }, keys.split("  ").map(key => cap(key))), h("td", { text: sentence(what) })))))],
    });
}
