import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test, type Person } from "./fixtures.ts";
import { imeOf } from "./ime.ts";
import { row } from "./phone.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Find or create a folder" });
const options = (page: Page) => page.getByRole("listbox", { name: "Folders" }).getByRole("option");
const active = (page: Page) => page.getByRole("listbox", { name: "Folders" }).locator("[aria-selected=true]");
const aFolder = async (person: Person, name: string, parentId: string | null = null) =>
  (await person.api<{ id: string }>("POST", "/api/folders", { name, parentId })).id;
const folderOf = async (person: Person, noteId: string) =>
  (await person.api<{ folderId: string | null }>("GET", `/api/notes/${noteId}`)).folderId;

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-keys=ready]").waitFor();
}

test("by the keyboard alone a note is moved by its path, then into a new folder, and the last one comes first", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const work = await aFolder(ann, "Work");
  const clients = await aFolder(ann, "Clients", work);
  await aFolder(ann, "Attic");
  const noteId = await aNote(ann, { title: "Tents" });
  await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.getByRole("button", { name: "Share" }).focus();
  await page.keyboard.press("m");
  await expect(field(page)).toBeFocused();
  await expect(options(page)).toHaveCount(4);
  await expect(options(page).nth(0)).toContainText("No folder");
  await page.keyboard.press("ArrowUp");
  await expect(active(page)).toContainText("Clients");
  await page.keyboard.type("work cl");
  await expect(options(page)).toHaveCount(2);
  await expect(active(page)).toContainText("Work / Clients");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => folderOf(ann, noteId)).toBe(clients);
  await expect(page.getByRole("button", { name: "Share" })).toBeFocused();

  await page.keyboard.press("m");
  await expect(options(page).nth(1)).toContainText("Recent");
  await expect(options(page).nth(1).getByLabel("Current")).toBeVisible();
  await page.keyboard.type("Summer");
  await expect(active(page)).toHaveText("New folder “Summer”");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Moved to Summer", { exact: true })).toBeVisible();
  const { folders } = await ann.api<{ folders: { id: string; name: string }[] }>("GET", "/api/folders");
  expect(await folderOf(ann, noteId)).toBe(folders.find(({ name }) => name === "Summer")?.id);

  // Escape leaves everything as it is.
  await page.keyboard.press("m");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Share" })).toBeFocused();
});

test("Enter that ends a word of an input method chooses no folder", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aFolder(ann, "客户");
  const noteId = await aNote(ann, { title: "Tents" });
  await show(page, "/app/explorer");
  await page.getByRole("link", { name: "Tents", exact: true }).focus();
  await page.keyboard.press("m");
  await expect(field(page)).toBeFocused();
  await expect(options(page)).toHaveCount(2);
  const ime = await imeOf(page);
  await ime.show("客户");
  await ime.key("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await folderOf(ann, noteId)).toBeNull();
  await ime.put("客户");
  await expect(active(page)).toContainText("客户");
  await page.keyboard.press("Enter");
  await expect.poll(() => folderOf(ann, noteId)).not.toBeNull();
});

test("a folder is not offered itself or what is in it", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const work = await aFolder(ann, "Work");
  await aFolder(ann, "Clients", work);
  await aFolder(ann, "Attic");
  await show(page, "/app/explorer");
  await page.getByRole("link", { name: "Work, 0 notes" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Move To..." }).click();
  await expect(options(page)).toHaveText(["Top level", "Attic"]);
});

test("of hundreds of folders the picker draws some and finds all", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  for (let from = 0; from < 240; from += 24)
    await Promise.all(
      Array.from({ length: 24 }, (_, at) => aFolder(ann, `Project ${String(from + at).padStart(3, "0")}`)),
    );
  await aNote(ann, { title: "Tents" });
  await show(page, "/app/explorer");
  await page.getByRole("link", { name: "Tents", exact: true }).focus();
  await page.keyboard.press("m");
  await expect(page.getByText("Type to find the others.")).toBeVisible();
  await page.keyboard.type("project 239");
  await expect(active(page)).toContainText("Project 239");
});

test("on a phone the picker takes the page, under a finger's size", async ({ aPerson, onPhone }) => {
  const ann = await aPerson();
  const journal = await aFolder(ann, "Journal");
  const noteId = await aNote(ann, { title: "Tents" });
  const page = await onPhone(ann);
  await page.goto("/mobile/notes");
  await row(page, "Tents").waitFor();
  await page.getByRole("button", { name: "Actions for Tents" }).tap();
  await page.getByRole("menuitem", { name: "Move To..." }).tap();
  const option = page.getByRole("option", { name: "Journal" });
  expect((await option.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await option.tap();
  await expect(page.getByText("Moved to Journal", { exact: true })).toBeVisible();
  await expect.poll(() => folderOf(ann, noteId)).toBe(journal);
});
