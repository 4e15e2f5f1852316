// When someone wants to take something back and others have to agree.
import { announce, tellError } from "./chrome.js";
import { h, replace } from "./dom.js";
import { ownSeats } from "./seats.js";

/**
 * @typedef {import("./protocol.d.ts").Joined} Joined
 * @typedef {import("./protocol.d.ts").Proposal} Proposal
 * @typedef {import("./protocol.d.ts").Status} Status
 */

/**
 * Shows proposals, and lets the user agree or withdraw them, until `signal` is raised.
 * @param {import("./link.js").Link} link
 * @param {Joined} joined
 * @param {(seat: number) => string} name
 * @param {AbortSignal} signal
 */
export function followProposals(link, joined, name, signal) {
    const bar = h("section", { class: "card consent", "aria-label": "Take back", hidden: true });
    document.body.append(bar);
    signal.addEventListener("abort", () => bar.remove());
    let told = "";
    /** @param {Status} status */
    const show = status => {
        const { proposal, guests } = status;
        bar.hidden = proposal === null;
        const text = JSON.stringify([proposal, guests]);
        if (text === told) return;
        told = text;
        if (proposal) replace(bar, ...content(proposal, status));
    };
    /** @param {Proposal} proposal @param {Status} status */
    const content = (proposal, status) => {
        const names = (/** @type {number[]} */ seats) => seats.map(name).join(" and ");
        const isMine = joined.is_host ? proposal.is_by_host : proposal.by.some(seat => joined.seats.includes(seat));
        // For a guest who has left, the host decides.
        const isForMe = proposal.waits_for.some(seat => ownSeats(joined, status).includes(seat));
        const words = isMine && isForMe ? `${names(proposal.waits_for)} has left: it is for you to decide.`
            : isMine ? `${names(proposal.waits_for)} must agree to take it back.` : `${names(proposal.by)} asks to take back the last move.`;
        const answer = (/** @type {boolean} */ isAgreed, /** @type {string} */ label, /** @type {string} */ cls) =>
            h("button", { class: cls, onclick: () => link.consent(isAgreed).catch(tellError) }, label);
        announce(words);
        return [h("p", { text: words }), isForMe ? answer(true, isMine ? "Take it back" : "Allow", "primary") : null, isForMe && !isMine ? answer(false, "Refuse", "") : null, isMine ? answer(false, "Withdraw", "") : null];
    };
    show(joined.status);
    /** @param {string} type @param {(detail: any) => void} act */
    const on = (type, act) => link.addEventListener(type, event => act(/** @type {CustomEvent} */(event).detail), { signal });
    on("status", show);
    on("joined", again => {
        joined = again;
        show(joined.status);
    });
}
