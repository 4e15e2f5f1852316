// The card of the selected sector: what is there, how many ships, and what would happen.
import { h, replace, s } from "../dom.js";
import { icon } from "../icons.js";
import { cap, sentence } from "../chrome.js";
import { gained, resources, spent } from "./effects.js";
import { Offers } from "./offers.js";
import { shape } from "./pieces.js";
import { list, nameOf, order, ships, signed } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarTarget} StarTarget
 * @typedef {import("../protocol.d.ts").TickKind} TickKind
 * @typedef {import("./screen.js").StarScreen} StarScreen
 */

/** @type {Record<TickKind, string>} */
const TICKS = { wins: "wins", halves_losses: "halves losses", loses_none: "loses none" };

/** What an action is called before and after it was done. @type {Record<import("./selection.js").Action, {doing: string, done: string}>} */
const VERBS = {
    move: { doing: "Move", done: "Moved" }, build: { doing: "Build", done: "Built" }, scrap: { doing: "Scrap", done: "Scrapped" },
    colonize: { doing: "Colonize", done: "Colonized" }, terraform: { doing: "Terraform", done: "Terraformed" },
};

const SCORE = "Your score";

/** How near to a tick the slider snaps, as a share of its length. */
const SNAP = 0.015;

export class Panel {
    element = h("section", { class: "card panel", "aria-label": "Selection" });
    /** What the card is made for; it is rebuilt when this changes. */
    #key = "";
    /** @type {HTMLInputElement | null} */ #slider = null;
    #numbers = h("div");
    #outcome = h("div");
    #offers;

    /** @param {StarScreen} screen */
    constructor(screen) {
        this.screen = screen;
        this.#offers = new Offers(screen);
    }

    /** Shows the selection. */
    update() {
        const { selection, isMyTurn, finish } = this.screen;
        const key = JSON.stringify([selection?.at, selection?.action, selection?.to, Boolean(selection?.given), isMyTurn, selection?.most ?? 0, this.screen.view.commands, this.screen.past?.turn, finish.isAsked, finish.plan?.commands]);
        if (key !== this.#key) {
            this.#key = key;
            this.#build();
        }
        if (selection) this.#fill();
    }

    /** What the selected command leads to, for screen readers. */
    get spoken() {
        const { selection } = this.screen;
        const count = selection?.ships ? `, ${ships(selection.ships)}` : "";
        const rows = [...this.#numbers.querySelectorAll("dl > div")].map(row => [...row.children].map(part => part.textContent).join(" "));
        return [`${this.element.querySelector("h2")?.textContent ?? ""}${count}.`, this.#outcome.textContent, ...rows.map(row => `${row}.`)].filter(Boolean).join(" ");
    }

    #build() {
        const { selection, screen } = { selection: this.screen.selection, screen: this.screen };
        this.#slider = null;
        if (screen.finish.isAsked) return replace(this.element, ...screen.finish.card());
        if (!selection) return this.#buildEmpty();
        const { at, action, to, options, given } = selection;
        const sector = selection.board.sectors.find(sector => sector.at === at);
        const ready = sector?.ready ?? 0;
        if (action === "move" && !to || action === null) {
            const hint = options?.moves.length ? "Choose a sector with dashes to send them there: it says how that would end." : sentence(options?.why_not.moving ?? "Nothing can move here");
            const offer = (/** @type {boolean} */ isPossible, /** @type {string} */ text, /** @type {string} */ key) => isPossible ? h("p", { class: "muted roomy" }, `${text} `, cap(key)) : null;
            replace(this.element, this.#head(sector?.fleet ? `Fleet in ${at}` : `Colony ${at}`, sector?.fleet ? `${ready} ready` : ""),
                h("p", { class: "muted", text: hint }), offer(!options?.why_not.colonize, "You can found a colony here.", "C"),
                offer(!options?.why_not.build, "You can build ships here.", "B"), this.#offers.element);
            if (isNarrow()) this.#offers.show(at);
            return;
        }
        const verbs = VERBS[action];
        const title = `${given ? verbs.done : verbs.doing} ${action === "move" ? `${at} to ${to}` : action === "build" || action === "scrap" ? `at ${at}` : at}`;
        const note = action === "move" ? `${ready} ready in ${at}` : action === "build" ? `at most ${selection.most}` : "";
        const hasAmount = action === "move" || action === "build" || action === "scrap";
        const target = options?.moves.find(move => move.to === to);
        replace(this.element, this.#head(title, note), action === "move" ? this.#sides(to ?? "") : null, this.#outcome,
            hasAmount ? this.#amount(target) : null, this.#numbers,
            h("div", { class: "buttons" }, given
                ? h("button", { class: "confirm", "data-focus": "undo", onclick: () => void screen.undo() }, icon("undo"), "Undo", cap("Z"))
                : [h("button", { class: "primary confirm", "data-focus": "confirm", onclick: () => screen.chooser.confirm() }, h("span", { class: "what" }), cap("Enter")),
                    h("button", { "data-focus": "cancel", onclick: () => screen.chooser.select(at) }, "Cancel", cap("Esc"))]));
    }

    #buildEmpty() {
        const { screen } = this;
        const { view } = screen;
        if (screen.past) {
            const turn = screen.turns[screen.past.turn - 1];
            return replace(this.element, this.#head(turn ? `Round ${turn.round}, after ${nameOf(turn.player)}` : "The start", ""),
                h("p", { class: "muted", text: "Drag the handle of the graph, or press [ and ], to go through the game." }));
        }
        if (!screen.isMyTurn) {
            const { next } = view;
            // What is shown of computers can be skipped; a person's thoughts cannot.
            const person = next.type === "human" && !screen.playback.isRunning ? nameOf(next.who) : "";
            const text = next.type === "over" ? "The game is over." : !screen.mine.length ? "You watch this game. Choose Why? to see what a computer thought."
                : person ? `${person} is a person at another screen.` : "The others move. Space skips what they do.";
            const head = screen.isWatched ? "Four computers play" : next.type === "over" ? "The end" : person ? `${person} is to move` : "Wait a moment";
            return replace(this.element, this.#head(head, ""), h("p", { class: "muted", text }));
        }
        const settling = view.options.filter(options => !options.why_not.colonize).map(({ at }) => at);
        replace(this.element, this.#head("Your turn", ""), h("p", { class: "muted", text: "Choose one of your fleets or colonies. Or drag a fleet to where it should go." }),
            settling.length ? h("p", { class: "muted", text: `Your ships at ${list(settling)} can found a colony.` }) : null,
            view.idle.colonies.length && view.idle.spare_support ? h("p", { class: "muted", text: `Your income supports ${ships(view.idle.spare_support)} more.` }) : null);
    }

    /**
     * @param {string} title
     * @param {string} note
     */
    #head(title, note) {
        return h("div", { class: "head" }, h("h2", { text: title }), h("span", { class: "grow" }), h("span", { class: "muted small", text: note }));
    }

    /** @param {string} to */
    #sides(to) {
        const { screen } = this;
        const enemy = screen.selection?.board.sectors.find(sector => sector.at === to)?.fleet;
        const me = screen.board.to_move;
        /** @param {number} player @param {string} count @param {string} cls */
        const side = (player, count, cls) => h("div", { class: `side-of ${cls}` },
            s("svg", { viewBox: "-15 -15 30 30", width: 28, height: 28, "aria-hidden": "true" }, shape(player, 25)),
            h("div", {}, h("b", { class: "count", text: count }), h("span", { class: "muted small", text: nameOf(player) })));
        if (!enemy || enemy.owner === me) return null;
        return h("div", { class: "sides" }, side(me, "", "own"), h("span", { class: "muted" }, icon("swords", 22)), side(enemy.owner, String(enemy.ships), "enemy"));
    }

    /** @param {StarTarget | undefined} target */
    #amount(target) {
        const { screen } = this;
        const most = screen.selection?.most ?? 0;
        const ticks = target?.ticks ?? [];
        const slider = h("input", {
            type: "range", min: 1, max: most, value: screen.selection?.ships ?? 1, step: 1, "aria-label": "Ships", "data-focus": "slider",
            oninput: () => {
                const value = Number(slider.value);
                const near = ticks.find(tick => Math.abs(tick.ships - value) <= SNAP * most && tick.ships !== value);
                screen.selection?.setAmount(near && document.activeElement === slider && this.#isDragging ? near.ships : value);
            },
            onpointerdown: () => { this.#isDragging = true; },
            onpointerup: () => { this.#isDragging = false; },
            onwheel: (/** @type {WheelEvent} */ event) => { event.preventDefault(); screen.selection?.changeAmount(event.deltaY < 0 ? 1 : -1); },
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
                const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
                if (!by || !event.shiftKey) return;
                event.preventDefault();
                event.stopPropagation();
                screen.selection?.changeAmount(10 * by);
            },
        });
        this.#slider = slider;
        const least = ticks.find(tick => tick.what === "loses_none");
        const options = screen.selection?.options;
        const build = screen.selection?.action === "build" ? options?.build : null;
        const surplus = screen.selection?.action === "scrap" ? options?.surplus : 0;
        return h("div", { class: "amount" },
            h("div", { class: "row" },
                h("button", { class: "square", "aria-label": "One less", "data-focus": "less", onclick: () => screen.selection?.changeAmount(-1) }, "−"),
                h("b", { class: "value" }),
                h("button", { class: "square", "aria-label": "One more", "data-focus": "more", onclick: () => screen.selection?.changeAmount(1) }, "+"),
                h("span", { class: "grow" }),
                h("button", { "data-focus": "all", onclick: () => screen.selection?.setAmount(most) }, `All ${most}`),
                least ? h("button", { "data-focus": "least", onclick: () => screen.selection?.setAmount(least.ships) }, "Least without losses") : null,
                build && build.supportable > 0 && build.supportable < most ? h("button", { "data-focus": "support", onclick: () => screen.selection?.setAmount(build.supportable) }, `Supported ${build.supportable}`) : null,
                surplus ? h("button", { "data-focus": "surplus", onclick: () => screen.selection?.setAmount(surplus) }, `Surplus ${surplus}`) : null),
            most > 1 ? h("div", { class: "slider" }, slider,
                this.#ticks(ticks, most)) : null);
    }

    #isDragging = false;

    /**
     * @param {import("../protocol.d.ts").Tick[]} ticks
     * @param {number} most
     */
    #ticks(ticks, most) {
        if (!ticks.length) return null;
        const picture = s("svg", { class: "ticks", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
            ticks.map(tick => s("path", { d: `M${100 * (tick.ships - 1) / (most - 1)} 0v8` })));
        return h("div", {}, picture, h("div", { class: "tick-labels" }, ticks.map(tick =>
            h("button", { class: "link", "data-tick": tick.ships, "data-focus": `tick-${tick.what}`, onclick: () => this.screen.selection?.setAmount(tick.ships) }, `${tick.ships} ${TICKS[tick.what]}`))));
    }

    #fill() {
        const { selection } = this.screen;
        if (!selection) return;
        const { command } = selection;
        const value = this.element.querySelector(".value");
        if (value) value.textContent = String(selection.ships);
        const own = this.element.querySelector(".own .count");
        if (own) own.textContent = String(selection.ships);
        if (this.#slider) {
            this.#slider.value = String(selection.ships);
            this.#slider.style.setProperty("--filled", `${100 * (selection.ships - 1) / Math.max(1, (this.screen.selection?.most ?? 0) - 1)}%`);
            this.#slider.style.setProperty("--own", `var(--player-${this.screen.board.to_move})`);
        }
        for (const tick of this.element.querySelectorAll("[data-tick]")) {
            if (tick instanceof HTMLElement) tick.classList.toggle("reached", Number(tick.dataset.tick) === selection.ships);
        }
        const label = this.element.querySelector(".confirm .what");
        if (label && command) label.textContent = selection.action === "move" ? `Move ${selection.ships}` : order(command);
        const confirm = this.element.querySelector(".confirm");
        confirm?.setAttribute("aria-disabled", selection.refusal && !selection.given || !command ? "true" : "false");
        this.#fillOutcome();
        this.#fillNumbers();
    }

    #fillOutcome() {
        const { selection } = this.screen;
        if (!selection) return;
        if (selection.refusal) {
            return replace(this.#outcome, h("p", { class: "outcome bad" }, icon("cross"), sentence(selection.refusal)));
        }
        const battle = selection.preview?.events.find(event => event.type === "battle");
        if (!battle || battle.type !== "battle") {
            const { preview, board } = selection;
            const text = selection.action === "terraform" ? "The planet becomes terran."
                : selection.action === "colonize" && preview ? `${ships(spent(board, preview.board).ships)} become a colony.` : "";
            return replace(this.#outcome, text ? h("p", { class: "outcome good" }, icon("check"), text) : null);
        }
        const { attacker, defender } = battle;
        const left = attacker.ships - attacker.losses, kept = defender.ships - defender.losses;
        const isGood = left > 0;
        const text = left > 0 ? attacker.losses ? `You win and lose ${ships(attacker.losses)}.` : "You win and lose no ships."
            : kept > 0 ? `You lose all ${attacker.ships}.` : "Both fleets are destroyed.";
        replace(this.#outcome, h("p", { class: `outcome ${isGood ? "good" : "bad"}` }, icon(isGood ? "check" : "cross"), h("b", { text }),
            h("span", { class: "grow" }), h("span", { class: "muted", text: `${nameOf(defender.player)} −${defender.losses}` })));
    }

    #fillNumbers() {
        const { screen } = this;
        const { selection } = screen;
        const preview = selection?.preview;
        if (!selection || !preview) return replace(this.#numbers);
        const me = screen.board.to_move;
        const before = selection.board.players[me - 1], after = preview.board.players[me - 1];
        if (!before || !after) return;
        /** @type {[string, Node | string][]} */
        const rows = [];
        for (const event of preview.events) {
            if (event.type === "blockade_lifted") rows.push([`Blockade of ${event.at}`, h("span", { class: "good", text: "ends" })]);
            if (event.type === "blockade_began") rows.push([`Colony of ${nameOf(event.owner)} at ${event.at}`, h("span", { class: "good", text: "blockaded" })]);
        }
        if (selection.action === "move") {
            const rest = preview.board.sectors.find(sector => sector.at === selection.at);
            const kept = rest?.fleet?.owner === me ? rest.fleet.ships : 0;
            const isInDanger = (rest?.threat ?? 0) > kept && rest?.colony?.owner === me;
            rows.push([`${selection.at} keeps`, h("span", { class: isInDanger ? "warning strong" : "", text: `${ships(kept)}${rest?.threat ? `, threat ${rest.threat}` : ""}` })]);
        }
        const net = gained(selection.board, preview.board);
        if (net.materials || net.credits) {
            rows.push(["Income, a turn", h("span", {}, h("span", { class: net.materials < 0 ? "warning" : "good", text: signed(net.materials) }), " materials, ",
                h("span", { class: net.credits < 0 ? "warning" : "good", text: signed(net.credits) }), " credits")]);
        }
        const cost = spent(selection.board, preview.board);
        if (cost.materials || cost.credits) rows.push(["It costs", resources(cost)]);
        if (after.score !== before.score) rows.push([SCORE, h("span", {}, `${signed(before.score)} → `, h("b", { text: signed(after.score) }))]);
        const scrapped = after.scrapped_ships - before.scrapped_ships;
        if (scrapped > 0) rows.push(["At the end of the turn", h("span", { class: "warning strong", text: `${ships(after.scrapped_ships)} scrapped` })]);
        replace(this.#numbers, h("dl", {}, rows.map(([label, value]) => h("div", { class: label === SCORE ? "score-row" : "" }, h("dt", { class: "muted", text: label }), h("dd", {}, value)))));
    }
}

/** Whether the screen is a phone's, on which no pointer can rest on a command. */
function isNarrow() {
    return innerWidth < 800;
}
