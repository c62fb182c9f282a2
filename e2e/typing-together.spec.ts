import type { Page } from "@playwright/test";
import { shownText } from "../chaos/shown-text.ts";
import { aNote, expect, openEditor, type Person, test, textOf } from "./fixtures.ts";
import { drawn } from "./lots.ts";

const text = (page: Page) => page.getByRole("textbox", { name: "Note text" });

/** What a person does in a text of `blocks` paragraphs, while the others do theirs. */
type Typist = { at: (page: Page) => Promise<void>; words: string; everyMs: number };

const startOf = (words: string) => async (page: Page) => {
  await text(page).getByText(words).first().click();
  await page.keyboard.press("Home");
};
const endOf = (words: string) => async (page: Page) => {
  await text(page).getByText(words).first().click();
  await page.keyboard.press("End");
};

/** All of them at the same moment, each in a browser of their own. */
async function typeAtOnce(pages: Page[], typists: Typist[]): Promise<void> {
  for (const [index, { at }] of typists.entries()) await at(pages[index]!);
  await Promise.all(
    typists.map(({ words, everyMs }, index) => pages[index]!.keyboard.type(words, { delay: everyMs })),
  );
}

async function sameEverywhere(people: Person[]): Promise<string> {
  await expect
    .poll(async () => new Set(await Promise.all(people.map(({ page }) => shownText(page)))).size)
    .toBe(1);
  return shownText(people[0]!.page);
}

for (const everyMs of drawn([35, 60, 120, 200], 2)) {
  test(`two people type in one paragraph at once, a key each ${everyMs} ms: each sentence is whole`, async ({
    aPerson,
    anotherBrowser,
  }) => {
    const ann = await aPerson();
    const there = await anotherBrowser(ann);
    const noteId = await aNote(ann, { text: "alpha beta gamma" });
    await Promise.all([openEditor(ann.page, noteId), openEditor(there.page, noteId)]);
    await typeAtOnce(
      [ann.page, there.page],
      [
        { at: startOf("alpha"), words: "the quick brown fox ", everyMs },
        { at: endOf("alpha"), words: " jumps over a lazy dog", everyMs },
      ],
    );
    await expect.poll(() => shownText(there.page)).toContain("fox alpha");
    const whole = "the quick brown fox alpha beta gamma jumps over a lazy dog";
    expect(await sameEverywhere([ann, there])).toBe(whole);
    await expect.poll(() => textOf(ann, noteId)).toBe(whole);
  });
}

test("a caret that is moved in the moment in which words of others arrive stays where it was put", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const there = await anotherBrowser(ann);
  // The browser tells of a moved caret a moment later: between the two, words of others are taken in.
  await ann.page.addInitScript(() => {
    const listen = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function (this: WebSocket, type: string, listener: never) {
      const heard = (event: Event) => {
        dispatchEvent(new CustomEvent("beforemessage"));
        (listener as (event: Event) => void)(event);
      };
      listen.call(this, type, type === "message" ? heard : listener);
    } as never;
  });
  const noteId = await aNote(ann, { text: "ALPHA\n\nBETA" });
  await Promise.all([openEditor(ann.page, noteId), openEditor(there.page, noteId)]);
  await endOf("ALPHA")(ann.page);
  await ann.page.keyboard.type(" one");
  await expect(text(there.page)).toContainText("ALPHA one");
  await startOf("ALPHA")(there.page);
  await expect(ann.page.locator("p:first-child .collaboration-carets__caret:first-child")).toHaveCount(1);
  await text(ann.page)
    .getByText("BETA")
    .evaluate((beta) => {
      const move = () => getSelection()!.collapse(beta.firstChild, "BETA".length);
      addEventListener("beforemessage", move, { once: true });
    });
  await there.page.keyboard.insertText("new ");
  await expect(text(ann.page)).toContainText("ALPHA one");
  await expect.poll(() => shownText(ann.page)).toContain("new ALPHA one");
  await ann.page.keyboard.type(" two");
  expect(await sameEverywhere([ann, there])).toBe("new ALPHA one\nBETA two");
});

test("no arrow key is lost while somebody else types, and a selection that is grown by them has every letter", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const there = await anotherBrowser(ann);
  const noteId = await aNote(ann, { text: `${"abcdefghij".repeat(12)}\n\nother` });
  await Promise.all([openEditor(ann.page, noteId), openEditor(there.page, noteId)]);
  await endOf("other")(there.page);
  await text(ann.page).getByText("abcdefghij").click();
  await ann.page.keyboard.press("Control+Home");
  let isOver = false;
  const typing = (async () => {
    while (!isOver) await there.page.keyboard.press("x");
  })();
  for (let press = 0; press < 60; press++) await ann.page.keyboard.press("ArrowRight");
  for (let press = 0; press < 60; press++) await ann.page.keyboard.press("Shift+ArrowRight");
  isOver = true;
  await typing;
  const chosen = await ann.page.evaluate(() => ({
    letters: getSelection()!.toString(),
    focused: document.activeElement?.getAttribute("aria-label"),
  }));
  expect(chosen).toEqual({ letters: "abcdefghij".repeat(6), focused: "Note text" });
  await ann.page.keyboard.type("!");
  await expect.poll(() => shownText(there.page)).toContain(`${"abcdefghij".repeat(6)}!`);
});

test("who puts the caret behind a sentence that somebody is writing goes along with it, and writes behind it", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const there = await anotherBrowser(ann);
  const noteId = await aNote(ann, { text: "ALPHA" });
  await Promise.all([openEditor(ann.page, noteId), openEditor(there.page, noteId)]);
  await endOf("ALPHA")(ann.page);
  await ann.page.keyboard.type(" the quick");
  await expect(text(there.page)).toContainText("quick");
  await endOf("quick")(there.page);
  await ann.page.keyboard.type(" brown fox", { delay: 60 });
  await expect(text(there.page)).toContainText("fox");
  await there.page.keyboard.type(" over a lazy dog", { delay: 60 });
  expect(await sameEverywhere([ann, there])).toBe("ALPHA the quick brown fox over a lazy dog");
  // She goes on behind her own last letter, wherever his stand.
  await expect(text(ann.page)).toContainText("dog");
  await ann.page.keyboard.type(" jumps", { delay: 60 });
  expect(await sameEverywhere([ann, there])).toBe("ALPHA the quick brown fox jumps over a lazy dog");
});

test("who writes at the beginning of a code block, where somebody else's caret stands, is heard", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const there = await anotherBrowser(ann);
  const noteId = await aNote(ann, { text: "```\nALPHA\n```" });
  await Promise.all([openEditor(ann.page, noteId), openEditor(there.page, noteId)]);
  await startOf("ALPHA")(there.page);
  await expect(ann.page.locator(".collaboration-carets__caret")).toHaveCount(1);
  await startOf("ALPHA")(ann.page);
  await expect(there.page.locator(".collaboration-carets__caret")).toHaveCount(1);
  await Promise.all([
    ann.page.keyboard.type("123 456", { delay: 60 }),
    there.page.keyboard.type("abc def", { delay: 60 }),
  ]);
  await expect.poll(() => shownText(ann.page)).toMatch(/abc def.*ALPHA/);
  const shown = await sameEverywhere([ann, there]);
  expect([...shown].filter((letter) => /[0-9]/.test(letter)).join("")).toBe("123456");
  await expect.poll(() => textOf(ann, noteId)).toContain("123 456");
});
