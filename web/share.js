// The links of a game for two.
import { copy, dialog } from "./chrome.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { whereLinksWork } from "./seats.js";

/**
 * Shows the links: to each seat of a person for the host, and for watching.
 * @param {string} address such as "chess/ID"
 * @param {import("./protocol.d.ts").Joined} joined
 * @param {{name: string, isHuman: boolean}[]} seats
 */
export function shareLinks(address, joined, seats) {
    const base = `${location.origin}/#/${address}`;
    const rows = joined.seat_keys.map((key, i) => seats[i]?.isHuman
        ? h("button", { onclick: () => copy(`${base}?key=${key}`, `Link for ${seats[i]?.name}`) }, icon("link"), `Copy the link for ${seats[i]?.name}`) : null);
    dialog({
        title: "Share",
        body: [
            h("p", { class: "muted", text: "Who has the link of a side can play it. Anyone without one can only watch." }),
            whereLinksWork(),
            h("div", { class: "share-links" }, rows, h("button", { onclick: () => copy(base, "Link for watching") }, icon("eye"), "Copy a link for watching")),
        ],
    });
}
