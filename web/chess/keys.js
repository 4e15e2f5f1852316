// The keys of a game of chess, for the user to read.
import { cap, dialog, sentence } from "../chrome.js";
import { h } from "../dom.js";

const KEYS = [
    ["Arrows, Enter", "choose a piece and its square on the board"],
    ["Esc", "let go of the piece, leave a line or the box for moves"],
    ["[  ]", "one move back, one move forward; also in a line of the analysis"],
    ["Z  Y", "take back, play again"],
    ["H", "hint"],
    ["E", "analysis on or off"],
    ["W", "in analysis: what each piece is worth"],
    ["F", "turn the board"],
    ["?", "these keys"],
];

export function showKeys() {
    dialog({
        title: "Keys",
        body: [
            h("table", { class: "key-table" }, h("tbody", {}, KEYS.map(([keys = "", what = ""]) =>
                h("tr", {}, h("th", { scope: "row" }, keys.split("  ").map(key => cap(key))), h("td", { text: sentence(what) }))))),
            h("p", { class: "muted", text: "Pieces can also be dragged, or moved by a click on the piece and one on its square. In the box below the board a move can be typed: Nf3, exd5, O-O, e8=Q or e2e4." }),
        ],
    });
}
