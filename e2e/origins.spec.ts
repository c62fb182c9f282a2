import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test } from "./fixtures.ts";
import { imeOf } from "./ime.ts";
import { paste } from "./paste.ts";
import { PORTRAIT } from "./phone.ts";
import { runAxe } from "./run-axe.ts";
import { drawn } from "./lots.ts";

const text = (page: Page) => page.getByRole("textbox", { name: "Note text" });

type Json = { text?: string; marks?: { type: string; attrs: Record<string, string> }[]; content?: Json[] };

/** What the server has of a note: `[pasted example.com:words]` around what was not typed. */
async function textWithOrigins(person: Person, noteId: string): Promise<string> {
  const path = `/api/notes/${noteId}/body?format=json`;
  const { text: json } = await person.api<{ text: string }>("GET", path);
  const said = ({ text: words, marks = [], content = [] }: Json): string => {
    const origin = marks.find(({ type }) => type === "origin")?.attrs;
    const inner = words ?? content.map(said).join("");
    return origin ? `[${[origin["kind"], origin["from"]].filter(Boolean).join(" ")}:${inner}]` : inner;
  };
  return (JSON.parse(json) as Json).content!.map(said).join("\n");
}
const becomes = (person: Person, noteId: string, words: string) =>
  expect.poll(() => textWithOrigins(person, noteId)).toBe(words);

const DOCS = '<b id="docs-internal-guid-1"><p>alpha beta gamma</p></b>';

async function emptyNote(person: Person): Promise<string> {
  const noteId = await aNote(person);
  await openEditor(person.page, noteId);
  await text(person.page).click();
  return noteId;
}

/** Behind the word. */
async function caretBehind(page: Page, word: string): Promise<void> {
  await page.evaluate((wanted) => {
    const root = document.querySelector(".note-text")!;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue!.indexOf(wanted);
      if (at >= 0) return getSelection()!.collapse(node, at + wanted.length);
    }
    throw new Error(`No ${wanted}`);
  }, word);
  await page.waitForTimeout(100);
}

test("what is pasted says from where, and what is typed before, in and behind it is the writer's own", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  const noteId = await emptyNote(person);
  await page.keyboard.type("Mine ");
  await paste(page, { "text/html": DOCS, "text/plain": "alpha beta gamma" });
  await page.keyboard.type(" own");
  await becomes(person, noteId, "Mine [pasted Google Docs:alpha beta gamma] own");
  await caretBehind(page, "beta");
  await page.keyboard.type("XY");
  await becomes(person, noteId, "Mine [pasted Google Docs:alpha beta]XY[pasted Google Docs: gamma] own");
  // A selection that is typed over, letters in bold, and the end of a line within it.
  await text(page)
    .getByText("alpha beta")
    .dblclick({ position: { x: 5, y: 8 } });
  await page.keyboard.type("new");
  await becomes(person, noteId, "Mine new[pasted Google Docs: beta]XY[pasted Google Docs: gamma] own");
  await caretBehind(page, " gam");
  await page.keyboard.press("Enter");
  await page.keyboard.type("line");
  await becomes(
    person,
    noteId,
    "Mine new[pasted Google Docs: beta]XY[pasted Google Docs: gam]\nline[pasted Google Docs:ma] own",
  );
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(text(page)).not.toContainText("line");
});

test("what is typed over several pasted paragraphs is the writer's own from its first letter", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  const noteId = await emptyNote(person);
  await paste(page, { "text/html": "<p>alpha beta</p><p>gamma delta</p>", "text/plain": "x" });
  await becomes(person, noteId, "[pasted:alpha beta]\n[pasted:gamma delta]");
  await caretBehind(page, "alpha");
  for (let letters = 0; letters < " beta".length + 1 + "gamma".length; letters++)
    await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.type("own");
  await becomes(person, noteId, "[pasted:alpha]own[pasted: delta]");
});

test("letters pasted as plain text, Markdown, and text that names its address are pasted as well", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  const noteId = await emptyNote(person);
  await paste(page, { "text/plain": "only letters" });
  await becomes(person, noteId, "[pasted:only letters]");
  await page.keyboard.press("Control+a");
  await paste(page, { "text/plain": "# Head\n\n- one\n- two" });
  await becomes(person, noteId, "[pasted:Head]\n[pasted:one][pasted:two]");
  await page.keyboard.press("Control+a");
  const html =
    "Version:0.9\nSourceURL:https://news.example.org/today?x=1\n<html><body><p>Read this</p></body></html>";
  await paste(page, { "text/html": html, "text/plain": "Read this" });
  await becomes(person, noteId, "[pasted news.example.org:Read this]");
  // Another program cannot say that a person typed it, or that a model wrote it.
  await page.keyboard.press("Control+a");
  const forged = '<p data-pm-slice="1 1 []"><span data-origin="ai" data-origin-model="x">Forged</span></p>';
  await paste(page, { "text/html": forged, "text/plain": "Forged" });
  await becomes(person, noteId, "[pasted:Forged]");
  await page.keyboard.press("Control+a");
  await paste(page, { "text/html": '<p data-cairn="%">Broken</p>', "text/plain": "Broken" });
  await becomes(person, noteId, "[pasted:Broken]");
});

test("text that is copied from a note to another keeps where it came from, and what was typed stays typed", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  await emptyNote(person);
  await page.keyboard.type("Mine ");
  await paste(page, { "text/html": DOCS, "text/plain": "alpha beta gamma" });
  await page.keyboard.press("Control+a");
  const copied = await page.evaluate(() => {
    const data = new DataTransfer();
    const event = new ClipboardEvent("copy", { bubbles: true, cancelable: true, clipboardData: data });
    document.querySelector(".note-text")!.dispatchEvent(event);
    return { "text/html": data.getData("text/html"), "text/plain": data.getData("text/plain") };
  });
  const other = await emptyNote(person);
  await paste(page, copied);
  await becomes(person, other, "Mine [pasted Google Docs:alpha beta gamma]");
});

test("an input method writes whole words in a pasted text, as the writer's own", async ({ aPerson }) => {
  const person = await aPerson();
  const { page } = person;
  const noteId = await emptyNote(person);
  await paste(page, { "text/html": DOCS, "text/plain": "alpha beta gamma" });
  const ime = await imeOf(page);
  await caretBehind(page, "alpha be");
  await ime.compose("n", "に", "にh", "にほ", "にほn", "日本");
  await becomes(person, noteId, "[pasted Google Docs:alpha be]日本[pasted Google Docs:ta gamma]");
  await ime.compose("g", "ご", "語");
  await becomes(person, noteId, "[pasted Google Docs:alpha be]日本語[pasted Google Docs:ta gamma]");
  await caretBehind(page, "gamma");
  await ime.compose("g", "ご", "語");
  await becomes(person, noteId, "[pasted Google Docs:alpha be]日本語[pasted Google Docs:ta gamma]語");
  // Over what is selected.
  await text(page)
    .getByText("alpha be")
    .dblclick({ position: { x: 5, y: 8 } });
  await ime.compose("h", "ひ", "火");
  await becomes(person, noteId, "火[pasted Google Docs: be]日本語[pasted Google Docs:ta gamma]語");
});

test("two people write in a pasted text at once: it stays pasted, and their words their own", async ({
  aPerson,
  anotherBrowser,
}) => {
  const person = await aPerson();
  const noteId = await emptyNote(person);
  await paste(person.page, { "text/html": DOCS, "text/plain": "alpha beta gamma" });
  await becomes(person, noteId, "[pasted Google Docs:alpha beta gamma]");
  const there = await anotherBrowser(person);
  await openEditor(there.page, noteId);
  await expect(text(there.page)).toContainText("alpha beta gamma");
  await caretBehind(person.page, "alpha");
  await text(there.page).click();
  await caretBehind(there.page, "beta");
  await Promise.all([
    person.page.keyboard.type(" one", { delay: 40 }),
    there.page.keyboard.type(" two", { delay: 40 }),
  ]);
  await becomes(
    person,
    noteId,
    "[pasted Google Docs:alpha] one[pasted Google Docs: beta] two[pasted Google Docs: gamma]",
  );
});

/** By the palette, as on any device with a keyboard. */
async function showOrigins(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Show Origins");
  await page.getByRole("option", { name: "Show Origins" }).first().click();
}

for (const scheme of drawn(["dark", "light"] as const, 1))
  test(`the overlay shows shares and sources, is remembered, and can be read in ${scheme}`, async ({
    aPerson,
  }) => {
    const person = await aPerson();
    const { page } = person;
    await page.emulateMedia({ colorScheme: scheme });
    const noteId = await emptyNote(person);
    await page.keyboard.type("one two three ");
    await paste(page, { "text/html": DOCS, "text/plain": "alpha beta gamma" });
    await becomes(person, noteId, "one two three [pasted Google Docs:alpha beta gamma]");
    await showOrigins(page);
    const legend = page.getByRole("group", { name: "Origins" });
    await expect(legend).toContainText("Typed 50%");
    await expect(legend).toContainText("Pasted 50%");
    await text(page).getByText("alpha beta gamma").hover();
    await expect(page.getByRole("tooltip")).toHaveText("Pasted from Google Docs");
    await text(page).getByText("alpha beta gamma").click();
    await expect(legend.getByRole("status")).toHaveText("Pasted from Google Docs");
    expect((await runAxe(page, {})).violations).toEqual([]);
    await page.reload();
    await expect(legend).toContainText("Pasted 50%");
    await legend.getByRole("button", { name: "Hide origins" }).click();
    await expect(legend).toBeHidden();
  });

test("the overlay works on a phone, and with text from right to left", async ({ aPerson }) => {
  const person = await aPerson();
  const { page } = person;
  const { id: noteId } = await person.api<{ id: string }>("POST", "/api/notes", {
    title: "A program's",
    body: { format: "text", text: "مرحبا بالعالم الجميل" },
  });
  await page.setViewportSize(PORTRAIT);
  await openEditor(page, noteId);
  await page.evaluate(() => localStorage.setItem("cairn-origins", "1"));
  await page.reload();
  const legend = page.getByRole("group", { name: "Origins" });
  await expect(legend).toContainText("Imported 100%");
  await text(page).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" اليوم");
  await expect(legend).toContainText("Imported 75%");
  await becomes(person, noteId, "[imported API:مرحبا بالعالم الجميل] اليوم");
});
