// Makes pictures of every screen, for a person to look at: `node screenshots.mjs [FOLDER [SIZE-COLOUR…]]`, such as
// `node screenshots.mjs pictures phone-dark tablet-light`; in all sizes and colours if none are named.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { move, moves, openGame } from "./games.mjs";
import { Browser, Server, computer, myTurn, open, settle, tile } from "./server.mjs";

const wanted = process.argv.slice(3);
const folder = process.argv[2] ?? join(import.meta.dirname, "screenshots");
mkdirSync(folder, { recursive: true });
const server = await new Server().start();
const browser = await new Browser().start();

// A game in its middle: played by computers, then a person takes Indigo's seat.
const first = await browser.page(server.url);
await settle(first);
const setup = { from: { type: "galaxy", kind: "symmetric", seed: 2 }, seats: [computer("paper3"), computer("paper3"), computer("admiral"), computer("paper3")], round_limit: 200 };
const { game, host_key } = await open(first, setup);
await first.waitForFunction(() => Number(document.querySelector(".scrubber")?.getAttribute("max")) >= 96, undefined, { timeout: 600_000 });
await first.getByRole("button", { name: "Menu" }).click();
await first.getByRole("group", { name: "Indigo" }).getByRole("button", { name: "Person" }).click();
await first.keyboard.press("Escape");
await myTurn(first);

const sizes = {
    wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 }, tablet: { width: 1024, height: 768 },
    upright: { width: 820, height: 1180 }, large: { width: 1920, height: 1080 },
};
for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ["dark", "light"]) {
        if (wanted.length && !wanted.includes(`${size}-${colorScheme}`)) continue;
        const page = await browser.page(server.url, { viewport, colorScheme, hasTouch: size === "phone", isMobile: size === "phone" });
        await page.evaluate(({ game, host_key }) => localStorage.setItem("starchess.keys", JSON.stringify({ [game]: [host_key] })), { game, host_key });
        await settle(page);
        const shot = name => page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
        await page.getByText("Go on where you were").waitFor();
        await shot("start");
        await page.evaluate(({ game, host_key }) => { location.hash = `/star/${game}?key=${host_key}`; }, { game, host_key });
        await myTurn(page);
        await page.waitForTimeout(300);
        await shot("game");
        // A fleet with somewhere to go, and a target with an enemy if there is one.
        await page.keyboard.press("n");
        await page.waitForTimeout(200);
        await shot("fleet");
        const target = await page.evaluate(() => (document.querySelector(".tile.reach .pill.good, .tile.reach .pill.bad")?.closest(".tile") ?? document.querySelector(".tile.reach"))?.getAttribute("data-at"));
        if (target) await (size === "phone" ? tile(page, target).tap() : tile(page, target).hover());
        await page.waitForTimeout(600);
        await shot("move");
        if (target && size !== "phone") await tile(page, target).click();
        await page.waitForTimeout(600);
        await shot("moved");
        if (target) await page.keyboard.press("z");
        await page.getByText("Nothing yet.").waitFor({ state: "attached" });
        await page.keyboard.press("Escape");
        await page.keyboard.press("w");
        await page.locator(".reason").waitFor();
        await shot("why");
        await page.keyboard.press("Escape");
        // An older turn, whose future is known.
        for (let i = 0; i < 14; i++) await page.keyboard.press("[");
        await page.waitForTimeout(300);
        await shot("past");
        await page.locator(".log").getByRole("button", { name: /Why did/ }).first().click();
        await page.locator(".reason").waitFor();
        for (let i = 0; i < 4; i++) await page.keyboard.press("]");
        await page.waitForTimeout(300);
        await shot("why-past");
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await page.keyboard.press("?");
        await page.waitForTimeout(300);
        await shot("rules");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Menu" }).click();
        await page.waitForTimeout(300);
        await shot("menu");
        await page.keyboard.press("Escape");
        await page.evaluate(() => { location.hash = "/"; });
        await page.getByRole("button", { name: "Set up" }).first().click();
        await page.waitForTimeout(300);
        await shot("new");
        await page.keyboard.press("Escape");
        await page.evaluate(() => localStorage.removeItem("starchess.tour"));
        await page.getByRole("button", { name: "Play a first game" }).click();
        await page.locator(".tour .progress", { hasText: "1 of 5" }).waitFor();
        await tile(page, "A1").click();
        await page.locator(".tour .progress", { hasText: "2 of 5" }).waitFor();
        await page.waitForTimeout(400);
        await shot("tour");
        await showChess(page, shot);
        await showNoughts(page, shot);
        await page.context().close();
    }
}
console.log(`The pictures are in ${folder}`);
if (browser.errors.length) console.log(browser.errors);
await browser.end();
await server.end();

/** The screens of chess: a game against the engine, an analysis, and its dialogs. */
async function showChess(page, shot) {
    await openGame(page, "chess", { white: "human", black: "engine:level=club,seed=1", time: { seconds: 300, increment: 0 } });
    await move(page, "e2", "e4");
    await moves(page, 2);
    await page.waitForTimeout(300);
    await shot("chess");
    const pgn = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Bxc3 9. d5 Bf6 10. Re1 Ne7 *";
    await openGame(page, "chess", { white: "human", black: "human", mode: "analyse", start: { type: "pgn", pgn } });
    for (let i = 0; i < 4; i++) await page.keyboard.press("[");
    await page.locator(".best-line").nth(2).waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".score-graph tbody tr").length === 20
        && !/unknown/.test(document.querySelector(".score-graph tbody")?.textContent ?? ""));
    await page.keyboard.press("w");
    await page.locator(".worth text").first().waitFor();
    await page.waitForTimeout(2000);
    await shot("chess-analysis");
    await page.keyboard.press("w");
    await page.getByRole("button", { name: "Set up a position" }).click();
    await page.waitForTimeout(300);
    await shot("chess-set-up");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "New game" }).first().click();
    await page.waitForTimeout(300);
    await shot("chess-new");
    await page.keyboard.press("Escape");
}

/** Noughts and crosses, with the tree two and three moves ahead. */
async function showNoughts(page, shot) {
    await openGame(page, "noughts", { cross: "human", nought: "perfect" });
    await page.getByText("9 of 9").waitFor();
    await page.waitForTimeout(500);
    await shot("noughts");
    await page.getByRole("button", { name: "3", exact: true }).click();
    await page.getByText("21 of 21").waitFor();
    await shot("noughts-three");
}
