import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test } from "./fixtures.ts";

const SOME = "No note has all of these words. Showing notes with some of them.";
const QUESTION = "how long until the railway pays the refund for my ticket";
const related = (page: Page) => page.getByRole("region", { name: "Related notes" });

async function someNotes(ann: Person): Promise<string> {
  await aNote(ann, { title: "Trains", text: "The refund for a cancelled ticket takes a week." });
  await aNote(ann, { title: "Garden", text: "Tomatoes want water." });
  const about = "sourdough starter flour hydration oven";
  await aNote(ann, { title: "Pizza", text: `The ${about} of a pizza.` });
  return aNote(ann, { title: "Sourdough bread", text: `My ${about}.` });
}

async function openLinks(page: Page, noteId: string): Promise<void> {
  await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: "Links" }).click();
}

test("a question finds the notes with some of its words, in the explorer and in the palette", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await someNotes(ann);
  await page.goto(`/app/explorer?q=${encodeURIComponent(QUESTION)}`);
  const row = page.locator("#main article");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Trains");
  await expect(row).toContainText("some of the words");
  await expect(page.locator("#main").getByText(SOME)).toBeVisible();
  await expect(row.locator("mark").first()).toHaveText("refund");
  // All words in one note: nothing else is said or shown.
  await page.getByRole("searchbox", { name: "Search notes" }).fill("refund week");
  await expect(row).toContainText("in the text");
  await expect(page.getByText(SOME)).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search notes" }).fill("zeppelin airfield");
  await expect(page.getByText("No matching notes")).toBeVisible();

  // Where no search field takes the keys.
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.locator("main h1").first().waitFor({ state: "attached" });
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill(QUESTION);
  await expect(page.getByRole("option", { name: /Trains/ })).toBeVisible();
});

test("related notes stand beside a note; offline and after a failure the panel says so", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  const noteId = await someNotes(ann);
  await openLinks(page, noteId);
  await expect(related(page).getByRole("link")).toHaveCount(1);
  await expect(related(page).getByRole("link", { name: /Pizza/ })).toBeVisible();
  await related(page).getByRole("link", { name: /Pizza/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Pizza");
  await expect(related(page).getByRole("link", { name: /Sourdough bread/ })).toBeVisible();

  // The panel stays open from note to note.
  const lonely = await aNote(ann, { title: "Alone", text: "Nothing else is about the aardvark." });
  await openEditor(page, lonely);
  await expect(
    related(page).getByText("No related notes yet. Notes about the same things appear here."),
  ).toBeVisible();

  await page.route(/notes\/related|\/related/, (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL", message: "broken", data: null } }),
  );
  const failed = await aNote(ann, { title: "Failed", text: "About the okapi." });
  await openEditor(page, failed);
  await expect(
    related(page).getByText("Couldn't load related notes. Open this panel again to retry."),
  ).toBeVisible();
  await page.unroute(/notes\/related|\/related/);
  await page.route(/notes\/related|\/related/, (route) => route.abort("internetdisconnected"));
  const away = await aNote(ann, { title: "Away", text: "About the tapir." });
  await openEditor(page, away);
  await expect(related(page).getByText("Can't load related notes while offline.")).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});

test("on a phone a question is answered and related notes are shown", async ({ aPerson, onPhone }) => {
  const ann = await aPerson();
  const noteId = await someNotes(ann);
  const page = await onPhone(ann);
  await page.goto(`/mobile/search?q=${encodeURIComponent(QUESTION)}`);
  await expect(page.getByText(SOME)).toBeVisible();
  await expect(page.getByText("Trains").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.goto(`/mobile/editor/${noteId}`);
  await page.getByRole("textbox", { name: "Note text" }).waitFor();
  await page.getByRole("button", { name: "View", exact: true }).tap();
  await page.getByRole("menuitem", { name: "Links" }).tap();
  const panel = page.getByRole("dialog", { name: "Links" });
  await expect(panel.getByRole("link", { name: /Pizza/ })).toBeVisible();
  await panel.getByRole("link", { name: /Pizza/ }).tap();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Pizza");
});
