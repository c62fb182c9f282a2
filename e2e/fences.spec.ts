import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test } from "./fixtures.ts";

const aFolder = async (person: Person, name: string, parentId: string | null = null) =>
  (await person.api<{ id: string }>("POST", "/api/folders", { name, parentId })).id;
const accessOf = async (person: Person, name: string) => {
  type Found = { folders: { name: string; aiAccess: string }[] };
  const { folders } = await person.api<Found>("GET", "/api/folders");
  return folders.find((folder) => folder.name === name)?.aiAccess;
};
const tree = (page: Page) => page.getByRole("region", { name: "Folders" });
const folderRow = (page: Page, name: string) =>
  tree(page).locator("[data-folder-id]").filter({ hasText: name });
const marks = (page: Page) => tree(page).getByRole("button", { name: /^AI access: / });
const dialog = (page: Page) => page.getByRole("dialog", { name: /^AI access of / });

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-keys=ready]").waitFor();
}

test("by the keyboard a folder is closed to hosted models, its rows say so on every page, and Undo opens it again", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const health = await aFolder(ann, "Health");
  const tests = await aFolder(ann, "Tests", health);
  const noteId = await aNote(ann, { title: "Blood" });
  await ann.api("PATCH", `/api/notes/${noteId}`, { folderId: tests });
  const other = await anotherBrowser(ann);
  await show(other.page, "/app/explorer");
  await show(page, "/app/explorer");
  await expect(folderRow(page, "Tests")).toBeVisible();
  await expect(marks(page)).toHaveCount(0);

  await folderRow(page, "Health").getByRole("link").focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "AI Access..." }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("radio", { name: /^Any model/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(dialog(page).getByRole("radio", { name: /^Local models only/ })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText("Only local models may read Health")).toBeVisible();
  await expect(folderRow(page, "Health").getByLabel("AI access: Local models only")).toBeVisible();
  await expect(
    folderRow(page, "Tests").getByLabel("AI access: Local models only, by folder Health"),
  ).toBeVisible();
  // On a page that was open all the while.
  await expect(marks(other.page)).toHaveCount(2);
  expect(await accessOf(ann, "Health")).toBe("local");
  expect(await ann.api("GET", `/api/notes/${noteId}/ai-access`)).toEqual({
    aiAccess: "local",
    by: { kind: "folder", folderId: health, name: "Health" },
  });

  await page.keyboard.press("ControlOrMeta+z");
  await expect(marks(page)).toHaveCount(0);
  await expect.poll(() => accessOf(ann, "Health")).toBe("any");
  await expect(marks(other.page)).toHaveCount(0);
});

test("the mark opens the dialog, which tells what a folder above says, and a note's Info names the reason", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const health = await aFolder(ann, "Health");
  const tests = await aFolder(ann, "Tests", health);
  const noteId = await aNote(ann, { title: "Blood" });
  await ann.api("PATCH", `/api/notes/${noteId}`, { folderId: tests, tags: ["Lab"] });
  await ann.api("PATCH", `/api/folders/${health}`, { aiAccess: "local" });
  await show(page, "/app/explorer");
  await folderRow(page, "Tests").getByLabel("AI access: Local models only, by folder Health").click();
  await expect(dialog(page)).toContainText("The folder Health above it says: Local models only.");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();

  const tagRow = page.getByRole("listitem").filter({ has: page.getByLabel("Actions for tag Lab") });
  await tagRow.hover();
  await tagRow.getByLabel("Actions for tag Lab").click();
  await page.getByRole("menuitem", { name: "AI Access..." }).click();
  await dialog(page)
    .getByRole("radio", { name: /^No AI/ })
    .check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(tagRow.getByLabel("AI access: No AI")).toBeVisible();
  await expect(page.getByText("No AI model may read Lab")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tagRow.getByLabel("AI access: No AI")).toBeHidden();
  const tagsOf = () => ann.api<{ tags: { aiAccess: string }[] }>("GET", "/api/tags");
  await expect.poll(async () => (await tagsOf()).tags.map(({ aiAccess }) => aiAccess)).toEqual(["any"]);
  await ann.api("POST", "/api/tags/ai-access", { name: "lab", aiAccess: "none" });
  await expect(tagRow.getByLabel("AI access: No AI")).toBeVisible();

  await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: "Note Info" }).click();
  const info = page.getByRole("tabpanel", { name: "Info" });
  await expect(info).toContainText("No AI, by tag Lab");
  await ann.api("POST", "/api/tags/ai-access", { name: "lab", aiAccess: "any" });
  await expect(info).toContainText("Local models only, by folder Health");
});

test("on a phone a folder is closed to AI, and its mark stands in the tree and among the chips", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  await aFolder(ann, "Diary");
  const page = await onPhone(ann);
  await show(page, "/mobile/notes");
  await page.getByRole("button", { name: "Folders" }).tap();
  const row = page.getByRole("dialog").locator("[data-folder-id]").filter({ hasText: "Diary" });
  await row.getByRole("button", { name: "Actions for Diary" }).tap();
  await page.getByRole("menuitem", { name: "AI Access..." }).tap();
  await dialog(page)
    .getByRole("radio", { name: /^No AI/ })
    .tap();
  await dialog(page).getByRole("button", { name: "Save" }).tap();
  await expect(page.getByText("No AI model may read Diary")).toBeVisible();
  await expect.poll(() => accessOf(ann, "Diary")).toBe("none");
  await expect(row.getByLabel("AI access: No AI")).toBeVisible();
  // Behind the dialog, where nothing is heard.
  await expect(page.locator('ul [data-folder-id] [role="img"][aria-label="AI access: No AI"]')).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect.poll(() => accessOf(ann, "Diary")).toBe("any");
});

test("without the server a folder is closed on this device, and the server learns of it later @fetches-ahead", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  await aFolder(ann, "Diary");
  await show(page, "/app/explorer");
  // Its dialog has been here before.
  await folderRow(page, "Diary").hover();
  await folderRow(page, "Diary").getByLabel("Actions for Diary").click();
  await page.getByRole("menuitem", { name: "AI Access..." }).click();
  await expect(dialog(page).getByRole("radio", { name: /^No AI/ })).toBeVisible();
  await context.setOffline(true);
  await dialog(page)
    .getByRole("radio", { name: /^No AI/ })
    .check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("No AI model may read Diary")).toBeVisible();
  expect(await accessOf(ann, "Diary").catch(() => "unreachable")).not.toBe("none");
  await context.setOffline(false);
  await expect.poll(() => accessOf(ann, "Diary")).toBe("none");
  await expect(folderRow(page, "Diary").getByLabel("AI access: No AI")).toBeVisible();
});
