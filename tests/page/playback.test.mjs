// The turns of computers, as they are shown, in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DARK } from "./games.mjs";
import { Browser, HUMAN, Server, computer, myTurn, open, round, settle } from "./server.mjs";

const server = new Server();
const browser = new Browser();

before(async () => {
    await server.start();
    await browser.start();
});

after(async () => {
    await browser.end();
    await server.end();
});

/** After a click on End turn the button has had the focus: Space must not press it again. */
test("Space skips what the others do, and never ends a turn", async () => {
    const page = await browser.page(server.address, { ...DARK, reducedMotion: "no-preference" });
    await page.evaluate(() => localStorage.setItem("starchess.tour", "seen"));
    await page.evaluate(() => localStorage.setItem("starchess.speed", "0"));
    await open(page, { from: { type: "galaxy", kind: "symmetric", seed: 2 }, seats: [HUMAN, computer("paper2"), computer("paper2"), computer("paper2")], round_limit: null });
    await myTurn(page);
    const end = page.getByRole("button", { name: /^End turn/ });
    for (const finish of [() => end.click(), () => end.press("Enter")]) {
        const before = await round(page);
        await finish();
        await page.locator("#bar .chip", { hasText: "moves" }).waitFor();
        for (let i = 0; i < 20 && !(await page.locator("#bar .chip", { hasText: "Your turn" }).count()); i++) {
            await page.keyboard.press(" ");
            await page.waitForTimeout(100);
        }
        await myTurn(page);
        for (let i = 0; i < 3; i++) await page.keyboard.press(" ");
        await page.waitForTimeout(500);
        assert.equal(await round(page), before + 1);
    }
    assert.deepEqual(browser.errors, []);
});

test("a game that is left in the middle of a turn does not draw over the next screen", async () => {
    const page = await browser.page(server.address, { ...DARK, reducedMotion: "no-preference" });
    await page.evaluate(() => localStorage.setItem("starchess.speed", "0"));
    await page.getByRole("button", { name: "Watch four" }).click();
    await page.locator("#bar .chip", { hasText: "moves" }).waitFor();
    await page.getByRole("link", { name: "All games" }).click();
    await page.getByRole("button", { name: "Load a game" }).waitFor();
    await page.waitForTimeout(1500);
    assert.equal(await page.getByRole("button", { name: "Load a game" }).count(), 1);
    assert.equal(await page.locator("#bar .round").count(), 0);
    assert.deepEqual(browser.errors, []);
});

/** A page that draws for every message cannot be used while computers are quicker than it. */
test("many messages at once are drawn once", async () => {
    const page = await browser.page(server.address, DARK);
    await settle(page);
    await page.addInitScript(() => {
        const Native = WebSocket;
        globalThis.WebSocket = class extends Native {
            constructor(...args) {
                super(...args);
                globalThis.socket = this;
                this.addEventListener("message", event => {
                    if (JSON.parse(event.data).type === "update") globalThis.update = event.data;
                });
            }
        };
    });
    await page.reload();
    const four = ["paper0", "paper0", "paper0", "paper0"].map(computer);
    await open(page, { from: { type: "galaxy", kind: "symmetric", seed: 2 }, seats: four, round_limit: 200 });
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Step" }).click();
    await page.waitForFunction(() => globalThis.update);
    const drawn = await page.evaluate(async () => {
        await new Promise(done => setTimeout(done, 500));
        let drawn = 0;
        new MutationObserver(records => { drawn += records.filter(record => record.addedNodes.length).length; })
            .observe(document.querySelector(".graph .picture > div"), { childList: true });
        for (let i = 0; i < 100; i++) globalThis.socket.dispatchEvent(new MessageEvent("message", { data: globalThis.update }));
        await new Promise(done => setTimeout(done, 500));
        return drawn;
    });
    // The plot and its table are two nodes.
    assert.ok(drawn > 0 && drawn <= 4, `${drawn} nodes were drawn`);
    assert.deepEqual(browser.errors, []);
});
