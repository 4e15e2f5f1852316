// Star Chess in words.

/**
 * @typedef {import("../protocol.d.ts").Event} Event
 * @typedef {import("../protocol.d.ts").Command} Command
 * @typedef {import("../protocol.d.ts").StarTurn} StarTurn
 * @typedef {import("../protocol.d.ts").StarSector} StarSector
 * @typedef {import("../protocol.d.ts").StarSitter} StarSitter
 * @typedef {import("../protocol.d.ts").Goal} Goal
 * @typedef {import("../protocol.d.ts").Player} Player
 */

export const NAMES = ["Indigo", "Teal", "Yellow", "Rose"];

/** @param {number} player From 1. */
export function nameOf(player) {
    return NAMES[player - 1] ?? `player ${player}`;
}

/** @param {StarSitter} sitter */
export function sitterName(sitter) {
    if (sitter.kind === "human") return "Person";
    return sitter.name;
}

const NUMBER = new Intl.NumberFormat("en");

/** @param {number} value A number with its thousands apart. */
export function number(value) {
    return NUMBER.format(value).replace("-", "−");
}

/** @param {string} text A text of the server, with the thousands of its numbers apart. */
export function grouped(text) {
    return text.replace(/\d{4,}/g, digits => number(Number(digits)));
}

/** @param {number} value A number with its sign. */
export function signed(value) {
    return value > 0 ? `+${number(value)}` : number(value);
}

/**
 * What was paid, in short: "−100 / −200" for materials and credits, or the one that was; nothing if nothing was.
 * @param {{materials: number, credits: number}} paid
 */
export function cost({ materials, credits }) {
    if (materials && credits) return `${number(-materials)} / ${number(-credits)}`;
    return materials ? `${number(-materials)} materials` : credits ? `${number(-credits)} credits` : "";
}

/** @param {number} count */
export function ships(count) {
    return count === 1 ? "1 ship" : `${number(count)} ships`;
}

/** @param {number} count */
export function colonies(count) {
    return count === 1 ? "1 colony" : `${number(count)} colonies`;
}

/**
 * A list as people write it: A, B and C.
 * @param {string[]} items
 */
export function list(items) {
    if (items.length < 2) return items.join("");
    return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

/**
 * A command as an order: "Move 51 ships A2 to B1".
 * @param {Command} command
 */
export function order(command) {
    switch (command.type) {
        case "move": return `Move ${ships(command.ships)} ${command.from} to ${command.to}`;
        case "build": return `Build ${ships(command.ships)} at ${command.at}`;
        case "colonize": return `Colonize ${command.at}`;
        case "terraform": return `Terraform ${command.at}`;
        case "scrap": return `Scrap ${ships(command.ships)} at ${command.at}`;
        case "end_turn": return "End the turn";
    }
}

/**
 * The moves, builds and other commands of a turn: "moved 75 to B3, 15 to A3; built 6 at C1".
 * @param {Command[]} commands
 * @param {"past" | "present"} tense
 */
export function deeds(commands, tense) {
    /** @type {Record<string, string[]>} */
    const groups = { move: [], build: [], colonize: [], terraform: [], scrap: [] };
    // Ships that go to the same sector are told together.
    /** @type {Record<string, Map<string, number>>} */
    const counts = { move: new Map(), build: new Map(), scrap: new Map() };
    for (const command of commands) {
        switch (command.type) {
            case "move": counts.move?.set(command.to, (counts.move.get(command.to) ?? 0) + command.ships); break;
            case "build": case "scrap": counts[command.type]?.set(command.at, (counts[command.type]?.get(command.at) ?? 0) + command.ships); break;
            case "colonize": case "terraform": groups[command.type]?.push(command.at); break;
        }
    }
    for (const [kind, where] of Object.entries(counts)) {
        groups[kind]?.push(...[...where].map(([at, count]) => `${count} ${kind === "move" ? "to" : "at"} ${at}`));
    }
    const verbs = tense === "past"
        ? { move: "moved", build: "built", colonize: "colonized", terraform: "terraformed", scrap: "scrapped" }
        : { move: "moves", build: "builds", colonize: "colonizes", terraform: "terraforms", scrap: "scraps" };
    const parts = Object.entries(verbs).filter(([kind]) => groups[kind]?.length)
        .map(([kind, verb]) => `${verb} ${list(groups[kind] ?? [])}`);
    return parts.length ? parts.join("; ") : tense === "past" ? "ended the turn" : "ends the turn";
}

/**
 * What an event means, if it says more than the command that caused it. `isGrave` is for what its victim
 * must not miss.
 * @param {Event} event
 * @param {(player: number) => string} name
 * @returns {{text: string, isGrave: boolean} | null}
 */
export function tell(event, name) {
    /** @param {number} player */
    const whose = player => name(player) === "you" ? "your" : `${name(player)}’s`;
    switch (event.type) {
        case "battle": {
            const { attacker, defender, at } = event;
            const left = attacker.ships - attacker.losses, kept = defender.ships - defender.losses;
            const end = left > 0 ? `${name(attacker.player)} won and lost ${attacker.losses || "none"}`
                : kept > 0 ? `${name(defender.player)} held with ${kept} left` : "nobody was left";
            return { text: `battle at ${at}, ${attacker.ships} against ${whose(defender.player)} ${defender.ships}: ${end}`, isGrave: false };
        }
        case "blockade_began": return { text: `blockaded ${whose(event.owner)} colony at ${event.at}`, isGrave: false };
        case "blockade_lifted": return { text: `the blockade of ${event.at} ended`, isGrave: false };
        case "bombarded": return event.after > 0
            ? { text: `bombarded ${event.at}: ${number(event.before)} → ${number(event.after)}`, isGrave: false } : null;
        case "colony_lost": return { text: `${whose(event.owner)} colony at ${event.at} is gone`, isGrave: true };
        case "player_defeated": return { text: `${name(event.player)} ${name(event.player) === "you" ? "are" : "is"} defeated`, isGrave: true };
        case "ships_scrapped":
            if (event.cause === "unpaid") return { text: `${event.ships} at ${event.at} scrapped: no upkeep`, isGrave: false };
            if (event.cause === "out_of_support") return { text: `${event.ships} at ${event.at} scrapped: out of support`, isGrave: false };
            return null;
        case "game_won": return { text: `${name(event.winner)} ${name(event.winner) === "you" ? "have" : "has"} won the game`, isGrave: true };
        default: return null;
    }
}

/** @param {string} text */
export function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A sector for a screen reader: "A2, your terran colony, 1,000 of 1,000; your fleet, 54, 54 ready".
 * @param {StarSector} sector
 * @param {(player: number) => string} name
 */
export function describe(sector, name) {
    /** @param {number} player */
    const whose = player => name(player) === "you" ? "your" : `${name(player)}’s`;
    const parts = [];
    if (sector.colony) {
        parts.push(`${sector.at}, ${whose(sector.colony.owner)} ${sector.class} colony, ${number(sector.colony.population)} of ${number(sector.max_population)}`);
    } else {
        parts.push(`${sector.at}, empty ${sector.class} planet`);
    }
    if (sector.fleet) parts.push(`${whose(sector.fleet.owner)} fleet, ${sector.fleet.ships}, ${sector.ready} ready`);
    if (sector.bombardment !== null) parts.push(`blockaded, will lose ${sector.bombardment} percent`);
    return parts.join("; ");
}

/** @type {Record<Goal, (other: string) => string>} */
export const GOALS = {
    defend_home: other => `Free the home world from ${other}`,
    defend: other => `Free own colony from ${other}`,
    attack_home: other => `Attack ${other}’s home world`,
    attack: other => `Attack ${other}’s colony`,
    guard: () => "Guard own colony",
    colonize: () => "Colonize",
};

/** @type {Record<Goal, string>} */
export const GOAL_NOUNS = {
    defend_home: "the relief of", defend: "the relief of", attack_home: "the attack on", attack: "the attack on",
    guard: "the guard of", colonize: "the colony at",
};

/**
 * The sectors in which battles were fought.
 * @param {Event[]} events
 * @returns {Set<string>}
 */
export function battles(events) {
    return new Set(events.flatMap(event => event.type === "battle" ? [event.at] : []));
}

/**
 * The moves of a turn, as arrows.
 * @param {Command[]} commands
 * @param {number} player
 */
export function arrowsOf(commands, player) {
    return commands.flatMap(command => command.type === "move" ? [{ from: command.from, to: command.to, ships: command.ships, player }] : []);
}
