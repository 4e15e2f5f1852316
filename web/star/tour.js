// The tour of a first game: five steps that can be skipped.
import { h, replace } from "../dom.js";
import { announce, cap } from "../chrome.js";

/**
 * @typedef {import("./screen.js").StarScreen} StarScreen
 * @typedef {object} Step
 * @property {string} title
 * @property {string} text
 * @property {string} [task] What to do now.
 * @property {(screen: StarScreen) => boolean} [isDone] Whether that is done.
 * @property {string} around What the step points at.
 * @property {(screen: StarScreen) => void} [showMe]
 */

/** @type {Step[]} */
const STEPS = [
    {
        title: "This is your home world",
        text: "You are Indigo, at the bottom left. The ring shows how full the planet is, the circle beside it is your fleet of twenty ships. Lose your home world, and you lose the game.",
        task: "choose A1",
        around: '[data-at="A1"]', isDone: screen => screen.selection?.at === "A1",
        showMe: screen => screen.chooser.select("A1"),
    },
    {
        title: "Send your ships to a new world",
        text: "Your twenty ships wait at home. Sectors with dashes are in reach. Blue planets are terran and grow to 1,000 people, grey ones are barren and stop at 200. Next turn the twenty ships can settle there.",
        task: "choose A2, B1 or B2",
        around: '[data-at="A2"], [data-at="B1"], [data-at="B2"]',
        isDone: screen => screen.view.this_turn.length > 0 || screen.view.turns > 0,
        showMe: screen => {
            if (!screen.view.this_turn.length) {
                screen.chooser.select("A1", "move", "B2", 20);
                screen.chooser.confirm();
            }
        },
    },
    {
        title: "See what the end of the turn brings",
        text: "People earn materials and credits, ships cost both. Here is what you will have, and a warning if ships would be scrapped. Nothing is final until you end the turn: undo is free.",
        around: ".forecast",
    },
    {
        title: "End your turn",
        text: "Then the computers move, one after the other. Space skips what they do. Fleets that could still act never stop you: the chip with idle fleets takes you to them.",
        task: "choose End turn",
        around: ".forecast .end", isDone: screen => screen.view.turns > 0,
        showMe: screen => void screen.endTurn(),
    },
    {
        title: "Ask why",
        text: "Every computer can tell what it thought: which requests it had, what it left out, what that gained, and the future it expects. Choose Why? in a player’s card or in the log. With ? you find the rules and all keys.",
        around: ".players",
    },
];

/** The height of the bar at the foot of a phone, in pixels. */
const FOOT = 76;

export class Tour {
    #index = 0;
    #isOver = false;
    #card = h("section", { class: "tour", role: "dialog", "aria-label": "Tour" });
    #frame = h("div", { class: "tour-frame", "aria-hidden": "true" });

    /**
     * @param {StarScreen} screen
     * @param {() => void} ended
     */
    constructor(screen, ended) {
        this.screen = screen;
        this.ended = ended;
        document.body.append(this.#frame, this.#card);
        this.#draw();
        this.#timer = setInterval(() => this.follow(), 300);
        addEventListener("resize", this.#place);
        addEventListener("scroll", this.#place, true);
    }

    /** @type {ReturnType<typeof setInterval>} */ #timer;

    /** Goes on when what was asked for is done. */
    follow() {
        const step = STEPS[this.#index];
        if (this.#isOver || !step) return;
        if (step.isDone?.(this.screen)) this.#go(this.#index + 1);
        else this.#place();
    }

    end() {
        if (this.#isOver) return;
        this.#isOver = true;
        clearInterval(this.#timer);
        removeEventListener("resize", this.#place);
        removeEventListener("scroll", this.#place, true);
        this.#card.remove();
        this.#frame.remove();
        this.ended();
    }

    /**
     * @param {KeyboardEvent} event
     * @returns {boolean} Whether the key was for the tour.
     */
    press(event) {
        if (event.key !== "Escape") return false;
        this.end();
        return true;
    }

    /** @param {number} index */
    #go(index) {
        if (index >= STEPS.length) return this.end();
        this.#index = Math.max(0, index);
        this.#draw();
    }

    #draw() {
        const step = STEPS[this.#index];
        if (!step) return;
        const isLast = this.#index === STEPS.length - 1;
        const next = () => {
            step.showMe?.(this.screen);
            if (!step.isDone) this.#go(this.#index + 1);
        };
        replace(this.#card,
            h("div", { class: "progress" }, STEPS.map((_, i) => h("span", { class: i <= this.#index ? "on" : "" })), h("span", { class: "muted small", text: `${this.#index + 1} of ${STEPS.length}` })),
            h("h2", { text: step.title }), h("p", { text: step.text }),
            step.task ? h("p", { class: "task" }, "Do it now: ", h("b", { text: step.task })) : null,
            h("div", { class: "buttons" },
                h("button", { class: "bare", onclick: () => this.end() }, "Skip the tour", cap("Esc")), h("span", { class: "grow" }),
                this.#index ? h("button", { onclick: () => this.#back() }, "Back") : null,
                h("button", { class: "primary", "data-focus": "tour-next", onclick: next }, isLast ? "Play" : step.task ? "Show me" : "Next")));
        announce(`Tour, step ${this.#index + 1} of ${STEPS.length}: ${step.title}. ${step.text}`);
        this.#place();
    }

    /** Back to the last step that is not done already. */
    #back() {
        let index = this.#index - 1;
        while (index > 0 && STEPS[index]?.isDone?.(this.screen)) index--;
        this.#index = index;
        this.#draw();
    }

    /** Puts the frame around what is meant, and the card beside it. */
    #place = () => {
        const step = STEPS[this.#index];
        const boxes = step ? [...document.querySelectorAll(step.around)].map(element => element.getBoundingClientRect()).filter(box => box.width) : [];
        this.#frame.hidden = !boxes.length;
        if (!boxes.length) return;
        const left = Math.min(...boxes.map(box => box.left)) - 8, top = Math.min(...boxes.map(box => box.top)) - 8;
        const right = Math.max(...boxes.map(box => box.right)) + 8, bottom = Math.max(...boxes.map(box => box.bottom)) + 8;
        const set = (/** @type {HTMLElement} */ element, /** @type {Record<string, number>} */ places) => {
            for (const [name, value] of Object.entries(places)) element.style.setProperty(name, `${Math.round(value)}px`);
        };
        set(this.#frame, { left, top, width: right - left, height: bottom - top });
        const card = this.#card.getBoundingClientRect();
        if (innerWidth < 800) {
            // At the foot, over the bar there, unless it would hide what is meant.
            const below = innerHeight - FOOT - bottom;
            this.#card.classList.toggle("above", below < card.height && top > below);
            for (const name of ["left", "top"]) this.#card.style.removeProperty(name);
            return;
        }
        const x = right + 20 + card.width < innerWidth ? right + 20 : left - 20 - card.width > 0 ? left - 20 - card.width : Math.max(12, innerWidth - card.width - 20);
        const y = Math.max(64, Math.min(innerHeight - card.height - 12, (top + bottom - card.height) / 2));
        set(this.#card, { left: x, top: y });
    };
}
