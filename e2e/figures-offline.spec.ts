import type { Locator, Page } from "@playwright/test";
import { aNote, expect, type Person, test } from "./fixtures.ts";
import { textOnDevice } from "./kept-on-device.ts";
import { findOverflow } from "./screen-audit.ts";

const OLD = "You're offline. What you see may be out of date.";

/**
 * Screens that only the server can fill: what they show of a known account, what the device keeps of that, and what they say where nothing was
 * ever loaded.
 */
const SCREENS: { path: string; known: (main: Locator) => Locator; kept: RegExp; without: string }[] = [
  {
    path: "analytics",
    known: (main) => main.getByRole("button", { name: /^Words written/ }),
    kept: /"insights","analytics"/,
    without: "Can't load your figures while offline.",
  },
  {
    path: "analytics?view=promises",
    known: (main) => main.getByRole("link", { name: /revised budget/ }),
    kept: /"sentence":"I'll send Ana/,
    without: "Can't load promises while offline.",
  },
  {
    path: "analytics?view=contradictions",
    known: (main) => main.getByRole("link", { name: "The kiln costs 2,900 €." }),
    kept: /"sentence":"The kiln costs 2,900/,
    without: "Can't load contradictions while offline.",
  },
  {
    path: "analytics?view=gaps",
    known: (main) => main.getByText("passport number"),
    kept: /"question":"passport number"/,
    without: "Can't load missing notes while offline.",
  },
  {
    path: "seo",
    known: (main) => main.getByRole("link", { name: "Offer" }),
    kept: /"seo","pages"/,
    without: "Can't check notes while offline.",
  },
  {
    path: "apm",
    known: (main) => main.getByText(/^\d+ page loads?$/),
    kept: /"loads":[1-9]/,
    without: "Can't load the figures while offline.",
  },
  {
    path: "drive",
    known: (main) => main.getByText("Google Drive isn't set up on this server"),
    kept: /"redirectUri":/,
    without: "Google Drive needs a connection to the server.",
  },
];

async function fill(ann: Person): Promise<void> {
  await aNote(ann, {
    title: "Weekly talk",
    text: "I'll send Ana the revised budget by 12 March 2031.\n\nThe kiln costs 2,400 €.",
  });
  const id = await aNote(ann, { title: "Offer", text: "The kiln costs 2,900 €." });
  await ann.api("PUT", `/api/notes/${id}/publication`, { slug: `offer-${id.slice(-8)}`, isIndexed: true });
  await ann.api("POST", "/api/gaps", { query: "passport number", place: "search" });
}

/** With all files of the app on the device. */
async function keepApp(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

const main = (page: Page) => page.getByRole("main");
/** No rows that never come, and nothing that says there is nothing. */
async function expectNoPretence(page: Page): Promise<void> {
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  await expect(
    page.getByRole("heading", { name: /^(?:No|Nothing) / }).or(page.getByText("Nothing in this period.")),
  ).toHaveCount(0);
}

test("with the server stopped figures and lists show what was known, say that it may be old, and are new again when it is back @service-worker", async ({
  aPerson,
  onPhone,
  server,
}) => {
  test.setTimeout(180_000);
  const ann = await aPerson();
  await fill(ann);
  const phone = await onPhone(ann);
  await keepApp(ann.page, "/app/dashboard");
  await keepApp(phone, "/mobile/dashboard");
  const both = [
    [ann.page, "/app"],
    [phone, "/mobile"],
  ] as const;
  for (const [page, base] of both)
    for (const { path, known, kept } of SCREENS)
      await expect(async () => {
        await page.goto(`${base}/${path}`);
        await expect(known(main(page)).first()).toBeVisible({ timeout: 5_000 });
        await expect(page.getByText(/^(?:Reading|Searching) your notes/)).toBeHidden();
        // Shown a moment before.
        await expect.poll(() => textOnDevice(page), { timeout: 5_000 }).toMatch(kept);
      }).toPass();
  await server.stop();
  for (const [page, base] of both)
    for (const { path, known } of SCREENS) {
      await page.goto(`${base}/${path}`);
      await expect(page.getByText(OLD), path).toBeVisible({ timeout: 15_000 });
      await expect(known(main(page)).first()).toBeVisible();
      await expect(main(page).getByRole("button", { name: "Try again" }).first()).toBeVisible();
      expect(await findOverflow(page, `${base}/${path} without the server`)).toEqual([]);
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    }
  await ann.page.goto("/app/seo");
  await ann.page.getByRole("searchbox", { name: "Search notes to check" }).fill("offer");
  await expect(ann.page.getByText("Can't check notes while offline.")).toBeVisible({ timeout: 15_000 });
  await ann.page.goto("/app/analytics");
  await expect(ann.page.getByText(OLD)).toBeVisible({ timeout: 15_000 });
  // What was never opened has no figures on this device.
  await ann.page.getByRole("tab", { name: "Tags" }).click();
  const tags = ann.page.getByRole("region", { name: "Words by tag" });
  await expect(tags.getByText("Can't load this list while offline.")).toBeVisible();
  await server.start();
  await expect(tags.getByRole("button", { name: "Show as a table" })).toBeVisible({ timeout: 30_000 });
  for (const page of [ann.page, phone]) await expect(page.getByText(OLD)).toHaveCount(0, { timeout: 30_000 });
});

test("on a later day without the server, Analytics shows the figures of the last day it was opened, says until when, and is new when it is back @service-worker", async ({
  aPerson,
  onPhone,
  server,
}) => {
  const ann = await aPerson();
  await aNote(ann, { title: "Diary", text: "Four words by hand" });
  const phone = await onPhone(ann);
  await keepApp(ann.page, "/app/dashboard");
  await keepApp(phone, "/mobile/dashboard");
  const both = [
    [ann.page, "/app/analytics"],
    [phone, "/mobile/analytics"],
  ] as const;
  const added = (page: Page) => main(page).getByRole("button", { name: /^Words added 4/ });
  const folders = (page: Page) => main(page).getByRole("button", { name: "No folder 4 added, 0 removed" });
  for (const [page, path] of both)
    await expect(async () => {
      await page.goto(path);
      await expect(folders(page)).toBeVisible({ timeout: 5_000 });
      await expect.poll(() => textOnDevice(page), { timeout: 5_000 }).toMatch(/"insights","words"/);
    }).toPass();
  await server.stop();
  const later = Date.now() + 3 * 86_400_000;
  for (const [page, path] of both) {
    await page.clock.setFixedTime(later);
    await page.goto(path);
    await expect(page.getByText(/^These figures go up to \w+ \d+, \d{4}\.$/)).toBeVisible({
      timeout: 15_000,
    });
    await expect(page.getByText(OLD)).toBeVisible();
    for (const number of [added(page), folders(page)]) await expect(number).toBeVisible();
    await expect(
      main(page).getByRole("region", { name: "A year of writing" }).getByRole("slider"),
    ).toBeVisible();
    expect(await findOverflow(page, `${path} on a later day`)).toEqual([]);
    // Of a period that was never opened there is nothing.
    await main(page).getByRole("button", { name: "90 days" }).click();
    await expect(page.getByText("Can't load your figures while offline.")).toBeVisible();
    await main(page).getByRole("button", { name: "30 days" }).click();
    await expect(added(page)).toBeVisible();
  }
  await server.start();
  for (const [page] of both) {
    await expect(page.getByText(/^These figures go up to/)).toHaveCount(0, { timeout: 30_000 });
    await expect(added(page)).toBeVisible();
  }
});

test("with the server stopped screens that were never loaded say why they are empty, and fill when it is back @service-worker", async ({
  aPerson,
  onPhone,
  server,
}) => {
  test.setTimeout(180_000);
  const ann = await aPerson();
  await fill(ann);
  const phone = await onPhone(ann);
  await keepApp(ann.page, "/app/dashboard");
  await keepApp(phone, "/mobile/dashboard");
  const both = [
    [ann.page, "/app"],
    [phone, "/mobile"],
  ] as const;
  await server.stop();
  for (const [page, base] of both)
    for (const { path, without } of SCREENS) {
      await page.goto(`${base}/${path}`);
      await expect(page.getByText(without), path).toBeVisible({ timeout: 15_000 });
      await expect(main(page).getByRole("button", { name: "Try again" })).toBeVisible();
      expect(await findOverflow(page, `${base}/${path} without the server`)).toEqual([]);
      await expectNoPretence(page);
    }
  await ann.page.goto("/app/seo");
  await expect(ann.page.getByText("Can't check notes while offline.")).toBeVisible({ timeout: 15_000 });
  await phone.goto("/mobile/analytics?view=contradictions");
  await expect(phone.getByText("Can't load contradictions while offline.")).toBeVisible({ timeout: 15_000 });
  await server.start();
  await expect(ann.page.getByRole("link", { name: "Offer" })).toBeVisible({ timeout: 30_000 });
  await expect(phone.getByRole("link", { name: "The kiln costs 2,900 €." })).toBeVisible({ timeout: 30_000 });
});
