// Noughts and crosses in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DARK, PHONE, checkAccess, openGame } from "./games.mjs";
import { Browser, Server } from "./server.mjs";

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

const cell = (page, name) => page.locator(`.noughts-cell[data-square="${name}"]`);
const mark = (page, name, kind) => cell(page, name).locator(`.noughts-mark:not(.ghost) .${kind}`);

test("a game against the perfect player", async () => {
    const page = await browser.page(server.address, DARK);
    await page.getByRole("button", { name: "Play cross" }).click();
    await cell(page, "a").click();
    await mark(page, "e", "nought").waitFor();
    await cell(page, "e").click();
    await mark(page, "e", "nought").waitFor();
    // Wherever nought goes, cross takes the first free square that its own search prefers. A click counts
    // only when both have moved: until then the page shows the squares of the turn before.
    const marks = page.locator(".noughts-cell .noughts-mark:not(.ghost)");
    const again = page.getByRole("button", { name: "Play again" });
    for (let played = 2; played < 9 && !await again.isVisible(); played += 2) {
        await page.locator(".noughts-cell.best.playable").first().click();
        await marks.nth(played + 1).or(again).first().waitFor();
    }
    await again.waitFor();
    const end = await page.locator("#bar .chip").innerText();
    assert.ok(["A draw", "Nought wins"].includes(end), end);
    await page.keyboard.press("z");
    await page.locator("#bar .chip", { hasText: "Your turn" }).waitFor();
    await page.getByRole("button", { name: /New game/ }).click();
    await page.waitForFunction(() => document.querySelectorAll(".noughts-cell.playable").length === 9);
    assert.deepEqual(browser.errors, []);
});

test("the paper's tree, step by step, with the counts side by side", async () => {
    const page = await browser.page(server.address, DARK);
    await openGame(page, "noughts", { cross: "human", nought: "perfect" });
    await page.getByText("9 of 9").waitFor();
    assert.equal(await page.locator(".node").count(), 16);
    assert.equal(await page.locator(".node.cut").count(), 7);
    assert.equal(await page.locator(".cut-strokes").count(), 2);
    await page.locator(".noughts-steps", { hasText: "Cross already has −9 in the centre, so the other four replies need no look." }).waitFor();
    assert.match(await page.locator(".counts tr.shown").innerText(), /Alpha-beta, best first\s+9\s+5\s+2\s+7\s+−9\s+centre/);
    await page.getByText("549,946").waitFor();
    assert.deepEqual((await page.locator(".cell-score").allInnerTexts()).join(" "), "−31 −38 −31 −38 −9 −38 −31 −38 −31");
    await checkAccess(page, "noughts and crosses");
    // Back to the beginning, and on.
    await page.getByRole("button", { name: "To the beginning" }).click();
    await page.getByText("1 of 9").waitFor();
    assert.equal(await page.locator(".node.unseen").count(), 15);
    await page.keyboard.press("]");
    await page.keyboard.press("]");
    await page.locator(".noughts-steps", { hasText: "Centre, reply in the corner: −9." }).waitFor();
    // Minimax looks at everything.
    await page.getByRole("button", { name: "Minimax" }).click();
    await page.getByText("16 of 16").waitFor();
    assert.equal(await page.locator(".node.cut").count(), 0);
    // Iterative deepening begins with one move ahead.
    await page.getByRole("button", { name: "Iterative" }).click();
    await page.getByRole("button", { name: "To the beginning" }).click();
    await page.locator(".noughts-steps", { hasText: "One move ahead." }).waitFor();
    // Without folding there are too many positions three moves ahead.
    await page.getByRole("button", { name: "3", exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".node").length > 30);
    await page.getByRole("switch", { name: "Fold symmetry" }).click();
    await page.getByText("The tree has 586 positions, too many to draw: fold symmetry, or look fewer moves ahead.").waitFor();
    assert.deepEqual(browser.errors, []);
});

test("in light colours, with the keyboard, and on a phone", async () => {
    const page = await browser.page(server.address, { colorScheme: "light" });
    await openGame(page, "noughts", { cross: "human", nought: "perfect" });
    // Before that, a key plays nothing.
    await page.locator(".noughts-cell.playable").first().waitFor();
    await cell(page, "e").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await mark(page, "a", "cross").waitFor();
    await mark(page, "e", "nought").waitFor();
    await page.locator(".node").first().waitFor();
    await checkAccess(page, "noughts and crosses in light colours");
    const phone = await browser.page(server.address, PHONE);
    await openGame(phone, "noughts", { cross: "human", nought: "perfect" });
    await phone.locator(".node").first().waitFor();
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `nothing is wider than the phone, but the page has ${wide}`);
    await checkAccess(phone, "noughts and crosses on a phone");
    assert.deepEqual(browser.errors, []);
});
