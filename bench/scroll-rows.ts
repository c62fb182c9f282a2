import { signedIn } from "./browser.ts";
import { summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const FRAMES = 240;
const STEP_PX = 60;
/** Far enough that pages of the list were asked for on the way. */
const LEAPS = 10;
const LEAP_PX = 4_000;

type Frames = { count: number; step: number; isEmpty?: boolean };

/** The explorer scrolled by a wheel that does not stop: what a frame takes, and the same on an empty page. */
export async function scrolling(bench: Bench): Promise<Row[]> {
  const context = await signedIn(bench);
  const page = await context.newPage();
  const rows: Row[] = [];
  await page.goto("about:blank");
  const floor = summarise(await page.evaluate(frames, { count: FRAMES, step: STEP_PX }));
  for (const layout of ["list", "table"]) {
    await page.goto(`${bench.server.url}/app/explorer?layout=${layout}`);
    await page.locator('#main a[href^="/app/editor/"]').nth(5).waitFor();
    for (let leap = 0; leap < LEAPS; leap++) {
      await page.evaluate(frames, { count: 1, step: LEAP_PX });
      await page.waitForLoadState("networkidle");
    }
    const times = await page.evaluate(frames, { count: FRAMES, step: STEP_PX });
    rows.push({
      name: `explorer scrolled as ${layout}, a frame`,
      unit: "ms",
      figure: summarise(times),
      floor,
      floorName: "an empty page",
    });
  }
  await context.close();
  return rows;
}

/** Runs in the page: how long each frame took while the list went on by a step in each. `isEmpty`: nothing there is long enough to be scrolled. */
export async function frames({ count, step, isEmpty = false }: Frames): Promise<number[]> {
  const canScroll = (element: Element) =>
    // Heights last: asking for those of thousands that are not drawn lays each of them out.
    /auto|scroll/.test(getComputedStyle(element).overflowY) &&
    element.scrollHeight > element.clientHeight + 500;
  const list = [...document.querySelectorAll("#main, #main *")].findLast(canScroll);
  if (document.querySelector("#main") && !list !== isEmpty)
    throw new Error(`there is ${list ? "a" : "no"} list to scroll`);
  const times: number[] = [];
  let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  for (let frame = 0; frame < count; frame++) {
    list?.scrollBy(0, step);
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    times.push(now - last);
    last = now;
  }
  return times;
}
