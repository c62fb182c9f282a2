import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test } from "./fixtures.ts";
import { imeOf } from "./ime.ts";

const textOf = (page: Page) => page.getByRole("textbox", { name: "Note text" });

async function anEmptyNote(person: Person) {
  const noteId = await aNote(person);
  const text = await openEditor(person.page, noteId);
  await text.click();
  return { noteId, text, ime: await imeOf(person.page) };
}

test("lists open by signs that an input method writes, also in the middle of a sentence", async ({
  aPerson,
}) => {
  test.setTimeout(180_000);
  const person = await aPerson();
  const { page } = person;
  await aNote(person, { title: "日本語の本" });
  const { text, ime } = await anEmptyNote(person);
  const option = (name: RegExp) => page.getByRole("option", { name }).first();
  for (const sign of ["［［", "「「", "【【", "＠", "[[", "@"]) {
    await ime.compose("今日", "今日は");
    for (const key of sign) await ime.compose(key);
    await ime.compose("に", "日本");
    await expect(option(/日本語の本/), sign).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(text.getByRole("link", { name: "日本語の本" }), sign).toHaveCount(1);
    await expect(text).not.toContainText(sign);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Backspace");
  }
  // All at once, as an input method puts in what it has converted.
  await ime.compose("＠に", "＠日本");
  await expect(option(/日本語の本/)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
  for (const sign of ["／", "/"]) {
    await ime.compose("今日は");
    await ime.compose(sign);
    await ime.compose("ｈ", "ｈ２");
    await expect(option(/^Heading 2/), sign).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(text.locator("h2"), sign).toHaveText("今日は");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
  }
});

test("the signs of Markdown make blocks as an input method writes them", async ({ aPerson }) => {
  test.setTimeout(180_000);
  const person = await aPerson();
  const { text, ime } = await anEmptyNote(person);
  const { page } = person;
  const made: [sign: string, space: string, block: string][] = [
    ["＃", "　", "h1"],
    ["＃＃", " ", "h2"],
    ["－", "　", "ul > li"],
    ["・", "　", "ul > li"],
    ["３．", "　", "ol[start='3'] > li"],
    ["＞", "　", "blockquote"],
    ["［］", "　", "ul[data-type='taskList'] > li"],
    ["｀｀｀", " ", "pre"],
  ];
  for (const [sign, space, block] of made) {
    await ime.compose(sign);
    await ime.put(space);
    await ime.compose("ぶ", "文");
    await expect(text.locator(block), sign).toContainText("文");
    await expect(text, sign).not.toContainText(sign);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
  }
  // Text that only looks like them stays as it is.
  await ime.compose("あ＃");
  await ime.put("　");
  await expect(text.locator("h1")).toHaveCount(0);
});

test("a tag typed with a wide sign tags the note", async ({ aPerson }) => {
  const person = await aPerson();
  const { noteId, ime } = await anEmptyNote(person);
  await ime.compose("＃に", "＃日本");
  await ime.put("　");
  const tagsOf = async () => (await person.api<{ tags: string[] }>("GET", `/api/notes/${noteId}`)).tags;
  await expect.poll(tagsOf).toEqual(["日本"]);
});

test("a task of a note names its day in Japanese", async ({ aPerson }) => {
  const person = await aPerson();
  const { ime } = await anEmptyNote(person);
  await person.page.keyboard.type("[] ");
  await ime.compose("明日まで", "明日までに提出");
  await expect(textOf(person.page).locator(".task-due")).toHaveText("Tomorrow");
});
