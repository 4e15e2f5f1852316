// The games on the start screen: one card each.
import { mark } from "../icons.js";
import { h } from "../dom.js";
import * as star from "../star/begin.js";

/**
 * How a game presents itself on the start screen.
 * @typedef {object} GameCard
 * @property {string} kind
 * @property {string} name
 * @property {string} about One line under the name.
 * @property {string} text
 * @property {() => Element} mark
 * @property {() => Node[]} buttons
 * @property {(summary: any) => Element | null} picture A small picture of a game, from its summary's details.
 */

/** @type {GameCard[]} */
export const GAME_CARDS = [
    {
        kind: "star",
        name: "Star Chess",
        about: "Fleets and colonies for four, sixteen sectors",
        text: "See why each computer did what it did, and what it expects next.",
        mark: () => h("span", {}, mark(32)),
        buttons: star.buttons,
        picture: star.picture,
    },
];
