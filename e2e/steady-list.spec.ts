import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";
import { drawn } from "./lots.ts";

declare global {
  interface Window {
    /** Where the watched note was in each picture, from the upper edge of the window. */
    seenAt: Set<number>;
  }
}

const MADE = 60;

async function manyNotes(ann: Person): Promise<void> {
  for (let made = 0; made < MADE; made += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        ann.api("POST", "/api/notes", { title: `Number ${String(made + at).padStart(2, "0")}` }),
      ),
    );
}

/** The part of the page that scrolls the notes. */
const scroller = (page: Page) =>
  page.locator("[role=list][aria-label=Notes], [role=table][aria-label=Notes] > [role=rowgroup]:last-child");
const offset = (page: Page) => scroller(page).evaluate((element) => element.scrollTop);
const note = (page: Page, id: string) => page.locator(`[data-note-id="${id}"]`);

/** Scrolls down, and answers the first note in sight and how many stand beside each other. */
async function scrollDown(page: Page): Promise<{ id: string; columns: number }> {
  await scroller(page).evaluate((element) => element.scrollTo(0, 1_000));
  return scroller(page).evaluate(async (element) => {
    // The virtualiser draws what came into sight, and measures it.
    for (let picture = 0; picture < 3; picture++) await new Promise((done) => requestAnimationFrame(done));
    const { top } = element.getBoundingClientRect();
    const rows = [...element.querySelectorAll<HTMLElement>("[data-note-id]")];
    const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 8)!;
    const upper = first.getBoundingClientRect().top;
    const columns = rows.filter((row) => row.getBoundingClientRect().top === upper).length;
    return { id: first.dataset["noteId"]!, columns };
  });
}

/** Notes where a note is in every picture from now on. */
const watchPlace = (page: Page, id: string) =>
  page.evaluate((noteId) => {
    const seenAt = new Set<number>();
    window.seenAt = seenAt;
    const look = () => {
      const row = document.querySelector(`[data-note-id="${noteId}"]`);
      seenAt.add(row ? Math.round(row.getBoundingClientRect().top) : -1);
      if (window.seenAt === seenAt) requestAnimationFrame(look);
    };
    look();
  }, id);

/** It was drawn at one place only, but for what is lost in rounding. */
async function expectStill(page: Page): Promise<void> {
  const seenAt = await page.evaluate(() => [...window.seenAt]);
  expect(Math.max(...seenAt) - Math.min(...seenAt), seenAt.join()).toBeLessThanOrEqual(1);
}

// The heights of a row, or a little less.
const LISTS = [
  { name: "the list", path: "/app/explorer?layout=list", height: 50 },
  { name: "the grid", path: "/app/explorer?layout=grid", height: 180 },
  { name: "the table", path: "/app/explorer?layout=table", height: 30 },
  { name: "the list beside a note", path: "/app/notes", height: 50 },
];

for (const { name, path, height } of drawn(LISTS, 2))
  test(`${name} stays where one reads in it while others write, delete and rename`, async ({ aPerson }) => {
    const ann = await aPerson();
    const { page } = ann;
    await manyNotes(ann);
    await page.goto(path);
    await page.getByRole("checkbox", { name: "Select Number 5" }).first().click();
    await expect(page.getByRole("status").filter({ hasText: "1 selected" })).toBeVisible();
    const { id, columns } = await scrollDown(page);
    const before = await offset(page);
    await watchPlace(page, id);

    const added: string[] = [];
    for (let at = 0; at < columns; at++)
      added.push((await ann.api<{ id: string }>("POST", "/api/notes", { title: `New ${at}` })).id);
    await expect.poll(() => offset(page)).toBeGreaterThan(before + height);
    await ann.api("DELETE", `/api/notes/${added.pop()}`);
    if (columns === 1) await expect.poll(() => offset(page)).toBeLessThan(before + height);
    // What was below and is now at the top pushes no less than a new one.
    const { notes } = await ann.api<{ notes: { id: string }[] }>("GET", "/api/notes?limit=100");
    await ann.api("PATCH", `/api/notes/${notes.at(-1)!.id}`, { title: "Renamed" });
    await expect.poll(() => offset(page)).toBeGreaterThan(before + height);
    await expectStill(page);
    await expect(page.getByRole("status").filter({ hasText: "1 selected" })).toBeVisible();

    await scroller(page).evaluate((element) => element.scrollTo(0, 0));
    await expect(page.getByRole("link", { name: "Renamed", exact: true })).toBeVisible();
    await ann.api("POST", "/api/notes", { title: "At once" });
    await expect(page.getByRole("link", { name: "At once", exact: true })).toBeInViewport();
    expect(await offset(page)).toBe(0);
  });

test("a press opens the note it was made on, whatever came in above it meanwhile", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/notes", { title: "Aimed at" });
  await page.goto("/app/explorer?layout=list");
  await note(page, id).hover();
  await page.mouse.down();
  const told = page.waitForResponse(/rpc\/notes\/list/);
  await ann.api("POST", "/api/notes", { title: "In between" });
  await (await told).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.getByRole("link", { name: "In between", exact: true })).toBeHidden();
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${id}`));
});
