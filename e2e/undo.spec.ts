import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test, type Person } from "./fixtures.ts";
import { row } from "./phone.ts";

type Kept = { title: string; folderId: string | null; isFavorite: boolean; tags: string[]; category: string };

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const said = (page: Page, words: string | RegExp) =>
  expect(messages(page).getByText(words, { exact: true })).toBeVisible();
const kept = (person: Person, noteId: string) => person.api<Kept>("GET", `/api/notes/${noteId}`);
const stateOf = async (person: Person, noteId: string) => {
  const { title, folderId, isFavorite } = await kept(person, noteId);
  return { title, folderId, isFavorite };
};
const folderOf = async (person: Person, name: string) =>
  (await person.api<{ id: string }>("POST", "/api/folders", { name })).id;

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.locator("main h1").first().waitFor({ state: "attached" });
}

async function undo(page: Page): Promise<void> {
  await page.keyboard.press("Control+z");
  await said(page, /^Undone: /);
}

async function pick(page: Page, query: string, name: string): Promise<void> {
  await expect(page.getByRole("combobox", { name: "Find or create a folder" })).toBeFocused();
  await expect(page.getByRole("option", { name })).toBeVisible();
  await page.keyboard.type(query);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function fromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(`>${words}`);
  await page.keyboard.press("Enter");
}

test("Ctrl+Z takes back a rename, a move and a favorite, whatever door they came through", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await folderOf(ann, "Journal");
  const noteId = await aNote(ann, { title: "Tents" });
  const before = await stateOf(ann, noteId);
  await show(page, "/app/explorer");
  const link = page.getByRole("link", { name: "Tents", exact: true });

  const doors: [string, string, () => Promise<void>][] = [
    ["f", "Added to favorites", () => page.keyboard.press("f")],
    ["menu", "Added to favorites", () => fromMenu("Add to Favorites")],
    ["palette", "Added to favorites", () => fromPalette(page, "add to favorites")],
    ["m", "Moved to Journal", () => page.keyboard.press("m").then(() => pick(page, "jour", "Journal"))],
    ["menu", "Moved to Journal", () => fromMenu("Move To...").then(() => pick(page, "jour", "Journal"))],
    [
      "palette",
      "Moved to Journal",
      () => fromPalette(page, "move to").then(() => pick(page, "jour", "Journal")),
    ],
    ["F2", "Note updated successfully", () => page.keyboard.press("F2").then(rename)],
    ["menu", "Note updated successfully", () => fromMenu("Rename...").then(rename)],
  ];
  async function fromMenu(words: string): Promise<void> {
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: words }).click();
  }
  async function rename(): Promise<void> {
    await page.getByRole("dialog").getByLabel("Title").fill("Camp");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Camp", exact: true })).toBeVisible();
  }

  for (const [door, words, go] of doors)
    await test.step(`${words} by ${door}`, async () => {
      await link.focus();
      await go();
      await said(page, words);
      await expect.poll(() => stateOf(ann, noteId)).not.toEqual(before);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await undo(page);
      await expect.poll(() => stateOf(ann, noteId)).toEqual(before);
      await expect(link).toBeVisible();
    });
});

test("a title, tags and a category of an open note are taken back, and the text keeps its own undo", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Tents" });
  const text = await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.getByRole("textbox", { name: "Title" }).fill("Camp");
  await page.getByRole("textbox", { name: "Add tag" }).fill("trip");
  await said(page, "Note updated successfully");
  await page.keyboard.press("Enter");
  await expect.poll(() => kept(ann, noteId)).toMatchObject({ title: "Camp", tags: ["trip"] });
  await text.click();
  await page.keyboard.type("Words");
  await page.keyboard.press("Control+z");
  await expect(text).not.toContainText("Words");
  expect(await kept(ann, noteId)).toMatchObject({ title: "Camp", tags: ["trip"] });

  await page.getByRole("button", { name: "Share" }).focus();
  await undo(page);
  await expect.poll(() => kept(ann, noteId)).toMatchObject({ title: "Camp", tags: [] });
  await page.keyboard.press("Control+z");
  await expect.poll(() => kept(ann, noteId)).toMatchObject({ title: "Tents", tags: [] });
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Tents");
});

test("what somebody changed again since is not overwritten", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Tents" });
  await show(page, "/app/explorer");
  await page.getByRole("link", { name: "Tents", exact: true }).focus();
  await page.keyboard.press("F2");
  await page.getByRole("dialog").getByLabel("Title").fill("Camp");
  await page.keyboard.press("Enter");
  await said(page, "Note updated successfully");
  await ann.api("PATCH", `/api/notes/${noteId}`, { title: "Base camp" });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await said(page, "Changed again since; not undone");
  expect(await kept(ann, noteId)).toMatchObject({ title: "Base camp" });
  await expect(page.getByRole("link", { name: "Base camp", exact: true })).toBeVisible();
});

test("a move of many is undone but for what was moved on since", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const journal = await folderOf(ann, "Journal");
  const archive = await folderOf(ann, "Archive");
  const one = await aNote(ann, { title: "One" });
  const two = await aNote(ann, { title: "Two" });
  await show(page, "/app/explorer");
  await page.getByRole("link", { name: "One", exact: true }).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("m");
  await pick(page, "jour", "Journal");
  await said(page, "Moved 2 notes to Journal");
  await expect.poll(() => kept(ann, two)).toMatchObject({ folderId: journal });
  await ann.api("PATCH", `/api/notes/${two}`, { folderId: archive });
  await page.keyboard.press("Control+z");
  await said(page, "Undone, but for 1 note that was changed again since");
  expect(await kept(ann, one)).toMatchObject({ folderId: null });
  expect(await kept(ann, two)).toMatchObject({ folderId: archive });
});

test(
  "offline a change is taken back too, and the server ends with what was there before",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const ann = await aPerson();
    const { page, context } = ann;
    const noteId = await aNote(ann, { title: "Tents" });
    await show(page, "/app/explorer");
    const link = page.getByRole("link", { name: "Tents", exact: true });
    await link.focus();
    await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
    await context.setOffline(true);
    await page.keyboard.press("F2");
    await page.getByRole("dialog").getByLabel("Title").fill("Camp");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Camp", exact: true })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await undo(page);
    await expect(link).toBeVisible();
    await link.focus();
    await page.keyboard.press("f");
    await said(page, "Added to favorites");
    await context.setOffline(false);
    await expect
      .poll(() => kept(ann, noteId), { timeout: 20_000 })
      .toMatchObject({ title: "Tents", isFavorite: true });
    await expect(messages(page).getByText(/Couldn't apply/)).toHaveCount(0);
  },
);

test("a refused change says so on its row until it is tried again", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Tents" });
  await show(page, "/app/explorer");
  let isBroken = true;
  await page.route("**/rpc/notes/update", (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { json: { code: "INTERNAL", status: 500, message: "no" } } })
      : route.continue(),
  );
  await page.getByRole("link", { name: "Tents", exact: true }).focus();
  await page.keyboard.press("f");
  await said(page, "Failed to update favorite");
  const mark = row(page, "Tents").getByRole("button", { name: "Failed to update favorite: retry" });
  await mark.click();
  await expect(mark).toBeVisible();
  isBroken = false;
  await messages(page).getByRole("button", { name: "Retry" }).click();
  await said(page, "Added to favorites");
  await expect(mark).toHaveCount(0);
  expect(await kept(ann, noteId)).toMatchObject({ isFavorite: true });
  await undo(page);
  await expect.poll(() => kept(ann, noteId)).toMatchObject({ isFavorite: false });
});

test("the palette names what it would undo and lists the rest, and Redo brings it back", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Tents" });
  await show(page, "/app/explorer");
  const link = page.getByRole("link", { name: "Tents", exact: true });
  await link.focus();
  await page.keyboard.press("f");
  await said(page, "Added to favorites");
  await page.keyboard.press("F2");
  await page.getByRole("dialog").getByLabel("Title").fill("Camp");
  await page.keyboard.press("Enter");
  await said(page, "Note updated successfully");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("undo");
  await expect(page.getByRole("option", { name: /^Undo: Renamed Camp/ })).toBeVisible();
  await page.getByRole("option", { name: "Undo..." }).click();
  await expect(page.getByRole("option")).toHaveText(["Renamed Camp", "Added Tents to favorites"]);
  await page.getByRole("option", { name: "Added Tents to favorites" }).click();
  await said(page, /^Undone: /);
  await expect.poll(() => kept(ann, noteId)).toMatchObject({ isFavorite: false, title: "Camp" });
  await messages(page).getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => kept(ann, noteId)).toMatchObject({ isFavorite: true, title: "Camp" });
});

test("a folder and a setting are taken back alike", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await folderOf(ann, "Journal");
  await folderOf(ann, "Work");
  await show(page, "/app/explorer");
  await page.getByRole("link", { name: "Journal, 0 notes" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Move To..." }).click();
  await pick(page, "work", "Work");
  await said(page, "Moved to Work");
  await undo(page);
  const parents = async () =>
    (await ann.api<{ folders: { parentId: string | null }[] }>("GET", "/api/folders")).folders.map(
      ({ parentId }) => parentId,
    );
  await expect.poll(parents).toEqual([null, null]);

  await show(page, "/app/settings?tab=appearance");
  await page.getByRole("radio", { name: "Light" }).check({ force: true });
  await said(page, "Settings saved successfully");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await messages(page).getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect.poll(() => ann.api("GET", "/api/preferences")).toMatchObject({ settings: {} });
});

test("on a phone a change is taken back by the toast", async ({ aPerson, onPhone }) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "Tents" });
  const page = await onPhone(ann);
  await page.goto("/mobile/notes");
  await row(page, "Tents").waitFor();
  await page.getByRole("button", { name: "Actions for Tents" }).tap();
  await page.getByRole("menuitem", { name: "Add to Favorites" }).tap();
  await said(page, "Added to favorites");
  await expect.poll(() => kept(ann, noteId)).toMatchObject({ isFavorite: true });
  await messages(page).getByRole("button", { name: "Undo", exact: true }).tap();
  await expect.poll(() => kept(ann, noteId)).toMatchObject({ isFavorite: false });
});

test("a width and a layout are taken back by Ctrl+Z and stand in the palette's list", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Tents" });
  await show(page, "/app/explorer");
  const sizes = async () =>
    (await ann.api<{ panelSizes: Record<string, number> }>("GET", "/api/workspace")).panelSizes;
  const settings = async () =>
    (await ann.api<{ settings: { explorer?: { layout: string } } }>("GET", "/api/preferences")).settings;

  await page.getByRole("button", { name: "Edit the sidebar" }).click();
  const divider = page.getByRole("separator", { name: "Sidebar width" });
  const before = await divider.getAttribute("aria-valuenow");
  await divider.focus();
  // Several presses are one change.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await sizes())["sidebar"]).toBe(Number(before) + 20);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(">undo");
  await expect(page.getByRole("option", { name: "Undo: Changed the sidebar's width" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await undo(page);
  await expect(divider).toHaveAttribute("aria-valuenow", before!);
  await expect.poll(async () => (await sizes())["sidebar"]).toBe(Number(before));
  await page.getByRole("button", { name: "Save layout" }).click();

  await page.getByRole("button", { name: "Table", exact: true }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await expect.poll(async () => (await settings()).explorer?.layout).toBe("table");
  await undo(page);
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect.poll(async () => (await settings()).explorer?.layout ?? "list").toBe("list");
});

test("what the trash could not give back says so on its row until it is tried again", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Tents" });
  await ann.api("DELETE", `/api/notes/${noteId}`);
  await show(page, "/app/explorer?view=trash");
  await page.route("**/rpc/trash/restore", (route) =>
    route.fulfill({ status: 422, json: { json: { code: "INVALID_INPUT", status: 422, message: "no" } } }),
  );
  await page.getByRole("button", { name: "Restore Tents" }).click();
  await expect(messages(page).getByRole("button", { name: "Retry" })).toBeVisible();
  await page.unroute("**/rpc/trash/restore");
  await page.getByRole("main").getByRole("button", { name: "Failed to restore: retry" }).click();
  await said(page, "1 note restored");
  await expect
    .poll(async () => (await ann.api<{ trashedAt: string | null }>("GET", `/api/notes/${noteId}`)).trashedAt)
    .toBeNull();
});
