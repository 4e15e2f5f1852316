// Games that are kept, in a real browser: deleting them, branches, and files that are damaged.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DARK, checkAccess, openGame } from "./games.mjs";
import { Browser, HUMAN, Server, computer, myTurn, open, settle } from "./server.mjs";

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

test("whoever began a game deletes it, and a guest only takes it off the list", async () => {
    const page = await browser.page(server.address, DARK);
    await settle(page);
    const noughts = await openGame(page, "noughts", { cross: "human", nought: "human", position: "" });
    const { game, host_key } = await openGame(page, "noughts", { cross: "human", nought: "perfect", position: "" });
    // A guest who only watches has it on a list too.
    const guest = await browser.page(`${server.address}/#/noughts/${game}`, DARK);
    await guest.locator("main.noughts").waitFor();
    const other = await guest.context().newPage();
    await other.goto(server.address);
    await other.getByRole("button", { name: /^Take off the list: Noughts/ }).click();
    await other.getByRole("button", { name: "Take it off", exact: true }).click();
    await other.locator(".recent").waitFor({ state: "detached" });

    await page.goto(`${server.address}/#/`);
    const rows = page.locator(".recent li");
    await rows.nth(1).waitFor();
    await page.getByRole("button", { name: /^Delete: Noughts.*against Perfect/ }).click();
    await checkAccess(page, "the question");
    await page.getByRole("button", { name: "Keep it" }).click();
    assert.equal(await rows.count(), 2);
    await page.getByRole("button", { name: /^Delete: Noughts.*against Perfect/ }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".recent li").length === 1);
    await checkAccess(page, "the start screen");
    // Whoever shows it sees that it is gone; the other game is there.
    await guest.getByText("it may have been deleted").waitFor();
    await page.goto(`${server.address}/#/noughts/${game}?key=${host_key}`);
    await page.getByText("it may have been deleted").waitFor();
    await page.goto(`${server.address}/#/noughts/${noughts.game}`);
    await page.locator("main.noughts").waitFor();
    assert.deepEqual(browser.errors, []);
});

test("a game that was saved to a file goes on from it", async () => {
    const page = await browser.page(server.address, DARK);
    await settle(page);
    const { game } = await open(page, { from: { type: "galaxy", kind: "symmetric", seed: 4 }, seats: [HUMAN, computer("paper0"), computer("paper0"), computer("paper0")], round_limit: null });
    await myTurn(page);
    await page.keyboard.press("Shift+Enter");
    await page.locator("#bar .round", { hasText: "Round 2" }).waitFor();
    await myTurn(page);
    await page.getByRole("button", { name: "Menu" }).click();
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save to a file" }).click();
    const file = await downloaded;
    assert.equal(file.suggestedFilename(), "star-chess-round-2.txt");

    await page.goto(`${server.address}/#/`);
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Load a game" }).click();
    await (await chosen).setFiles(await file.path());
    await page.locator("#bar .round", { hasText: "Round 2" }).waitFor();
    await myTurn(page);
    assert.ok(!page.url().includes(game), "the saved game and the one that goes on are two");
    await page.keyboard.press("Shift+Enter");
    await page.locator("#bar .round", { hasText: "Round 3" }).waitFor();
    assert.deepEqual(browser.errors, []);
});

test("a branch explains the turns before it", async () => {
    const page = await browser.page(server.address, DARK);
    await settle(page);
    await open(page, { from: { type: "galaxy", kind: "symmetric", seed: 2 }, seats: [HUMAN, computer("paper2"), computer("lieutenant"), computer("paper0")], round_limit: null });
    await myTurn(page);
    for (const round of [2, 3]) {
        await page.keyboard.press("Shift+Enter");
        await page.locator("#bar .round", { hasText: `Round ${round}` }).waitFor();
        await myTurn(page);
    }
    for (let i = 0; i < 3; i++) await page.keyboard.press("[");
    await page.getByRole("button", { name: "Branch from here" }).click();
    await page.locator(".toast", { hasText: "This is a new game, which goes on from there" }).waitFor();
    await page.waitForFunction(() => Number(document.querySelector(".scrubber")?.getAttribute("aria-valuetext")?.match(/\d+/)?.[0]) >= 2);
    await page.locator(".log .line", { hasText: "Teal" }).last().getByRole("button", { name: "Why did Teal do that?" }).click();
    await page.getByRole("heading", { name: "Why did Teal do that?" }).waitFor();
    await page.locator(".reason").waitFor();
    assert.deepEqual(browser.errors, []);
});
