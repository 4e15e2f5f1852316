// The moves of a game, to step through.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../protocol.d.ts").ChessMove} ChessMove */

export class MoveList {
    #list = h("ol", { class: "moves" });
    /** @type {Map<number, HTMLButtonElement>} */
    #buttons = new Map();
    #jump;
    #count = 0;
    #ply = 0;
    /** @type {HTMLButtonElement[]} */
    #steps;

    /** @param {(ply: number) => void} onJump */
    constructor(onJump) {
        this.#jump = onJump;
        /** @param {string} name @param {string} picture @param {() => number} to */
        const step = (name, picture, to) =>
            h("button", { type: "button", class: "icon-button", "aria-label": name, title: name, onclick: () => onJump(to()) }, icon(picture));
        this.#steps = [
            step("To the first position", "first", () => 0),
            step("One move back ([)", "prev", () => Math.max(this.#ply - 1, 0)),
            step("One move forward (])", "forward", () => Math.min(this.#ply + 1, this.#count)),
            step("To the last position", "next", () => this.#count),
        ];
        this.element = h(
            "section",
            { class: "card moves-card", "aria-label": "Moves" },
            h("div", { class: "card-head" }, h("h3", {}, "Moves"), h("div", { class: "steps" }, ...this.#steps)),
            this.#list,
        );
    }

    /**
     * @param {ChessMove[]} moves
     * @param {string[]} marks one for each move
     * @param {number} ply the position that is shown
     */
    show(moves, marks, ply) {
        [this.#count, this.#ply] = [moves.length, ply];
        this.#buttons.clear();
        /** @type {HTMLLIElement[]} */
        const rows = [];
        moves.forEach((move, i) => {
            const isCurrent = i + 1 === ply;
            const button = h(
                "button",
                { type: "button", class: "move", "aria-current": isCurrent ? "true" : null, onclick: () => this.#jump(i + 1) },
                move.san,
                marks[i] ? h("span", { class: "move-mark" }, ` ${marks[i]}`) : null,
            );
            if (move.comment) button.title = move.comment;
            this.#buttons.set(i + 1, button);
            const row = rows[rows.length - 1];
            if (move.side === "black" && row && moves[i - 1]?.side === "white") row.append(button);
            else {
                const gap = move.side === "black" ? h("span", { class: "move move-gap" }, "…") : null;
                rows.push(h("li", {}, h("span", { class: "move-number" }, String(move.number)), gap, button));
            }
        });
        if (!rows.length) rows.push(h("li", { class: "faint" }, "No moves yet."));
        this.#list.replaceChildren(...rows);
        const [first, back, forward, last] = this.#steps;
        for (const button of [first, back]) if (button) button.disabled = ply === 0;
        for (const button of [forward, last]) if (button) button.disabled = ply === moves.length;
        const current = this.#buttons.get(ply);
        // Not `scrollIntoView`, which would scroll the page too.
        if (current) {
            const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
            if (top < this.#list.scrollTop) this.#list.scrollTop = top;
            else if (bottom > this.#list.scrollTop + this.#list.clientHeight) this.#list.scrollTop = bottom - this.#list.clientHeight;
        } else this.#list.scrollTop = 0;
    }
}
