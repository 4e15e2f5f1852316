// What a command does besides moving ships, in words: for the card of the selection, and for a list of what can
// be done.
import { number, ships } from "./words.js";

/**
 * @typedef {import("../protocol.d.ts").StarBoard} StarBoard
 * @typedef {import("../protocol.d.ts").StarAnswer} StarAnswer
 * @typedef {import("./selection.js").Action} Action
 */

/**
 * Materials and credits in words, without those that are none.
 * @param {{materials: number, credits: number}} amounts
 */
export function resources({ materials, credits }) {
    return [materials ? `${number(materials)} materials` : "", credits ? `${number(credits)} credits` : ""].filter(Boolean).join(", ");
}

/**
 * What a command takes from the player to move.
 * @param {StarBoard} before
 * @param {StarBoard} after
 */
export function spent(before, after) {
    const [then, now] = [before.players[before.to_move - 1], after.players[before.to_move - 1]];
    return {
        ships: (then?.ships ?? 0) - (now?.ships ?? 0),
        materials: (then?.reserves.materials ?? 0) - (now?.reserves.materials ?? 0),
        credits: (then?.reserves.credits ?? 0) - (now?.reserves.credits ?? 0),
    };
}

/**
 * How much more a turn brings.
 * @param {StarBoard} before
 * @param {StarBoard} after
 */
export function gained(before, after) {
    const [then, now] = [before.players[before.to_move - 1], after.players[before.to_move - 1]];
    return {
        materials: (now?.net.materials ?? 0) - (then?.net.materials ?? 0),
        credits: (now?.net.credits ?? 0) - (then?.net.credits ?? 0),
    };
}

/**
 * What an action in a sector does, in a few words.
 * @param {Action} action
 * @param {StarBoard} before
 * @param {StarBoard} after
 */
export function effect(action, before, after) {
    const cost = spent(before, after);
    switch (action) {
        case "colonize": return `${ships(cost.ships)} become a colony`;
        case "terraform": return `terran, for ${resources(cost)}`;
        case "build": return `for ${resources(cost)}`;
        case "scrap": return `saves ${resources(gained(before, after))} a turn`;
        case "move": return "";
    }
}
