import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test, waitForSaved } from "./fixtures.ts";

/** Opens a page and waits until its keys are listened to: their code comes after the first paint. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.locator("main h1").first().waitFor({ state: "attached" });
}

const message = (page: Page, words: string | RegExp) =>
  page.getByRole("region", { name: "Messages" }).getByText(words, { exact: true });

/** The empty editor is ready to type, and keys of the pages are ignored while someone writes. */
async function leaveTitle(page: Page): Promise<void> {
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await expect(title).toBeFocused();
  await title.blur();
}

const PLACES = [
  ["Control+Shift+N", "Explorer", "/app/explorer"],
  ["Control+Shift+E", "Editor", "/app/editor"],
  ["Control+Shift+C", "Chat", "/app/chat"],
  ["Control+Shift+P", "Projects", "/app/projects"],
  ["Control+Shift+A", "Analytics", "/app/analytics"],
  ["Control+Shift+S", "Settings", "/app/settings"],
  ["Meta+Shift+D", "Dashboard", "/app/dashboard"],
] as const;

/** Its field takes the focus, and single keys are words there. */
async function leaveQuestion(page: Page): Promise<void> {
  const question = page.getByRole("textbox", { name: "Your question" });
  await expect(question).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).not.toBeFocused();
}

test("every page's shortcut goes there and says so, and so does its sequence", async ({ aPerson }) => {
  const { page } = await aPerson();
  await show(page, "/app/dashboard");
  for (const [keys, name, path] of PLACES) {
    await page.keyboard.press(keys);
    await expect(message(page, `Navigated to ${name}`)).toBeVisible();
    await expect(page).toHaveURL((url) => url.pathname === path);
    if (name === "Editor") await leaveTitle(page);
    if (name === "Chat") await leaveQuestion(page);
  }
  for (const [key, name] of [
    ["n", "Explorer"],
    ["c", "Chat"],
    ["d", "Dashboard"],
  ]) {
    await page.keyboard.type(`g${key}`);
    await expect(message(page, `Navigated to ${name}`)).toBeVisible();
    if (name === "Chat") await leaveQuestion(page);
  }
  await expect(page.getByRole("status").filter({ hasText: "Navigated" })).toHaveCount(1);
});

test("B toggles the sidebar, N makes a note, and neither while something is written", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await show(page, "/app/explorer");
  await page.keyboard.press("Control+b");
  await expect(message(page, "Sidebar toggled")).toBeVisible();
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search notes" }).focus();
  for (const keys of ["Control+b", "Control+Shift+D", "Control+n", "Control+k", "?", "g", "d"])
    await page.keyboard.press(keys);
  await expect(page.getByRole("searchbox", { name: "Search notes" })).toHaveValue("?gd");
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/explorer\?q=/);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).focus();
  // Held down it still makes one.
  await page.keyboard.down("Control");
  await page.keyboard.down("n");
  await page.keyboard.down("n");
  await page.keyboard.up("n");
  await page.keyboard.up("Control");
  await expect(message(page, "New note created")).toBeVisible();
  await expect(page).toHaveURL(/\/app\/editor\/[0-9a-f-]{36}$/);
  const { notes } = await ann.api<{ notes: unknown[] }>("GET", "/api/notes");
  expect(notes).toHaveLength(1);
});

test("in the text of a note Ctrl+B is bold and Ctrl+K the palette, or a link where text is selected", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "Camping by the lake" });
  await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.getByText("Camping by the lake").click();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Note text" })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+b");
  await expect(page.locator(".note-text strong")).toHaveText("Camping by the lake");
  await expect(page.getByRole("button", { name: "Collapse sidebar" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Add a link" })).toBeVisible();
});

test("Back closes the dialog over a page before it leaves the page", async ({ aPerson }) => {
  const { page } = await aPerson();
  await show(page, "/app/dashboard");
  await page.getByRole("link", { name: "Explorer" }).first().click();
  await expect(page).toHaveURL(/\/app\/explorer/);
  await page.keyboard.press("?");
  const map = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(map).toContainText("Numbered list");
  await page.evaluate(() => history.back());
  await expect(map).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/explorer/);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/app\/dashboard/);
});

test("a dialog keeps the keys, AltGr writes signs, and other alphabets have the same keys", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await show(page, "/app/dashboard");
  await page.keyboard.press("?");
  const map = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(map).toBeVisible();
  await page.getByRole("heading", { name: "Keyboard shortcuts" }).click();
  await page.keyboard.press("Control+b");
  await page.keyboard.press("Escape");
  await expect(map).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Collapse sidebar" })).toBeVisible();
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", {
        key: "b",
        code: "KeyB",
        ctrlKey: true,
        altKey: true,
        modifierAltGraph: true,
        bubbles: true,
      }),
    ),
  );
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", {
        key: "л",
        code: "KeyK",
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  );
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await expect(page.locator("aside[aria-label=Sidebar]")).toContainText("Dashboard");
});

test("the keyboard map is searched, and says which keys browsers keep", async ({ aPerson }) => {
  const { page } = await aPerson();
  await show(page, "/app/dashboard");
  await page.keyboard.press("?");
  const map = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(map.getByRole("listitem").filter({ hasText: "New Note" })).toContainText(
    "Browsers reserve these keys in a normal tab; they work in the installed app.",
  );
  await expect(map.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.keyboard.type("sidebar");
  await expect(map.getByRole("listitem")).toHaveCount(1);
  await expect(map.getByRole("listitem")).toContainText("Ctrl+B");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("zebra");
  await expect(map.getByText("No shortcut for this.")).toBeVisible();
});

test("keys are changed by pressing them, follow to another browser, and go back to the product's own", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await show(page, "/app/dashboard");
  await page.keyboard.press("?");
  await page.getByRole("button", { name: "Change shortcuts" }).click();
  await page.getByRole("button", { name: "Add keys for Toggle Sidebar" }).click();
  const recorder = page.getByRole("dialog", { name: "Keys for Toggle Sidebar" });
  await expect(recorder).toContainText("Waiting for keys...");
  await page.keyboard.press("m");
  await expect(recorder).toContainText("Move To... uses these keys");
  await recorder.getByRole("button", { name: "Save" }).click();
  await expect(recorder).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await expect(message(page, "Sidebar toggled")).toBeVisible();
  const other = await anotherBrowser(ann);
  await expect
    .poll(() => ann.api("GET", "/api/preferences"))
    .toMatchObject({ settings: { shortcuts: { "sidebar.toggle": ["m", "Mod+B", "["], "note.move": [] } } });
  await show(other.page, "/app/dashboard");
  await other.page.keyboard.press("?");
  const row = other.page.getByRole("listitem").filter({ hasText: "Toggle Sidebar" });
  await expect(row).toContainText("M");
  await other.page.getByRole("button", { name: "Change shortcuts" }).click();
  await other.page.getByRole("button", { name: "Reset Toggle Sidebar" }).click();
  await expect
    .poll(() => ann.api("GET", "/api/preferences"))
    .toMatchObject({ settings: { shortcuts: { "note.move": [] } } });
  await other.page.getByRole("button", { name: "Reset all" }).click();
  await expect.poll(() => ann.api("GET", "/api/preferences")).toMatchObject({ settings: {} });
  await other.page.keyboard.press("Escape");
  await other.page.keyboard.press("m");
  await other.page.keyboard.press("Control+b");
  await expect(message(other.page, "Sidebar toggled")).toBeVisible();
});

test("the settings list the keys as well", async ({ aPerson }) => {
  const { page } = await aPerson();
  await show(page, "/app/settings?tab=shortcuts");
  await page.getByRole("searchbox", { name: "Search shortcuts" }).fill("sidebar");
  await page.getByRole("button", { name: "Remove [ from Toggle Sidebar" }).click();
  await expect(page.getByRole("button", { name: "Remove Ctrl+B from Toggle Sidebar" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove [ from Toggle Sidebar" })).toHaveCount(0);
  await page.getByRole("button", { name: "Reset Toggle Sidebar" }).click();
  await expect(page.getByRole("button", { name: "Remove [ from Toggle Sidebar" })).toBeVisible();
});

test("Ctrl+Z outside of text takes a deletion back, also after its toast was replaced", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Tents" });
  await show(page, "/app/explorer");
  await page.getByRole("link", { name: "Tents" }).focus();
  await page.keyboard.press("Delete");
  await expect(message(page, "Note deleted successfully")).toBeVisible();
  await expect(page.getByRole("link", { name: "Tents" })).toHaveCount(0);
  await page.keyboard.press("Control+b");
  await expect(message(page, "Sidebar toggled")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(message(page, /^Undone: /)).toBeVisible();
  await expect(page.getByRole("link", { name: "Tents" })).toBeVisible();
});

test("a row's actions come by right click and by the menu key, and the focus goes back to the row", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/folders", { name: "Journeys" });
  await aNote(ann, { title: "Tents" });
  await show(page, "/app/explorer");
  const row = page.getByRole("main").getByRole("link", { name: "Tents" });
  await row.click({ button: "right" });
  const menu = page.getByRole("menu");
  await expect(menu).toHaveAccessibleName("Actions for Tents");
  await menu.getByRole("menuitem", { name: "Add to Favorites" }).click();
  await expect(message(page, "Added to favorites")).toBeVisible();
  await row.focus();
  await page.keyboard.press("Shift+F10");
  await expect(menu.getByRole("menuitem", { name: "Remove from Favorites" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(row).toBeFocused();
  await page.keyboard.press("F2");
  await expect(page.getByRole("dialog", { name: "Rename note" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^Journeys/ }).click({ button: "right" });
  await menu.getByRole("menuitem", { name: "Rename..." }).click();
  await expect(page.getByRole("dialog", { name: "Rename folder" })).toBeVisible();
});

const selectWords = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent!.indexOf(wanted);
      if (at >= 0) return getSelection()!.setBaseAndExtent(node, at, node, at + wanted.length);
    }
    throw new Error(`${wanted} is not on the page`);
  }, words);

const selected = (page: Page) => page.evaluate(() => getSelection()!.toString());

async function aTent(ann: Person): Promise<string> {
  return aNote(ann, { title: "Tents", text: "Camping by the lake" });
}

test("selected text of a note has a bar that leaves focus and selection alone", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aTent(ann);
  const editor = await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.getByText("Camping by the lake").dblclick({ position: { x: 20, y: 12 } });
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  await expect(bar).toContainText("1 word");
  const words = await selected(page);
  await expect(editor).toBeFocused();
  await bar.getByRole("button", { name: "Bold" }).click();
  await expect(page.locator(".note-text strong")).toHaveText(words.trim());
  await expect(editor).toBeFocused();
  expect(await selected(page)).toBe(words);
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await expect(editor).toBeFocused();
  // Three letters are too few, a field's own selection is the field's.
  await page.keyboard.press("Home");
  for (let letter = 0; letter < 3; letter++) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(bar).toBeVisible();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(bar).toHaveCount(0);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+j");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("quote");
  await page.keyboard.press("Enter");
  await expect(palette).toHaveCount(0);
  await expect(page.locator(".note-text blockquote")).toContainText("by the lake");
});

test("selected text of a page is searched for, and becomes a note that names where it is from", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aTent(ann);
  await show(page, "/app/explorer");
  await page.getByText("Camping by the lake").waitFor();
  await selectWords(page, "by the lake");
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  await expect(bar).toContainText("3 words");
  await expect(bar.getByRole("button", { name: "Bold" })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette).toContainText("“by the lake”");
  await page.keyboard.press("Escape");
  await expect.poll(() => selected(page)).toBe("by the lake");
  await bar.getByRole("button", { name: "Search in Notes" }).click();
  await expect(page).toHaveURL(/q=by(\+|%20)the(\+|%20)lake/);
  await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.getByText("Camping by the lake").click({ clickCount: 3 });
  await bar.getByRole("button", { name: "New Note from Selection" }).click();
  await expect(message(page, "New note created")).toBeVisible();
  await expect(page.locator(".note-text blockquote")).toHaveText("Camping by the lake");
  await expect(page.locator(".note-text").getByRole("link", { name: "Tents" })).toHaveAttribute(
    "href",
    `/app/editor/${noteId}`,
  );
  await waitForSaved(page);
});

test("a key that is pressed before its code has come does its work when it has", async ({ aPerson }) => {
  const { page } = await aPerson();
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/chrome-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/app/explorer");
  await page.getByRole("heading", { name: "Explorer", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await expect(page.locator("html[data-keys=ready]")).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
});
