import type { Locator, Page } from "@playwright/test";
import { aNote, expect, openEditor, test, textOf, typeAtEnd } from "./fixtures.ts";
import { audit, findOverflow, WIDE } from "./screen-audit.ts";

const windowOf = (page: Page, title: string) => page.getByRole("dialog", { name: title, exact: true });

/** Place and size as people see them. */
async function rectOf(window: Locator) {
  const { x, y, width, height } = (await window.boundingBox())!;
  return [x, y, width, height].map(Math.round);
}

const stands = (window: Locator, ...rect: number[]) => expect.poll(() => rectOf(window)).toEqual(rect);

/** Where a window stands whose place counts from the main area's corner. */
async function standsInMain(window: Locator, x: number, y: number, width: number, height: number) {
  const corner = (await window.page().locator("#main").boundingBox())!;
  await stands(window, Math.round(corner.x) + x, Math.round(corner.y) + y, width, height);
}

/** By the menu of its row. */
async function floatFromList(page: Page, title: string): Promise<Locator> {
  const item = page.getByRole("menuitem", { name: "Open in Floating Window" });
  // The list stands before the menu's code has come: until then the browser shows its own.
  await expect(async () => {
    await page.locator("#main").getByRole("link", { name: title }).first().click({ button: "right" });
    await expect(item).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await item.click();
  await expect(windowOf(page, title)).toBeVisible();
  return windowOf(page, title);
}

/** By keys on its row, which a window may cover. */
async function floatByKeys(page: Page, title: string): Promise<Locator> {
  await page.locator("#main").getByRole("link", { name: title }).first().focus();
  await page.keyboard.press("w");
  await page.keyboard.press("o");
  await expect(windowOf(page, title)).toBeVisible();
  return windowOf(page, title);
}

async function drag(page: Page, what: Locator, by: { x: number; y: number }, from = { x: 40, y: 20 }) {
  const { x, y } = (await what.boundingBox())!;
  await page.mouse.move(x + from.x, y + from.y);
  await page.mouse.down();
  await page.mouse.move(x + from.x + by.x / 2, y + from.y + by.y / 2);
  await page.mouse.move(x + from.x + by.x, y + from.y + by.y);
}

/** Icons alone: there is more room for windows. */
const narrowSidebar = (page: Page) =>
  page.addInitScript(() => localStorage.setItem("cairn-sidebar", "collapsed"));

test("a window opens in the main area, and so do those that are cascaded", async ({ aPerson }) => {
  const person = await aPerson();
  const { page } = person;
  await page.setViewportSize(WIDE);
  await aNote(person, { title: "Soup", text: "Leek and potato" });
  await page.goto("/app/notes");
  const soup = await floatFromList(page, "Soup");
  await standsInMain(soup, 100, 100, 400, 300);
  await page.keyboard.press("w");
  await page.keyboard.press("c");
  await standsInMain(soup, 100, 100, 400, 300);
});

test("notes from a list float, are moved, resized, snapped, put in the dock, and survive a reload", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  await page.setViewportSize(WIDE);
  await narrowSidebar(page);
  await aNote(person, { title: "Soup", text: "Leek and potato" });
  await aNote(person, { title: "Bread", text: "Rye" });
  await page.goto("/app/notes");
  const soup = await floatFromList(page, "Soup");
  await standsInMain(soup, 100, 100, 400, 300);
  await expect(soup).toBeFocused();
  const bread = await floatByKeys(page, "Bread");
  await standsInMain(bread, 130, 130, 400, 300);
  await expect(bread).toBeFocused();
  // Already there: to the front, and no second one.
  await floatByKeys(page, "Soup");
  await expect(page.locator("[data-floating]")).toHaveCount(2);
  const top = () =>
    page.evaluate(
      () => document.elementFromPoint(300, 250)?.closest("[data-floating]")?.querySelector("h2")?.textContent,
    );
  await expect.poll(top).toBe("Soup");
  await drag(page, soup, { x: 500, y: 60 });
  await page.mouse.up();
  await standsInMain(soup, 600, 160, 400, 300);
  await drag(page, soup.locator('[data-grip="se"]'), { x: 120, y: 80 }, { x: 5, y: 5 });
  await page.mouse.up();
  await standsInMain(soup, 600, 160, 520, 380);
  await drag(page, soup.locator('[data-grip="e"]'), { x: -900, y: 0 }, { x: 2, y: 40 });
  await page.mouse.up();
  await standsInMain(soup, 600, 160, 300, 380);
  await drag(page, soup, { x: -690, y: 300 });
  await expect(page.locator("[data-snap-preview=left]")).toBeVisible();
  await page.mouse.up();
  await stands(soup, 0, 0, 720, 900);
  await soup.getByRole("button", { name: "Restore" }).click();
  await standsInMain(soup, 600, 160, 300, 380);
  await bread.getByRole("button", { name: "Minimize" }).click();
  const dock = page.getByRole("region", { name: "Minimized notes" });
  const docked = dock.getByRole("listitem");
  await expect(docked).toHaveCount(1);
  expect((await rectOf(docked)).slice(2)).toEqual([300, 50]);
  await page.reload();
  await standsInMain(windowOf(page, "Soup"), 600, 160, 300, 380);
  await expect(windowOf(page, "Soup").getByRole("textbox", { name: "Note text" })).toHaveText(
    "Leek and potato",
  );
  expect(await audit(page, "floating windows")).toEqual([]);
  expect(await findOverflow(page, "floating windows")).toEqual([]);
  await dock.getByRole("button", { name: "Restore Bread" }).click();
  await standsInMain(windowOf(page, "Bread"), 130, 130, 400, 300);
  await windowOf(page, "Soup").getByRole("button", { name: "Close" }).click();
  await expect(windowOf(page, "Soup")).toBeHidden();
  const bar = windowOf(page, "Bread");
  await bar.getByRole("button", { name: "Actions for the" }).click();
  const popOut = page.getByRole("menuitem", { name: "Pop Out into Its Own Window" });
  // Only some browsers can.
  if (!(await page.evaluate(() => "documentPictureInPicture" in window)))
    return await expect(popOut).toBeHidden();
  const [outside] = await Promise.all([person.context.waitForEvent("page"), popOut.click()]);
  await expect(bar).toBeHidden();
  await outside.getByRole("textbox", { name: "Note text" }).click();
  await outside.keyboard.press("Control+End");
  await outside.keyboard.type(", baked");
  await expect(outside.getByRole("textbox", { name: "Note text" })).toHaveText("Rye, baked");
  await outside.close();
  await expect(bar.getByRole("textbox", { name: "Note text" })).toHaveText("Rye, baked");
});

test("one text in editor and window, by keys alone, inside a smaller window, on another computer", async ({
  aPerson,
  anotherBrowser,
}) => {
  const person = await aPerson();
  const { page } = person;
  await page.setViewportSize(WIDE);
  await narrowSidebar(page);
  const noteId = await aNote(person, { title: "Plan", text: "First" });
  await openEditor(page, noteId);
  const main = page.locator("#main").getByRole("textbox", { name: "Note text" });
  await page.locator("html[data-keys=ready]").waitFor();
  await page.locator("#main").focus();
  await page.keyboard.press("w");
  await page.keyboard.press("o");
  const window = windowOf(page, "Plan");
  const text = window.getByRole("textbox", { name: "Note text" });
  await expect(text).toHaveText("First");
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" in the window");
  await expect(main).toHaveText("First in the window");
  await main.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(", then in the editor");
  await expect(text).toHaveText("First in the window, then in the editor");
  await expect.poll(() => textOf(person, noteId)).toContain("First in the window, then in the editor");
  // Its tools lie over the window: those of a selection, and the list of blocks.
  await text.getByText("First").dblclick({ position: { x: 12, y: 10 } });
  const tools = page.getByRole("toolbar", { name: "Selected text" });
  await tools.getByRole("button", { name: "Bold" }).click();
  await expect(text.locator("strong")).toHaveText("First");
  await page.keyboard.press("Control+b");
  await expect(text.locator("strong")).toHaveCount(0);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" /todo");
  await expect(page.getByRole("option", { name: /^Task list/ })).toBeVisible();
  await page.keyboard.press("Escape");
  for (let typed = 0; typed < " /todo".length; typed++) await page.keyboard.press("Backspace");
  await main.click();
  // By keys, out of the middle of the text.
  await page.keyboard.press("Control+;");
  await expect(window).toBeFocused();
  await page.keyboard.press("Control+'");
  await expect(window.getByText("Arrow keys move")).toBeVisible();
  for (const key of ["ArrowRight", "ArrowDown", "Shift+ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await standsInMain(window, 120, 120, 420, 300);
  await page.keyboard.press("Control+'");
  await page.keyboard.press("Control+ArrowRight");
  await stands(window, 720, 0, 720, 900);
  await page.keyboard.press("Escape");
  await standsInMain(window, 120, 120, 420, 300);
  // Its menu may give the focus back to the button late: the arrows are the window's all the same.
  await page.keyboard.press("Control+'");
  await window.getByRole("button", { name: "Actions for the" }).focus();
  await page.keyboard.press("ArrowDown");
  await standsInMain(window, 120, 140, 420, 300);
  await expect(page.getByRole("menu")).toBeHidden();
  await page.keyboard.press("Escape");
  await standsInMain(window, 120, 120, 420, 300);
  await window.focus();
  await page.keyboard.press("Escape");
  await expect(window).not.toBeFocused();
  await drag(page, window, { x: 800, y: 400 });
  await page.mouse.up();
  await standsInMain(window, 920, 520, 420, 300);
  await page.setViewportSize({ width: 1000, height: 600 });
  await stands(window, 580, 300, 420, 300);
  await page.setViewportSize(WIDE);
  await standsInMain(window, 920, 520, 420, 300);
  await window.getByRole("button", { name: "Actions for the" }).click();
  await page.getByRole("menuitem", { name: "Snap to Left Half" }).click();
  await stands(window, 0, 0, 720, 900);
  await window.getByRole("button", { name: "Restore" }).click();
  await standsInMain(window, 920, 520, 420, 300);
  const other = await anotherBrowser(person);
  await other.page.setViewportSize(WIDE);
  await other.page.goto("/app/dashboard");
  await stands(windowOf(other.page, "Plan"), ...(await rectOf(window)));
  await typeAtEnd(other.page, "!");
  await expect(main).toContainText("First in the window, then in the editor!");
  await person.api("DELETE", `/api/notes/${noteId}`);
  await expect(windowOf(other.page, "Plan").getByText("This note is in the trash.")).toBeVisible();
  await windowOf(other.page, "Plan").getByRole("button", { name: "Restore" }).click();
  await expect(windowOf(other.page, "Plan").getByText("This note is in the trash.")).toBeHidden();
  await windowOf(other.page, "Plan").getByRole("button", { name: "Close" }).last().click();
  await expect(window).toBeHidden();
});
