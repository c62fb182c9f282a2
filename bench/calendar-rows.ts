import type { Page } from "@playwright/test";
import { signedIn, timeToShow } from "./browser.ts";
import { type Figure, summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const RUNS = 7;
const MOVES = 120;
const STEP_PX = 3;
const PER_DAY = 4;

const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A full week on the screen, and an event in it that is dragged. */
export async function calendarPage(bench: Bench): Promise<Row[]> {
  const { visitor, server } = bench;
  const { id: calendarId } = await visitor.client.calendars.create({ name: "Bench page" });
  await visitor.client.preferences.update({ settings: { timeZone: "UTC" } });
  for (let day = -7; day <= 7; day++)
    for (let n = 0; n < PER_DAY; n++) {
      const title = `Meeting ${day} ${n}`;
      const [time, endTime] = [`${String(8 + 2 * n).padStart(2, "0")}:00`, `${9 + 2 * n}:00`];
      await visitor.client.events.create({
        calendarId,
        title,
        date: dayAt(day),
        time,
        endTime: endTime.padStart(5, "0"),
      });
    }
  const context = await signedIn(bench);
  const page = await context.newPage();
  const week = `${server.url}/app/calendar?view=week`;
  const drawn = await shown(page, week, "[data-entry]", "");
  const empty = await shown(page, `${server.url}/app/trash`, "#main h1", "");
  await page.goto(week);
  const entry = page.locator("[data-entry]").filter({ hasText: "Meeting 0 1" }).first();
  await entry.waitFor();
  await entry.scrollIntoViewIfNeeded();
  await page.waitForTimeout(1_500);
  const dragged = await drag(page, (await entry.boundingBox())!);
  await page.keyboard.press("Escape");
  const bare = await context.newPage();
  await bare.goto("about:blank");
  await bare.evaluate(putBox);
  const box = await drag(bare, { x: 100, y: 100, width: 100, height: 40 });
  await context.close();
  await visitor.client.calendars.remove({ calendarId });
  return [
    {
      name: "calendar, a week drawn with its page",
      unit: "ms",
      figure: drawn,
      floor: empty,
      floorName: "an empty page of the app",
    },
    {
      name: "calendar, an event dragged: move to paint",
      unit: "ms",
      figure: dragged,
      floor: box,
      floorName: "one box on an empty page",
    },
  ];
}

/** From the address to the first paint of what was asked for, warm. */
export async function shown(page: Page, url: string, selector: string, text: string): Promise<Figure> {
  // Once for the caches of browser and device.
  await timeToShow(page, url, selector, text);
  await page.waitForLoadState("networkidle");
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await timeToShow(page, url, selector, text));
  return summarise(times);
}

type Box = { x: number; y: number; width: number; height: number };

/** Presses in the middle of a box and moves it: from each move to the frame that shows it. */
export async function drag(page: Page, { x, y, width, height }: Box): Promise<Figure> {
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + 10, top + 10);
  await page.evaluate(timeMoves);
  for (let move = 0; move < MOVES; move++) {
    // To and fro, over the lines of the grid.
    const away = (move < MOVES / 2 ? move : MOVES - move) * STEP_PX;
    await page.mouse.move(left + away, top + away / 2);
    await page.waitForTimeout(8);
  }
  const times = await page.evaluate(() => (globalThis as unknown as { moveTimes: number[] }).moveTimes);
  await page.mouse.up();
  return summarise(times);
}

function timeMoves(): void {
  const times: number[] = [];
  Object.assign(globalThis, { moveTimes: times });
  addEventListener(
    "mousemove",
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.addEventListener("message", () => times.push(performance.now() - timeStamp));
        channel.port1.start();
        channel.port2.postMessage(null);
      }),
    true,
  );
}

/** In a page: a box that follows the mouse. */
export function putBox(): void {
  const box = document.createElement("div");
  Object.assign(box.style, {
    position: "fixed",
    inset: "100px auto auto 100px",
    width: "100px",
    height: "40px",
    background: "teal",
  });
  document.body.append(box);
  let from: { x: number; y: number } | null = null;
  addEventListener("mousedown", ({ clientX, clientY }) => (from = { x: clientX, y: clientY }));
  addEventListener("mouseup", () => (from = null));
  addEventListener("mousemove", ({ clientX, clientY }) => {
    if (from) box.style.transform = `translate(${clientX - from.x}px, ${clientY - from.y}px)`;
  });
}
