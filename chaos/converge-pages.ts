import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { randomFrom } from "#testing/random.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { waitUntilKept } from "../e2e/kept-on-device.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { lastKeys, recordKeys } from "./key-record.ts";
import { allowed } from "./patience.ts";
import { aVisitor, editorOf, openBrowser, openPage } from "./process-pages.ts";
import { shownText } from "./shown-text.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const STEPS = 20;
const PATIENCE_MS = 20_000;
const SAID = ["Saved", "Offline", "Saving"];

export const convergeInBrowsers: Trial = {
  name: "converge in browsers",
  promise:
    "2-3 real browsers with several tabs, typed into by the keyboard, offline, reloaded, over a server that is killed with its database, show the same text in the end, each word once",
  unit: "schedules",
  full: 50,
  sample: 1,
  run,
};

async function run({ amount, seed, log }: TrialContext): Promise<TrialOutcome> {
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  let browser = await openBrowser();
  const outcome: TrialOutcome = { done: 0, lost: 0, doubled: 0, figures: {}, failures: [] };
  const sums = { words: 0, kills: 0, reloads: 0 };
  try {
    await server.start();
    const visitor = await aVisitor(server, "pages");
    for (let own = seed; own < seed + amount; own++) {
      // One that crashed is that schedule's failure, not that of all after it.
      if (!browser.isConnected()) browser = await openBrowser();
      const pages = new Pages({ browser, server, visitor, random: randomFrom(own) });
      const result = await pages.run().catch((error: unknown) => ({
        lost: 0,
        doubled: 0,
        failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      }));
      outcome.done += 1;
      outcome.lost += result.lost;
      outcome.doubled! += result.doubled;
      outcome.failures.push(...result.failures.map((failure) => `seed ${own}: ${failure}`));
      for (const key of ["words", "kills", "reloads"] as const) sums[key] += pages.counts[key];
      if (outcome.done % 10 === 0) log(`${outcome.done} schedules, ${outcome.failures.length} failures`);
    }
  } finally {
    await browser.close();
    await server.dispose();
  }
  outcome.figures = {
    "words typed": sums.words,
    "kills of server and database": sums.kills,
    reloads: sums.reloads,
  };
  return outcome;
}

type Device = { context: BrowserContext; tabs: Page[]; isOnline: boolean };

/** One schedule: each tab writes words of its own into a paragraph of its own. */
class Pages {
  readonly counts = { words: 0, kills: 0, reloads: 0 };
  private readonly parts: {
    browser: Browser;
    server: ServerProcess;
    visitor: SignedInVisitor;
    random: () => number;
  };
  private readonly devices: Device[] = [];
  private readonly words: string[] = [];
  private readonly failures: string[] = [];
  /** What was done, for messages. */
  private readonly steps: string[] = [];
  private noteId = "";

  constructor(parts: Pages["parts"]) {
    this.parts = parts;
  }

  async run(): Promise<{ lost: number; doubled: number; failures: string[] }> {
    const { browser, server, visitor, random } = this.parts;
    this.noteId = (await visitor.client.notes.create({ title: "Pages" })).id;
    try {
      for (let count = 2 + Math.floor(random() * 2); count > 0; count--) {
        const page = await openPage(browser, server, visitor);
        await recordKeys(page);
        // Once the worker is there, the app opens without a server.
        await page.goto("/app/dashboard");
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        this.devices.push({ context: page.context(), tabs: [page], isOnline: true });
        await this.show(page);
        await waitFor(page, ["Saved"]);
      }
      for (let step = 0; step < STEPS; step++) await this.step();
      return await this.settle();
    } finally {
      for (const { context } of this.devices) await context.close();
    }
  }

  private async show(page: Page): Promise<void> {
    await page.goto(`/app/editor/${this.noteId}`);
    await editorOf(page)
      .and(page.locator("[contenteditable=true]"))
      .waitFor({ timeout: allowed(PATIENCE_MS) });
  }

  private async step(): Promise<void> {
    const { random, server } = this.parts;
    const at = Math.floor(random() * this.devices.length);
    const device = this.devices[at]!;
    const tabAt = Math.floor(random() * device.tabs.length);
    const page = device.tabs[tabAt]!;
    const chance = random();
    const say = (what: string) => this.steps.push(`${at}.${tabAt} ${what}`);
    if (chance < 0.62) return this.type(page, say);
    if (chance < 0.76) {
      device.isOnline = !device.isOnline;
      say(device.isOnline ? "online" : "offline");
      return device.context.setOffline(!device.isOnline);
    }
    if (chance < 0.88) {
      this.counts.reloads += 1;
      say("reload");
      await page.reload();
      await editorOf(page)
        .and(page.locator("[contenteditable=true]"))
        .waitFor({ timeout: allowed(PATIENCE_MS) });
      return;
    }
    if (chance < 0.95) {
      if (device.tabs.length > 1) return;
      const tab = await device.context.newPage();
      device.tabs.push(tab);
      say("another tab");
      return this.show(tab);
    }
    this.counts.kills += 1;
    say("kill");
    await server.kill({ database: random() < 0.5 });
    await this.type(page, say);
    await server.start();
  }

  /** At the end, at the beginning, as a new paragraph; and until the page has put it somewhere, it is not left. */
  private async type(page: Page, say: (what: string) => void): Promise<void> {
    const { random } = this.parts;
    await editorOf(page).click({ timeout: allowed(PATIENCE_MS) });
    const place = random() < 0.8 ? "Control+End" : "Control+Home";
    await page.keyboard.press(place);
    const chance = random();
    const key = chance < 0.3 ? "Enter" : chance < 0.4 ? "Control+b" : null;
    if (key) await page.keyboard.press(key);
    const word = `w${this.words.length}.`;
    say([place, key, word].filter(Boolean).join(" "));
    await page.keyboard.type(`${word} `);
    this.words.push(word);
    this.counts.words += 1;
    const shown = await shownText(page);
    if (!shown.includes(word))
      this.failures.push(
        `${word} was typed and is not shown in ${JSON.stringify(shown)}:\n${await lastKeys(page)}`,
      );
    await waitFor(page, SAID);
    // A crash of the page before its disk has the word is another trial.
    await waitUntilKept(page, allowed(PATIENCE_MS));
  }

  private async settle(): Promise<{ lost: number; doubled: number; failures: string[] }> {
    for (const device of this.devices) await device.context.setOffline(false);
    const tabs = this.devices.flatMap((device) => device.tabs);
    const count = (text: string, word: string) => text.split(word).length - 1;
    let texts: string[] = [];
    for (const deadline = Date.now() + allowed(2 * PATIENCE_MS); Date.now() < deadline; await pause(100)) {
      const { visitor } = this.parts;
      const { text } = await visitor.client.notes.body({ noteId: this.noteId, format: "text" });
      const shown = await Promise.all(tabs.map((tab) => shownText(tab)));
      texts = [text, ...shown].map((one) => one.split(/\s+/).filter(Boolean).join(" "));
      if (new Set(texts).size === 1 && this.words.every((word) => count(texts[0]!, word) === 1)) break;
    }
    if (new Set(texts).size > 1) this.failures.push(`different texts: ${JSON.stringify(texts)}`);
    const lost = this.words.filter((word) => count(texts[0]!, word) === 0);
    const doubled = this.words.filter((word) => count(texts[0]!, word) > 1);
    if (lost.length + doubled.length > 0) {
      const { visitor } = this.parts;
      const { text } = await visitor.client.notes.body({ noteId: this.noteId, format: "markdown" });
      const told = `in ${JSON.stringify(text)}; ${this.steps.join(", ")}`;
      if (lost.length > 0) this.failures.push(`lost ${lost.join(" ")} ${told}`);
      if (doubled.length > 0) this.failures.push(`doubled ${doubled.join(" ")} ${told}`);
    }
    return { lost: lost.length, doubled: doubled.length, failures: this.failures };
  }
}

function waitFor(page: Page, words: string[]): Promise<void> {
  return page
    .locator("#main")
    .getByRole("status")
    .filter({ hasText: new RegExp(`^(${words.join("|")})`) })
    .first()
    .waitFor({ timeout: allowed(PATIENCE_MS) });
}
