// The board: sixteen tiles in SVG, with what is selected and what would happen.
import { s } from "../dom.js";
import { SIGHT, STAR, arc, definitions, planet, shape } from "./pieces.js";
import { describe } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarBoard} StarBoard
 * @typedef {import("../protocol.d.ts").StarSector} StarSector
 * @typedef {import("../protocol.d.ts").Outcome} Outcome
 */

/**
 * What is drawn over the position.
 * @typedef {object} Overlay
 * @property {string | null} [selected] The selected sector.
 * @property {string | null} [target] The target of a move.
 * @property {Map<string, {outcome: Outcome, max: number}>} [targets] Sectors that can be reached, and what happens there.
 * @property {Map<string, number>} [threats] Threats to show.
 * @property {Arrow[]} [arrows]
 * @property {Set<string>} [marks] Sectors where a battle was fought.
 * @property {StarBoard | null} [ghost] A position to which fleets are compared: those that differ are ghosts.
 * @property {string | null} [cursor] The tile that has the focus.
 */

/** @typedef {{from: string, to: string, ships: number, player: number, isDashed?: boolean}} Arrow */

const TILE = 142;
const GAP = 8;
/** Where a fleet is in its tile. */
const FLEET = { x: 112, y: 66 };
const SIZE = 4 * TILE + 3 * GAP;

let boards = 0;

/**
 * The place of a sector on the board, in tiles from the top left.
 * @param {string} at
 */
function place(at) {
    return { column: at.charCodeAt(0) - 65, row: 4 - Number(at[1]) };
}

/** @param {string} at */
function corner(at) {
    const { column, row } = place(at);
    return { x: column * (TILE + GAP), y: row * (TILE + GAP) };
}

/**
 * The sector next to another, or the same at the edge.
 * @param {string} at
 * @param {number} right
 * @param {number} up
 */
export function beside(at, right, up) {
    const column = Math.min(3, Math.max(0, at.charCodeAt(0) - 65 + right));
    const row = Math.min(4, Math.max(1, Number(at[1]) + up));
    return String.fromCharCode(65 + column) + row;
}

/** The board as an element. It says what happens to it by `onPick`, `onHover`, `onDrag`, `onDrop` and `onWheel`. */
export class Board {
    #id = `board${++boards}`;
    /** What is under everything, the shafts of arrows over it, then the tiles, and over them the heads of arrows. */
    #fields = s("g");
    #shafts = s("g", { class: "over" });
    #tiles = s("g");
    #over = s("g", { class: "over" });
    /** @type {string | null} */ #dragFrom = null;
    /** What is drawn now. @type {[StarBoard, Overlay] | null} */ #drawn = null;
    /** A fleet that slides to a sector, which looks as before until it arrives. @type {{to: string, before: StarSector | undefined} | null} */ #flight = null;
    #flying = s("g", { class: "over" });
    /** @type {(at: string) => void} */ onPick = () => {};
    /** @type {(at: string | null) => void} */ onHover = () => {};
    /** @type {(from: string, over: string) => void} */ onDrag = () => {};
    /** @type {(from: string, to: string) => void} */ onDrop = () => {};
    /** Says whether the wheel had a meaning there. @type {(at: string | null, by: number) => boolean} */ onWheel = () => false;
    /** @type {(player: number) => string} */ name;
    /** The player whose ready ships are shown, or 0. */
    ready = 0;

    /**
     * @param {(player: number) => string} name
     * @param {string} label
     */
    constructor(name, label) {
        this.name = name;
        this.element = s("svg", {
            class: "board", viewBox: `-2 -2 ${SIZE + 4} ${SIZE + 4}`, role: "group", "aria-label": label,
        }, definitions(this.#id), this.#fields, this.#shafts, this.#tiles, this.#over, this.#flying);
        this.element.addEventListener("pointerdown", event => this.#press(event));
        this.element.addEventListener("pointerup", event => this.#release(event));
        this.element.addEventListener("pointermove", event => this.#move(event));
        this.element.addEventListener("pointerleave", () => this.onHover(null));
        this.element.addEventListener("wheel", event => {
            // Where it changes nothing, it scrolls the page.
            if (this.onWheel(this.#at(event), event.deltaY < 0 ? 1 : -1)) event.preventDefault();
        }, { passive: false });
    }

    /** @param {PointerEvent | MouseEvent} event */
    #at(event) {
        const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-at]");
        return target instanceof SVGElement && this.element.contains(target) ? target.dataset.at ?? null : null;
    }

    /** @param {PointerEvent} event */
    #press(event) {
        this.#dragFrom = event.button === 0 ? this.#at(event) : null;
        // A finger that is held down would keep all events for the first tile.
        if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
            event.target.releasePointerCapture(event.pointerId);
        }
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const over = this.#at(event);
        // The button may have been let go outside of the board.
        if (!(event.buttons & 1)) this.#dragFrom = null;
        if (this.#dragFrom && over && over !== this.#dragFrom) this.onDrag(this.#dragFrom, over);
        this.onHover(over);
    }

    /** @param {PointerEvent} event */
    #release(event) {
        const [from, to] = [this.#dragFrom, this.#at(event)];
        this.#dragFrom = null;
        if (!from || !to) return;
        if (from === to) this.onPick(to);
        else this.onDrop(from, to);
    }

    /**
     * Puts the focus on a tile.
     * @param {string} at
     */
    focus(at) {
        const tile = this.#tiles.querySelector(`.hit[data-at="${at}"]`);
        if (tile instanceof SVGElement) tile.focus();
    }

    /**
     * Draws a position.
     * @param {StarBoard} board
     * @param {Overlay} [overlay]
     */
    draw(board, overlay = {}) {
        const focused = document.activeElement instanceof SVGElement && this.#tiles.contains(document.activeElement)
            ? document.activeElement.dataset.at : undefined;
        this.#drawn = [board, overlay];
        const arriving = this.#flight;
        // From the top row to the bottom, as they are read.
        const sectors = board.sectors.map(sector => arriving?.before && arriving.to === sector.at ? arriving.before : sector).sort((a, b) => place(a.at).row - place(b.at).row || place(a.at).column - place(b.at).column);
        this.#tiles.replaceChildren(...sectors.map(sector => this.#tile(sector, overlay)));
        this.#fields.replaceChildren(...sectors.map(sector => this.#field(sector, overlay)));
        const arrows = (overlay.arrows ?? []).map(arrow => this.#arrow(arrow));
        this.#shafts.replaceChildren(...arrows.map(({ shaft }) => shaft));
        this.#over.replaceChildren(...arrows.map(({ head }) => head));
        if (focused) this.focus(focused);
    }

    /**
     * Lets a fleet slide from one sector to another. Until it arrives, its target is drawn as in `before`.
     * @param {Arrow} move
     * @param {StarBoard} before
     * @param {number} time In milliseconds.
     */
    slide({ from, to, ships, player }, before, time) {
        const flight = { to, before: before.sectors.find(sector => sector.at === to) };
        this.#flight = flight;
        const fleet = s("g", { class: "fleet" }, shape(player, 25), s("text", { class: "ships", y: 33, text: String(ships) }));
        this.#flying.replaceChildren(fleet);
        const at = (/** @type {string} */ sector) => {
            const { x, y } = corner(sector);
            return { transform: `translate(${x + FLEET.x}px, ${y + FLEET.y}px)` };
        };
        const arrive = () => {
            if (this.#flight !== flight) return;
            this.#flight = null;
            this.#flying.replaceChildren();
            if (this.#drawn) this.draw(...this.#drawn);
        };
        fleet.animate([at(from), at(to)], { duration: time, easing: "ease-out", fill: "forwards" }).finished.then(arrive, arrive);
    }

    /**
     * @param {StarSector} sector
     * @param {Overlay} overlay
     */
    #tile(sector, overlay) {
        const { at, fleet } = sector;
        const { x, y } = corner(at);
        const option = overlay.targets?.get(at);
        const threat = overlay.threats?.get(at) ?? 0;
        const isSelected = overlay.selected === at;
        const isTarget = overlay.target === at;
        const classes = ["tile"];
        if (isSelected) classes.push("selected");
        if (option) classes.push("reach");
        if (isTarget) classes.push("target");
        const words = [describe(sector, this.name)];
        if (threat) words.push(`threat ${threat}`);
        if (option) words.push(outcomeWords(option.outcome, option.max));
        const old = overlay.ghost?.sectors.find(other => other.at === at)?.fleet ?? null;
        const isGhost = Boolean(overlay.ghost) && (old?.owner !== fleet?.owner || old?.ships !== fleet?.ships);
        return s("g", {
            class: classes.join(" "), transform: `translate(${x} ${y})`, "data-at": at,
        },
            // The button in front of it says it all.
            s("g", { "aria-hidden": "true" },
                s("text", { class: "name", x: 9, y: 20, text: at }),
                sector.home_of ? s("path", {
                    class: "home", transform: "translate(29 8.500) scale(.58)", fill: `var(--player-${sector.home_of})`,
                    d: STAR,
                }) : null,
                threat ? this.#threat(threat) : null,
                this.#world(sector),
                fleet ? this.#fleet(sector, isGhost) : null,
                isGhost && !fleet && old ? this.#gone(old.owner) : null,
                overlay.marks?.has(at) ? s("path", { class: "battle", transform: "translate(84 26)", d: "M-11-11 11 11M11-11-11 11" }) : null,
                option ? this.#pill(option.outcome) : null,
                s("rect", { class: "edge", x: 1, y: 1, width: TILE - 2, height: TILE - 2, rx: 10 }),
                s("rect", { class: "ring", x: -2.500, y: -2.500, width: TILE + 5, height: TILE + 5, rx: 13 })),
            s("rect", {
                class: "hit", "data-at": at, role: "button", width: TILE, height: TILE, fill: "transparent",
                tabindex: (overlay.cursor ?? "A1") === at ? 0 : -1, "aria-label": words.join("; "),
                "aria-pressed": isSelected ? "true" : "false",
            }));
    }

    /**
     * The ground of a tile.
     * @param {StarSector} sector
     * @param {Overlay} overlay
     */
    #field({ at, colony }, overlay) {
        const { x, y } = corner(at);
        return s("g", { class: `field${overlay.targets?.has(at) ? " reach" : ""}`, transform: `translate(${x} ${y})`, "aria-hidden": "true" },
            s("rect", { class: "ground", width: TILE, height: TILE, rx: 10 }),
            colony ? s("rect", { class: "tint", width: TILE, height: TILE, rx: 10, fill: `var(--player-${colony.owner})` }) : null);
    }

    /** @param {StarSector} sector */
    #world(sector) {
        const { colony } = sector;
        return s("g", { transform: "translate(50 77)" },
            sector.bombardment !== null ? s("circle", { class: "blockade", r: 40, stroke: `url(#${this.#id}-hatch)` }) : null,
            planet(sector.class, this.#id),
            colony ? s("circle", { class: "room", r: 33 }) : null,
            colony ? s("path", {
                class: "population", d: arc(colony.population / sector.max_population, 33),
                stroke: `var(--player-${colony.owner})`,
            }) : null,
            colony ? s("text", { class: "people", y: 5.500, text: String(colony.population) }) : null,
            sector.bombardment !== null ? s("text", { class: "loss", x: -43, y: 59, text: `−${sector.bombardment} %` }) : null);
    }

    /**
     * @param {StarSector} sector
     * @param {boolean} isGhost
     */
    #fleet(sector, isGhost) {
        const { fleet, ready } = sector;
        if (!fleet) return null;
        const isIdle = ready === 0;
        return s("g", { class: `fleet${isGhost ? " ghost" : ""}${isIdle ? " spent" : ""}`, transform: `translate(${FLEET.x} ${FLEET.y})` },
            isGhost
                ? shape(fleet.owner, 24, { "fill-opacity": 0.25, stroke: `var(--player-${fleet.owner})`, "stroke-width": 1.800, "stroke-dasharray": "4 3" })
                : shape(fleet.owner, 25),
            s("text", { class: "ships", y: 33, text: String(fleet.ships) }),
            this.ready === fleet.owner ? s("text", { class: "ready", y: 48, text: `${ready} ready` }) : null);
    }

    /** @param {number} owner */
    #gone(owner) {
        return s("g", { class: "fleet ghost", transform: `translate(${FLEET.x} ${FLEET.y})` },
            shape(owner, 24, { fill: "none", stroke: `var(--player-${owner})`, "stroke-width": 1.500, "stroke-dasharray": "3 4" }),
            s("text", { class: "ships", y: 33, text: "0" }));
    }

    /** @param {number} threat */
    #threat(threat) {
        return s("g", { class: "threat", transform: `translate(${TILE - 10} 20)` },
            s("text", { text: String(threat) }),
            s("path", {
                transform: `translate(${-String(threat).length * 8 - 17} -10.500) scale(.56)`,
                d: SIGHT,
            }));
    }

    /** @param {Outcome} outcome */
    #pill(outcome) {
        const [kind, text] = pillWords(outcome);
        const width = 7.200 * text.length + (kind === "plain" ? 14 : 28);
        const sign = kind === "good" ? "M5 12.500l4.500 4.500L19 7.500" : "M6 6l12 12M18 6 6 18";
        return s("g", { class: `pill ${kind} ${outcome.type}`, transform: `translate(${TILE - 6} ${TILE - 27})` },
            s("g", { class: "pill-body" },
                s("rect", { x: -width, width, height: 21, rx: 10.500 }),
                kind === "plain" ? null : s("path", { transform: `translate(${6 - width} 3) scale(.62)`, d: sign }),
                s("text", { x: -9, y: 15, text })));
    }

    /**
     * An arrow from a fleet into the next sector, with its number of ships on the border between them.
     * @param {Arrow} arrow
     */
    #arrow({ from, to, ships, player, isDashed }) {
        const middle = (/** @type {string} */ at) => ({ x: corner(at).x + TILE / 2, y: corner(at).y + TILE / 2 });
        const [p, q] = [middle(from), middle(to)];
        const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
        const [ux, uy] = [(q.x - p.x) / length, (q.y - p.y) / length];
        const width = 16 + 9 * String(ships).length;
        // Up and down it keeps to the left, away from the fleets' numbers and from what is said of a target.
        const lane = ux === 0 ? -25 : 0;
        const [mx, my] = [(p.x + q.x) / 2 + lane, (p.y + q.y) / 2 - 4];
        const beyond = Math.min(width / 2 / Math.max(Math.abs(ux), 0.01), 11 / Math.max(Math.abs(uy), 0.01));
        const [x1, y1] = [p.x + 30 * ux + (lane || 14), p.y + 30 * uy - 4];
        const [x2, y2] = [mx + (beyond + 3) * ux, my + (beyond + 3) * uy];
        const color = `var(--player-${player})`;
        const angle = Math.atan2(uy, ux) * 180 / Math.PI;
        const name = `flight${isDashed ? " dashed" : ""}`;
        return {
            shaft: s("g", { class: name }, s("path", { class: "shaft", d: `M${x1} ${y1}L${x2} ${y2}`, stroke: color })),
            head: s("g", { class: name },
                s("path", { d: "M-1-7 11 0-1 7z", fill: color, transform: `translate(${x2} ${y2}) rotate(${angle})` }),
                s("g", { class: "count", transform: `translate(${mx} ${my})` },
                    s("rect", { x: -width / 2, y: -11, width, height: 22, rx: 11 }),
                    s("text", { y: 5, text: String(ships) }))),
        };
    }
}

/**
 * An outcome as short words, and whether it is good.
 * @param {Outcome} outcome
 * @returns {["good" | "bad" | "plain", string]}
 */
function pillWords(outcome) {
    switch (outcome.type) {
        case "empty": return ["plain", "no fleet"];
        case "joins": return ["plain", `joins ${outcome.ships}`];
        case "wins": return ["good", `${outcome.losses} lost`];
        case "draws": return ["bad", "both lost"];
        case "loses": return ["bad", "all lost"];
    }
}

/**
 * An outcome for a screen reader.
 * @param {Outcome} outcome
 * @param {number} max
 */
function outcomeWords(outcome, max) {
    switch (outcome.type) {
        case "empty": return `in reach for ${max}`;
        case "joins": return `in reach for ${max}, joins ${outcome.ships}`;
        case "wins": return `in reach, ${max} win and lose ${outcome.losses}`;
        case "draws": return "in reach, both fleets would be lost";
        case "loses": return `in reach, all ${max} would be lost`;
    }
}
