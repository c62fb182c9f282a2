import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { openNote } from "#testing/sync-client.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { type Absence, type Arena, createArena } from "./process-database.ts";
import { textOf } from "./process-editors.ts";
import { createLoad, type Load } from "./process-load.ts";
import { aVisitor, editorOf, openBrowser, openPage } from "./process-pages.ts";
import { type Probes, startProbes } from "./process-probes.ts";
import type { Answer } from "./process-writers.ts";
import { allowed } from "./patience.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const ABSENCES: Absence[] = ["killed", "frozen", "cut", "silent"];
const AWAY_MS = 30_000;
const AWAY_SAMPLE_MS = 6_000;
const BACK_WITHIN_MS = 5_000;
/** Of unsaved words: that they are kept on the device. */
const SAID_WITHIN_MS = 12_000;
/** A page that asks for a list is told so by then; nobody waits longer at a screen. */
const ANSWER_WITHIN_MS = 10_000;

export const databaseAway: Trial = {
  name: "database away",
  promise:
    "0 lost, no exit, clear 503s, back within 5 s after the database; unconfirmed words of closed notes persist",
  unit: "absences",
  full: 20,
  sample: 1,
  run,
};

type Tally = TrialOutcome & { slowestBack: number; slowestAnswer: number; refused: number };

async function run({ amount, seed, random, log, folder }: TrialContext): Promise<TrialOutcome> {
  const tally: Tally = {
    ...{ done: 0, lost: 0, doubled: 0, figures: {}, failures: [] },
    ...{ slowestBack: 0, slowestAnswer: 0, refused: 0 },
  };
  const browser = await openBrowser();
  let acknowledged = 0;
  try {
    for (let own = seed; own < seed + amount; own++) {
      const absence = ABSENCES[own % ABSENCES.length]!;
      const arena = await createArena(absence, folder);
      try {
        const awayMs = amount > databaseAway.sample ? AWAY_MS : AWAY_SAMPLE_MS;
        const round = await createRound(arena, browser, { random, where: `seed ${own}: ${absence}`, tally });
        await round.play(awayMs);
        acknowledged += round.load.acknowledged();
      } finally {
        await arena.dispose();
      }
      tally.done += 1;
      log(
        `${absence}: back after ${tally.slowestBack} ms, answers within ${tally.slowestAnswer} ms (worst so far)`,
      );
    }
  } finally {
    await browser.close();
  }
  const { done, lost, doubled, failures } = tally;
  const figures = {
    acknowledged,
    "slowest return (ms)": tally.slowestBack,
    "slowest answer (ms)": tally.slowestAnswer,
    "clear refusals": tally.refused,
  };
  return { done, lost, doubled: doubled ?? 0, figures, failures };
}

type Round = { load: Load; play: (awayMs: number) => Promise<void> };

async function createRound(
  arena: Arena,
  browser: Browser,
  about: { random: () => number; where: string; tally: Tally },
): Promise<Round> {
  const { server } = arena;
  const { where, tally, random } = about;
  const answers: Answer[] = [];
  const load = await createLoad(server, {
    ...{ editors: 8, writers: 10, random, pauseMs: 150 },
    onAnswer: (answer) => answers.push(answer),
  });
  const visitor = await aVisitor(server, "leaver");
  const leaver = await openLeaver(server, visitor);
  const page = await openTypist(browser, server, visitor, random() < 0.5);
  const told = new Set<string>();
  const fail = (what: string) => {
    if (!told.has(what)) tally.failures.push(`${where}: ${what}`);
    told.add(what);
  };

  async function play(awayMs: number): Promise<void> {
    load.start();
    await pause(1_500);
    const pid = server.pid();
    const probes = startProbes(visitor);
    const awayAt = Date.now();
    await arena.away();
    await pause(800);
    await leaver.writeAndLeave();
    if (!(await page.typeWhileAway())) fail("the page called unsaved words saved");
    if (awayMs > SAID_WITHIN_MS && !(await page.saysWhere()))
      fail("the page does not say where unsaved words are");
    await page.mayLeave();
    await pause(awayMs - (Date.now() - awayAt));
    if (!server.isRunning()) fail(`the server ended: ${server.log().slice(-1_000)}`);
    const backAt = Date.now();
    await arena.back();
    await judgeReturn(backAt, probes);
    await probes.stop();
    await load.holdWriters();
    judgeAnswers([...answers, ...probes.answers], awayAt, backAt);
    if (!server.isRunning() || server.pid() !== pid) fail("the server was restarted");
    await compare();
    await page.close();
    await load.stop();
  }

  /** Reading, writing and every editor are as before. */
  async function judgeReturn(backAt: number, probes: Probes): Promise<void> {
    const isBack = () =>
      probes.answers.some(({ at, status }) => at > backAt && status === 200) &&
      answers.some(({ at, operation, status }) => at > backAt && status === 200 && operation !== "read") &&
      load.editors.every((editor) => editor.isConnected && editor.delays.length > 0) &&
      load.editors.every((editor) => editor.unconfirmed().tokens.length <= 2);
    while (!isBack() && Date.now() - backAt < 60_000) await pause(20);
    const ms = Date.now() - backAt;
    tally.slowestBack = Math.max(tally.slowestBack, ms);
    if (ms > allowed(BACK_WITHIN_MS)) fail(`as before only ${ms} ms after the database was back`);
  }

  function judgeAnswers(all: Answer[], awayAt: number, backAt: number): void {
    for (const { operation, status, ms, message } of all.filter(({ at }) => at >= awayAt && at < backAt)) {
      tally.slowestAnswer = Math.max(tally.slowestAnswer, ms);
      if (status === 503) tally.refused += 1;
      // 404: a note whose creation was refused.
      if (![200, 404, 503].includes(status)) fail(`${operation} answered ${status} ${message}`);
      if (ms > allowed(ANSWER_WITHIN_MS)) fail(`${operation} was answered only after ${ms} ms`);
    }
  }

  async function compare(): Promise<void> {
    await page.comeBack();
    for (const what of [await leaver.missing(), await page.missing()]) if (what) fail(what);
    const { lost, doubled } = await load.verify(true);
    tally.lost += lost.length;
    tally.doubled = (tally.doubled ?? 0) + doubled.length;
    for (const what of [...lost, ...doubled].slice(0, 5)) fail(`lost or doubled: ${what}`);
  }
  return { load, play };
}

/** The last reader of a note, who leaves it before the server could store what he wrote. */
async function openLeaver(server: { url: string }, visitor: SignedInVisitor) {
  const { id } = await visitor.client.notes.create({ title: "Left" });
  const client = openNote(server, visitor, id);
  await client.saved();
  return {
    writeAndLeave: async () => {
      client.write("leaving");
      await pause(300);
      client.close();
      await client.closed;
    },
    missing: async () =>
      (await isIn(visitor, id, "leaving")) ? "" : "what the last reader wrote before leaving did not persist",
  };
}

/** A person at a page, who types while the database is away and then closes the page, or does not. */
async function openTypist(
  browser: Browser,
  server: { url: string },
  visitor: SignedInVisitor,
  isLeaving: boolean,
) {
  const { id } = await visitor.client.notes.create({ title: "Page" });
  let page = await openPage(browser, server, visitor);
  const context = page.context();
  const open = async () => {
    await page.goto(`/app/editor/${id}`);
    await editorOf(page)
      .and(page.locator("[contenteditable=true]"))
      .waitFor({ timeout: allowed(20_000) });
  };
  await open();
  await savedOn(page).waitFor({ timeout: allowed(10_000) });
  return {
    /** False when the page says something untrue of it. */
    typeWhileAway: async () => {
      await editorOf(page).pressSequentially("typed-while-away");
      await pause(500);
      const isHonest = !(await savedOn(page).isVisible());
      return isHonest;
    },
    /** True when the page tells its writer that the words are on the device and not on the server; then it may be closed. */
    saysWhere: () =>
      page
        .locator("#main")
        .getByRole("status")
        .filter({ hasText: /kept on this device|notes? waiting/ })
        .waitFor({ timeout: allowed(SAID_WITHIN_MS) })
        .then(
          () => true,
          () => false,
        ),
    mayLeave: async () => {
      if (isLeaving) await page.close();
    },
    comeBack: async () => {
      if (isLeaving) {
        page = await context.newPage();
        await open();
      }
      await savedOn(page).waitFor({ timeout: allowed(10_000) });
    },
    missing: async () =>
      (await isIn(visitor, id, "typed-while-away"))
        ? ""
        : "what was typed while the database was away is missing",
    close: () => context.close(),
  };
}

const savedOn = (page: Page) => page.getByRole("status").filter({ hasText: /^Saved/ });

async function isIn(visitor: SignedInVisitor, noteId: string, token: string): Promise<boolean> {
  for (const deadline = Date.now() + allowed(BACK_WITHIN_MS); Date.now() < deadline; await pause(100))
    if ((await textOf(visitor, noteId)).includes(token)) return true;
  return false;
}
