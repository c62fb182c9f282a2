import type { Locator, Page } from "@playwright/test";
import { aNote, expect, openEditor, test, textOf, waitForSaved } from "./fixtures.ts";

const PARAGRAPH = "What is written here goes over a line and on to another one, as it does in a long text. ";
/** More blocks than are laid out at once, of heights that nobody can guess. */
const TEXT = Array.from({ length: 300 }, (_, index) =>
  index % 25 === 0
    ? `## Part ${index}`
    : `Place ${index}. ${PARAGRAPH.repeat((index * 7) % 5)}${index % 6 === 0 ? "\n\n- one\n- two" : ""}`,
).join("\n\n");

/** The paragraph of the caret (that above it when it is in a list), and how far the caret is from the tools above it and from the foot of the window, in pixels. */
const caretOf = (page: Page) =>
  page.evaluate(() => {
    const range = getSelection()!.getRangeAt(0).cloneRange();
    range.collapse(getSelection()!.focusNode === range.startContainer);
    const node = getSelection()!.focusNode!;
    const element = node instanceof Element ? node : node.parentElement!;
    const rect = range.getClientRects()[0] ?? element.getBoundingClientRect();
    const tools = document.querySelector(".note-chrome.sticky")!.getBoundingClientRect();
    const numberOf = (block: Element) => /^(?:Place|Part) (\d+)/.exec(block.textContent)?.[1];
    let block: Element | null = element.closest(".ProseMirror > *");
    while (block && !numberOf(block)) block = block.previousElementSibling;
    return {
      place: Number(block && numberOf(block)),
      belowTools: rect.top - tools.bottom,
      aboveFoot: innerHeight - rect.bottom,
    };
  });

async function expectInSight(page: Page): Promise<number> {
  await expect.poll(async () => (await caretOf(page)).belowTools).toBeGreaterThanOrEqual(0);
  await expect.poll(async () => (await caretOf(page)).aboveFoot).toBeGreaterThanOrEqual(0);
  return (await caretOf(page)).place;
}

test("the keys reach every place of a long note, and what they reach is in sight", async ({ aPerson }) => {
  const person = await aPerson();
  const noteId = await aNote(person, { text: TEXT });
  const { page } = person;
  await openEditor(page, noteId);
  const text = page.getByRole("textbox", { name: "Note text" });
  await text.getByText("Place 1.").click();
  const isDrawn = (item: Locator) =>
    item.evaluate((li) => li.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isDrawn(text.locator("li").first())).toBe(true);
  expect(await isDrawn(text.locator("li").last())).toBe(false);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("The end");
  await expect(text.locator("> :last-child")).toHaveText(/The end$/);
  expect(await expectInSight(page)).toBe(299);
  for (let line = 0; line < 30; line++) await page.keyboard.press("ArrowUp");
  const above = await expectInSight(page);
  expect(above).toBeLessThan(299);
  expect(above).toBeGreaterThan(270);

  await page.keyboard.press("Control+Home");
  expect(await expectInSight(page)).toBe(0);
  await page.keyboard.press("ArrowDown");
  // Far from the caret nothing is laid out but what is in sight; the arrows start from the caret all the same.
  await text.hover({ position: { x: 50, y: 300 } });
  await page.mouse.wheel(0, 6000);
  await expect.poll(async () => (await caretOf(page)).belowTools).toBeLessThan(-3000);
  await page.keyboard.press("ArrowDown");
  expect([1, 2]).toContain(await expectInSight(page));

  await page.keyboard.press("Control+Shift+End");
  await page.keyboard.press("Delete");
  await waitForSaved(page);
  expect((await textOf(person, noteId)).trim().split("\n").length).toBeLessThan(8);
  await page.keyboard.press("Control+z");
  await expect(text.locator("> :last-child")).toHaveText(/The end$/);
});

test("the outline of a long note leads to a heading far away", async ({ aPerson }) => {
  const person = await aPerson();
  const noteId = await aNote(person, { text: TEXT });
  const { page } = person;
  await openEditor(page, noteId);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: "Outline" }).click();
  const outline = page.getByRole("tabpanel", { name: "Outline" });
  for (const part of ["Part 200", "Part 25", "Part 275"]) {
    await outline.getByRole("button", { name: part, exact: true }).click();
    const heading = page.locator(".note-text").getByText(part, { exact: true });
    await expect(heading).toBeInViewport();
    const tools = await page.locator(".note-chrome.sticky").boundingBox();
    await expect
      .poll(async () => (await heading.boundingBox())!.y - tools!.y - tools!.height)
      .toBeGreaterThanOrEqual(0);
    await expect(outline.locator("[aria-current]")).toHaveText(part);
  }
});
