import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { openNote } from "#testing/sync-client.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { allowed } from "./patience.ts";
import { addNewTypes, buildReleaseWithNewTypes, missingTypes, NEXT_NAMES } from "./process-next-types.ts";
import { aVisitor, editorOf, openBrowser, openPage } from "./process-pages.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const SITUATIONS = { "older page": olderPage, "newer page": newerPage, "two tabs": twoTabs };
type Situation = keyof typeof SITUATIONS;

export const versionSkew: Trial = {
  name: "version skew",
  promise: "pages one release older and newer, each node and mark of the schema: 0 nodes removed",
  unit: "types met by another release",
  full: NEXT_NAMES.length * Object.keys(SITUATIONS).length,
  sample: NEXT_NAMES.length,
  run,
};

type Stage = {
  server: ServerProcess;
  browser: Browser;
  /** The folder of the next release. */
  next: string;
  visitor: SignedInVisitor;
  noteId: string;
  fail: (what: string) => void;
};

async function run({ amount, seed, log }: TrialContext): Promise<TrialOutcome> {
  const outcome: TrialOutcome = { done: 0, lost: 0, figures: {}, failures: [] };
  const release = await buildReleaseWithNewTypes();
  const browser = await openBrowser();
  const names = Object.keys(SITUATIONS) as Situation[];
  try {
    for (let own = seed; outcome.done < amount; own++) {
      const situation = names[own % names.length]!;
      const where = `seed ${own}: ${situation}`;
      const fail = (what: string) => outcome.failures.push(`${where}: ${what}`);
      outcome.lost += await play(situation, browser, release.root, fail);
      outcome.done += NEXT_NAMES.length;
      log(`${situation}: ${outcome.lost} of ${outcome.done} removed so far`);
    }
  } finally {
    await browser.close();
    await release.dispose();
  }
  return { ...outcome, figures: { types: NEXT_NAMES.length, situations: names.join(", ") } };
}

/** @returns how many types are gone at the end */
async function play(
  situation: Situation,
  browser: Browser,
  next: string,
  fail: (what: string) => void,
): Promise<number> {
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  try {
    await server.start();
    const visitor = await aVisitor(server, "ann");
    const { id: noteId } = await visitor.client.notes.create({
      title: "Skew",
      body: { format: "text", text: "From before." },
    });
    const stage = { server, browser, next, visitor, noteId, fail };
    await SITUATIONS[situation](stage);
    const { missing, text } = await lookAsNext(stage);
    if (missing.length > 0) fail(`removed: ${missing.join(", ")}`);
    for (const token of ["From before.", "TYPED"])
      if (text.split(token).length !== 2) fail(`${token} is there ${text.split(token).length - 1} times`);
    return missing.length;
  } finally {
    await server.dispose();
  }
}

/** A page of this release is open when the next one is installed and its new types come into the note. */
async function olderPage(stage: Stage): Promise<void> {
  const { server, next } = stage;
  const page = await openNotePage(stage);
  await server.stop();
  await typeAtEnd(page, " TYPED");
  await server.start({ root: next });
  await isOutdated(page);
  await addAsNext(stage);
  await pause(500);
  await expectAll(stage, "while the older page was open");
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  await savedOn(page);
  await page.context().close();
}

/** A page of the next release meets a node that still runs this one, as in the middle of an update. */
async function newerPage(stage: Stage): Promise<void> {
  const { server, next, visitor, noteId, fail } = stage;
  await server.stop();
  await server.start({ root: next });
  await addAsNext(stage);
  const page = await openNotePage(stage);
  await expectAll(stage, "after a newer page had shown them");
  await server.stop();
  await typeAtEnd(page, " TYPED");
  await server.start();
  const older = await openPage(stage.browser, server, visitor);
  await older.goto(`/app/editor/${noteId}`);
  await pause(1_500);
  if (await editorOf(older).and(older.locator("[contenteditable=true]")).isVisible())
    fail("a page that does not know the note's types may edit it");
  const { seq } = await visitor.client.notes.body({ noteId, format: "text" });
  const replaced = await visitor.client.notes
    .replaceBody({ noteId, baseSeq: seq, body: { format: "text", text: "less" } })
    .then(
      () => true,
      () => false,
    );
  if (replaced) fail("an older node replaced a body whose types it does not know");
  await older.context().close();
  await server.stop();
  await server.start({ root: next });
  await savedOn(page);
  await page.context().close();
}

/** An old and a new tab of one browser, which share what the device keeps. */
async function twoTabs(stage: Stage): Promise<void> {
  const { server, next, noteId } = stage;
  const old = await openNotePage(stage);
  await server.stop();
  await typeAtEnd(old, " TYPED");
  await server.start({ root: next });
  await addAsNext(stage);
  const fresh = await old.context().newPage();
  await fresh.goto(`/app/editor/${noteId}`);
  // The service worker still serves this release until the page is loaded again.
  const reload = fresh.getByRole("button", { name: "Reload", exact: true });
  await Promise.race([reload.waitFor({ timeout: allowed(20_000) }), savedOn(fresh)]);
  if (await reload.isVisible()) await reload.click();
  await savedOn(fresh);
  await isOutdated(old);
  await expectAll(stage, "with both tabs open");
  await old.getByRole("button", { name: "Reload", exact: true }).click();
  await savedOn(old);
  await old.context().close();
}

async function openNotePage({ browser, server, visitor, noteId }: Stage): Promise<Page> {
  const page = await openPage(browser, server, visitor);
  await page.goto("/app/dashboard");
  // As on a device that has the app: a page comes from it, whatever the server has meanwhile.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`/app/editor/${noteId}`);
  await savedOn(page);
  return page;
}

const savedOn = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /^Saved/ })
    .waitFor({ timeout: allowed(20_000) });

async function typeAtEnd(page: Page, text: string): Promise<void> {
  const status = page.locator("#main").getByRole("status");
  await status.filter({ hasText: /^Offline/ }).waitFor({ timeout: allowed(20_000) });
  await page.getByText("From before.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(text);
  await status.filter({ hasText: /notes? waiting/ }).waitFor({ timeout: allowed(10_000) });
}

async function isOutdated(page: Page): Promise<void> {
  await page
    .getByText("Cairn was updated. Reload the page to continue.")
    .waitFor({ timeout: allowed(20_000) });
  await editorOf(page)
    .and(page.locator("[contenteditable=false]"))
    .waitFor({ timeout: allowed(10_000) });
}

async function addAsNext({ server, visitor, noteId }: Stage): Promise<void> {
  const client = openNote(server, visitor, noteId, { schemaVersion: SCHEMA_VERSION + 1 });
  await client.saved();
  addNewTypes(client.doc);
  await client.saved();
  client.close();
}

async function lookAsNext({ server, visitor, noteId }: Stage): Promise<{ missing: string[]; text: string }> {
  const client = openNote(server, visitor, noteId, { schemaVersion: SCHEMA_VERSION + 1 });
  await client.saved();
  client.close();
  return { missing: missingTypes(client.doc), text: client.text() };
}

async function expectAll(stage: Stage, when: string): Promise<void> {
  const { missing } = await lookAsNext(stage);
  if (missing.length > 0) stage.fail(`removed ${when}: ${missing.join(", ")}`);
}
