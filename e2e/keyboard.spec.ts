import { expect, type Page } from "@playwright/test";
import { aNote, openEditor, test, waitForSaved } from "./fixtures.ts";

/** Presses Tab until the focus is where it is wanted; a page where it never gets there fails. */
async function tabTo(page: Page, wanted: string | RegExp, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    const { name, isShown } = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return { name: null, isShown: false };
      const label = (element as HTMLInputElement).labels?.[0]?.textContent;
      return {
        name: (element.getAttribute("aria-label") ?? label ?? element.textContent ?? "").trim(),
        // Whoever looks has to see where they are: by a ring, or by the caret of a text.
        isShown:
          getComputedStyle(element).outlineStyle !== "none" ||
          element.matches("input, textarea, [contenteditable]"),
      };
    });
    if (name === null || !(typeof wanted === "string" ? name === wanted : wanted.test(name))) continue;
    expect(isShown, `${name} shows that it has the focus`).toBe(true);
    return;
  }
  throw new Error(`80 presses of Tab did not reach ${String(wanted)}`);
}

test("everything is done without a mouse: signing in, writing, finding, deleting, settings, leaving", async ({
  aPerson,
  browser,
  server,
  watch,
}) => {
  test.setTimeout(120_000);
  const ann = await aPerson();
  await aNote(ann, { title: "Old plan", text: "About mountains" });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  watch(page);
  await page.goto("/auth/login");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(ann.email);
  await tabTo(page, "Password");
  await page.keyboard.type(ann.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/app/dashboard");

  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.reload();

  // Past the sidebar by the skip link, and to a new note.
  await expect(page.getByRole("button", { name: "New Note" }).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  await tabTo(page, "New Note");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/app\/editor\//);
  await expect(page.getByRole("textbox", { name: "Note text" })).toHaveAttribute("contenteditable", "true");
  await tabTo(page, /Note text/);
  await page.keyboard.type("Written without a mouse.");
  await waitForSaved(page);

  // Found by the palette, opened, marked, and moved to the trash and back from its menu.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("old plan");
  await expect(page.getByRole("option", { name: /Old plan/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Old plan");
  await page.keyboard.press("Escape");
  await tabTo(page, "Actions for Old plan");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Note deleted successfully")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByText(/^Undone: /)).toBeVisible();

  // The sidebar's divider, notifications and settings.
  await tabTo(page, "Edit the sidebar");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("separator", { name: "Sidebar width" })).toBeVisible();
  await tabTo(page, "Sidebar width");
  await page.keyboard.press("End");
  await expect(page.getByRole("separator", { name: "Sidebar width" })).toHaveAttribute("aria-valuenow", "50");
  await tabTo(page, "Save layout");
  await page.keyboard.press("Enter");
  await tabTo(page, /^Notifications/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Notifications" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Notifications/ })).toBeFocused();
  await tabTo(page, "Settings");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/app/settings");
  // The new page takes the focus when it is there; the sidebar lies before it.
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
  await tabTo(page, "Sign Out", "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/auth\/login/);
  await context.close();
});

test("one press of Escape closes the topmost layer alone", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Tents", text: "We slept by the lake" });
  const editor = await openEditor(page, noteId);
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  const menu = page.getByRole("menu");
  const dialog = page.getByRole("dialog");

  await editor.click();
  await page.keyboard.press("Control+A");
  await expect(bar).toBeVisible();
  // Another menu than the bar's own.
  await page.getByRole("button", { name: "Actions for Tents" }).click();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(bar).toBeVisible();

  // A dialog that comes while text is selected.
  await page.getByRole("button", { name: "Actions for Tents" }).click();
  await page.getByRole("menuitem", { name: /^Move To/ }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  // From a dialog without fields all of the page is selected, which offers nothing and takes no key.
  await page.getByRole("button", { name: "Actions for Tents" }).click();
  await page.getByRole("menuitem", { name: /^Move To/ }).click();
  await dialog.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Control+A");
  await page.evaluate(() => new Promise((settled) => setTimeout(settled, 400)));
  await expect(bar).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("the focus stays near when what had it goes away or is off for a while", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  for (const title of ["Boots", "Maps", "Tents"]) await aNote(ann, { title });
  const row = (title: string) => page.getByRole("link", { name: title, exact: true });
  await page.goto("/app/explorer?sort=title&order=asc");
  await page.locator("html[data-keys=ready]").waitFor();
  // What keeps the focus comes after the first paint.
  await page.waitForLoadState("networkidle");
  await row("Maps").focus();
  await page.keyboard.press("Delete");
  await expect(row("Maps")).toHaveCount(0);
  await expect(row("Tents")).toBeFocused();
  // The last one gives it to the one before.
  await page.keyboard.press("Delete");
  await expect(row("Boots")).toBeFocused();

  await page.keyboard.press("g");
  await page.keyboard.press("x");
  const restore = page.getByRole("button", { name: /^Restore/ });
  await expect(restore).toHaveCount(2);
  await restore.first().focus();
  await page.keyboard.press("Enter");
  await expect(restore).toHaveCount(1);
  await expect(restore).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(restore).toHaveCount(0);
  // What came back can be deleted by its key once more, and permanently behind a question.
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await row("Maps").focus();
  await page.keyboard.press("Delete");
  await expect(row("Maps")).toHaveCount(0);
  await row("Tents").press("Delete");
  await expect(row("Tents")).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  const erase = page.getByRole("button", { name: /^Delete .* permanently/ });
  await expect(erase).toHaveCount(2);
  await page.getByRole("button", { name: "Delete Tents permanently" }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete/ })
    .press("Enter");
  await expect(page.getByText("Deleted permanently", { exact: true })).toBeVisible();
  await expect(erase).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Delete Maps permanently" })).toBeFocused();

  // A button that is off until the server has answered.
  const { notes } = await ann.api<{ notes: { id: string }[] }>("GET", "/api/notes");
  await openEditor(page, notes[0]!.id);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const publish = page.getByRole("switch", { name: "Publish this note" });
  // The dialog gives the focus to its first field once it stands.
  await expect(page.getByRole("combobox", { name: "Email address" })).toBeFocused();
  await page.getByRole("tab", { name: "Web page" }).click();
  // It is off until the server has said whether the note is published.
  await expect(publish).toBeEnabled();
  await publish.focus();
  await page.keyboard.press("Space");
  await expect(publish).toBeChecked();
  await expect(publish).toBeFocused();
});

test("Tab closes a menu and gives the focus back, wherever the menu hangs", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Tents" });
  await page.goto("/app/explorer");
  const menu = page.getByRole("menu");
  const row = page.getByRole("link", { name: "Tents", exact: true });
  await row.waitFor();
  // What listens to the menu key of a row comes after the first paint.
  await page.locator("html[data-keys=ready]").waitFor();
  const openings: [string, () => Promise<void>][] = [
    ["Sort by", async () => page.getByRole("button", { name: /^Sort by/ }).press("Enter")],
    ["Filter", async () => page.getByRole("button", { name: "Filter" }).press("Enter")],
    ["a row", async () => row.press("Shift+F10")],
  ];
  for (const [name, openIt] of openings) {
    await openIt();
    await expect(menu, name).toBeVisible();
    const opener = name === "a row" ? row : page.getByRole("button", { name });
    for (const key of ["ArrowDown", "Tab"]) await page.keyboard.press(key);
    await expect(menu, name).toHaveCount(0);
    await expect(opener, name).toBeFocused();
  }
});
