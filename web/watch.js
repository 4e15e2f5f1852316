// Computers among themselves: whoever watches says how fast they play.
import { tellError } from "./chrome.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {import("./protocol.d.ts").Status} Status
 * @typedef {import("./link.js").Link} Link
 */

/** The pause between two moves that are watched, in milliseconds. */
const GAP = 900;

/**
 * Lets computers begin that wait for someone to watch.
 * @param {Link} link
 * @param {Status} status
 */
export function startWatching(link, status) {
    if (status.pace.is_paused) link.setPace({ is_paused: false, gap_ms: GAP }).catch(tellError);
}

/**
 * The buttons to pause and to step. `status` is asked for when they are pressed.
 * @param {Link} link
 * @param {() => Status} status
 */
export function watchButtons(link, status) {
    const isPaused = status().pace.is_paused;
    const toggle = () => link.setPace({ ...status().pace, is_paused: !status().pace.is_paused }).catch(tellError);
    return [
        h("button", { class: isPaused ? "primary" : "", "data-focus": "pause", onclick: toggle }, icon(isPaused ? "play" : "pause"), isPaused ? "Go on" : "Pause"),
        ...isPaused ? [h("button", { "data-focus": "step", onclick: () => link.step().catch(tellError) }, icon("next"), "Step")] : [],
    ];
}
