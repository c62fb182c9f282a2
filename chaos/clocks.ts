import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { accountsFeature } from "#server/accounts/feature.ts";
import { openDatabase } from "#server/db/client.ts";
import { embeddedConnections } from "#server/db/connections.ts";
import type { CleanupServices } from "#server/feature.ts";
import { runCleanup } from "#server/housekeeping.ts";
import { notesFeature } from "#server/notes/feature.ts";
import { tasksFeature } from "#server/tasks/feature.ts";
import { openLive } from "#testing/sync-client.ts";
import { createVisitor, type SignedInVisitor } from "#testing/test-app.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { buildClock, type ShiftedClock } from "./clocks-shim.ts";
import { aVisitor, editorOf, openBrowser } from "./process-pages.ts";
import { allowed } from "./patience.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const PATIENCE_MS = 15_000;
const YEARS = 10;

export const clocks: Trial = {
  name: "clocks",
  promise:
    "a browser or a server whose clock is ten years off, or jumps there and back, loses no text, no session and no trash; live changes arrive and lists keep the server's order",
  unit: "situations",
  full: 6,
  sample: 1,
  run,
};

type Situation = { name: string; play: (clock: ShiftedClock) => Promise<Played> };
type Played = { lost: number; failures: string[] };

const SITUATIONS: Situation[] = [
  { name: "browser ten years ahead", play: (clock) => browserOff(clock, [YEARS]) },
  { name: "server ten years ahead and back", play: (clock) => serverOff(clock, YEARS) },
  { name: "browser ten years behind", play: (clock) => browserOff(clock, [-YEARS]) },
  { name: "server ten years behind and back", play: (clock) => serverOff(clock, -YEARS) },
  { name: "browser jumping to and fro", play: (clock) => browserOff(clock, [0, YEARS, -YEARS, 0]) },
  { name: "server some weeks ahead and back", play: (clock) => serverOff(clock, 26 / 365) },
];

async function run({ amount, seed, folder, log }: TrialContext): Promise<TrialOutcome> {
  const outcome: TrialOutcome = { done: 0, lost: 0, figures: {}, failures: [] };
  for (let index = 0; index < amount; index++) {
    const own = seed + index;
    const situation = SITUATIONS[own % SITUATIONS.length]!;
    log(situation.name);
    const clock = buildClock(folder, `clock-${own}`);
    const played = await situation.play(clock).catch((error: unknown) => ({
      lost: 0,
      failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }));
    outcome.done += 1;
    outcome.lost += played.lost;
    outcome.failures.push(...played.failures.map((failure) => `seed ${own}: ${situation.name}: ${failure}`));
  }
  outcome.figures = { "years off": YEARS };
  return outcome;
}

/** A browser with another time of day (and its cookies and stores with it) beside a server that is right. */
async function browserOff(clock: ShiftedClock, years: number[]): Promise<Played> {
  const failures: string[] = [];
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  clock.set(years[0]!);
  const browser = await openBrowser(clock.env);
  try {
    await server.start();
    const visitor = await aVisitor(server, "clock");
    const page = await signIn(await browser.newPage({ baseURL: server.url }), visitor);
    const { id } = await visitor.client.notes.create({ title: "Time" });
    const words: string[] = [];
    for (const [index, year] of years.entries()) {
      clock.set(year);
      const seen = await page.evaluate(() => Date.now());
      if (Math.abs(seen - Date.now() - year * 31_557_600_000) > 60_000)
        failures.push("the clock was not shifted");
      // By its own clock the browser may have dropped the cookie meanwhile, as it should: the person signs in again.
      if (index > 0) await signIn(page, visitor);
      await openNote(page, id);
      await write(page, words, `on${index}.`);
      await isSaved(page);
      await page.context().setOffline(true);
      await write(page, words, `off${index}.`);
      // What is not on the disk yet goes with its page; that is another trial.
      await pause(500);
      await page.reload();
      await editorOf(page)
        .getByText(`off${index}.`)
        .waitFor({ timeout: allowed(PATIENCE_MS) });
      await page.context().setOffline(false);
      await isSaved(page);
      failures.push(...(await liveAndOrder(page, visitor, index)));
    }
    const lost = await missing(visitor, id, words);
    return { lost, failures };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/** What others make shows on the dashboard without a reload, and lists are in the order of the server. */
async function liveAndOrder(page: Page, visitor: SignedInVisitor, round: number): Promise<string[]> {
  await page.goto("/app/dashboard");
  const titles = [`older ${round}`, `newer ${round}`];
  for (const title of titles) {
    await visitor.client.notes.create({ title });
    await page
      .getByText(title)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: allowed(PATIENCE_MS) });
  }
  const { notes } = await visitor.client.notes.list({});
  const listed = notes.map(({ title }) => title).filter((title) => titles.includes(title));
  return listed.join() === titles.toReversed().join()
    ? []
    : [`the list is in the order ${listed.join(", ")}`];
}

/** A server and its database whose clock goes there and comes back while somebody writes. */
async function serverOff(clock: ShiftedClock, years: number): Promise<Played> {
  const failures: string[] = [];
  const server = await createServerProcess({ LOG_LEVEL: "warn", ...clock.env });
  const browser = await openBrowser();
  try {
    await server.start();
    const visitor = await aVisitor(server, "clock");
    const page = await signIn(await browser.newPage({ baseURL: server.url }), visitor);
    const { id } = await visitor.client.notes.create({ title: "Time" });
    const trashed = await trashFromLastWeek(server, visitor);
    const words: string[] = [];
    await openNote(page, id);
    await write(page, words, "before.");
    await isSaved(page);

    clock.set(years);
    const [{ now }] = (await server.query("SELECT extract(epoch FROM now()) AS now")) as [{ now: string }];
    if (Math.abs(Number(now) - Date.now() / 1000 - years * 31_557_600) > 60)
      failures.push("the clock was not shifted");
    await write(page, words, "during.");
    failures.push(...(await housekeepingWaits(server, "while the clock was off")));
    failures.push(...(await newcomerWorks(server)));

    clock.set(0);
    failures.push(...(await housekeepingWaits(server, "after the clock came back")));
    await server.stop();
    await server.start();
    await page.reload();
    await editorOf(page)
      .and(page.locator("[contenteditable=true]"))
      .waitFor({ timeout: allowed(PATIENCE_MS) });
    await write(page, words, "after.");
    await isSaved(page);
    const { notes } = await visitor.client.notes.list({ trashed: true });
    if (!notes.some((note) => note.id === trashed)) failures.push("the trash was emptied");
    return { lost: await missing(visitor, id, words), failures };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/** Housekeeping has run for weeks, and something lies in the trash since last week. */
async function trashFromLastWeek(server: ServerProcess, visitor: SignedInVisitor): Promise<string> {
  const { id } = await visitor.client.notes.create({ title: "Trashed" });
  await visitor.client.notes.remove({ noteId: id });
  await server.query("UPDATE notes_v2 SET trashed_at = now() - interval '7 days' WHERE id = $1", [id]);
  await housekeep(server);
  await server.query(
    "UPDATE clock_watch SET seen_at = now() - interval '6 hours', trusted_from = now() - interval '20 days'",
  );
  if ((await housekeep(server)) === null) throw new Error("housekeeping does not work on a good clock");
  return id;
}

async function housekeepingWaits(server: ServerProcess, when: string): Promise<string[]> {
  const removed = await housekeep(server);
  return removed ? [`housekeeping removed things ${when}: ${JSON.stringify(removed)}`] : [];
}

async function housekeep(server: ServerProcess) {
  const lines = (await readFile(join(server.dataDir, "postgres/postmaster.pid"), "utf8")).split("\n");
  const db = openDatabase(embeddedConnections({ host: lines[4]!, port: Number(lines[3]) }), () => {});
  try {
    // Of all features, those whose cleanup needs nothing but the database.
    const services = { db } as CleanupServices;
    return await runCleanup(services, [accountsFeature, notesFeature, tasksFeature]);
  } finally {
    await db.close();
  }
}

/** Who signs in while the clock is off can write, and hears of changes. */
async function newcomerWorks(server: ServerProcess): Promise<string[]> {
  const visitor = await aVisitor(server, `newcomer-${Math.round(performance.now())}`);
  const live = openLive(server, visitor, visitor.userId);
  await live.answer;
  const { id } = await visitor.client.notes.create({ title: "New", body: { format: "text", text: "new." } });
  const heard = await Promise.race([
    live.next((event) => event.entityId === id).then(() => true),
    pause(allowed(PATIENCE_MS), false),
  ]);
  live.close();
  const again = createVisitor(server.url);
  const { session } = await again.client.accounts.login({ email: visitor.email, password: visitor.password });
  return [
    ...(heard ? [] : ["no live change arrived while the clock was off"]),
    ...(session ? [] : ["nobody could sign in while the clock was off"]),
    ...((await missing(visitor, id, ["new."])) === 0
      ? []
      : ["a new note lost its text while the clock was off"]),
  ];
}

/** In the page, so that the browser itself judges the cookie by its own clock. */
async function signIn(page: Page, { email, password }: SignedInVisitor): Promise<Page> {
  await page.goto("/auth/login");
  const status = await page.evaluate(
    async (account) =>
      (
        await fetch("/api/accounts/login", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(account),
        })
      ).status,
    { email, password },
  );
  if (status !== 200) throw new Error(`signing in was answered with ${status}`);
  await page.goto("/app/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page;
}

async function openNote(page: Page, noteId: string): Promise<void> {
  await page.goto(`/app/editor/${noteId}`);
  await editorOf(page)
    .and(page.locator("[contenteditable=true]"))
    .waitFor({ timeout: allowed(PATIENCE_MS) });
}

async function write(page: Page, words: string[], word: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(`${word} `);
  words.push(word);
}

const isSaved = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /^Saved/ })
    .waitFor({ timeout: allowed(PATIENCE_MS) });

async function missing(visitor: SignedInVisitor, noteId: string, words: string[]): Promise<number> {
  let lost = words.length;
  for (
    const deadline = Date.now() + allowed(PATIENCE_MS);
    lost > 0 && Date.now() < deadline;
    await pause(50)
  ) {
    const { text } = await visitor.client.notes.body({ noteId, format: "text" });
    lost = words.filter((word) => text.split(word).length !== 2).length;
  }
  return lost;
}
