import type { CDPSession, Page } from "@playwright/test";
import { shownText } from "../chaos/shown-text.ts";
import { aNote, expect, openEditor, type Person, test, textOf } from "./fixtures.ts";
import { drawn } from "./lots.ts";

const text = (page: Page) => page.getByRole("textbox", { name: "Note text" });

/** What an input method does: each step replaces what is being composed, the last one is put in. */
async function compose(cdp: CDPSession, steps: string[]): Promise<void> {
  for (const step of steps)
    await cdp.send("Input.imeSetComposition", {
      text: step,
      selectionStart: step.length,
      selectionEnd: step.length,
    });
  await cdp.send("Input.insertText", { text: steps.at(-1)! });
}

const WORDS = {
  Japanese: [
    ["n", "に", "にh", "にほ", "にほn", "にほん", "日本"],
    ["g", "ご", "語"],
  ],
  Chinese: [
    ["n", "ni", "ni h", "ni hao", "你好"],
    ["s", "shi", "shijie", "世界"],
  ],
  Korean: [
    ["ㅎ", "하", "한"],
    ["ㄱ", "그", "글"],
  ],
};
const written = (words: string[][]) => words.map((steps) => steps.at(-1)).join("");

async function bodyIs(person: Person, noteId: string, words: string) {
  await expect.poll(() => textOf(person, noteId)).toBe(words);
}

for (const [language, words] of drawn(Object.entries(WORDS), 2))
  test(`the first word of a new note is written once, composed in ${language}`, async ({ aPerson }) => {
    const person = await aPerson();
    const { page } = person;
    const noteId = await aNote(person);
    await openEditor(page, noteId);
    await text(page).click();
    const cdp = await page.context().newCDPSession(page);
    for (const steps of words) await compose(cdp, steps);
    await expect(text(page)).toHaveText(written(words));
    await bodyIs(person, noteId, written(words));
  });

const BLOCKS: Record<string, { markdown: string; at: string }> = {
  heading: { markdown: "# Head\n\nnext", at: "Head" },
  "list item": { markdown: "- one\n- two", at: "one" },
  checklist: { markdown: "- [ ] milk\n- [ ] bread", at: "milk" },
  quote: { markdown: "> said\n\nnext", at: "said" },
  callout: { markdown: "> [!note]\n> mind\n\nnext", at: "mind" },
  cell: { markdown: "| a | b |\n| --- | --- |\n| cell | d |", at: "cell" },
  code: { markdown: "```\nlet x\n```\n\nnext", at: "let x" },
};

test("words are composed in every kind of block, each after the other, also after Enter", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  const markdown = Object.values(BLOCKS)
    .map((block) => block.markdown)
    .join("\n\n");
  const noteId = await aNote(person, { text: markdown });
  await openEditor(page, noteId);
  const cdp = await page.context().newCDPSession(page);
  for (const { at } of Object.values(BLOCKS)) {
    const line = text(page).getByText(at, { exact: true });
    await line.click();
    await page.keyboard.press("End");
    for (const steps of WORDS.Japanese) await compose(cdp, steps);
    await expect(text(page).getByText(`${at}日本語`, { exact: true })).toBeVisible();
  }
  await text(page).getByText("Head日本語").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  for (const steps of WORDS.Korean) await compose(cdp, steps);
  await expect(text(page).getByText("한글", { exact: true })).toBeVisible();
  await expect.poll(async () => (await textOf(person, noteId)).split("日本語").length).toBe(8);
});

test("what is composed is not disturbed by others who type before it, behind it and elsewhere", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const there = await anotherBrowser(ann);
  const noteId = await aNote(ann, { text: "alpha beta\n\nelsewhere" });
  await Promise.all([openEditor(ann.page, noteId), openEditor(there.page, noteId)]);
  await text(ann.page).getByText("alpha beta").click();
  await ann.page.keyboard.press("End");
  await text(there.page).getByText("alpha beta").click();
  await there.page.keyboard.press("Home");
  const cdp = await ann.page.context().newCDPSession(ann.page);
  const composing = (async () => {
    for (let times = 0; times < 4; times++)
      for (const steps of WORDS.Japanese)
        for (const [index, step] of steps.entries()) {
          await cdp.send("Input.imeSetComposition", {
            text: step,
            selectionStart: step.length,
            selectionEnd: step.length,
          });
          await ann.page.waitForTimeout(60);
          if (index === steps.length - 1) await cdp.send("Input.insertText", { text: step });
        }
  })();
  await Promise.all([
    composing,
    there.page.keyboard.type("the quick brown fox jumps over it ", { delay: 70 }),
  ]);
  const whole = `the quick brown fox jumps over it alpha beta${"日本語".repeat(4)}\nelsewhere`;
  await expect.poll(() => shownText(ann.page)).toBe(whole);
  await expect.poll(() => shownText(there.page)).toBe(whole);
});

test("a title is found in Japanese while the list of notes is open", async ({ aPerson }) => {
  const person = await aPerson();
  const { page } = person;
  await aNote(person, { title: "日本語の本" });
  const noteId = await aNote(person);
  await openEditor(page, noteId);
  await text(page).click();
  const cdp = await page.context().newCDPSession(page);
  await page.keyboard.type("[[");
  for (const steps of WORDS.Japanese) await compose(cdp, steps);
  await expect(page.getByRole("option", { name: /日本語の本/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(text(page).getByRole("link", { name: "日本語の本" })).toBeVisible();
});
