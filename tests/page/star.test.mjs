// Star Chess in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, HUMAN, Server, computer, finish, myTurn, open, round, settle, tile } from "./server.mjs";

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

test("a first game: move, undo, redo, hint, end, why, save, reload, resume", async () => {
    const page = await browser.page(server.url);
    assert.ok(!page.url().includes("owner="), "the owner's key is taken out of the address");
    await settle(page);
    await page.getByRole("button", { name: "Play a first game" }).click();
    await myTurn(page);
    // A move in two clicks, with its outcome shown before.
    await tile(page, "A1").click();
    await page.locator(".tile.reach").nth(2).waitFor();
    await tile(page, "B2").hover();
    await page.getByRole("heading", { name: "Move A1 to B2" }).waitFor();
    await page.locator(".panel", { hasText: /A1 keeps\s*0 ships/ }).waitFor();
    await tile(page, "B2").click();
    await page.locator(".this-turn li", { hasText: "Move 20 ships A1 to B2" }).waitFor();
    // The amount afterwards, by buttons and by the slider.
    await page.getByRole("button", { name: "One less" }).click();
    assert.equal(await page.locator(".panel .value").innerText(), "19");
    await page.locator(".this-turn li", { hasText: "Move 19 ships A1 to B2" }).waitFor();
    await page.getByRole("slider", { name: "Ships" }).fill("12");
    await page.locator(".panel", { hasText: /A1 keeps\s*8 ships/ }).waitFor();
    await page.locator(".this-turn li", { hasText: "Move 12 ships A1 to B2" }).waitFor();
    assert.equal(await page.locator(".this-turn li").count(), 1, "it is still one command");
    await page.getByRole("button", { name: "All 20" }).click();
    // What was changed in haste is done before what follows.
    await page.keyboard.press("Escape");
    await page.locator(".this-turn li", { hasText: "Move 20 ships A1 to B2" }).waitFor();
    // Undo and redo.
    const said = text => page.locator("#live", { hasText: text }).waitFor({ state: "attached" });
    await page.locator(".this-turn").getByRole("button", { name: "Undo" }).click();
    await page.getByText("Nothing yet.").waitFor();
    await said("Undone: Move 20 ships A1 to B2.");
    assert.equal(await page.locator(".tile.reach").count(), 0, "nothing is selected, so that a click on a fleet cannot send ships there");
    // What was done again can still be changed.
    await page.locator(".this-turn").getByRole("button", { name: "Redo" }).click();
    await page.locator(".this-turn li", { hasText: "Move 20 ships A1 to B2" }).waitFor();
    await said("Redone: Move 20 ships A1 to B2.");
    await page.keyboard.press("-");
    await page.locator(".this-turn li", { hasText: "Move 19 ships A1 to B2" }).waitFor();
    await said("Moved A1 to B2, 19 ships.");
    await page.keyboard.press("z");
    await page.getByText("Nothing yet.").waitFor();
    // A hint, and the computer finishes the turn.
    await page.keyboard.press("h");
    await page.locator(".toast", { hasText: "An Admiral would" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    // It shows first what it would do, and Escape leaves it at that.
    await page.keyboard.press("a");
    await page.locator(".panel", { hasText: "an Admiral’s plan" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Your turn" }).waitFor();
    assert.equal(await round(page), 1);
    await finish(page);
    await page.waitForFunction(() => /Round 2/.test(document.querySelector("#bar .round")?.textContent ?? ""));
    await myTurn(page);
    // Why did Rose do that?
    await page.getByRole("button", { name: "Why did Rose do that?" }).first().click();
    await page.getByRole("heading", { name: "Why did Rose do that?" }).waitFor();
    assert.match(await page.locator(".reason").innerText(), /^Rose (gave up|left nothing out)/);
    assert.ok(await page.locator(".choices .bar").count() > 1);
    const steps = await page.locator(".expected li").count();
    assert.equal(steps, 8, "two rounds of four players");
    await page.keyboard.press("]");
    await page.getByText(`2 of ${steps}`, { exact: true }).waitFor();
    await page.getByRole("button", { name: "One step on" }).click();
    await page.getByText(`3 of ${steps}`, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".forecast .end").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Why did Rose do that?", "the focus is where it was");
    // Save to a file.
    await page.getByRole("button", { name: "Menu" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save to a file" }).click()]);
    const saved = (await download.createReadStream().then(async stream => Buffer.concat(await stream.toArray()))).toString();
    assert.match(saved, /^Star Chess game, format 1\nPlayer 1: human\n/);
    // The game continues after a reload, and after the server was killed.
    await page.reload();
    await myTurn(page);
    assert.equal(await round(page), 2);
    await tile(page, "A1").click();
    await server.kill();
    await page.locator("#bar").getByText("Connection lost").waitFor();
    await server.start();
    await myTurn(page);
    assert.equal(await round(page), 2);
    await page.keyboard.press("Shift+Enter");
    await page.waitForFunction(() => /Round 3/.test(document.querySelector("#bar .round")?.textContent ?? ""));
    // The start screen offers to go on.
    await page.goto(`${server.address}/#/`);
    await page.getByText("Go on where you were").waitFor();
    await page.getByRole("link", { name: "Continue" }).first().click();
    await myTurn(page);
    assert.deepEqual(browser.errors, []);
});

test("a whole game by clicks, to the conquest", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    await page.getByRole("button", { name: "Paste a position" }).click();
    await page.getByRole("textbox", { name: "Position" }).fill("nonsense");
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.locator(".dialog .warning", { hasText: "this is not a position" }).waitFor();
    // Teal's home world has 60 people left, and no fleet.
    const position = "t2@60,b,b,b/b1@100,b,b,b/b1@100+1x90,b,b,b/t1@1000+1x30,b,b,b 1 9 2000:2000,0:0,-,-";
    await page.getByRole("textbox", { name: "Position" }).fill(position);
    await page.getByRole("button", { name: "Play from here" }).click();
    await myTurn(page);
    for (const [from, to] of [["A2", "A3"], ["A3", "A4"]]) {
        await tile(page, from).click();
        await tile(page, to).click();
        await page.locator(".this-turn li", { hasText: `${from} to ${to}` }).waitFor();
        await page.locator(".forecast .end").click();
        if (to === "A3") await page.waitForFunction(() => /Round 10/.test(document.querySelector("#bar .round")?.textContent ?? ""));
    }
    for (let turn = 0; turn < 3 && !await page.getByText("You win by conquest").count(); turn++) {
        await page.waitForTimeout(1000);
        if (await page.locator(".forecast .end").count()) await page.locator(".forecast .end").click();
    }
    await page.getByText("You win by conquest").waitFor();
    assert.deepEqual(browser.errors, []);
});

test("a whole game to the round limit, with the scrubber and a branch", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    await open(page, { from: { type: "galaxy", kind: "symmetric", seed: 2 }, seats: [HUMAN, computer("cadet"), computer("cadet"), computer("cadet")], round_limit: 6 });
    for (let played = 1; played <= 6; played++) {
        await myTurn(page);
        assert.equal(await round(page), played);
        await finish(page);
        if (played < 6) await page.waitForFunction(round => document.querySelector("#bar .round")?.textContent === `Round ${round}`, played + 1);
    }
    await page.getByText(/by score|tie/).first().waitFor();
    // Back in time, and a new game from there.
    await page.keyboard.press("[");
    await page.getByText("Looking back: after 23 of 24 turns").waitFor();
    await page.locator("#live", { hasText: "Looking back: round 6, after Yellow." }).waitFor({ state: "attached" });
    for (let i = 0; i < 7; i++) await page.keyboard.press("[");
    await page.getByText("Looking back: after 16 of 24 turns").waitFor();
    assert.equal(await round(page), 5);
    const old = page.url();
    await page.getByRole("button", { name: "Branch from here" }).click();
    await page.waitForFunction(old => location.href !== old, old);
    await myTurn(page);
    assert.equal(await round(page), 5);
    assert.deepEqual(browser.errors, []);
});

test("two browsers on two seats, and one that only watches", async () => {
    const host = await browser.page(server.address);
    await settle(host);
    await open(host, { from: { type: "galaxy", kind: "terran", seed: 0 }, seats: [HUMAN, computer("cadet"), computer("cadet"), HUMAN], round_limit: null });
    await host.getByRole("button", { name: "Share" }).click();
    await host.getByRole("listitem").filter({ hasText: "Rose" }).getByRole("button").click();
    const link = await host.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\?key=[0-9a-f]{32}$/);
    await host.keyboard.press("Escape");
    const guest = await browser.page(link);
    const watcher = await browser.page(link.replace(/\?.*/, ""));
    for (const page of [guest, watcher]) await settle(page);
    await watcher.getByText("You watch", { exact: true }).waitFor();
    assert.equal(await watcher.locator(".commands button").first().isVisible(), false);
    // The guest cannot play for Indigo, the host can.
    await guest.locator("#bar .chip", { hasText: "Indigo" }).waitFor();
    await tile(guest, "A1").click();
    assert.equal(await guest.locator(".tile.reach").count(), 0);
    // Each knows who plays where, and the host leaves the seat to the guest.
    await host.locator(".player.p4", { hasText: "At another screen" }).waitFor();
    await guest.locator(".player.p4", { hasText: "You" }).waitFor();
    await host.keyboard.press("Shift+Enter");
    await guest.locator("#bar .chip", { hasText: "Your turn" }).waitFor();
    await host.locator(".panel", { hasText: "Rose is to move" }).waitFor();
    assert.equal(await host.locator(".forecast .end").getAttribute("aria-disabled"), "true");
    await tile(guest, "D1").click();
    await tile(guest, "C2").click();
    await watcher.locator(".log", { hasText: "Rose moved 20 to C2" }).waitFor();
    await guest.keyboard.press("Shift+Enter");
    await host.waitForFunction(() => document.querySelector("#bar .round")?.textContent === "Round 2");
    // Rose leaves the seat to a computer.
    await host.getByRole("button", { name: "Menu" }).click();
    await host.getByRole("group", { name: "Rose" }).getByRole("button", { name: "Computer" }).click();
    await host.keyboard.press("Escape");
    await guest.locator(".player.p4", { hasText: "Lieutenant" }).waitFor();
    await guest.getByText("Lieutenant plays Rose from now on, not you").first().waitFor();
    assert.deepEqual(browser.errors, []);
});

test("what goes wrong on the way to a game is said, with a way back", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    const post = setup => page.evaluate(async setup => {
        const { post } = await import("/link.js");
        return post("/api/games", { kind: "star", setup }).then(() => "made", error => error.message);
    }, setup);
    assert.equal(await post({ from: { type: "file", text: "x".repeat(5 << 20) }, seats: null, round_limit: null }), "this has 6 MiB; up to 4 MiB can be read");
    await page.evaluate(() => { location.hash = "/star/0123456789abcdef"; });
    await page.getByText("There is no game 0123456789abcdef").waitFor();
    // It stays there.
    await page.waitForTimeout(2500);
    assert.equal(await page.getByText("There is no game 0123456789abcdef").count(), 1);
    // The server does not answer: the page says so, and opens the game when it does.
    const { game } = await open(page, { from: { type: "galaxy", kind: "terran", seed: 0 }, seats: [HUMAN, HUMAN, HUMAN, HUMAN], round_limit: null });
    await page.evaluate(() => { location.hash = "/"; });
    await server.kill();
    await page.evaluate(game => { location.hash = `/star/${game}`; }, game);
    await page.getByRole("heading", { name: "The game is being opened" }).waitFor();
    await server.start();
    await page.locator(".board").waitFor();
    assert.equal(await page.getByRole("heading", { name: "The game is being opened" }).count(), 0);
});

test("of two tabs that end the same turn, the second is told that it is over", async () => {
    const one = await browser.page(server.address);
    await settle(one);
    const { game, host_key } = await open(one, { from: { type: "galaxy", kind: "terran", seed: 0 }, seats: [HUMAN, HUMAN, HUMAN, HUMAN], round_limit: null });
    const two = await one.context().newPage();
    // The second tab hears nothing for a while.
    let isHeld = false;
    const held = [];
    await two.routeWebSocket(/socket$/, page => {
        const socket = page.connectToServer();
        socket.onMessage(message => isHeld ? held.push(() => page.send(message)) : page.send(message));
    });
    await two.goto(`${server.address}/#/star/${game}?key=${host_key}`);
    await myTurn(two);
    isHeld = true;
    await one.keyboard.press("Shift+Enter");
    await one.locator("#bar .chip", { hasText: "Teal’s turn" }).waitFor();
    await two.keyboard.press("Shift+Enter");
    // The answer must be there before it is let through.
    while (held.length < 2) await two.waitForTimeout(50);
    isHeld = false;
    for (const send of held.splice(0)) send();
    await two.locator(".toast", { hasText: "The game changed before this arrived" }).waitFor();
    for (const page of [one, two]) await page.locator("#bar .chip", { hasText: "Teal’s turn" }).waitFor();
    // A double click ends one turn, and two keys in haste are two orders.
    await two.locator(".forecast .end").dblclick();
    for (const page of [one, two]) await page.locator("#bar .chip", { hasText: "Yellow’s turn" }).waitFor();
    await one.keyboard.press("n");
    await one.keyboard.press("ArrowDown");
    await one.getByRole("heading", { name: "Move D4 to D3" }).waitFor();
    await one.keyboard.press("Enter");
    await one.keyboard.press("Shift+Enter");
    await two.locator("#bar .chip", { hasText: "Rose’s turn" }).waitFor();
    await two.locator(".log", { hasText: "Yellow moved 20 to D3" }).waitFor();
    assert.deepEqual(browser.errors, []);
});

test("four computers: pause, step, go on", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    await page.getByRole("button", { name: "Watch four" }).click();
    await page.locator(".log .line").nth(3).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Step" }).waitFor();
    const count = async () => Number(await page.locator(".scrubber").getAttribute("max"));
    const paused = await count();
    await page.waitForTimeout(1500);
    assert.equal(await count(), paused, "nothing moves while it is paused");
    await page.getByRole("button", { name: "Step" }).click();
    await page.waitForFunction(paused => Number(document.querySelector(".scrubber")?.getAttribute("max")) === paused + 1, paused);
    await page.waitForTimeout(1000);
    assert.equal(await count(), paused + 1, "one step is one turn");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.waitForFunction(paused => Number(document.querySelector(".scrubber")?.getAttribute("max")) > paused + 4, paused);
    assert.deepEqual(browser.errors, []);
});

test("with the keyboard alone", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    await open(page, { from: { type: "galaxy", kind: "terran", seed: 0 }, seats: [HUMAN, computer("cadet"), computer("cadet"), computer("cadet")], round_limit: null });
    await myTurn(page);
    const press = async (...keys) => {
        for (const key of keys) await page.keyboard.press(key);
    };
    await press("n");
    await page.getByRole("heading", { name: "Fleet in A1" }).waitFor();
    await press("ArrowUp");
    await page.getByRole("heading", { name: "Move A1 to A2" }).waitFor();
    await press("-", "Enter");
    await page.locator(".this-turn li", { hasText: "Move 19 ships A1 to A2" }).waitFor();
    await press("+");
    await page.locator(".this-turn li", { hasText: "Move 20 ships A1 to A2" }).waitFor();
    await press("Shift+Enter");
    await page.waitForFunction(() => document.querySelector("#bar .round")?.textContent === "Round 2");
    await myTurn(page);
    await press("n", "c");
    // The live region says it too, after a rest.
    await page.locator(".outcome", { hasText: "20 ships become a colony." }).waitFor();
    await press("Enter");
    await page.locator(".this-turn li", { hasText: "Colonize A2" }).waitFor();
    await page.locator("#live", { hasText: "You colonized A2." }).waitFor({ state: "attached" });
    await press("z");
    await page.getByText("Nothing yet.").waitFor();
    await press("Shift+Z");
    await page.locator(".this-turn li", { hasText: "Colonize A2" }).waitFor();
    await press("?");
    await page.getByRole("heading", { name: "Rules and keys" }).waitFor();
    await press("Escape");
    await press("w");
    await page.getByRole("heading", { name: /Why did/ }).waitFor();
    await press("w", "Shift+Enter");
    await page.waitForFunction(() => document.querySelector("#bar .round")?.textContent === "Round 3");
    assert.deepEqual(browser.errors, []);
});

test("the strongest player explains its goal, its beliefs and the rounds it expects", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    await open(page, { from: { type: "galaxy", kind: "symmetric", seed: 2 }, seats: [HUMAN, computer("admiral"), computer("paper0"), computer("cadet")], round_limit: null });
    for (let played = 1; played <= 3; played++) {
        await myTurn(page);
        await page.keyboard.press("Shift+Enter");
        await page.waitForFunction(round => document.querySelector("#bar .round")?.textContent === `Round ${round}`, played + 1);
    }
    await myTurn(page);
    await page.locator(".player.p2", { hasText: "Admiral" }).getByRole("button", { name: "Why did Teal do that?" }).click();
    assert.match(await page.locator(".reason").innerText(), /^Teal wants to .+ That gives it a chance of .+ to win/);
    assert.ok(await page.locator(".goals tbody tr").count() > 1, "several goals were judged");
    assert.equal(await page.locator(".beliefs li").count(), 3, "it has an opinion of every opponent");
    assert.match(await page.locator(".beliefs li", { hasText: "Yellow" }).innerText(), /published player/);
    // The rounds that it expects, step by step, on the board.
    const steps = await page.locator(".expected li").count();
    assert.ok(steps > 5, `${steps} moments`);
    const board = () => page.locator(".why-boards .board").first().innerHTML();
    const before = await board();
    await page.keyboard.press("]");
    await page.getByText(`2 of ${steps}`, { exact: true }).waitFor();
    assert.notEqual(await board(), before);
    await page.keyboard.press("Escape");
    // An old turn, after the server has forgotten everything that is not on disk.
    await server.kill();
    await page.locator("#bar").getByText("Connection lost").waitFor();
    await server.start();
    await myTurn(page);
    await page.locator(".log").getByRole("button", { name: "Why did Teal do that?" }).last().click();
    await page.getByRole("heading", { name: "Why did Teal do that?" }).waitFor();
    await page.locator(".expected .good").first().waitFor();
    await page.keyboard.press("Escape");
    assert.deepEqual(browser.errors, []);
});

test("the dialog for a new game shows the galaxy, and a build its cost", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    await page.getByRole("button", { name: "Set up" }).first().click();
    const picture = page.locator(".new-game .preview .mini");
    await picture.waitFor();
    const first = await picture.innerHTML();
    await page.getByRole("button", { name: "Terran" }).click();
    await page.waitForFunction(first => document.querySelector(".new-game .preview .mini")?.innerHTML !== first, first);
    await page.getByRole("button", { name: "Start game" }).click();
    await myTurn(page);
    const position = "t2@1000,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x5,b,b,b 1 9 2000:2000,0:0,-,-";
    await open(page, { from: { type: "position", position }, seats: [HUMAN, computer("cadet"), computer("cadet"), computer("cadet")], round_limit: null });
    await myTurn(page);
    await page.keyboard.press("n");
    await page.keyboard.press("b");
    await page.locator(".panel .confirm").click();
    await page.locator(".this-turn li", { hasText: /Build .*−[\d,]+ \/ −[\d,]+/ }).waitFor();
    assert.deepEqual(browser.errors, []);
});

test("fleets slide, and a reload in mid-animation does no harm", async () => {
    const page = await browser.page(server.address, { reducedMotion: "no-preference" });
    await page.evaluate(() => localStorage.setItem("starchess.tour", "seen"));
    await open(page, { from: { type: "galaxy", kind: "symmetric", seed: 2 }, seats: [HUMAN, computer("paper2"), computer("paper2"), computer("paper2")], round_limit: null });
    await myTurn(page);
    await tile(page, "A1").click();
    const flight = page.locator(".over .fleet").first().waitFor({ state: "attached" });
    await tile(page, "B2").click();
    await flight;
    await page.waitForFunction(() => !document.querySelector(".over .fleet"));
    assert.match(await page.locator('.hit[data-at="B2"]').getAttribute("aria-label"), /your fleet, 20/);
    await page.keyboard.press("Shift+Enter");
    await page.locator(".flight .count").first().waitFor();
    await page.reload();
    await myTurn(page);
    assert.equal(await round(page), 2);
    assert.deepEqual(browser.errors, []);
});

test("a fleet is dragged: where it can go and what would happen is shown on the way", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    await open(page, { from: { type: "galaxy", kind: "terran", seed: 0 }, seats: [HUMAN, computer("cadet"), computer("cadet"), computer("cadet")], round_limit: null });
    await myTurn(page);
    const middle = async at => {
        const { x, y, width, height } = await tile(page, at).boundingBox();
        return [x + width / 2, y + height / 2];
    };
    await page.mouse.move(...await middle("A1"));
    await page.mouse.down();
    await page.mouse.move(...await middle("B2"), { steps: 4 });
    await page.locator(".tile.target[data-at=B2]").waitFor();
    assert.equal(await page.locator(".tile.reach").count(), 3);
    await page.getByRole("heading", { name: "Move A1 to B2" }).waitFor();
    await page.mouse.up();
    await page.locator(".this-turn li", { hasText: "Move 20 ships A1 to B2" }).waitFor();
    // With the wheel over the board, fewer ships: before the move, and after it.
    await page.keyboard.press("z");
    await page.getByText("Nothing yet.").waitFor();
    await tile(page, "A1").click();
    await tile(page, "A2").hover();
    await page.mouse.wheel(0, 100);
    await page.mouse.wheel(0, 100);
    await page.locator(".panel .confirm", { hasText: "Move 18" }).waitFor();
    await tile(page, "A2").click();
    await page.locator(".this-turn li", { hasText: "Move 18 ships A1 to A2" }).waitFor();
    await page.mouse.wheel(0, 100);
    await page.locator(".this-turn li", { hasText: "Move 17 ships A1 to A2" }).waitFor();
    assert.deepEqual(browser.errors, []);
});

test("every command takes two clicks, and shows before what it does", async () => {
    const page = await browser.page(server.address);
    await settle(page);
    const position = "t2@1000,b,b,b/b,b,b,b/b1@100,t+1x40,b,b/t1@1000+1x50,b1@100,b,b 1 9 5000:5000,0:0,-,-";
    await open(page, { from: { type: "position", position }, seats: [HUMAN, computer("cadet"), computer("cadet"), computer("cadet")], round_limit: null });
    await myTurn(page);
    const toolbar = page.getByRole("toolbar", { name: "Commands" });
    const DONE = { Build: "Built", Colonize: "Colonized", Terraform: "Terraformed", Scrap: "Scrapped" };
    const orders = [["A1", "Build", "Build at A1", "It costs", /^\d+\s*Build \d+ ships? at A1/], ["B2", "Colonize", "Colonize B2", "20 ships become a colony.", /Colonize B2/],
        ["A2", "Terraform", "Terraform A2", "The planet becomes terran.", /Terraform A2/], ["A1", "Scrap", "Scrap at A1", "Your score", /Scrap \d+ ships? at A1/]];
    for (const [i, [at, button, title, outcome, line]] of orders.entries()) {
        await tile(page, at).click();
        await toolbar.getByRole("button", { name: button }).hover();
        await page.getByRole("heading", { name: title }).waitFor();
        await page.locator(".panel", { hasText: outcome }).waitFor();
        // Whoever clicks twice means it once.
        await toolbar.getByRole("button", { name: button }).dblclick();
        await page.getByRole("heading", { name: title.replace(/^\w+/, DONE[button]) }).waitFor();
        await page.locator(".this-turn li").nth(i).waitFor();
        assert.equal(await page.locator(".this-turn li").count(), i + 1);
        assert.match(await page.locator(".this-turn li").nth(i).innerText(), line);
    }
    // A pointer that leaves the button leaves what was selected before.
    await tile(page, "A1").click();
    await toolbar.getByRole("button", { name: "Scrap" }).hover();
    await page.getByRole("heading", { name: "Scrap at A1" }).waitFor();
    await page.mouse.move(5, 5);
    await page.getByRole("heading", { name: "Fleet in A1" }).waitFor();
    assert.equal(await page.locator(".this-turn li").count(), orders.length, "looking does nothing");
    assert.deepEqual(browser.errors, []);
});

test("on a phone a move is two taps, its amount is changed after it, and undo is at hand", async () => {
    const page = await browser.page(server.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await settle(page);
    await open(page, { from: { type: "galaxy", kind: "terran", seed: 0 }, seats: [HUMAN, computer("cadet"), computer("cadet"), computer("cadet")], round_limit: null });
    await myTurn(page);
    await tile(page, "A1").tap();
    await page.getByRole("heading", { name: "Fleet in A1" }).waitFor();
    await tile(page, "B2").tap();
    await page.getByRole("heading", { name: "Moved A1 to B2" }).waitFor();
    await page.getByRole("button", { name: "One less" }).tap();
    await page.locator(".this-turn li", { hasText: "Move 19 ships A1 to B2" }).waitFor({ state: "attached" });
    await page.locator(".panel").getByRole("button", { name: "Undo" }).tap();
    await page.getByText("Nothing yet.").waitFor({ state: "attached" });
    // What else can be done in the sector stands in the sheet, with what it leads to.
    await tile(page, "A1").tap();
    const scrap = page.locator(".offers").getByRole("button", { name: "Scrap 1" });
    await scrap.getByText("saves 10 materials, 20 credits a turn").waitFor();
    await scrap.tap();
    await page.locator(".this-turn li", { hasText: "Scrap 1 ship at A1" }).waitFor({ state: "attached" });
    await page.locator(".forecast").getByRole("button", { name: "Undo" }).tap();
    await page.getByText("Nothing yet.").waitFor({ state: "attached" });
    // How a battle would end stands in its sector, and the foot says what there is.
    const position = "t2@1000,b,b,b/b,b,b,b/b1@200+1x25,t+2x10,b,b/t1@1000,b,b,b 1 9 2250:3900,900:900,-,-";
    await open(page, { from: { type: "position", position }, seats: [HUMAN, computer("cadet"), computer("cadet"), computer("cadet")], round_limit: null });
    await myTurn(page);
    await tile(page, "A2").tap();
    const outcome = tile(page, "B2").locator(".pill text");
    await outcome.waitFor();
    assert.equal(await outcome.textContent(), "5 lost");
    assert.ok((await outcome.boundingBox()).height > 11, "it can be read");
    await page.locator(".offers").getByText("terran, for 1,000 materials").waitFor();
    assert.match(await page.locator(".forecast .purse").innerText(), /Materials 2,250 → [\d,]+\s+Credits 3,900 → [\d,]+/);
    assert.deepEqual(browser.errors, []);
});

test("among several people a turn is taken back only if all agree", async () => {
    const host = await browser.page(server.address);
    await settle(host);
    const { game } = await open(host, { from: { type: "galaxy", kind: "terran", seed: 0 }, seats: [HUMAN, HUMAN, computer("cadet"), computer("cadet")], round_limit: null });
    await host.getByRole("button", { name: "Share" }).click();
    await host.getByRole("listitem").filter({ hasText: "Teal" }).getByRole("button").click();
    const guest = await browser.page(await host.evaluate(() => navigator.clipboard.readText()));
    await settle(guest);
    await host.keyboard.press("Escape");
    await host.keyboard.press("Shift+Enter");
    await myTurn(guest);
    const takeBack = async () => {
        await host.getByRole("button", { name: "Menu" }).click();
        await host.getByRole("button", { name: "Take back the last turn" }).click();
        await host.locator(".consent", { hasText: "Teal must agree" }).waitFor();
        await guest.locator(".consent", { hasText: "Indigo asks to take back" }).waitFor();
    };
    await takeBack();
    await guest.getByRole("button", { name: "Refuse" }).click();
    await host.locator(".consent").waitFor({ state: "hidden" });
    await guest.locator("#bar .chip", { hasText: "turn" }).waitFor();
    await takeBack();
    await guest.getByRole("button", { name: "Allow" }).click();
    await host.locator("#bar .chip", { hasText: "Your turn" }).waitFor();
    assert.ok(game);
    assert.deepEqual(browser.errors, []);
});

test("the tour", async () => {
    const page = await browser.page(server.address);
    await page.getByRole("button", { name: "Play a first game" }).click();
    await page.locator(".tour .progress", { hasText: "1 of 5" }).waitFor();
    await tile(page, "A1").click();
    await page.locator(".tour .progress", { hasText: "2 of 5" }).waitFor();
    await page.getByRole("button", { name: "Show me" }).click();
    await page.locator(".tour .progress", { hasText: "3 of 5" }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.locator(".tour .progress", { hasText: "4 of 5" }).waitFor();
    await page.locator(".forecast .end").click();
    await page.locator(".tour .progress", { hasText: "5 of 5" }).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    assert.equal(await page.locator(".tour").count(), 0);
    assert.deepEqual(browser.errors, []);
});
