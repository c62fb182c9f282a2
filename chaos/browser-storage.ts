import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { type Situation, SITUATIONS } from "./browser-storage-faults.ts";
import { aVisitor, editorOf, openBrowser, openPage } from "./process-pages.ts";
import { shownText } from "./shown-text.ts";
import { allowed } from "./patience.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const SAID_WITHIN_MS = 2_000;
const PATIENCE_MS = 15_000;

export const browserStorage: Trial = {
  name: "browser storage",
  promise:
    "a full, deleted, damaged or missing browser store is said on the screen within 2 s of the failed write, or mended; the text reaches the server all the same",
  unit: "situations",
  full: SITUATIONS.length,
  sample: 2,
  run,
};

async function run({ amount, seed, log }: TrialContext): Promise<TrialOutcome> {
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  const browser = await openBrowser();
  const outcome: TrialOutcome = { done: 0, lost: 0, figures: {}, failures: [] };
  const said: number[] = [];
  try {
    await server.start();
    for (let index = 0; index < amount; index++) {
      const own = seed + index;
      const situation = SITUATIONS[own % SITUATIONS.length]!;
      const result = await play(browser, server, situation, own).catch((error: unknown) => ({
        lost: 0,
        saidMs: null,
        failures: [error instanceof Error ? error.message : String(error)],
      }));
      log(`${situation.name}: ${result.saidMs === null ? "kept" : `said after ${result.saidMs} ms`}`);
      outcome.done += 1;
      outcome.lost += result.lost;
      if (result.saidMs !== null) said.push(result.saidMs);
      outcome.failures.push(
        ...result.failures.map((failure) => `seed ${own}: ${situation.name}: ${failure}`),
      );
    }
  } finally {
    await browser.close();
    await server.dispose();
  }
  outcome.figures = { "slowest to say, ms": Math.max(0, ...said), said: said.length };
  return outcome;
}

type Played = { lost: number; saidMs: number | null; failures: string[] };

async function play(
  browser: Browser,
  server: ServerProcess,
  situation: Situation,
  seed: number,
): Promise<Played> {
  const failures: string[] = [];
  const visitor = await aVisitor(server, `storage-${seed}-${Date.now()}`);
  const { id } = await visitor.client.notes.create({
    title: "Store",
    body: { format: "text", text: "first." },
  });
  const page = await openPage(browser, server, visitor);
  const context = page.context();
  const devtools = await context.newCDPSession(page);
  const parts = { page, devtools, origin: server.url, userId: visitor.userId };
  try {
    await situation.prepare?.(parts);
    await openNote(page, id, "first.");
    await write(page, "second. ");
    await reaches(visitor, id, "second.");
    if (situation.isOffline) await context.setOffline(true);
    await situation.strike?.(parts);
    const saidMs = situation.expects === "said" ? await isSaid(page, failures) : null;
    if (situation.expects === "kept") await write(page, "third. ");
    if (situation.heal) {
      await situation.heal(parts);
      await status(page, "Not saved on this device").waitFor({
        state: "hidden",
        timeout: allowed(PATIENCE_MS),
      });
    }
    if (situation.heal || situation.expects === "kept") {
      // The whole is written again after a hole; then the device has everything, with or without a server.
      await pause(4_000);
      await context.setOffline(true);
      await page.reload();
      await editorOf(page).waitFor({ timeout: allowed(PATIENCE_MS) });
      const text = await shownText(page);
      for (const word of ["first.", "second.", "third."])
        if (!text.includes(word))
          failures.push(`"${word}" was not on this device after a reload without a server`);
    }
    await context.setOffline(false);
    const lost = (await reaches(visitor, id, "third.")) ? 0 : 1;
    return { lost, saidMs, failures };
  } finally {
    await context.close();
  }
}

async function openNote(page: Page, noteId: string, text: string): Promise<void> {
  await page.goto("/app/dashboard");
  // So that a reload works without a server, as on a device that has the app.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`/app/editor/${noteId}`);
  await editorOf(page)
    .and(page.locator("[contenteditable=true]"))
    .waitFor({ timeout: allowed(PATIENCE_MS) });
  await editorOf(page)
    .getByText(text)
    .waitFor({ timeout: allowed(PATIENCE_MS) });
}

async function write(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

const status = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

async function isSaid(page: Page, failures: string[]): Promise<number> {
  const begun = Date.now();
  await write(page, "third. ");
  const typedMs = Date.now() - begun;
  await status(page, "Not saved on this device").waitFor({ timeout: allowed(PATIENCE_MS) });
  // Of the first key on: the earliest write that can have failed.
  const saidMs = Date.now() - begun;
  if (saidMs > allowed(SAID_WITHIN_MS) + typedMs) failures.push(`said only after ${saidMs} ms`);
  return saidMs;
}

async function reaches(visitor: SignedInVisitor, noteId: string, word: string): Promise<boolean> {
  for (const deadline = Date.now() + allowed(PATIENCE_MS); Date.now() < deadline; await pause(50)) {
    const { text } = await visitor.client.notes.body({ noteId, format: "text" });
    if (text.includes(word)) return true;
  }
  return false;
}
