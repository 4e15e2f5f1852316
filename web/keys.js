// The keys that this browser holds: what it may do in which game.

const STORED = "starchess.keys";
const OWNER = "starchess.owner";
const MAX_GAMES = 200;

/** @returns {Record<string, string[]>} */
function read() {
    try {
        const stored = JSON.parse(localStorage.getItem(STORED) ?? "{}");
        return stored && typeof stored === "object" ? stored : {};
    } catch {
        return {};
    }
}

/**
 * The keys for a game, and the owner's.
 * @param {string} game
 */
export function keysFor(game) {
    return [...read()[game] ?? [], ownerKey()].filter(key => key !== "");
}

/**
 * Keeps a key of a game; without one, only that the game is known here.
 * @param {string} game
 * @param {string} [key]
 */
export function keep(game, key) {
    const all = read();
    const keys = new Set(all[game] ?? []);
    if (key) keys.add(key);
    delete all[game];
    all[game] = [...keys];
    const names = Object.keys(all);
    for (const old of names.slice(0, Math.max(0, names.length - MAX_GAMES))) delete all[old];
    localStorage.setItem(STORED, JSON.stringify(all));
}

/**
 * Forgets a game and its keys.
 * @param {string} game
 */
export function forget(game) {
    const all = read();
    delete all[game];
    localStorage.setItem(STORED, JSON.stringify(all));
}

/** The games that this browser knows, with their keys. */
export function knownGames() {
    return Object.entries(read()).map(([game, keys]) => ({ game, keys }));
}

/** The key of the server's owner, or nothing. */
export function ownerKey() {
    return localStorage.getItem(OWNER) ?? "";
}

/** @param {string} key */
export function keepOwner(key) {
    localStorage.setItem(OWNER, key);
}
