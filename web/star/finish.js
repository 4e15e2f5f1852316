// "Finish my turn": what a computer would do with the rest of the turn, shown before it is done.
import { announce, cap, sentence, tellError } from "../chrome.js";
import { h } from "../dom.js";
import { order } from "./words.js";

/** @typedef {import("../protocol.d.ts").Command} Command */
/** @typedef {import("./screen.js").StarScreen} StarScreen */

/** Who is asked for hints, and finishes turns. */
export const ADVISER = "admiral";

/** What the button does, for whoever has not pressed it yet. */
export const ABOUT = "An Admiral, the strongest computer, proposes the rest of your turn. You see it before it is done";

export class Finish {
    /** What is proposed; nothing while the computer thinks. @type {{commands: Command[], goal: string, position: number} | null} */ plan = null;
    isAsked = false;

    /** @param {StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
    }

    /** Asks for the rest of the turn; if it is shown already, does it. */
    async press() {
        const { screen } = this;
        if (!screen.isMyTurn) return;
        if (this.plan) return this.#do();
        if (this.isAsked) return;
        this.isAsked = true;
        screen.selection = null;
        screen.drawSelection();
        const { position } = screen.link;
        try {
            const advice = await screen.ask({ type: "advise", strength: ADVISER });
            // Meanwhile the user may have gone on.
            if (!this.isAsked || advice.type !== "advice" || position !== screen.link.position) return;
            const goal = advice.why?.reasons.type === "goals" ? advice.why.reasons.goals[0]?.words ?? "" : "";
            this.plan = { commands: advice.commands, goal, position };
            announce(`An Admiral would do this: ${advice.commands.map(order).join(", ")}. Press A again to do it.`);
        } catch (error) {
            tellError(error);
        } finally {
            if (!this.plan) this.isAsked = false;
            screen.drawSelection();
        }
    }

    async #do() {
        const { screen, plan } = this;
        this.drop();
        if (!plan) return;
        try {
            await screen.link.order({ type: "play", commands: plan.commands }, plan.position);
        } catch (error) {
            tellError(error);
        }
    }

    /** Forgets it. */
    drop() {
        this.isAsked = false;
        this.plan = null;
    }

    /** The card of the plan. */
    card() {
        const { plan, screen } = this;
        if (!plan) {
            return [h("div", { class: "head" }, h("h2", { text: "Finish my turn" })),
                h("p", { class: "muted", text: "An Admiral looks for the best end of your turn…" })];
        }
        const doing = plan.commands.filter(({ type }) => type !== "end_turn");
        return [
            h("div", { class: "head" }, h("h2", { text: "Finish my turn" }), h("span", { class: "grow" }), h("span", { class: "muted small", text: "an Admiral’s plan" })),
            doing.length ? h("ol", { class: "plan" }, doing.map(command => h("li", { text: order(command) })), h("li", { text: "End the turn" }))
                : h("p", { text: "It would do nothing more, and end the turn." }),
            plan.goal ? h("p", { class: "muted small" }, sentence(`Its goal: ${plan.goal}`)) : null,
            h("div", { class: "buttons" },
                h("button", { class: "primary confirm", "data-focus": "finish-do", onclick: () => void this.press() }, doing.length ? "Do this and end the turn" : "End the turn", cap("A")),
                h("button", { "data-focus": "finish-cancel", onclick: () => { this.drop(); screen.drawSelection(); } }, "Cancel", cap("Esc"))),
        ];
    }
}
