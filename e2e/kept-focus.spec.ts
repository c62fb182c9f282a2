import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test } from "./fixtures.ts";
import { imeOf } from "./ime.ts";

/** Longer than whoever keeps the focus waits for somebody else to take it; a row that gets the focus shows it is long enough. */
const passes = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700)));

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement!.ariaLabel ?? document.activeElement!.tagName);

/** What keeps the focus comes after the first paint. */
const ready = async (page: Page) => {
  await page.locator("html[data-keys=ready]").waitFor();
  await page.waitForLoadState("networkidle");
};

test("the rest of what is written in a field that goes presses nothing, whatever writes it", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/explorer");
  await ready(page);
  const ime = await imeOf(page);
  const cdp = await page.context().newCDPSession(page);
  const writings: Record<string, () => Promise<void>> = {
    "a keyboard": () => page.keyboard.press("a"),
    "an input method": () => ime.compose("か", "蚊"),
    "a keyboard of a phone": async () => {
      const key = { type: "rawKeyDown", key: "Unidentified", windowsVirtualKeyCode: 229 } as const;
      await cdp.send("Input.dispatchKeyEvent", key);
      await ime.put("a");
    },
    "an input method without its code": () =>
      page.evaluate(() => {
        const key = new KeyboardEvent("keydown", { key: "Process", bubbles: true });
        document.activeElement!.dispatchEvent(key);
      }),
  };
  const lose = async (type: "text" | "checkbox", write: () => Promise<unknown>) => {
    await page.evaluate((fieldType) => {
      document.querySelector("#kept")?.remove();
      const [kept, field, beside] = ["p", "input", "button"].map((tag) => document.createElement(tag));
      kept!.id = "kept";
      (field as HTMLInputElement).type = fieldType;
      beside!.ariaLabel = "Beside";
      kept!.append(field!, beside!);
      document.querySelector("main")!.append(kept!);
      field!.focus();
    }, type);
    await page.keyboard.press("Shift");
    await write();
    await page.evaluate(() => document.querySelector("#kept :first-child")!.remove());
    await passes(page);
    return focused(page);
  };
  for (const [name, write] of Object.entries(writings)) expect(await lose("text", write), name).toBe("BODY");
  // What was not written in is another matter, and so is a field that was only looked at.
  const boxed = await lose("checkbox", () => page.keyboard.press("Space"));
  expect(boxed).toBe("Beside");
  expect(await lose("text", () => page.keyboard.press("Enter"))).toBe("Beside");
});

test("a tag that goes brings no keyboard up, and a finger keeps no focus", async ({ aPerson, onPhone }) => {
  const ann = await aPerson();
  const noteId = await aNote(ann);
  const tagged = (tags: string[]) => ann.api("PATCH", `/api/notes/${noteId}`, { tags });
  await tagged(["camping"]);
  const remove = (page: Page) => page.getByRole("button", { name: "Remove tag camping" });
  await openEditor(ann.page, noteId);
  await ready(ann.page);
  await remove(ann.page).press("Enter");
  await expect(remove(ann.page)).toHaveCount(0);
  await passes(ann.page);
  expect(await ann.page.evaluate(() => document.activeElement!.matches("body, input"))).toBe(false);

  const phone = await onPhone(ann);
  await tagged(["camping", "tents"]);
  await openEditor(phone, noteId);
  await ready(phone);
  await remove(phone).tap();
  await expect(remove(phone)).toHaveCount(0);
  await passes(phone);
  expect(await focused(phone)).toBe("BODY");
});

test("the focus stays near in a browser that tells nothing of what goes", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  for (const title of ["Boots", "Maps", "Tents"]) await aNote(ann, { title });
  await page.addInitScript(() => {
    const withhold = (event: Event) => {
      if (!(event as FocusEvent).relatedTarget) event.stopImmediatePropagation();
    };
    for (const type of ["focusout", "blur"]) addEventListener(type, withhold, true);
  });
  await page.goto("/app/explorer?sort=title&order=asc");
  await ready(page);
  const row = (title: string) => page.getByRole("link", { name: title, exact: true });
  await row("Boots").press("Delete");
  await expect(row("Boots")).toHaveCount(0);
  await expect(row("Maps")).toBeFocused();
  // By its menu, which would have given the focus back to the row.
  await row("Maps").press("Shift+F10");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect(row("Maps")).toHaveCount(0);
  await expect(row("Tents")).toBeFocused();
});
