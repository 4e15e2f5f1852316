// The connection to one game on the server. It comes back by itself after it was lost.

/**
 * @typedef {import("./protocol.d.ts").Request} Request
 * @typedef {import("./protocol.d.ts").Message} Message
 * @typedef {import("./protocol.d.ts").Joined} Joined
 * @typedef {import("./protocol.d.ts").Status} Status
 * @typedef {import("./protocol.d.ts").Pace} Pace
 */

/** The server refused a request, and says why. */
export class Refused extends Error {}

/** The connection was lost before the answer came. */
export class Lost extends Error {}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

/**
 * Events, each with its `detail`:
 * - `joined` ({@link Joined}): connected, also again after a loss;
 * - `update` ({view, news}), `status` ({@link Status}), `progress`: as the server sends them;
 * - `lost` (nothing): the connection is lost, and tried again;
 * - `refused` (string): the game cannot be joined at all.
 */
export class Link extends EventTarget {
    /**
     * What the server said when the game was joined, with all that it has said since: a screen that takes
     * a while to load begins with the present.
     * @type {Joined | null}
     */
    joined = null;
    /** @type {WebSocket | null} */
    #socket = null;
    /** @type {Map<number, {done: (answer: any) => void, failed: (error: Error) => void}>} */
    #waiting = new Map();
    #last = 0;
    #pause = FIRST_PAUSE;
    #isClosed = false;
    /** How many orders the game has, as far as the page was told. */
    #orders = 0;
    /** How many it will have if those of this page that are on their way are played. */
    #expected = 0;
    #underway = 0;
    /** @type {string} */ #game;
    /** @type {() => string[]} */ #keys;

    /**
     * @param {string} game
     * @param {() => string[]} keys
     */
    constructor(game, keys) {
        super();
        this.#game = game;
        this.#keys = keys;
        this.#connect();
    }

    /** The position that the user sees, as a number: with the orders that this page has just given. */
    get position() {
        return Math.max(this.#orders, this.#expected);
    }

    /**
     * Changes the game. If the position is not the one that the order was made for, because another page was
     * quicker, the server refuses it.
     * @param {unknown} order
     * @param {number} [position] The position that it was made for; by default what the user sees now.
     * @returns {Promise<void>}
     */
    async order(order, position = this.position) {
        this.#expected = position + 1;
        this.#underway++;
        try {
            await this.#send({ type: "order", after: position, order });
        } finally {
            // The news of an order come before its answer.
            if (--this.#underway === 0) this.#expected = 0;
        }
    }

    /**
     * Asks something about the game.
     * @param {unknown} question
     * @returns {Promise<any>}
     */
    ask(question) {
        return this.#send({ type: "ask", question });
    }

    /** Tells the computer that thinks to play. */
    hurry() {
        return this.#send({ type: "hurry" });
    }

    /** Withdraws the questions that computers still think about. */
    cancel() {
        return this.#send({ type: "cancel" });
    }

    /**
     * Sets how fast computers play.
     * @param {Pace} pace
     */
    setPace(pace) {
        return this.#send({ type: "pace", pace });
    }

    /** Lets one computer play in a paused game. */
    step() {
        return this.#send({ type: "step" });
    }

    /**
     * Agrees to what another player proposes, or not; or withdraws one's own proposal.
     * @param {boolean} isAgreed
     */
    consent(isAgreed) {
        return this.#send({ type: "consent", is_agreed: isAgreed });
    }

    /** Leaves the game. */
    close() {
        this.#isClosed = true;
        this.#socket?.close();
    }

    #connect() {
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        const socket = new WebSocket(`${scheme}://${location.host}/socket`);
        this.#socket = socket;
        socket.addEventListener("open", () => {
            this.#send({ type: "join", game: this.#game, keys: this.#keys() }).then(
                joined => {
                    this.#pause = FIRST_PAUSE;
                    this.joined = joined;
                    this.#orders = joined.orders;
                    this.#tell("joined", joined);
                },
                error => {
                    if (error instanceof Refused) {
                        this.close();
                        this.#tell("refused", error.message);
                    }
                });
        });
        socket.addEventListener("message", event => this.#receive(JSON.parse(event.data)));
        socket.addEventListener("close", () => this.#lose(socket));
    }

    /** @param {WebSocket} socket */
    #lose(socket) {
        if (socket !== this.#socket) return;
        this.#socket = null;
        for (const { failed } of this.#waiting.values()) failed(new Lost("the connection was lost"));
        this.#waiting.clear();
        if (this.#isClosed) return;
        this.#tell("lost", null);
        setTimeout(() => !this.#isClosed && this.#connect(), this.#pause);
        this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    }

    /** @param {Message} message */
    #receive(message) {
        if (message.type === "update") this.#orders = message.orders;
        if (this.joined && message.type === "update") this.joined = { ...this.joined, view: message.view, orders: message.orders };
        if (this.joined && message.type === "status") this.joined = { ...this.joined, status: message };
        switch (message.type) {
            case "answer": this.#settle(message.id)?.done(message.answer); break;
            case "refused": this.#settle(message.id)?.failed(new Refused(message.reason)); break;
            case "update": this.#tell("update", { view: message.view, news: message.news }); break;
            case "status": this.#tell("status", message); break;
            case "progress": this.#tell("progress", message.progress); break;
        }
    }

    /** @param {number} id */
    #settle(id) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        return waiting;
    }

    /**
     * @param {string} name
     * @param {unknown} detail
     */
    #tell(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail }));
    }

    /**
     * @param {Request} request
     * @returns {Promise<any>}
     */
    #send(request) {
        const socket = this.#socket;
        if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Lost("there is no connection"));
        const id = ++this.#last;
        return new Promise((done, failed) => {
            this.#waiting.set(id, { done, failed });
            socket.send(JSON.stringify({ id, request }));
        });
    }
}

/** The most bytes that the server reads at once. */
const MAX_BODY = 4 << 20;

/**
 * Writes to the server outside of a game.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export async function post(path, body) {
    const content = new Blob([JSON.stringify(body)], { type: "application/json" });
    if (content.size > MAX_BODY) throw new Refused(`this has ${Math.ceil(content.size / (1 << 20))} MiB; up to 4 MiB can be read`);
    let response;
    try {
        response = await fetch(path, { method: "POST", body: content });
    } catch {
        throw new Lost("the server does not answer");
    }
    if (!response.ok) throw new Refused((await response.text()).trim() || response.statusText);
    return response.json();
}
