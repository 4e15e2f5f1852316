import { Browser, Server, computer, open, settle, HUMAN } from "./server.mjs";
import { openGame } from "./games.mjs";
const server = await new Server().start(); const browser = await new Browser().start();
let seed = Number(process.argv[2] ?? 1);
const random = n => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * n); };
const steps = Number(process.argv[3] ?? 150);
const starts = [
  p => open(p, { from: { type: "galaxy", kind: "symmetric", seed: 2 }, seats: [HUMAN, computer("admiral"), computer("paper2"), computer("cadet")], round_limit: null }),
  p => openGame(p, "chess", { white: "human", black: "engine:level=beginner" }),
  p => openGame(p, "chess", { white: "human", black: "human", mode: "analyse" }),
  p => openGame(p, "noughts", { cross: "human", nought: "perfect" }),
  async p => { await p.evaluate(() => { location.hash = "/"; }); },
];
for (const [k, start] of starts.entries()) {
  const page = await browser.page(server.url, { reducedMotion: "no-preference", viewport: k % 2 ? { width: 390, height: 844 } : { width: 1440, height: 900 } });
  page.setDefaultTimeout(3000);
  page.on("filechooser", () => undefined);
  await page.evaluate(() => localStorage.setItem("starchess.tour", "seen"));
  await start(page);
  for (let i = 0; i < steps; i++) {
    const roll = random(100);
    const before = browser.errors.length;
    let what = "";
    try {
      if (roll < 55) {
        const all = await page.locator("button:visible, a:visible, .hit, [role=gridcell], input[type=radio]:visible, summary").all();
        if (all.length) { const el = all[random(all.length)]; what = await el.evaluate(e => e.outerHTML.slice(0, 90)).catch(() => "?"); await el.click({ timeout: 1200, force: true, noWaitAfter: true }); }
      } else if (roll < 85) {
        const keys = ["Enter", "Escape", "ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown", "n", "m", "b", "c", "t", "x", "z", "Z", "a", "h", "w", "[", "]", "?", " ", "Shift+Enter", "f", "e", "y", "+", "-", "Tab"];
        what = keys[random(keys.length)]; await page.keyboard.press(what);
      } else if (roll < 90) { what = "reload"; await page.reload({ timeout: 5000 }); }
      else if (roll < 94) { what = "back"; await page.goBack({ timeout: 3000 }); }
      else if (roll < 97) { what = "forward"; await page.goForward({ timeout: 3000 }); }
      else { const selects = await page.locator("select:visible").all(); if (selects.length) { const s = selects[random(selects.length)]; const n = await s.locator("option").count(); what = "select"; await s.selectOption({ index: random(n) }, { timeout: 1000 }); } }
    } catch (e) { /* gone meanwhile */ }
    if (browser.errors.length > before) console.log(k, i, what, browser.errors.slice(before));
    if (page.url() === "about:blank") { await page.goto(server.url); await start(page).catch(() => 0); }
  }
  const text = await page.locator("body").innerText().catch(() => "");
  console.log(k, "ends at", page.url().replace(server.address, ""), text.length, await page.locator(".toast").allInnerTexts());
  await page.context().close();
}
console.log("errors", browser.errors.length);
await browser.end(); await server.end();
