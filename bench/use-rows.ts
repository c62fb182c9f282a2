import type { Page } from "@playwright/test";
import { signedIn, type } from "./browser.ts";
import { summarise } from "./measure.ts";
import { longNote } from "./page-rows.ts";
import type { Bench, Row } from "./row.ts";

const RUNS = 7;
const SEARCHES = 20;

/** From the last key in the palette, the one that leaves words which a note has, to the frame that has the note. */
export async function searchBox(bench: Bench): Promise<Row[]> {
  const page = await (await signedIn(bench)).newPage();
  await page.goto("/app/notes");
  await page.locator("html[data-keys=ready]").waitFor();
  const times: number[] = [];
  for (let run = 0; run <= SEARCHES; run++) {
    const title = `Needle ${bench.vocabulary[3_000 + run]}`;
    const word = `quill${run}x`;
    await bench.visitor.client.notes.create({ title, body: { format: "text", text: `${word} beginning` } });
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox");
    await field.fill(`${word} bq`);
    await page.waitForTimeout(400);
    if ((await page.getByRole("option", { name: title }).count()) > 0) throw new Error("Found too soon");
    await watchForOption(page, title);
    await page.keyboard.press("Backspace");
    times.push(await page.evaluate(() => (globalThis as unknown as { found: Promise<number> }).found));
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
  }
  await page.context().close();
  // The first loads the palette's code.
  return [{ name: "search box, last key to result", unit: "ms", figure: summarise(times.slice(1)) }];
}

/** Has the page tell as `found` how long after the next key this option was painted. */
async function watchForOption(page: Page, title: string): Promise<void> {
  await page.evaluate((wanted) => {
    const found = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`${wanted} was not found`)), 20_000);
      const look = (pressedAt: number) => {
        const options = [...document.querySelectorAll("[role=option]")];
        if (!options.some(({ textContent }) => textContent.includes(wanted)))
          return requestAnimationFrame(() => look(pressedAt));
        const channel = new MessageChannel();
        channel.port1.addEventListener("message", () => resolve(performance.now() - pressedAt));
        channel.port1.start();
        channel.port2.postMessage(null);
      };
      addEventListener("keydown", ({ timeStamp }) => look(timeStamp), { once: true, capture: true });
    });
    Object.assign(globalThis, { found });
  }, title);
}

/** How long tasks of the app's first page keep input waiting, how far it jumps, and the slowest answer to a press in some seconds of use. */
export async function blocking(bench: Bench): Promise<Row[]> {
  const [blocked, longest]: [number[], number[]] = [[], []];
  const noteId = await longNote(bench, 200);
  const [presses, shifts]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const context = await signedIn(bench);
    await context.addInitScript(watchTasks);
    const page = await context.newPage();
    await page.goto("/app/notes");
    await page.locator("html[data-keys=ready]").waitFor();
    await page.waitForLoadState("networkidle");
    const { tasks, moved } = await recordOf(page);
    shifts.push(moved);
    blocked.push(tasks.reduce((sum, ms) => sum + ms - 50, 0));
    longest.push(Math.max(0, ...tasks));
    await workAwhile(page, noteId);
    presses.push(Math.max(0, ...(await recordOf(page)).presses));
    await context.close();
  }
  return [
    { name: "first page of the app, blocked by tasks over 50 ms", unit: "ms", figure: summarise(blocked) },
    { name: "first page of the app, longest task", unit: "ms", figure: summarise(longest) },
    { name: "first page of the app, layout shift", unit: "CLS", figure: summarise(shifts) },
    {
      name: "slowest answer to a press (INP)",
      unit: "ms",
      figure: summarise(presses),
      note: "palette, a note opened, typing, back",
    },
  ];
}

/** A word in the palette, a note from the list, writing, the list again. */
export async function workAwhile(page: Page, noteId: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("words", { delay: 60 });
  await page.waitForTimeout(500);
  await page.keyboard.press("Escape");
  await page.getByRole("combobox").waitFor({ state: "detached" });
  await page.locator(`main a[href*="${noteId}"]`).first().click();
  const editor = page.locator(".note-text[contenteditable=true]");
  await editor.waitFor();
  await editor.click();
  await type(page, 30);
  await page.goBack();
  await page.locator(`main a[href*="${noteId}"]`).first().waitFor();
  await page.waitForTimeout(500);
}

type Record = { tasks: number[]; presses: number[]; moved: number };

/** In the page, before anything of it runs. */
function watchTasks(): void {
  const record = { tasks: [] as number[], presses: [] as number[], moved: 0 };
  Object.assign(globalThis, { record });
  new PerformanceObserver((list) =>
    record.tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    // Nothing is pressed until the page has loaded.
    for (const entry of list.getEntries())
      record.moved += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      // What no press began (hovering) is no interaction.
      if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0)
        record.presses.push(entry.duration);
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

const recordOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { record: Record }).record);
