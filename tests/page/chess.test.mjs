// Chess in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DARK, PHONE, checkAccess, listed, move, moves, openGame, square } from "./games.mjs";
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

test("a game to mate by clicks and by dragging", async () => {
    const page = await browser.page(server.address, DARK);
    await page.locator("section.game", { hasText: "Against our engine" }).getByRole("button", { name: "Set up" }).click();
    await page.getByLabel("Opponent").selectOption("human");
    await checkAccess(page, "the dialog of a new game");
    await page.getByRole("button", { name: "Begin" }).click();
    await move(page, "f2", "f3");
    await moves(page, 1);
    await move(page, "e7", "e5");
    await moves(page, 2);
    await move(page, "g2", "g4");
    await moves(page, 3);
    // An illegal target lets the piece go.
    await move(page, "d8", "d4");
    assert.equal(await page.locator(".board-picture .selected").count(), 0);
    await square(page, "d8").dragTo(square(page, "h4"));
    await moves(page, 4);
    await page.locator("#bar", { hasText: "Black wins by checkmate" }).waitFor();
    assert.equal(await page.locator(".board-picture .check").count(), 1);
    assert.deepEqual(await listed(page), ["f3", "e5", "g4", "Qh4#"]);
    await checkAccess(page, "the end of a game");
    await page.reload();
    await moves(page, 4);
    assert.deepEqual(browser.errors, []);
});

test("against the engine at a level: mate in one, take back, hint, reload", async () => {
    const page = await browser.page(server.address, { colorScheme: "light" });
    const start = { type: "fen", fen: "7k/8/5KQ1/8/8/8/8/8 w - - 0 1" };
    await openGame(page, "chess", { white: "human", black: "engine:level=beginner", start });
    // The queen wastes a move, the engine answers, and all of it is taken back.
    await move(page, "g6", "g1");
    await moves(page, 2);
    await page.keyboard.press("z");
    await moves(page, 0);
    await page.keyboard.press("h");
    await page.getByText("Hint:").first().waitFor();
    assert.match(await page.locator(".chess-say").innerText(), /Hint: 1\. Qg7#, White mates in 1/);
    assert.equal(await page.locator(".arrow").count(), 1);
    await page.reload();
    await square(page, "g6").click();
    await page.locator(".board-picture .target").first().waitFor();
    await square(page, "g7").click();
    await page.locator("#bar", { hasText: "White wins by checkmate" }).waitFor();
    assert.deepEqual(browser.errors, []);
});

test("with the keyboard alone", async () => {
    const page = await browser.page(server.address, DARK);
    await openGame(page, "chess", { white: "human", black: "human" });
    await square(page, "e2").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "e4, empty, can be reached");
    await page.keyboard.press("Enter");
    await moves(page, 1);
    assert.equal(await page.locator(".board-cells [tabindex='0']").count(), 1, "the board is one tab stop");
    // A move can be typed, and a bad one is refused with the reason.
    const input = page.getByLabel("Type a move");
    await input.fill("Nd7");
    await input.press("Enter");
    await page.locator(".toast", { hasText: "Nd7 is not legal here" }).waitFor();
    await input.fill("Nf6");
    await input.press("Enter");
    await moves(page, 2);
    // Escape leaves the box for the board, and a square that has the focus is the one that is meant.
    await input.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "gridcell");
    await square(page, "d2").focus();
    await page.keyboard.press("Enter");
    assert.match(await square(page, "d4").getAttribute("aria-label"), /can be reached/);
    await page.keyboard.press("Escape");
    await square(page, "e2").focus();
    await page.keyboard.press("[");
    await page.getByText("After 1. e4.").waitFor();
    await page.keyboard.press("]");
    await page.getByText("After 1… Nf6.").waitFor();
    await page.keyboard.press("f");
    assert.equal(await page.locator(".board-cells [role=gridcell]").first().getAttribute("data-square"), "h1");
    assert.deepEqual(browser.errors, []);
});

test("promotion, and a position that is set up", async () => {
    const page = await browser.page(server.address, DARK);
    await openGame(page, "chess", { white: "human", black: "human", mode: "analyse" });
    await page.getByRole("button", { name: "Set up a position" }).click();
    const fen = page.getByLabel("FEN", { exact: true });
    await fen.fill("8/P6k/8/8/8/8/8/8 w - - 0 1");
    await page.getByText("Not a possible position: White has 0 kings instead of 1.").waitFor();
    assert.ok(await page.getByRole("button", { name: "Play from here" }).isDisabled());
    await checkAccess(page, "the dialog of a position");
    await page.getByRole("button", { name: "White king" }).click();
    await page.locator(".setup-dialog [data-square=a1]").click();
    await page.getByText("This position can be played.").waitFor();
    assert.equal(await fen.inputValue(), "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    await page.locator("dialog").getByRole("button", { name: "Analyse" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".chess-board .on-board").length === 3);
    await move(page, "a7", "a8");
    await page.getByRole("dialog", { name: "Promote to" }).waitFor();
    await checkAccess(page, "the choice of a piece");
    await page.getByRole("button", { name: "knight" }).click();
    await moves(page, 1);
    assert.deepEqual(await listed(page), ["a8=N"]);
    assert.equal(await square(page, "a8").getAttribute("aria-label"), "a8, white knight, moved last");
    assert.deepEqual(browser.errors, []);
});

test("analysis: PGN in and out, lines with arrows, graph, another move and back", async () => {
    const page = await browser.page(server.address, DARK);
    await openGame(page, "chess", { white: "human", black: "human", mode: "analyse" });
    await page.getByRole("button", { name: "FEN and PGN" }).click();
    const taken = page.locator("textarea.taken");
    await taken.fill("1. e4 e5 2. Qh6");
    await page.getByRole("button", { name: "Analyse it" }).click();
    await page.getByText("Not a PGN: game 1, line 1: Qh6 is not legal here.").waitFor();
    await taken.fill("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#");
    await checkAccess(page, "the dialog of texts");
    await page.getByRole("button", { name: "Analyse it" }).click();
    await moves(page, 7);
    await page.keyboard.press("[");
    await page.locator("button.best-line", { hasText: "4. Qxf7#" }).waitFor();
    await page.locator(".arrow.rank-3").waitFor();
    // Black's last move is marked once all positions have been looked at.
    await page.locator("button.move", { hasText: "Nf6" }).locator(".move-mark").waitFor();
    assert.ok(await page.locator(".graph-mistake").count() > 0);
    // A line is looked at, move by move, without playing it; its material is that of the position that is shown.
    const material = page.locator(".chess-player").last().locator(".chess-material");
    assert.equal(await material.textContent(), "");
    await page.locator("button.best-line", { hasText: "4. Qxf7#" }).click();
    await page.getByText("In the line, after 4. Qxf7#.").waitFor();
    assert.match(await square(page, "f7").getAttribute("aria-label"), /white queen/);
    assert.equal(await material.textContent(), "+1");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => /black pawn/.test(document.querySelector('[data-square="f7"]')?.getAttribute("aria-label") ?? ""));
    await moves(page, 7);
    // What each piece but the kings is worth, and of another position what stands there.
    const worth = page.locator(".worth text");
    assert.equal(await worth.count(), 0);
    await page.getByRole("switch", { name: "Piece worth" }).click();
    await worth.nth(29).waitFor();
    assert.equal(await worth.count(), 30);
    assert.match(await square(page, "h5").getAttribute("aria-label"), /^h5, white queen, worth \d+\.\d pawns$/);
    await page.getByText(/in pawns, by the engine’s (network|hand-written evaluation)/).waitFor();
    await checkAccess(page, "analysis");
    await page.keyboard.press("[");
    await page.waitForFunction(() => /^g8, black knight, worth/.test(document.querySelector('[data-square="g8"]')?.getAttribute("aria-label") ?? ""));
    await page.keyboard.press("w");
    assert.equal(await worth.count(), 0);
    await page.getByText("After 3. Qh5.").waitFor();
    await move(page, "g7", "g6");
    await moves(page, 6);
    assert.deepEqual((await listed(page)).at(-1), "g6");
    await page.getByRole("button", { name: "Back to 3… Nf6 and 1 more" }).click();
    await moves(page, 7);
    await page.getByRole("button", { name: "FEN and PGN" }).click();
    assert.match(await page.getByLabel("This game as PGN").inputValue(), /1\. e4 e5 2\. Bc4 Nc6 3\. Qh5 Nf6 4\. Qxf7#/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save as a file" }).click()]);
    assert.equal(download.suggestedFilename(), "game.pgn");
    assert.deepEqual(browser.errors, []);
});

test("clocks run, and a person on a phone plays by touch", async () => {
    const page = await browser.page(server.address, PHONE);
    await openGame(page, "chess", { white: "human", black: "engine:level=beginner", time: { seconds: 300, increment: 0 } });
    await square(page, "e2").tap();
    await square(page, "e4").tap();
    await moves(page, 2);
    await page.locator(".chess-clock.running[data-side=white]").waitFor();
    await page.waitForFunction(() => /^4:5/.test(document.querySelector(".chess-clock.running")?.textContent ?? ""));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `nothing is wider than the phone, but the page has ${wide}`);
    await checkAccess(page, "chess on a phone");
    assert.deepEqual(browser.errors, []);
});

test("two browsers at one board", async () => {
    const white = await browser.page(server.address, DARK);
    await openGame(white, "chess", { white: "human", black: "human" });
    await white.getByRole("button", { name: "Share" }).click();
    await white.getByRole("button", { name: "Copy the link for Black" }).click();
    const link = await white.evaluate(() => navigator.clipboard.readText());
    await white.keyboard.press("Escape");
    const black = await browser.page(link);
    await move(white, "e2", "e4");
    await moves(black, 1);
    assert.equal(await black.locator(".board-cells [role=gridcell]").first().getAttribute("data-square"), "h1", "Black is at the bottom");
    await move(black, "e7", "e5");
    await moves(white, 2);
    assert.deepEqual(browser.errors, []);
});

test("between two people a move is taken back only if the other agrees", async () => {
    const white = await browser.page(server.address, DARK);
    await openGame(white, "chess", { white: "human", black: "human" });
    await white.getByRole("button", { name: "Share" }).click();
    await white.getByRole("button", { name: "Copy the link for Black" }).click();
    const black = await browser.page(await white.evaluate(() => navigator.clipboard.readText()), DARK);
    await black.locator("main.chess").waitFor();
    await white.keyboard.press("Escape");
    await move(white, "e2", "e4");
    await moves(black, 1);
    await move(black, "e7", "e5");
    await moves(white, 2);
    await black.getByRole("button", { name: "Take back" }).click();
    await black.locator(".consent", { hasText: "White must agree to take it back" }).waitFor();
    await white.locator(".consent", { hasText: "Black asks to take back the last move" }).waitFor();
    await checkAccess(white, "a proposal");
    await white.getByRole("button", { name: "Refuse" }).click();
    await black.locator(".consent").waitFor({ state: "hidden" });
    await moves(black, 2);
    await black.getByRole("button", { name: "Take back" }).click();
    // It is still there after a reload.
    await white.reload();
    await white.getByRole("button", { name: "Allow" }).click();
    await moves(black, 1);
    // Whoever asks can withdraw.
    await white.getByRole("button", { name: "Take back" }).click();
    await white.getByRole("button", { name: "Withdraw" }).click();
    await black.locator(".consent").waitFor({ state: "hidden" });
    await moves(white, 1);
    // Nobody waits for someone who has left.
    await white.getByRole("button", { name: "Take back" }).click();
    await black.locator(".consent").waitFor();
    await black.close();
    await white.locator(".consent", { hasText: "Black has left" }).waitFor();
    await white.getByRole("button", { name: "Take it back" }).click();
    await moves(white, 0);
    assert.deepEqual(browser.errors, []);
});

test("two computers, from the dialog: pause, step, go on", async () => {
    const page = await browser.page(server.address, DARK);
    await page.locator("section.game", { hasText: "Against our engine" }).getByRole("button", { name: "Set up" }).click();
    await page.getByLabel("Neither").check();
    await page.getByLabel("Computer for White").selectOption("engine:level=beginner");
    await page.getByLabel("Computer for Black").selectOption("kong:depth=2,search=minimax");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator("button.move").nth(1).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Step" }).waitFor();
    const count = () => page.locator("button.move").count();
    const paused = await count();
    await page.getByRole("button", { name: "Step" }).click();
    await moves(page, paused + 1);
    // It waits also after a reload.
    await page.reload();
    await moves(page, paused + 1);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.locator("button.move").nth(paused + 2).waitFor();
    assert.deepEqual(browser.errors, []);
});
