// What can be done in the selected sector besides moving ships, with what it leads to: for screens that are touched,
// on which no pointer can rest on a command to see that.
import { h, replace } from "../dom.js";
import { effect } from "./effects.js";

/** @typedef {import("./selection.js").Action} Action */

/** @type {Record<Exclude<Action, "move">, string>} */
const LABELS = { build: "Build", colonize: "Colonize", terraform: "Terraform", scrap: "Scrap" };

export class Offers {
    element = h("div", { class: "offers" });
    /** What the list is made for. @type {{at: string, view: import("../protocol.d.ts").StarView} | null} */ #made = null;

    /** @param {import("./screen.js").StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
    }

    /**
     * Lists what can be done in a sector.
     * @param {string} at
     */
    show(at) {
        const { chooser, view } = this.screen;
        if (this.#made?.at === at && this.#made.view === view) return;
        const made = this.#made = { at, view };
        const offers = /** @type {Exclude<Action, "move">[]} */ (Object.keys(LABELS)).filter(action => !chooser.whyNot(action)).map(action => {
            const count = chooser.proposed(action);
            const note = h("span", { class: "muted small" });
            const button = h("button", { "data-focus": `offer-${action}`, onclick: () => chooser.act(action, true) },
                h("b", { text: count ? `${LABELS[action]} ${count}` : LABELS[action] }), note);
            return { action, count, note, button };
        });
        replace(this.element, offers.map(({ button }) => button));
        for (const { action, count, note } of offers) void this.#explain(made, action, count, note);
    }

    /**
     * @param {{at: string, view: import("../protocol.d.ts").StarView}} made
     * @param {Exclude<Action, "move">} action
     * @param {number} ships
     * @param {HTMLElement} note
     */
    async #explain(made, action, ships, note) {
        const { at, view } = made;
        try {
            const command = action === "build" || action === "scrap" ? { type: action, at, ships } : { type: action, at };
            const answer = await this.screen.ask({ type: "preview", command, instead: false });
            if (made === this.#made && answer.type === "preview") note.textContent = effect(action, view.board, answer.board);
        } catch {
            // What cannot be explained now is explained when it is chosen.
        }
    }
}
