/**
 * The chess board: draws a position, and lets a person move by mouse, touch or keyboard. It knows no
 * rules: which moves are legal is told to it.
 */

import { h, s } from "../dom.js";
import { drawArrow } from "./arrows.js";
import { NAMES, drawPiece, kindOf, nameOf, pieceIcon } from "./pieces.js";
import { worthText } from "./worth.js";

/** @typedef {import("./arrows.js").Arrow} Arrow */

/**
 * A legal move.
 * @typedef {object} LegalMove
 * @property {string} from
 * @property {string} to
 * @property {string | null} promotion the kind of piece, in upper case
 * @property {string} uci
 * @property {string} san
 */

/**
 * What the board shows.
 * @typedef {object} Shown
 * @property {string} squares 64 characters from a8 to h1: a piece as FEN writes it, or a dot
 * @property {LegalMove[]} legal the moves that may be made now; none if it is somebody else's turn
 * @property {[string, string] | null} last the squares of the last move
 * @property {string | null} check the square of a king in check
 */

/**
 * What the board tells.
 * @typedef {object} Listener
 * @property {(uci: string) => void} [onMove] a move was chosen
 * @property {(text: string) => void} [onStatus] what was selected, in words
 * @property {(square: string) => void} [onSquare] a square was chosen while the position is set up
 * @property {(from: string, to: string | null) => void} [onDrag] a piece was dragged while the position is
 *   set up; nowhere if it left the board
 */

const FILES = "abcdefgh";
/** How far a pointer moves before it drags, in pixels. */
const DRAG_START = 5;

/** @param {number} index from a8 to h1 */
export function squareName(index) {
    return `${FILES[index % 8]}${8 - Math.floor(index / 8)}`;
}

/** @param {string} square */
export function squareIndex(square) {
    return (8 - Number(square[1])) * 8 + FILES.indexOf(square[0] ?? "a");
}

/** @param {number} count */
function countMoves(count) {
    const words = ["no moves", "one move", "two moves", "three moves", "four moves", "five moves", "six moves"];
    return words[count] ?? `${count} moves`;
}

export class ChessBoard {
    /** @type {Shown} */
    #shown = { squares: ".".repeat(64), legal: [], last: null, check: null };
    /** @type {Listener} */
    #listener;
    #isFlipped = false;
    #isEdited = false;
    /** @type {string | null} */
    #selected = null;
    /** The square that the keyboard is at. */
    #focus = "e2";
    /** @type {Map<string, SVGGElement>} */
    #pieces = new Map();
    /** @type {HTMLDivElement[]} the cells by their place on the screen */
    #cells = [];
    /** @type {Arrow[]} */
    #arrows = [];
    /** @type {Map<string, number> | null} */
    #worth = null;
    /** @type {{from: string, id: number, x: number, y: number, isMoving: boolean, wasSelected: boolean} | null} */
    #drag = null;
    #ground = s("g");
    #marks = s("g");
    #pieceLayer = s("g");
    #targets = s("g");
    #worthLayer = s("g", { class: "worth" });
    #arrowLayer = s("g", { class: "arrows" });
    #grid = h("div", { class: "board-cells", role: "grid", "aria-label": "Chess board" });
    /** @type {HTMLDivElement | null} */
    #chooser = null;

    /** @param {Listener} listener */
    constructor(listener) {
        this.#listener = listener;
        const picture = s(
            "svg",
            { class: "board-picture", viewBox: "0 0 800 800", "aria-hidden": "true" },
            this.#ground,
            this.#marks,
            this.#targets,
            this.#pieceLayer,
            this.#arrowLayer,
            this.#worthLayer,
        );
        this.element = h("div", { class: "chess-board" }, picture, this.#grid);
        for (let row = 0; row < 8; row++) {
            const line = h("div", { role: "row" });
            for (let column = 0; column < 8; column++) {
                const cell = h("div", { role: "gridcell", tabindex: -1 });
                this.#cells.push(cell);
                line.append(cell);
            }
            this.#grid.append(line);
        }
        this.#grid.addEventListener("pointerdown", (event) => this.#press(event));
        this.#grid.addEventListener("pointermove", (event) => this.#move(event));
        this.#grid.addEventListener("pointerup", (event) => this.#release(event));
        this.#grid.addEventListener("pointercancel", () => this.#endDrag());
        this.#grid.addEventListener("keydown", (event) => this.#key(event));
        // The keyboard is where the focus is, however it came there.
        this.#grid.addEventListener("focusin", (event) => {
            this.#focus = this.#squareOf(event.target) ?? this.#focus;
        });
        this.#grid.addEventListener("click", (event) => {
            // A click without a pointer comes from a screen reader.
            const square = this.#squareOf(event.target);
            if (event.detail === 0 && square) this.#choose(square);
        });
        this.#drawGround();
        this.#drawCells();
    }

    get isFlipped() {
        return this.#isFlipped;
    }

    /** Whether Black is at the bottom. @param {boolean} isFlipped */
    flip(isFlipped) {
        if (isFlipped === this.#isFlipped) return;
        const hadFocus = this.#grid.contains(document.activeElement);
        this.#isFlipped = isFlipped;
        this.#drawGround();
        this.#redraw(false);
        if (hadFocus) this.focus();
    }

    /** Whether the position is set up instead of played. @param {boolean} isEdited */
    edit(isEdited) {
        this.#isEdited = isEdited;
        this.#select(null);
    }

    /** @param {Shown} shown */
    show(shown) {
        const before = this.#shown;
        this.#shown = shown;
        const moved = before.squares !== shown.squares;
        if (moved || !shown.legal.some((move) => move.from === this.#selected)) this.#selected = null;
        if (moved) this.#closeChooser();
        this.#redraw(moved);
    }

    /** @param {Arrow[]} arrows the best first */
    setArrows(arrows) {
        this.#arrows = arrows;
        this.#drawArrows();
    }

    /**
     * Writes on the board what pieces are worth to their sides.
     * @param {Map<string, number> | null} worth in hundredths of a pawn, by square
     */
    setWorth(worth) {
        this.#worth = worth;
        this.#drawWorth();
        this.#drawCells();
    }

    /** Puts the keyboard on the board. */
    focus() {
        this.#cells[this.#place(this.#focus)]?.focus();
    }

    /** @param {string} square */
    #place(square) {
        const index = squareIndex(square);
        return this.#isFlipped ? 63 - index : index;
    }

    /** @param {number} place */
    #squareAt(place) {
        return squareName(this.#isFlipped ? 63 - place : place);
    }

    /** @param {string} square */
    #corner(square) {
        const place = this.#place(square);
        return { x: (place % 8) * 100, y: Math.floor(place / 8) * 100 };
    }

    /** @param {string} square */
    #pieceOn(square) {
        const piece = this.#shown.squares[squareIndex(square)];
        return piece && piece !== "." ? piece : null;
    }

    /** @param {string} square */
    #movesFrom(square) {
        return this.#shown.legal.filter((move) => move.from === square);
    }

    /** The squares that a piece can go to. @param {string} square */
    #targetsOf(square) {
        return new Set(this.#movesFrom(square).map((move) => move.to));
    }

    #drawGround() {
        const parts = [];
        for (let place = 0; place < 64; place++) {
            const square = this.#squareAt(place);
            const [x, y] = [(place % 8) * 100, Math.floor(place / 8) * 100];
            const shade = (squareIndex(square) + Math.floor(squareIndex(square) / 8)) % 2 === 0 ? "light" : "dark";
            parts.push(s("rect", { class: `board-square ${shade}`, x, y, width: 100, height: 100 }));
            if (place % 8 === 0) {
                parts.push(s("text", { class: `coordinate on-${shade}`, x: x + 7, y: y + 21 }, square[1]));
            }
            if (place >= 56) {
                const at = { x: x + 93, y: y + 93, "text-anchor": "end" };
                parts.push(s("text", { class: `coordinate on-${shade}`, ...at }, square[0]));
            }
        }
        this.#ground.replaceChildren(...parts);
    }

    /** @param {boolean} isAnimated */
    #redraw(isAnimated) {
        this.#drawPieces(isAnimated);
        this.#drawMarks();
        this.#drawArrows();
        this.#drawWorth();
        this.#drawCells();
    }

    /** Moves the pieces to where they are, and those that stay of the same kind from where they were. */
    #drawPieces(/** @type {boolean} */ isAnimated) {
        /** @type {Map<string, string>} */
        const wanted = new Map();
        [...this.#shown.squares].forEach((piece, i) => piece !== "." && wanted.set(squareName(i), piece));
        /** @type {Map<string, SVGGElement>} */
        const kept = new Map();
        /** @type {[string, SVGGElement][]} */
        const loose = [];
        for (const [square, element] of this.#pieces) {
            if (wanted.get(square) === element.dataset["piece"]) kept.set(square, element);
            else loose.push([square, element]);
        }
        for (const [square, piece] of wanted) {
            let element = kept.get(square);
            if (!element) {
                const near = loose
                    .map(([from, old], i) => ({ i, old, far: distance(from, square) }))
                    .filter(({ old }) => old.dataset["piece"] === piece)
                    .sort((a, b) => a.far - b.far)[0];
                if (near) {
                    loose.splice(near.i, 1);
                    element = near.old;
                    element.classList.toggle("still", !isAnimated);
                    // The piece that moves passes over the others.
                    this.#pieceLayer.append(element);
                } else {
                    element = s("g", { class: "on-board still", "data-piece": piece }, drawPiece(piece));
                    this.#pieceLayer.append(element);
                }
                kept.set(square, element);
            } else {
                element.classList.toggle("still", !isAnimated);
            }
            const { x, y } = this.#corner(square);
            element.style.transform = `translate(${x}px, ${y}px)`;
        }
        for (const [, element] of loose) element.remove();
        this.#pieces = kept;
    }

    #drawMarks() {
        const { last, check } = this.#shown;
        /** @type {SVGElement[]} */
        const marks = [];
        /** @param {string} square @param {string} name */
        const add = (square, name) => {
            const { x, y } = this.#corner(square);
            marks.push(s("rect", { class: name, x, y, width: 100, height: 100 }));
        };
        for (const square of last ?? []) add(square, "last");
        if (check) {
            const { x, y } = this.#corner(check);
            marks.push(s("circle", { class: "check", cx: x + 50, cy: y + 50, r: 47 }));
        }
        if (this.#selected) {
            const { x, y } = this.#corner(this.#selected);
            marks.push(s("rect", { class: "selected", x: x + 3, y: y + 3, width: 94, height: 94, rx: 3 }));
        }
        this.#marks.replaceChildren(...marks);
        const targets = this.#selected ? [...this.#targetsOf(this.#selected)] : [];
        this.#targets.replaceChildren(
            ...targets.flatMap((square) => {
                const { x, y } = this.#corner(square);
                const at = { cx: x + 50, cy: y + 50 };
                return this.#pieceOn(square)
                    ? [s("circle", { class: "capture", ...at, r: 45 })]
                    : [s("circle", { class: "target", ...at, r: 15 })];
            }),
        );
    }

    #drawArrows() {
        // The best arrow is on top.
        this.#arrowLayer.replaceChildren(...[...this.#arrows].reverse().map((arrow) => drawArrow(arrow, (square) => this.#corner(square))));
    }

    #drawWorth() {
        const parts = [...(this.#worth ?? [])].map(([square, hundredths]) => {
            const { x, y } = this.#corner(square);
            return s("g", { transform: `translate(${x + 98} ${y + 2})` }, s("g", { class: hundredths < 0 ? "tag burden" : "tag" },
                s("rect", { x: -58, y: 0, width: 58, height: 31, rx: 7 }),
                s("text", { x: -29, y: 24, "text-anchor": "middle" }, worthText(hundredths))));
        });
        this.#worthLayer.replaceChildren(...parts);
    }

    #drawCells() {
        const targets = this.#selected ? this.#targetsOf(this.#selected) : new Set();
        const { last, check } = this.#shown;
        this.#cells.forEach((cell, place) => {
            const square = this.#squareAt(place);
            const piece = this.#pieceOn(square);
            const words = [square, piece ? nameOf(piece) : "empty"];
            if (square === this.#selected) words.push("selected");
            if (targets.has(square)) words.push(piece ? "can be captured" : "can be reached");
            if (square === check) words.push("in check");
            if (last?.[1] === square) words.push("moved last");
            const worth = this.#worth?.get(square);
            if (worth !== undefined) words.push(`worth ${worthText(worth)} pawns`);
            cell.dataset["square"] = square;
            cell.setAttribute("aria-label", words.join(", "));
            cell.setAttribute("aria-selected", String(square === this.#selected));
            cell.tabIndex = square === this.#focus ? 0 : -1;
            cell.classList.toggle("movable", this.#isEdited ? piece !== null : this.#movesFrom(square).length > 0);
            cell.classList.toggle("reachable", targets.has(square) || this.#isEdited);
        });
    }

    /** @param {string | null} square */
    #select(square) {
        this.#selected = square;
        this.#drawMarks();
        this.#drawCells();
        const piece = square && this.#pieceOn(square);
        if (!square || !piece) return;
        const name = NAMES[kindOf(piece)];
        const count = countMoves(this.#targetsOf(square).size);
        this.#listener.onStatus?.(`${name[0]?.toUpperCase()}${name.slice(1)} on ${square} selected, ${count}.`);
    }

    /** A square was clicked, or chosen by key. @param {string} square */
    #choose(square) {
        this.#focus = square;
        if (this.#isEdited) {
            this.#listener.onSquare?.(square);
            this.#drawCells();
            return;
        }
        if (this.#selected && this.#targetsOf(this.#selected).has(square)) this.#go(this.#selected, square);
        else if (square === this.#selected || !this.#movesFrom(square).length) this.#select(null);
        else this.#select(square);
    }

    /** @param {string} from @param {string} to */
    #go(from, to) {
        const moves = this.#movesFrom(from).filter((move) => move.to === to);
        const [move] = moves;
        if (!move) return;
        if (moves.length > 1) {
            this.#askForPromotion(moves);
            return;
        }
        this.#select(null);
        // The piece goes there at once. If the move is refused, the position is shown again.
        const piece = this.#pieces.get(from);
        const { x, y } = this.#corner(to);
        if (piece) piece.style.transform = `translate(${x}px, ${y}px)`;
        this.#listener.onMove?.(move.uci);
    }

    /** @param {LegalMove[]} moves */
    #askForPromotion(moves) {
        this.#closeChooser();
        const [first] = moves;
        if (!first) return;
        const side = this.#pieceOn(first.from) === "P" ? "white" : "black";
        const order = "QNRB";
        const sorted = [...moves].sort((a, b) => order.indexOf(a.promotion ?? "") - order.indexOf(b.promotion ?? ""));
        const { x, y } = this.#corner(first.to);
        const buttons = sorted.map((move) => {
            const kind = move.promotion ?? "Q";
            const name = NAMES[kindOf(kind)];
            const choose = () => {
                this.#closeChooser();
                this.#select(null);
                this.#listener.onMove?.(move.uci);
                this.focus();
            };
            const icon = pieceIcon(side === "white" ? kind : kind.toLowerCase());
            return h("button", { type: "button", "aria-label": name, title: name, onclick: choose }, icon);
        });
        const chooser = h("div", { class: "promotion", role: "dialog", "aria-label": "Promote to" }, ...buttons);
        chooser.style.left = `${x / 8}%`;
        if (y === 0) chooser.style.top = "0";
        else chooser.style.bottom = "0";
        chooser.classList.toggle("upward", y !== 0);
        chooser.addEventListener("keydown", (event) => {
            const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
            const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
            if (event.key === "Escape") {
                this.#closeChooser();
                this.#redraw(false);
                this.focus();
            } else if (event.key === "Tab") {
                buttons[(at + (event.shiftKey ? 3 : 1)) % buttons.length]?.focus();
            } else if (step) {
                buttons[(at + step + buttons.length) % buttons.length]?.focus();
            } else return;
            event.preventDefault();
            event.stopPropagation();
        });
        this.element.append(chooser);
        this.#chooser = chooser;
        buttons[0]?.focus();
        this.#listener.onStatus?.("Choose the piece to promote to.");
    }

    #closeChooser() {
        this.#chooser?.remove();
        this.#chooser = null;
    }

    /** @param {EventTarget | null} target */
    #squareOf(target) {
        return target instanceof HTMLElement ? (target.dataset["square"] ?? null) : null;
    }

    /** @param {PointerEvent} event */
    #press(event) {
        const square = this.#squareOf(event.target);
        if (!square || event.button !== 0 || this.#drag) return;
        this.#closeChooser();
        this.#grid.classList.add("by-pointer");
        this.#focus = square;
        this.#cells[this.#place(square)]?.focus({ preventScroll: true });
        event.preventDefault();
        const isOwn = this.#isEdited ? this.#pieceOn(square) !== null : this.#movesFrom(square).length > 0;
        const isTarget = this.#selected !== null && this.#targetsOf(this.#selected).has(square);
        const wasSelected = this.#selected === square;
        this.#drag = { from: square, id: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false, wasSelected };
        if (isOwn && !isTarget) {
            this.#grid.setPointerCapture(event.pointerId);
            if (!this.#isEdited) this.#select(square);
        }
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const drag = this.#drag;
        if (!drag || drag.id !== event.pointerId || !this.#grid.hasPointerCapture(event.pointerId)) return;
        if (!drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_START) return;
        drag.isMoving = true;
        const piece = this.#pieces.get(drag.from);
        if (!piece) return;
        const box = this.#grid.getBoundingClientRect();
        const scale = 800 / box.width;
        const [x, y] = [(event.clientX - box.left) * scale - 50, (event.clientY - box.top) * scale - 50];
        piece.classList.add("still", "dragged");
        piece.style.transform = `translate(${x}px, ${y}px)`;
        if (piece.nextSibling) this.#pieceLayer.append(piece);
        const over = this.#squareUnder(event);
        for (const cell of this.#cells) cell.classList.toggle("drop", cell.dataset["square"] === over);
    }

    /** @param {PointerEvent} event */
    #release(event) {
        const drag = this.#drag;
        if (!drag || drag.id !== event.pointerId) return;
        const to = this.#squareUnder(event);
        this.#endDrag();
        if (!drag.isMoving) {
            if (to !== drag.from) return;
            if (this.#isEdited || !this.#movesFrom(to).length || drag.wasSelected || this.#isTarget(to)) this.#choose(to);
            return;
        }
        if (this.#isEdited) this.#listener.onDrag?.(drag.from, to);
        else if (to && this.#targetsOf(drag.from).has(to)) this.#go(drag.from, to);
    }

    /** @param {string} square */
    #isTarget(square) {
        return this.#selected !== null && this.#targetsOf(this.#selected).has(square);
    }

    /** Puts a dragged piece back. */
    #endDrag() {
        const drag = this.#drag;
        this.#drag = null;
        for (const cell of this.#cells) cell.classList.remove("drop");
        const piece = drag && this.#pieces.get(drag.from);
        if (!drag || !piece || !drag.isMoving) return;
        piece.classList.remove("dragged");
        const { x, y } = this.#corner(drag.from);
        piece.style.transform = `translate(${x}px, ${y}px)`;
    }

    /** @param {PointerEvent} event */
    #squareUnder(event) {
        const box = this.#grid.getBoundingClientRect();
        const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
        const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
        return column >= 0 && column < 8 && row >= 0 && row < 8 ? this.#squareAt(row * 8 + column) : null;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        this.#grid.classList.remove("by-pointer");
        const place = this.#place(this.#focus);
        const [column, row] = [place % 8, Math.floor(place / 8)];
        /** @type {Record<string, [number, number]>} */
        const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        const step = steps[event.key];
        if (step) {
            const [x, y] = [column + step[0], row + step[1]];
            if (x >= 0 && x < 8 && y >= 0 && y < 8) {
                this.#focus = this.#squareAt(y * 8 + x);
                this.#drawCells();
                this.focus();
            }
        } else if (event.key === "Enter" || event.key === " ") {
            this.#choose(this.#focus);
        } else if (event.key === "Escape" && this.#selected) {
            this.#select(null);
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }
}

/** @param {string} a @param {string} b */
function distance(a, b) {
    const [i, j] = [squareIndex(a), squareIndex(b)];
    return Math.hypot((i % 8) - (j % 8), Math.floor(i / 8) - Math.floor(j / 8));
}
