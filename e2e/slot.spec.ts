import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test, waitForSaved } from "./fixtures.ts";

const slot = (page: Page) => page.getByRole("complementary", { name: "Side panel" });
const tab = (page: Page, name: string) => slot(page).getByRole("tab", { name });
const keysReady = (page: Page) => page.locator("html[data-keys=ready]").waitFor();

test("one key opens the panel, arrows change its tab, Escape gives the focus back, and a reload keeps it", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, {
    title: "Trip",
    text: "# Packing\n\nTent and stove.\n\n# Route\n\nNorth.",
  });
  await openEditor(page, noteId);
  await keysReady(page);
  const text = page.getByRole("textbox", { name: "Note text" });
  await text.click();
  await page.keyboard.press("Control+Alt+B");
  await expect(tab(page, "Info")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Outline")).toHaveAttribute("aria-selected", "true");
  await expect(slot(page).getByRole("button", { name: "Route" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(slot(page)).toBeHidden();
  await expect(text).toBeFocused();

  await page.keyboard.press("Control+Alt+B");
  await expect(tab(page, "Outline")).toHaveAttribute("aria-selected", "true");
  const divider = page.getByRole("separator", { name: "Side panel width" });
  await divider.focus();
  await page.keyboard.press("End");
  await expect.poll(async () => (await slot(page).boundingBox())!.width).toBe(400);
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await slot(page).boundingBox())!.width).toBe(390);
  await page.reload();
  await expect(slot(page).getByRole("button", { name: "Route" })).toBeVisible();
  expect((await slot(page).boundingBox())!.width).toBe(390);

  // What follows the note goes with it; a page without one has the room for itself.
  await page.goto("/app/explorer");
  await expect(page.getByRole("heading", { name: "Explorer" })).toBeVisible();
  await expect(slot(page)).toBeHidden();
  await page.goBack();
  await expect(slot(page).getByRole("button", { name: "Packing" })).toBeVisible();
});

test("Info tells of the note, moves it, counts while one writes, and leads to links and history", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/folders", { name: "Journeys" });
  const noteId = await aNote(ann, { title: "Trip", text: "Tent and stove." });
  await ann.api("PATCH", `/api/notes/${noteId}`, { tags: ["outdoor"] });
  await aNote(ann, { title: "Diary", text: "We took [[Trip]] up again." });
  await openEditor(page, noteId);
  await keysReady(page);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: "Note Info" }).click();
  const info = slot(page).getByRole("tabpanel", { name: "Info" });
  await expect(info).toContainText("3 words");
  await expect(info.getByRole("link", { name: "outdoor" })).toBeVisible();
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Rain likely.");
  await expect(info).toContainText("5 words");

  await info.getByRole("button", { name: "No folder" }).click();
  await page.getByRole("dialog").getByRole("option", { name: "Journeys" }).click();
  await expect(info.getByRole("button", { name: "Journeys" })).toBeVisible();

  await expect(info.getByRole("button", { name: /1 backlink · 0 links out/ })).toBeVisible({
    timeout: 15_000,
  });
  await info.getByRole("button", { name: /1 backlink/ }).click();
  const links = slot(page).getByRole("tabpanel", { name: "Links" });
  await expect(
    links.getByRole("region", { name: "Backlinks" }).getByRole("link", { name: /Diary/ }),
  ).toBeVisible();

  // What somebody else, or the same person elsewhere, links now is there without a reload.
  await aNote(ann, { title: "Letter", text: "About [[Trip]]." });
  await expect(links.getByRole("link", { name: /Letter/ })).toBeVisible({ timeout: 15_000 });
  await waitForSaved(page);
  await tab(page, "Info").click();
  await info.getByRole("button", { name: "See earlier versions" }).click();
  await expect(page).toHaveURL(/history=/);
});

test("links of the text are listed as they are written", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Glacier", text: "Ice." });
  const noteId = await aNote(ann, { title: "Trip", text: "See [the map](https://maps.example/north)." });
  await openEditor(page, noteId);
  await keysReady(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: "Links" }).click();
  const links = slot(page).getByRole("tabpanel", { name: "Links" });
  await expect(links.getByRole("link", { name: /the map/ })).toHaveAttribute(
    "href",
    "https://maps.example/north",
  );
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" [[Glac");
  await expect(page.getByRole("option", { name: "Glacier" })).toBeVisible();
  await page.keyboard.press("Enter");
  // The link brings its space along: one that is typed from habit makes no second.
  await page.keyboard.type(" then");
  const written = page.getByRole("textbox", { name: "Note text" });
  await expect(written).toContainText("then");
  expect(await written.evaluate((text) => text.textContent)).not.toMatch(/\s\sthen/);
  const out = links.getByRole("region", { name: "Links in this note" });
  await out.getByRole("link", { name: "Glacier" }).click();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Glacier");
  await expect(
    links.getByRole("region", { name: "Backlinks" }).getByRole("link", { name: /Trip/ }),
  ).toBeVisible({
    timeout: 15_000,
  });
});

test("notifications lie over the panel of the note, which is there again after them", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Trip", text: "Tent." });
  await openEditor(page, noteId);
  await keysReady(page);
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.press("Control+Alt+B");
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  await expect(slot(page).getByText("No notifications yet")).toBeVisible();
  await expect(slot(page).getByRole("tab")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeFocused();
  await expect(tab(page, "Info")).toBeVisible();
});

test("where there is no room beside the text the panel lies over it, and never comes by itself", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.setViewportSize({ width: 768, height: 900 });
  const noteId = await aNote(ann, { title: "Trip", text: "# Packing\n\nTent." });
  await openEditor(page, noteId);
  await keysReady(page);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: "Outline" }).click();
  const sheet = page.getByRole("dialog", { name: "Outline" });
  await sheet.getByRole("tab", { name: "Info" }).click();
  await expect(page.getByRole("dialog", { name: "Info" })).toContainText("2 words");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Tent.");
  await expect(page.getByRole("dialog")).toBeHidden();
});
