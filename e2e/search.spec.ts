import type { Page } from "@playwright/test";
import { aNote, expect, type Person, test } from "./fixtures.ts";
import { imeOf } from "./ime.ts";
import { drawn } from "./lots.ts";

const field = (page: Page) => page.getByRole("searchbox", { name: "Search notes" });
const link = (page: Page, title: string) => page.locator("#main").getByRole("link", { name: title });

async function someNotes(person: Person): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const title of ["Partners", "Modern art", "Art history", "Art"])
    ids[title] = await aNote(person, { title });
  return ids;
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.locator("#main article").first().waitFor();
}

for (const path of drawn(["/app/explorer", "/app/dashboard"], 1))
  test(`in ${path} Enter opens the first result, Down and Up go through them, Escape goes back`, async ({
    aPerson,
  }) => {
    const ann = await aPerson();
    const { page } = ann;
    const ids = await someNotes(ann);
    await show(page, path);
    // Without words the arrows reach what is listed; Enter has nothing to open.
    await field(page).press("Enter");
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await field(page).press("ArrowDown");
    await expect(link(page, "Art").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(field(page)).toBeFocused();

    await page.keyboard.type("art");
    await expect(page.locator("#main article").first()).toHaveAttribute("data-note-id", ids["Art"]!);
    await expect(page).toHaveURL(new RegExp(`${path}\\?q=art$`));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(link(page, "Art history")).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(ids["Art history"]!));
    await page.goBack();
    await expect(field(page)).toHaveValue("art");
    await field(page).focus();
    // Typed and taken in one go: what is opened answers the last letter.
    await page.keyboard.press("Control+a");
    await page.keyboard.type("modern");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(ids["Modern art"]!));
  });

test("parts of words wait behind one line, which the arrows reach", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await someNotes(ann);
  await aNote(ann, { title: "Smart lamps" });
  await show(page, "/app/explorer?q=art");
  await expect(page.locator("#main article")).toHaveCount(3);
  await field(page).focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowDown");
  const more = page.getByRole("button", { name: "Show 2 more" });
  await expect(more).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(link(page, "Modern art")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator("#main article")).toHaveCount(5);
  await expect(link(page, "Smart lamps")).toBeFocused();
  // Where there is nothing better they are shown at once.
  await field(page).fill("artner");
  await expect(link(page, "Partners")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Show/ })).toHaveCount(0);
});

test("an input method's Enter takes its word and opens nothing", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "東京旅行" });
  await show(page, "/app/dashboard");
  await field(page).focus();
  const ime = await imeOf(page);
  await ime.show("東京");
  await expect(link(page, "東京旅行")).toBeVisible();
  await ime.key("Enter");
  await ime.put("東京");
  await expect(field(page)).toHaveValue("東京");
  await expect(page).toHaveURL(/\/app\/dashboard/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(noteId));
});

test(
  "without the server the same words open the same note",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const ann = await aPerson();
    const { page } = ann;
    const ids = await someNotes(ann);
    await show(page, "/app/explorer");
    await field(page).fill("x");
    await expect(page.getByText("No matching notes")).toBeVisible();
    await ann.context.setOffline(true);
    await field(page).fill("art");
    await expect(page.getByText("Offline: searching only titles")).toBeVisible();
    await expect(page.locator("#main article").first()).toHaveAttribute("data-note-id", ids["Art"]!);
    await expect(page.getByRole("button", { name: "Show 1 more" })).toBeVisible();
    await field(page).press("Enter");
    await expect(page).toHaveURL(new RegExp(ids["Art"]!));
  },
);

test("on a phone the search key opens the first result", async ({ aPerson, onPhone }) => {
  const ann = await aPerson();
  const page = await onPhone(ann);
  const ids = await someNotes(ann);
  await page.goto("/mobile/search");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("art");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/mobile/editor/${ids["Art"]}`);
});
