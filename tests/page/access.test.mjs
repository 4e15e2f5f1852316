// No screen of Star Chess has a serious fault for people who use a screen reader or a keyboard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Browser, HUMAN, Server, computer, myTurn, open, settle, tile } from "./server.mjs";

const AXE = readFileSync(new URL(import.meta.resolve("axe-core")).pathname, "utf8");
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

/** The serious faults that axe finds. */
async function faults(page) {
    // The page's own policy forbids foreign scripts; the driver's do not count as such.
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(node => `${node.html.slice(0, 160)} ${node.any.map(check => check.message).join("; ")}`).join(" | ")}`);
}

for (const colorScheme of ["dark", "light"]) {
    test(`axe finds nothing serious in ${colorScheme} colours`, async () => {
        const page = await browser.page(server.url, { colorScheme });
        await settle(page);
        assert.deepEqual(await faults(page), [], "start");
        await page.getByRole("button", { name: "Set up" }).first().click();
        assert.deepEqual(await faults(page), [], "new game");
        await page.keyboard.press("Escape");
        await page.keyboard.press("?");
        assert.deepEqual(await faults(page), [], "rules");
        await page.keyboard.press("Escape");
        await open(page, { from: { type: "galaxy", kind: "symmetric", seed: 2 }, seats: [HUMAN, computer("admiral"), computer("lieutenant"), computer("paper2")], round_limit: null });
        await myTurn(page);
        assert.deepEqual(await faults(page), [], "game");
        await tile(page, "A1").click();
        await tile(page, "B2").click();
        await page.waitForTimeout(300);
        assert.deepEqual(await faults(page), [], "a move");
        await page.keyboard.press("Shift+Enter");
        await page.waitForFunction(() => document.querySelector("#bar .round")?.textContent === "Round 2");
        await page.keyboard.press("w");
        await page.locator(".reason").waitFor();
        assert.deepEqual(await faults(page), [], "why");
    });
}
