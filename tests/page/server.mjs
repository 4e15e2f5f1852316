// Starts the program and a browser, and helps to use both.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const PROGRAM = process.env.STARCHESS ?? join(import.meta.dirname, "../../target/debug/starchess");
const BROWSER = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** The longest wait for anything: machines that run tests can be slow. */
export const PATIENCE = 60_000;

/** A server with its own folder, on a port of its own. */
export class Server {
    folder = mkdtempSync(join(tmpdir(), "star-chess-"));
    url = "";
    #port = "0";
    #process = null;

    async start() {
        const process = spawn(PROGRAM, ["serve", "--no-open", "--port", this.#port, "--data", this.folder], { stdio: ["ignore", "pipe", "inherit"] });
        this.#process = process;
        this.url = await new Promise((done, failed) => {
            let output = "";
            process.stdout.on("data", data => {
                output += data;
                const found = /http:\/\/\S+/.exec(output);
                if (found) done(found[0]);
            });
            process.on("exit", code => failed(new Error(`the server ended with ${code}: ${output}`)));
        });
        this.#port = new URL(this.url).port;
        return this;
    }

    /** Where the page is, without the owner's key. */
    get address() {
        return new URL(this.url).origin;
    }

    get pid() {
        return this.#process.pid;
    }

    /** Ends the server, by default as abruptly as possible. */
    async kill(signal = "SIGKILL") {
        const ended = new Promise(done => this.#process.on("exit", (code, signal) => done(code ?? signal)));
        this.#process.kill(signal);
        return ended;
    }

    async end() {
        if (this.#process?.exitCode === null && this.#process?.signalCode === null) await this.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

/** A browser, with the reports of errors in its pages. */
export class Browser {
    errors = [];

    async start() {
        if (!BROWSER) throw new Error("there is no Chromium (Debian: apt-get install chromium)");
        this.browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
        return this;
    }

    /** A window of its own, as if on another machine. */
    async page(url, options = {}) {
        const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options });
        context.setDefaultTimeout(PATIENCE);
        await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
        const page = await context.newPage();
        page.on("pageerror", error => this.errors.push(error.stack ?? String(error)));
        page.on("console", message => {
            // Chromium reports a lost connection by itself.
            if (message.type() === "error" && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text())) this.errors.push(message.text());
        });
        await page.goto(url);
        return page;
    }

    async end() {
        await this.browser.close();
    }
}

/** A tile of the board. */
export function tile(page, at) {
    return page.locator(`.board [data-at="${at}"]`).first();
}

/** The number of the round that the page shows. */
export async function round(page) {
    return Number(/\d+/.exec(await page.locator("#bar .round").innerText())[0]);
}

/** Waits until it is this page's turn. */
export async function myTurn(page) {
    await page.locator("#bar .chip", { hasText: "turn" }).first().waitFor();
    await page.waitForFunction(() => document.querySelector(".forecast .end")?.getAttribute("aria-disabled") === "false");
}

/** Lets the computer finish the turn: it shows its plan, and then does it. */
export async function finish(page) {
    await page.getByRole("button", { name: "Finish my turn" }).click();
    await page.locator("[data-focus=finish-do]").click();
}

/** Has the page skip the tour and all animation. */
export async function settle(page) {
    await page.addInitScript(() => {
        localStorage.setItem("starchess.tour", "seen");
        localStorage.setItem("starchess.speed", "3");
    });
    await page.evaluate(() => {
        localStorage.setItem("starchess.tour", "seen");
        localStorage.setItem("starchess.speed", "3");
    });
    await page.reload();
}

/** Makes a game through the server and opens it. */
export async function open(page, setup) {
    const created = await page.evaluate(async setup => {
        const response = await fetch("/api/games", { method: "POST", body: JSON.stringify({ kind: "star", setup }) });
        if (!response.ok) throw new Error(await response.text());
        return response.json();
    }, setup);
    await page.evaluate(({ game, host_key }) => { location.hash = `/star/${game}?key=${host_key}`; }, created);
    await page.locator(".board").waitFor();
    return created;
}

export const HUMAN = { type: "human" };
export const computer = strength => ({ type: "computer", strength });
