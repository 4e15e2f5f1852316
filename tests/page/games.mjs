// What the tests of chess and of noughts and crosses share.
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** How pages look that are not for a phone. */
export const DARK = { colorScheme: "dark" };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, ...DARK };

/** Makes sure that the page has no fault that shuts people out. */
export async function checkAccess(page, what) {
    await page.evaluate(`${AXE}; undefined`);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const told = serious.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(node => node.target.join(" ")).slice(0, 4).join(", ")}`);
    assert.deepEqual(told, [], what);
}

/** A square of the chess board. */
export function square(page, name) {
    return page.locator(`.chess > .chess-board-side [data-square="${name}"]`);
}

/** Moves a piece by two clicks. */
export async function move(page, from, to) {
    await square(page, from).click();
    await square(page, to).click();
}

/** Waits until the list has so many moves. */
export async function moves(page, count) {
    await page.waitForFunction(count => document.querySelectorAll("button.move").length === count, count);
}

/** The moves in the list. */
export function listed(page) {
    return page.locator("button.move").allInnerTexts().then(all => all.map(text => text.trim().split(/\s/)[0]));
}

/** Makes a game through the server and opens it. */
export async function openGame(page, kind, setup) {
    const created = await page.evaluate(async ({ kind, setup }) => {
        const response = await fetch("/api/games", { method: "POST", body: JSON.stringify({ kind, setup }) });
        if (!response.ok) throw new Error(await response.text());
        return response.json();
    }, { kind, setup });
    await page.evaluate(({ kind, game, host_key }) => { location.hash = `/${kind}/${game}?key=${host_key}`; }, { kind, ...created });
    await page.locator(`main.${kind}`).waitFor();
    return created;
}
