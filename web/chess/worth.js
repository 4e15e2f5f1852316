// What each piece is worth to the engine's evaluation: how much its side would lose without it.
import { h } from "../dom.js";

/** @typedef {import("../protocol.d.ts").ChessQuestion} ChessQuestion */
/** @typedef {import("../protocol.d.ts").ChessAnswer} ChessAnswer */

/** @param {number} hundredths */
export function worthText(hundredths) {
    return (hundredths / 100).toFixed(1).replace("-", "−");
}

/** The switch, and the numbers for the board while it is on. */
export class PieceWorth {
    #isOn = false;
    /** @type {number | null} */ #ply = null;
    #key = "";
    /** @type {Map<string, number> | null} */ #pieces = null;
    #note = h("span", { class: "faint" });
    #switch = h("button", { type: "button", class: "switch", role: "switch", "aria-checked": "false", title: "What each piece is worth (W)", onclick: () => this.turn(!this.#isOn) }, "Piece worth");
    element = h("div", { class: "piece-worth" }, this.#switch, this.#note);
    /** @type {(question: ChessQuestion) => Promise<any>} */ #ask;
    /** @type {(pieces: Map<string, number> | null) => void} */ #show;

    /**
     * @param {(question: ChessQuestion) => Promise<any>} ask
     * @param {(pieces: Map<string, number> | null) => void} show draws the numbers, in hundredths of a pawn by square
     */
    constructor(ask, show) {
        this.#ask = ask;
        this.#show = show;
    }

    get isOn() {
        return this.#isOn;
    }

    /** @param {boolean} isOn */
    turn(isOn) {
        this.#isOn = isOn;
        this.#switch.setAttribute("aria-checked", String(isOn));
        this.#restart();
    }

    /**
     * Looks at another position, or at none.
     * @param {number | null} ply
     * @param {string} key changes with the position
     */
    look(ply, key) {
        if (this.#ply === ply && this.#key === key) return;
        [this.#ply, this.#key] = [ply, key];
        this.#restart();
    }

    async #restart() {
        const [ply, key] = [this.#ply, this.#key];
        this.#tell(null, "");
        if (!this.#isOn || ply === null) return;
        try {
            /** @type {ChessAnswer} */
            const answer = await this.#ask({ type: "worth", ply });
            if (answer.type !== "worth" || !this.#isOn || this.#ply !== ply || this.#key !== key) return;
            const by = answer.is_network ? "the engine’s network" : "the engine’s hand-written evaluation";
            this.#tell(new Map(answer.pieces.map(({ square, hundredths }) => [square, hundredths])), `what its side would lose without it, in pawns, by ${by}`);
        } catch (error) {
            this.#tell(null, error instanceof Error ? error.message : String(error));
        }
    }

    /** @param {Map<string, number> | null} pieces @param {string} note */
    #tell(pieces, note) {
        this.#note.textContent = note;
        if (!pieces && !this.#pieces) return;
        this.#pieces = pieces;
        this.#show(pieces);
    }
}
