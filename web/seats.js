// Which seats a page plays.
import { h } from "./dom.js";

/**
 * @typedef {import("./protocol.d.ts").Joined} Joined
 * @typedef {import("./protocol.d.ts").Status} Status
 */

/**
 * The seats that this page plays now, from 0. The host may play all of them, but leaves those to guests
 * that guests are here for.
 * @param {Joined} joined
 * @param {Status} status
 */
export function ownSeats(joined, status) {
    return joined.is_host ? joined.seats.filter(seat => !status.guests.includes(seat)) : joined.seats;
}

/** Says where the links of this page work, if that is only here. */
export function whereLinksWork() {
    const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
    return isHere ? h("p", { class: "muted" }, "The links work in the browsers of this machine. For others, start the program with ",
        h("code", { text: "starchess serve --address 0.0.0.0" }), " and copy the links again.") : "";
}
