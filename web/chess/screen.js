// The screen of a game of chess.
import { announce, cap, dialog, isTyping, tellError, toast, topBar } from "../chrome.js";
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { ownSeats } from "../seats.js";
import { shareLinks } from "../share.js";
import { startWatching, watchButtons } from "../watch.js";
import { AnalysisPanel } from "./analysis.js";
import { ChessBoard } from "./board.js";
import { showKeys } from "./keys.js";
import { MoveList } from "./moves.js";
import { begin, newGame, today } from "./new.js";
import { pieceIcon } from "./pieces.js";
import { ScoreBar, ScoreGraph, badness, scoreWords } from "./scores.js";
import { setUpPosition } from "./setup.js";
import { showTexts } from "./texts.js";
import { PieceWorth } from "./worth.js";

/**
 * @typedef {import("../protocol.d.ts").ChessView} ChessView
 * @typedef {import("../protocol.d.ts").ChessOrder} ChessOrder
 * @typedef {import("../protocol.d.ts").ChessQuestion} ChessQuestion
 * @typedef {import("../protocol.d.ts").ChessLegalMove} ChessLegalMove
 * @typedef {import("../protocol.d.ts").ChessPosition} ChessPosition
 * @typedef {import("../protocol.d.ts").ChessLineMove} ChessLineMove
 * @typedef {import("../protocol.d.ts").ChessScore} ChessScore
 * @typedef {import("../protocol.d.ts").ChessSide} ChessSide
 * @typedef {import("../protocol.d.ts").Joined} Joined
 * @typedef {import("../protocol.d.ts").Status} Status
 */

/** @type {[ChessSide, ChessSide]} */
const SIDES = ["white", "black"];

/** How often the clocks are drawn, in milliseconds. */
const TICK = 100;

/** How long a hint may think. */
const HINT = 700;

/**
 * Shows a game.
 * @param {HTMLElement} root
 * @param {import("../link.js").Link} link
 * @param {Joined} joined
 * @param {string} game
 */
export function show(root, link, joined, game) {
    const screen = new ChessScreen(root, link, joined, game);
    return { leave: () => screen.leave() };
}

/** @param {number} seat */
export const seatName = seat => seat === 0 ? "White" : "Black";

class ChessScreen {
    /** @type {ChessView} */ #view;
    /** @type {Status} */ #status;
    /** @type {Joined} */ #joined;
    /** The position that is shown; the present one if there is none. @type {number | null} */
    #ply = null;
    /** The legal moves of an earlier position, in analysis. @type {{key: string, legal: ChessLegalMove[]} | null} */
    #earlier = null;
    /** What positions are worth, by their FEN. @type {Map<string, ChessScore>} */
    #scores = new Map();
    #isScoring = false;
    /** @type {{key: string, from: string, to: string} | null} */
    #hint = null;
    /** When the clocks were last told. */
    #told = performance.now();
    #hasFlagged = false;
    /** The position to show after a move in analysis. @type {number | null} */
    #next = null;
    #isOpen = true;
    /** The position of a line that is shown instead of one of the game. @type {ChessLineMove | null} */
    #walk = null;
    #link;
    #game;
    #board;
    #bar = new ScoreBar();
    #analysis;
    #worth;
    #graph;
    #moves;
    #top = h("section", { class: "card chess-player" });
    #bottom = h("section", { class: "card chess-player" });
    #say = h("p", { class: "chess-say" });
    #tools = h("div", { class: "chess-tools" });
    #typing = h("form", { class: "type-move", onsubmit: (/** @type {SubmitEvent} */ event) => this.#typed(event) },
        h("input", { name: "move", type: "text", placeholder: "Type a move", "aria-label": "Type a move, such as Nf3 or e2e4", autocomplete: "off", spellcheck: "false" }));
    #graphCard;
    #graphNote = h("span");
    #ticker;
    #listeners = new AbortController();

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
        this.#view = /** @type {ChessView} */ (joined.view);
        this.#status = joined.status;
        this.#board = new ChessBoard({ onMove: uci => this.#play(uci), onStatus: text => this.#tell(text) });
        this.#worth = new PieceWorth(question => link.ask(question), pieces => this.#board.setWorth(pieces));
        this.#analysis = new AnalysisPanel({
            more: this.#worth.element,
            ask: question => link.ask(question),
            withdraw: () => void link.cancel().catch(() => undefined),
            onChange: () => this.#analysed(),
            onPlay: line => this.#choose(line.uci),
            onShow: step => this.#walked(step),
        });
        const jump = (/** @type {number} */ ply) => this.#jump(ply);
        this.#graph = new ScoreGraph(jump);
        this.#moves = new MoveList(jump);
        this.#graphCard = h("section", { class: "card", "aria-label": "Evaluation" },
            h("div", { class: "card-head" }, h("h3", { text: "Evaluation" }),
                h("span", { class: "graph-key" }, h("span", { class: "graph-dot", "aria-hidden": "true" }), this.#graphNote)),
            this.#graph.element);
        const [white, black] = this.#view.players;
        this.#board.flip(black.is_human && !white.is_human
            || this.#joined.seats.length === 1 && this.#joined.seats[0] === 1);
        root.className = "chess";
        replace(root,
            h("div", { class: "chess-board-side" }, this.#bar.element, this.#board.element),
            h("div", { class: "chess-panel" }, this.#top, this.#analysis.element, this.#graphCard, this.#moves.element, this.#bottom),
            h("div", { class: "chess-foot" }, this.#tools, this.#typing, this.#say));
        const { signal } = this.#listeners;
        link.addEventListener("update", event => this.#updated(/** @type {CustomEvent} */ (event).detail), { signal });
        link.addEventListener("joined", event => {
            this.#joined = /** @type {CustomEvent} */ (event).detail;
            this.#take(/** @type {ChessView} */ (this.#joined.view));
        }, { signal });
        link.addEventListener("status", event => {
            this.#status = /** @type {CustomEvent} */ (event).detail;
            if (this.#status.fault) toast(this.#status.fault, "bad");
            this.#draw();
        }, { signal });
        link.addEventListener("lost", () => this.#tell("The connection is lost. Trying again."), { signal });
        addEventListener("keydown", event => this.#key(event), { signal });
        this.#ticker = setInterval(() => this.#tick(), TICK);
        if (this.#view.mode === "analyse") this.#analysis.turn(true);
        this.#draw();
        if (this.#isWatched && joined.is_host && !this.#view.moves.length) startWatching(link, this.#status);
    }

    /** Whether two computers play. */
    get #isWatched() {
        return this.#view.players.every(player => !player.is_human);
    }

    leave() {
        this.#isOpen = false;
        this.#listeners.abort();
        this.#analysis.close();
        clearInterval(this.#ticker);
    }

    /** The number of moves before the position that is shown. */
    get #at() {
        return this.#ply ?? this.#view.moves.length;
    }

    get #isNow() {
        return this.#at === this.#view.moves.length;
    }

    /** @param {number} ply @returns {ChessPosition} */
    #positionAt(ply) {
        return ply === 0 ? this.#view.start : this.#view.moves[ply - 1]?.position ?? this.#view.start;
    }

    /** Whether this page may play a side. @param {ChessSide} side */
    #mayPlay(side) {
        return ownSeats(this.#joined, this.#status).includes(SIDES.indexOf(side));
    }

    /** Whether a person at this page is to move. */
    get #isMine() {
        const { to_move, players, outcome } = this.#view;
        return !outcome && this.#mayPlay(to_move) && players[SIDES.indexOf(to_move)]?.is_human === true;
    }

    /** @param {{view: ChessView, news: {text: string}}} update */
    #updated({ view, news }) {
        this.#take(view);
        announce(news.text);
        this.#tell(news.text);
    }

    /** @param {ChessView} view */
    #take(view) {
        this.#view = view;
        this.#told = performance.now();
        this.#hasFlagged = false;
        this.#hint = null;
        this.#ply = this.#next ?? this.#ply;
        this.#next = null;
        if (this.#ply !== null && this.#ply >= view.moves.length) this.#ply = null;
        if (view.mode === "play" && this.#isMine) this.#ply = null;
        this.#draw();
    }

    /** @param {ChessOrder} order */
    async #order(order) {
        try {
            await this.#link.order(order);
        } catch (error) {
            this.#next = null;
            tellError(error);
            this.#draw();
        }
    }

    /** A move was made on the board. @param {string} uci */
    #play(uci) {
        void this.#move(uci);
    }

    /** @param {string} text */
    #move(text) {
        const ply = this.#at;
        if (this.#view.mode === "analyse") this.#next = ply + 1;
        return this.#order({ type: "move", ply, text, millis: 0 });
    }

    /** A line of the analysis was chosen. @param {string} uci */
    #choose(uci) {
        if (this.#view.mode === "analyse" || this.#isNow && this.#isMine) this.#play(uci);
    }

    /** A position of a line was chosen, or the line was left. @param {ChessLineMove | null} step */
    #walked(step) {
        this.#walk = step;
        if (!this.#analysis) return;
        this.#draw();
        this.#tell(step ? `In the line, after ${step.text}. Nothing is played.` : "");
        if (step) announce(`After ${step.text}.`);
    }

    /** @param {number} ply */
    #jump(ply) {
        const to = Math.min(Math.max(ply, 0), this.#view.moves.length);
        this.#ply = to === this.#view.moves.length ? null : to;
        this.#draw();
        const move = this.#view.moves[to - 1];
        this.#tell(move ? `After ${move.number}${move.side === "white" ? "." : "…"} ${move.san}.` : "The first position.");
    }

    /** @param {string} text */
    #tell(text) {
        this.#say.textContent = text;
    }

    #draw() {
        const { moves, mode } = this.#view;
        const at = this.#at;
        const position = this.#positionAt(at);
        const last = this.#walk ?? moves[at - 1];
        const shown = this.#walk?.position ?? position;
        this.#board.show({
            squares: shown.squares,
            legal: this.#walk ? [] : this.#legal(position),
            last: last ? [last.from, last.to] : null,
            check: shown.check,
        });
        const isThinking = mode === "play" && this.#isNow && !this.#view.outcome && !this.#view.players[SIDES.indexOf(this.#view.to_move)]?.is_human;
        const isOver = this.#isNow && this.#view.outcome && !this.#view.legal.length && mode === "play";
        this.#analysis.look(isThinking || isOver ? null : at, position.fen);
        this.#drawTop();
        this.#drawPlayers();
        this.#drawTools();
        this.#drawScores();
        void this.#findScores();
    }

    /** The moves that can be made on the board. @param {ChessPosition} position */
    #legal(position) {
        if (this.#isNow) return this.#isMine || this.#view.mode === "analyse" && this.#joined.seats.length > 0 ? this.#view.legal : [];
        if (this.#view.mode !== "analyse" || !this.#joined.seats.length) return [];
        if (this.#earlier && this.#earlier.key === position.fen) return this.#earlier.legal;
        void this.#findMoves(this.#at, position.fen);
        return [];
    }

    /** Asks for the moves of an earlier position. @param {number} ply @param {string} key */
    async #findMoves(ply, key) {
        try {
            const { legal } = await this.#link.ask({ type: "moves", ply });
            this.#earlier = { key, legal };
            if (this.#isOpen && this.#positionAt(this.#at).fen === key) this.#draw();
        } catch (error) {
            tellError(error);
        }
    }

    #drawTop() {
        const { outcome, to_move, number, mode, players } = this.#view;
        const side = to_move === "white" ? "White" : "Black";
        const about = outcome ? outcome.result : `Move ${number}, ${side} to play`;
        const pill = mode === "analyse" ? "Analysis"
            : outcome ? outcome.text
            : this.#isMine ? players.every(player => player.is_human) ? `${side} to move` : "Your turn"
            : this.#status.is_thinking ? "Thinking" : this.#isWatched ? this.#status.pace.is_paused ? "Paused" : "Two computers" : this.#joined.seats.length ? "Waiting" : "Watching";
        const action = (/** @type {string} */ name, /** @type {string} */ picture, /** @type {string} */ key, /** @type {() => void} */ act) =>
            h("button", { class: `bare wide-only ${key === "?" ? "keys-action" : ""}`, onclick: act, "data-focus": `bar-${key}` }, icon(picture), h("span", { text: name }), cap(key));
        topBar({
            back: true,
            title: "Chess",
            about: [h("span", { class: "muted chess-about", text: about }), h("span", { class: "chip", text: pill })],
            actions: [
                this.#isMine && mode === "play" ? action("Hint", "bulb", "H", () => this.#askHint()) : null,
                action("Turn the board", "flip", "F", () => this.#flip()),
                action("Keys", "help", "?", showKeys),
                h("button", { class: "bare", "aria-label": "Share", title: "Share", onclick: () => this.#share(), "data-focus": "bar-share" }, icon("share")),
                h("button", { class: "bare", "aria-label": "New game", title: "New game", onclick: () => newGame(), "data-focus": "bar-new" }, icon("plus")),
            ],
        });
    }

    #drawPlayers() {
        const { players, clocks, mode } = this.#view;
        const { material } = this.#walk?.position ?? this.#positionAt(this.#at);
        const bottom = this.#board.isFlipped ? 1 : 0;
        for (const [card, i] of /** @type {[HTMLElement, number][]} */ ([[this.#top, 1 - bottom], [this.#bottom, bottom]])) {
            const side = SIDES[i] ?? "white";
            const player = players[i];
            if (!player) continue;
            const name = side === "white" ? "White" : "Black";
            const isYou = player.is_human && this.#mayPlay(side) && players.filter(other => other.is_human).length === 1;
            const ahead = side === "white" ? material : -material;
            const isTurn = this.#view.to_move === side && !this.#view.outcome;
            card.classList.toggle("to-move", isTurn && mode === "play");
            card.classList.toggle("thinking", isTurn && !player.is_human && this.#status.is_thinking);
            replace(card,
                h("span", { class: "chess-player-icon" }, pieceIcon(side === "white" ? "K" : "k")),
                h("div", { class: "chess-player-name" },
                    h("strong", { text: isYou ? "You" : player.is_human ? name : player.name }),
                    h("span", { class: "muted", text: isYou ? name : player.is_human ? mode === "analyse" ? "" : "Human" : `${name}, ${player.about}` })),
                h("span", { class: `muted chess-material${material === 0 ? " even" : ""}`, text: ahead > 0 ? `+${ahead}` : material === 0 && i !== bottom ? "even material" : "" }),
                ...i === bottom ? this.#actions(side) : [],
                clocks ? h("div", { class: "chess-clock", role: "timer", "data-side": side }) : null);
        }
        this.#tick();
    }

    /** What the player at the bottom can do. @param {ChessSide} side @returns {HTMLElement[]} */
    #actions(side) {
        const { can_take_back, can_play_again, outcome, claim, mode } = this.#view;
        if (!this.#joined.seats.length) return [];
        if (this.#isWatched && !outcome) return watchButtons(this.#link, () => this.#status);
        const buttons = [
            h("button", {
                class: "take-back", disabled: !can_take_back, "data-focus": "take-back",
                onclick: () => this.#takeBack(), title: can_take_back ? null : "There is no move to take back",
            }, icon("undo"), h("span", { text: "Take back" }), cap("Z")),
        ];
        if (can_play_again) {
            buttons.push(h("button", { class: "icon-only", "aria-label": "Play again (Y)", title: "Play again (Y)", onclick: () => this.#order({ type: "play_again" }), "data-focus": "again" }, icon("redo")));
        }
        if (claim) {
            buttons.push(h("button", { class: "primary", onclick: () => this.#order({ type: "claim_draw" }), "data-focus": "claim" }, "Claim a draw"));
        }
        if (mode === "play" && !outcome) {
            const human = this.#view.players.findIndex((player, i) => player.is_human && this.#mayPlay(SIDES[i] ?? "white"));
            const loser = this.#isMine ? this.#view.to_move : SIDES[human] ?? side;
            if (human >= 0) {
                buttons.push(h("button", { class: "icon-only", "aria-label": "Give up", title: "Give up", onclick: () => this.#resign(loser), "data-focus": "resign" }, icon("flag")));
            }
        }
        if (mode === "play" && outcome) {
            buttons.push(h("button", { class: "primary", onclick: () => this.#analyseGame(), "data-focus": "analyse" }, "Analyse"));
        }
        return buttons;
    }

    #drawTools() {
        const { replaced } = this.#view;
        const isHost = this.#joined.is_host;
        replace(this.#tools,
            replaced && isHost ? h("button", { class: "primary", onclick: () => this.#order({ type: "restore" }), "data-focus": "restore" }, `Back to ${replaced}`) : null,
            this.#isNow || this.#view.mode === "analyse" ? null
                : h("button", { class: "primary", onclick: () => this.#jump(this.#view.moves.length), "data-focus": "now" }, "Back to now"),
            h("button", { onclick: () => this.#setUp(), "data-focus": "set-up" }, "Set up a position"),
            h("button", { onclick: () => showTexts(this.#link, this.#at), "data-focus": "texts" }, "FEN and PGN"),
            this.#view.mode === "play" ? this.#view.outcome
                ? h("button", { onclick: () => newGame(), "data-focus": "new" }, "New game")
                : h("button", { onclick: () => this.#analyseGame(), "data-focus": "analyse-tool" }, "Analyse in a copy") : null);
    }

    /** @param {SubmitEvent} event */
    async #typed(event) {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const input = form.elements.namedItem("move");
        if (!(input instanceof HTMLInputElement) || !input.value.trim()) return;
        const text = input.value.trim();
        input.value = "";
        await this.#move(text);
    }

    /** What is known about the positions, from the first to the present. */
    #known() {
        const { moves } = this.#view;
        const fens = [this.#view.start.fen, ...moves.map(move => move.position.fen)];
        return fens.map((fen, ply) => this.#scores.get(fen) ?? moves[ply - 1]?.score ?? null);
    }

    #drawScores() {
        const { moves } = this.#view;
        const known = this.#known();
        const isOn = this.#analysis.isOn;
        const found = this.#analysis.found;
        const best = found?.lines[0]?.score;
        const score = isOn ? best ?? known[this.#at] ?? null : null;
        this.#bar.show(score, this.#board.isFlipped, this.#view.moves[this.#at - 1]?.side === "white");
        this.#bar.element.classList.toggle("hidden", !isOn);
        this.#graphCard.classList.toggle("hidden", !isOn);
        if (isOn) this.#graph.show(known, moves, this.#at);
        const missing = known.filter(score => !score).length;
        this.#graphNote.textContent = missing ? `looking at the game, ${known.length - missing} of ${known.length} positions` : "mistake, marked ? in the moves";
        this.#graphCard.classList.toggle("unknown", missing === known.length);
        this.#moves.show(moves, isOn ? moves.map((_, i) => badness(known, moves, i)) : [], this.#at);
        const arrows = (isOn && !this.#walk ? found?.lines ?? [] : []).map(({ from, to }, i) => ({ from, to, rank: i + 1 }));
        const hint = this.#hint;
        if (!arrows.length && hint && hint.key === this.#positionAt(this.#at).fen) arrows.push({ from: hint.from, to: hint.to, rank: 1 });
        this.#board.setArrows(arrows);
        this.#worth.look(isOn ? this.#at : null, this.#positionAt(this.#at).fen);
    }

    /** The analysis found something, or was switched on or off. */
    #analysed() {
        const found = this.#analysis?.found;
        const score = found?.lines[0]?.score;
        if (found && score) this.#scores.set(this.#positionAt(found.ply).fen, score);
        if (!this.#analysis) return;
        this.#drawScores();
        void this.#findScores();
    }

    /** Asks what the positions are worth that nobody has looked at yet. */
    async #findScores() {
        if (this.#isScoring || !this.#analysis.isOn || !this.#isOpen) return;
        this.#isScoring = true;
        try {
            for (;;) {
                const fens = [this.#view.start.fen, ...this.#view.moves.map(move => move.position.fen)];
                const from = fens.findIndex(fen => !this.#scores.has(fen));
                if (from < 0 || !this.#analysis.isOn || !this.#isOpen) break;
                const { scores } = await this.#link.ask({ type: "scores", from });
                if (!scores.length) break;
                scores.forEach((/** @type {ChessScore} */ score, /** @type {number} */ i) => {
                    const fen = fens[from + i];
                    if (fen !== undefined && !this.#scores.has(fen)) this.#scores.set(fen, score);
                });
                if (this.#isOpen) this.#drawScores();
            }
        } catch {
            // The next change asks again.
        } finally {
            this.#isScoring = false;
        }
    }

    #tick() {
        const { clocks, outcome } = this.#view;
        if (!clocks) return;
        for (const [i, side] of SIDES.entries()) {
            const isRunning = clocks.running === side;
            const left = Math.max(0, (clocks.left[i] ?? 0) - (isRunning ? performance.now() - this.#told : 0));
            for (const clock of document.querySelectorAll(`.chess-clock[data-side="${side}"]`)) {
                clock.textContent = clockText(left);
                clock.classList.toggle("running", isRunning);
                clock.classList.toggle("low", left < 20_000 && !outcome);
                clock.setAttribute("aria-label", `${side === "white" ? "White" : "Black"}'s clock: ${clockText(left)}`);
            }
            if (isRunning && left === 0 && !this.#hasFlagged && this.#joined.seats.length) {
                this.#hasFlagged = true;
                this.#link.order({ type: "flag", millis: 0 }).catch(() => undefined);
            }
        }
    }

    #takeBack() {
        this.#ply = null;
        void this.#order({ type: "take_back" });
    }

    /** @param {ChessSide} side */
    #resign(side) {
        const box = dialog({
            title: "Give up this game?",
            body: [h("p", { text: "The game ends, and the other side wins. You can take that back." })],
            foot: [
                h("button", { onclick: () => box.close() }, "Play on"),
                h("button", { class: "primary", onclick: () => { box.close(); void this.#order({ type: "resign", side }); } }, "Give up"),
            ],
        });
    }

    #share() {
        const names = ["White", "Black"];
        shareLinks(`chess/${this.#game}`, this.#joined, this.#view.players.map((player, i) => ({ name: names[i] ?? "", isHuman: player.is_human })));
    }

    #flip() {
        this.#board.flip(!this.#board.isFlipped);
        this.#draw();
    }

    async #askHint() {
        const key = this.#positionAt(this.#at).fen;
        this.#tell("Looking for a good move.");
        try {
            const found = await this.#link.ask({ type: "analyse", ply: this.#at, lines: 1, millis: HINT });
            const line = found.lines[0];
            if (!line) return;
            this.#hint = { key, from: line.from, to: line.to };
            this.#drawScores();
            const text = `Hint: ${line.first}, ${scoreWords(line.score)}.`;
            this.#tell(text);
            announce(text);
        } catch (error) {
            tellError(error);
        }
    }

    async #analyseGame() {
        try {
            const { pgn } = await this.#link.ask({ type: "texts", ply: this.#at });
            await begin({ white: "human", black: "human", mode: "analyse", start: { type: "pgn", pgn }, time: null, date: today() });
        } catch (error) {
            tellError(error);
        }
    }

    #setUp() {
        setUpPosition({
            fen: this.#positionAt(this.#at).fen,
            ask: question => this.#link.ask(question),
            onDone: (fen, isAnalysis) => {
                if (isAnalysis) void begin({ white: "human", black: "human", mode: "analyse", start: { type: "fen", fen }, time: null, date: today() }).catch(tellError);
                else newGame({ type: "fen", fen });
            },
        });
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.key === "Escape" && event.target instanceof HTMLElement && this.#typing.contains(event.target)) return this.#board.focus();
        if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
        const { can_take_back, can_play_again, mode } = this.#view;
        /** @type {Record<string, () => void>} */
        const keys = {
            "[": () => this.#analysis.isWalking ? this.#analysis.walk(-1) : this.#jump(this.#at - 1),
            "]": () => this.#analysis.isWalking ? this.#analysis.walk(1) : this.#jump(this.#at + 1),
            Escape: () => this.#analysis.leave(),
            z: () => can_take_back && this.#takeBack(),
            y: () => can_play_again && void this.#order({ type: "play_again" }),
            Z: () => can_play_again && void this.#order({ type: "play_again" }),
            h: () => this.#isMine && mode === "play" && void this.#askHint(),
            e: () => this.#analysis.turn(!this.#analysis.isOn),
            w: () => this.#analysis.isOn && this.#worth.turn(!this.#worth.isOn),
            f: () => this.#flip(),
            "?": showKeys,
        };
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    }
}

/** @param {number} millis */
function clockText(millis) {
    const seconds = Math.ceil(millis / 1000);
    if (millis < 10_000) return `0:0${(Math.floor(millis / 100) / 10).toFixed(1)}`;
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const rest = String(seconds % 60).padStart(2, "0");
    return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
