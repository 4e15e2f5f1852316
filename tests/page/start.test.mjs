// The start screen in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Server, myTurn, settle } from "./server.mjs";

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

test("positions and games of all kinds can be brought along", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    const bring = async text => {
        await page.getByRole("button", { name: "Paste a position" }).click();
        await page.getByRole("textbox", { name: "Position" }).fill(text);
    };
    await bring("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    await page.locator(".bring .chess-picture").waitFor();
    await page.getByRole("button", { name: "Analyse it" }).click();
    await page.locator("main.chess").waitFor();
    await page.goto(`${server.address}/#/`);
    await bring("1. e4 e5 2. Nf3");
    await page.getByRole("button", { name: "Analyse it" }).click();
    await page.locator("button.move").nth(2).waitFor();
    // A link to a position shows it, and whoever opens it plays who is to move.
    const position = "t2@1000,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x5,b,b,b 2 9 2000:2000,0:0,-,-";
    await page.goto(`${server.address}/#/?position=${encodeURIComponent(position)}`);
    await page.locator(".bring", { hasText: "Someone sent you this position" }).locator(".mini").waitFor();
    await page.locator(".bring", { hasText: "You play Teal" }).getByRole("button", { name: "Play from here" }).click();
    await myTurn(page);
    await page.locator(".player.p2", { hasText: "You" }).waitFor();
    // The same complaint twice is shown once.
    await page.keyboard.press("Escape");
    for (let i = 0; i < 2; i++) await page.keyboard.press("t");
    await page.locator(".toast").first().waitFor();
    assert.equal(await page.locator(".toast").count(), 1);
    assert.deepEqual(browser.errors, []);
});
