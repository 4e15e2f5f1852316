// Which screen is shown. Addresses are `#/` and `#/KIND/GAME?key=…`.
import { byId } from "./dom.js";
import { keep, keepOwner, keysFor } from "./keys.js";
import { Link, post } from "./link.js";
import { announce, problem } from "./chrome.js";
import { followProposals } from "./consent.js";
import * as start from "./start/screen.js";

/**
 * A screen of a game shows a game in `root` until `leave` is called.
 * @typedef {{leave: () => void}} Screen
 * @typedef {object} GameScreen
 * @property {(root: HTMLElement, link: Link, joined: import("./protocol.d.ts").Joined, game: string) => Screen} show
 * @property {(seat: number) => string} seatName What to call a seat, from 0.
 */

/**
 * The games, by their kind.
 * @type {Record<string, () => Promise<GameScreen>>}
 */
const GAMES = {
    star: () => import("./star/screen.js"),
    chess: () => import("./chess/screen.js"),
    noughts: () => import("./noughts/screen.js"),
};

/** After so many milliseconds a page that still waits for its game says so. */
const OPENING = 2000;

/** @type {Screen | null} */
let screen = null;
/** @type {Link | null} */
let link = null;
/** Raised when the game is left. */
let left = new AbortController();

/** Follows the address of the page from now on. */
export function follow() {
    addEventListener("hashchange", route);
    route();
}

/**
 * Goes to an address such as `/star/ID`.
 * @param {string} path
 */
export function go(path) {
    if (location.hash === `#${path}`) route();
    else location.hash = path;
}

/**
 * Makes a game and goes there.
 * @param {import("./protocol.d.ts").GameKind} kind
 * @param {unknown} setup In the game's own type.
 */
export async function create(kind, setup) {
    const { game, host_key } = await post("/api/games", { kind, setup });
    keep(game, host_key);
    go(`/${kind}/${game}`);
}

/**
 * Makes a game that goes on from a moment of another, and goes there.
 * @param {import("./protocol.d.ts").GameKind} kind
 * @param {string} game
 * @param {number} moment As the game counts them.
 */
export async function branch(kind, game, moment) {
    const created = await post("/api/branch", { game, moment });
    keep(created.game, created.host_key);
    go(`/${kind}/${created.game}`);
}

function route() {
    const [path = "/", query = ""] = location.hash.slice(1).split("?");
    const [, kind = "", game = ""] = path.split("/");
    takeKeys(path, game, new URLSearchParams(query));
    screen?.leave();
    link?.close();
    left.abort();
    screen = link = null;
    const root = byId("main");
    clear(root);
    if (kind in GAMES && game) showGame(root, kind, game);
    else screen = start.show(root, new URLSearchParams(query));
}

/**
 * Keeps the keys of a link and takes them out of the address, so that nobody copies them by accident.
 * @param {string} path
 * @param {string} game
 * @param {URLSearchParams} query
 */
function takeKeys(path, game, query) {
    const [key, owner] = [query.get("key"), query.get("owner")];
    if (owner) keepOwner(owner);
    if (game) keep(game, key ?? undefined);
    query.delete("key");
    query.delete("owner");
    const rest = query.toString();
    if (key || owner) history.replaceState(null, "", `#${path}${rest ? `?${rest}` : ""}`);
}

/** @param {HTMLElement} root */
function clear(root) {
    root.replaceChildren();
    root.className = "";
}

/**
 * @param {HTMLElement} root
 * @param {string} kind
 * @param {string} game
 */
function showGame(root, kind, game) {
    const opened = new Link(game, () => keysFor(game));
    link = opened;
    const leaving = left = new AbortController();
    let isLost = false;
    opened.addEventListener("lost", () => {
        if (!isLost) announce("Connection lost, trying again.");
        isLost = true;
    });
    opened.addEventListener("joined", async event => {
        if (isLost) announce("The connection is back.");
        isLost = false;
        clearTimeout(slow);
        if (link !== opened || screen) return;
        const module = await GAMES[/** @type {CustomEvent} */ (event).detail.kind]?.().catch(() => null);
        if (link === opened && !module) return problem(root, "a part of the page is missing: load the page again");
        // Meanwhile the game may have gone on.
        const { joined } = opened;
        if (link !== opened || screen || !module || !joined) return;
        clear(root);
        screen = module.show(root, opened, joined, game);
        followProposals(opened, joined, module.seatName, leaving.signal);
    });
    const wait = (/** @type {string} */ reason) => {
        if (link === opened && !screen) problem(root, reason, "The game is being opened");
    };
    opened.addEventListener("lost", () => wait("the server does not answer; the page tries again"));
    const slow = setTimeout(wait, OPENING, "this takes longer than usual");
    opened.addEventListener("refused", event => {
        clearTimeout(slow);
        if (link !== opened) return;
        // It may have been deleted while it was shown.
        screen?.leave();
        screen = null;
        problem(root, /** @type {CustomEvent} */ (event).detail);
    });
}
