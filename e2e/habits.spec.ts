import type { Page } from "@playwright/test";
import { aNote, expect, test, type Person } from "./fixtures.ts";

/** What people expect without being told, where no other journey shows it. */

const list = (page: Page) => page.getByRole("main");
const link = (page: Page, title: string) => list(page).getByRole("link", { name: title, exact: true });

async function withMany(person: Person, count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await person.api("POST", "/api/notes", { title: `Note ${String(index).padStart(2, "0")}` });
}

test("a row is a link: it opens in a tab of its own, and the order of the list stands in its address", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  const noteId = await aNote(ann, { title: "Tents" });
  await page.goto("/app/explorer?sort=title&order=asc");
  await expect(link(page, "Tents")).toHaveAttribute("href", new RegExp(noteId));
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    link(page, "Tents").click({ button: "middle" }),
  ]);
  await expect(tab.getByRole("textbox", { name: "Title" })).toHaveValue("Tents");
  await expect(page).toHaveURL(/explorer\?sort=title/);
});

test("Back leads to where one was in the list, with the focus on the note one was at", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await withMany(ann, 60);
  await page.goto("/app/explorer?sort=title&order=asc");
  await page.locator("html[data-keys=ready]").waitFor();
  await link(page, "Note 00").focus();
  // As fast as a key repeats that is held down.
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(33);
  }
  await expect(link(page, "Note 40")).toBeFocused();
  const before = await link(page, "Note 40").evaluate((row) => row.getBoundingClientRect().top);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Note 40");
  await page.goBack();
  await expect(link(page, "Note 40")).toBeInViewport();
  await expect
    .poll(async () =>
      Math.abs((await link(page, "Note 40").evaluate((row) => row.getBoundingClientRect().top)) - before),
    )
    .toBeLessThan(100);
  await expect(link(page, "Note 40")).toBeFocused();
});

test("a page that is opened by the keyboard has the focus at its heading and says its name", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/Activity/);
});

test("a time says itself in full when one asks", async ({ aPerson }) => {
  const ann = await aPerson();
  await aNote(ann, { title: "Tents" });
  await ann.page.goto("/app/activity");
  await expect(list(ann.page).locator("time").first()).toHaveAttribute("title", /\d{4}.*\d:\d\d/);
  await ann.page.goto("/app/explorer");
  await expect(list(ann.page).locator("time").first()).toHaveAttribute("title", /\d{4}.*\d:\d\d/);
});
