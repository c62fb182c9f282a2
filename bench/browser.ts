import { type Browser, chromium, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import { ensureChromium } from "../scripts/chromium.ts";
import { type Figure, round, summarise } from "./measure.ts";
import type { Bench } from "./row.ts";

/** Chromium that paints when there is something to paint instead of waiting for a screen, or a frame would hide what differs. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-gpu-vsync",
      "--disable-frame-rate-limit",
    ],
  });
}

/** A browser of the account, signed in by its cookie. */
export async function signedIn({ browser, visitor, server }: Bench): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url });
  const [name, ...value] = visitor.cookie().split("; ")[0]!.split("=");
  await context.addCookies([{ name: name!, value: value.join("="), url: server.url, httpOnly: true }]);
  return context;
}

/** Milliseconds from the start of the navigation until this is on the screen, looked for in every frame. */
export async function timeToShow(page: Page, url: string, selector: string, text: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  return page.evaluate(
    ([wanted, words]) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${words} did not show in ${wanted}`)), 30_000);
        const look = () => {
          const element = document.querySelector(wanted!);
          if (element && (element.lastElementChild ?? element).textContent.includes(words!)) {
            const channel = new MessageChannel();
            channel.port1.addEventListener("message", () => resolve(performance.now()), { once: true });
            channel.port1.start();
            channel.port2.postMessage(null);
          } else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [selector, text],
  );
}

export type Typing = { paint: Figure; cpu: number };

/** Types into the focused editor: from the key to the frame that shows it, and the page's CPU time for one key. */
export async function typeKeys(page: Page, keys: number): Promise<Typing> {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  await type(page, 10);
  let cpu = 0;
  const paint = await keysToPaint(page, async () => {
    const before = await taskTime(client);
    await type(page, keys);
    cpu = round(((await taskTime(client)) - before) / keys);
  });
  return { paint, cpu };
}

/** From each key that is pressed meanwhile to the frame that shows what it did; Control held for another counts for nothing. */
export async function keysToPaint(page: Page, press: () => Promise<void>): Promise<Figure> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { keyTimes: times });
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Control") return;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.addEventListener("message", () => times.push(performance.now() - event.timeStamp));
        channel.port1.start();
        channel.port2.postMessage(null);
      });
    };
    Object.assign(globalThis, { stopTiming: () => removeEventListener("keydown", listen, true) });
    addEventListener("keydown", listen, true);
  });
  await press();
  await page.waitForTimeout(200);
  const times = await page.evaluate(() => {
    const timed = globalThis as unknown as { keyTimes: number[]; stopTiming: () => void };
    timed.stopTiming();
    return timed.keyTimes;
  });
  return summarise(times);
}

export async function type(page: Page, keys: number): Promise<void> {
  for (let index = 0; index < keys; index++) await page.keyboard.type("abcdefgh "[index % 9]!, { delay: 30 });
}

/** CPU milliseconds of the page's main thread so far. */
async function taskTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")!.value * 1000;
}

/** From a key here to the frame that shows it there, for pages of the same note on this machine. */
export async function keysToOther(here: Page, there: Page, keys: number): Promise<Figure> {
  await here.evaluate(() => {
    const sent: number[] = [];
    Object.assign(globalThis, { sent });
    addEventListener("keydown", (event) => sent.push(performance.timeOrigin + event.timeStamp), true);
  });
  await there.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.addEventListener("message", () =>
          seen.push(performance.timeOrigin + performance.now()),
        );
        channel.port1.start();
        channel.port2.postMessage(null);
      }),
    ).observe(document.querySelector(".note-text")!, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const times: number[] = [];
  for (let index = 0; index < keys; index++) {
    await there.evaluate(() => void (globalThis as unknown as { seen: number[] }).seen.splice(0));
    await here.keyboard.type("abcdefgh "[index % 9]!);
    await there.waitForFunction(() => (globalThis as unknown as { seen: number[] }).seen.length > 0);
    const arrived = await there.evaluate(() => (globalThis as unknown as { seen: number[] }).seen[0]!);
    const pressed = await here.evaluate(() => (globalThis as unknown as { sent: number[] }).sent.at(-1)!);
    if (index >= 5) times.push(arrived - pressed);
  }
  return summarise(times);
}
