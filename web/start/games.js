// The games on the start screen: one card each.
import { mark } from "../icons.js";
import { h } from "../dom.js";
import * as chess from "../chess/begin.js";
import * as noughts from "../noughts/begin.js";
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
    {
        kind: "chess",
        name: "Chess",
        about: "Against our engine, or with it",
        text: "Six levels, clocks, the players of two papers, and the best lines as arrows if you want them.",
        mark: chess.mark,
        buttons: chess.buttons,
        picture: chess.picture,
    },
    {
        kind: "noughts",
        name: "Noughts and crosses",
        about: "The smallest tree worth climbing",
        text: "Play, and watch a search grow its tree and cut its branches.",
        mark: noughts.mark,
        buttons: noughts.buttons,
        picture: noughts.picture,
    },
];
