import { aNote, expect, openEditor, test, typeAtEnd, waitForSaved } from "./fixtures.ts";

const markdownOf = async (person: { api: <T>(method: string, path: string) => Promise<T> }, noteId: string) =>
  (await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=markdown`)).text;

test("what is typed in Markdown becomes blocks: headings, lists, tasks, quotes, code", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const noteId = await aNote(person);
  const { page } = person;
  await openEditor(page, noteId);
  await typeAtEnd(page, "# Title\n- one\n");
  await page.keyboard.press("Tab");
  await page.keyboard.type("two\n\n\n[ ] to do\n\n> said\n\n``` let x = 1");
  await waitForSaved(page);
  const markdown = await markdownOf(person, noteId);
  expect(markdown).toContain("# Title");
  expect(markdown).toMatch(/- one\n {2}- two/);
  // The other marker: two lists beside each other would read as one.
  expect(markdown).toContain("* [ ] to do");
  expect(markdown).toContain("> said");
  await expect(page.locator(".note-text pre")).toContainText("let x = 1");
});

test("Tab stays in lists and code, and leaves a task list before the code alone", async ({ aPerson }) => {
  const person = await aPerson();
  const noteId = await aNote(person, { text: "- [ ] a task\n\n```\nfirst\n```" });
  const { page } = person;
  await openEditor(page, noteId);
  const code = page.locator(".note-text pre");
  await code.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Tab");
  await page.keyboard.type("x");
  await expect(code).toHaveText(/^first\s+x$/);
  await page.keyboard.press("Shift+Tab");
  await waitForSaved(page);
  expect(await markdownOf(person, noteId)).toMatch(/- \[ \] a task\n\n```\nfirst\s+x\n```/);
});

test("a letter typed where the caret has just moved is kept, wherever the caret was", async ({ aPerson }) => {
  const person = await aPerson();
  const noteId = await aNote(person, { text: "first one is rather longer\n\nlast" });
  const { page } = person;
  await openEditor(page, noteId);
  const editor = page.getByRole("textbox", { name: "Note text" });
  await editor.getByText("first one").click();
  // In one go, as on a busy page: the browser tells that the caret moved when the letter is there already.
  await editor.evaluate((text) => {
    const last = text.lastElementChild!.firstChild!;
    getSelection()!.collapse(last, last.textContent!.length);
    document.execCommand("insertText", false, "!");
  });
  await page.keyboard.type("?");
  await expect(editor.getByText("last")).toHaveText("last!?");
  await waitForSaved(page);
  expect(await markdownOf(person, noteId)).toContain("last!?");
});

test("a letter typed before one like it is known as the first, though the caret has just moved", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const noteId = await aNote(person, { text: "first one is rather longer\n\nwall" });
  const { page } = person;
  await openEditor(page, noteId);
  const editor = page.getByRole("textbox", { name: "Note text" });
  await editor.getByText("first one").click();
  await expect(editor).toBeFocused();
  const places = await editor.evaluate((element) => {
    type Transaction = { steps: { from?: number }[]; doc: { content: { size: number } } };
    type Shown = {
      editor: { on: (name: "transaction", told: (event: { transaction: Transaction }) => void) => void };
    };
    const from: number[] = [];
    (element as unknown as Shown).editor.on("transaction", ({ transaction }) => {
      for (const step of transaction.steps)
        from.push(transaction.doc.content.size - step.from! - "wwall".length);
    });
    getSelection()!.collapse(element.lastElementChild!.firstChild, 0);
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "w", bubbles: true }));
    document.execCommand("insertText", false, "w");
    return new Promise<number[]>((resolve) => setTimeout(() => resolve(from), 200));
  });
  // Of the paragraph's end, one is left: it was put before the first letter, not behind it.
  expect(places).toEqual([1]);
});

test("a double press makes one note", async ({ aPerson }) => {
  const person = await aPerson();
  const { page, api } = person;
  await page.goto("/app/explorer");
  await page.getByRole("button", { name: "New Note" }).first().dblclick();
  await expect(page).toHaveURL(/\/app\/editor\//);
  await expect(page.getByRole("textbox", { name: "Note text" })).toBeVisible();
  const { notes } = await api<{ notes: unknown[] }>("GET", "/api/notes");
  expect(notes).toHaveLength(1);
});

test("undo takes back one's own words and leaves those of the other page", async ({
  aPerson,
  anotherBrowser,
}) => {
  const here = await aPerson();
  const noteId = await aNote(here, { text: "Ground." });
  const there = await anotherBrowser(here);
  await openEditor(here.page, noteId);
  const other = await openEditor(there.page, noteId);
  await typeAtEnd(here.page, " Mine.");
  await expect(other).toContainText("Mine.");
  await typeAtEnd(there.page, " Theirs.");
  const editor = here.page.getByRole("textbox", { name: "Note text" });
  await expect(editor).toContainText("Theirs.");
  await editor.press("Control+z");
  await expect(editor).not.toContainText("Mine.");
  await expect(editor).toContainText("Theirs.");
});

test("the keys to the beginning and the end of a text lead there, whatever stands there", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  const edges = [
    ["| a | b |\n| - | - |\n| 1 | 2 |", "| !a | b |", "| 1 | 2! |"],
    ["$$\nx\n$$", "!\n\n$$", "$$\n\n!"],
    ["> [!caution]- closed\n> inside", "!\n\n> [!caution]", "> inside\n\n!"],
    ["```mermaid\nflowchart LR\n```", "```mermaid\n!flowchart", "flowchart LR!\n```"],
  ] as const;
  for (const [block, start, end] of edges) {
    const noteId = await aNote(person, { text: `${block}\n\nmiddle\n\n${block}` });
    const editor = await openEditor(page, noteId);
    // A diagram that is drawn while one clicks moves away what the click was meant for.
    for (const diagram of block.includes("mermaid") ? [0, 1] : [])
      await expect(page.locator(".diagram-frame").nth(diagram)).toHaveAttribute("style", /height/);
    for (const [key, expected] of [
      ["Control+Home", start],
      ["Control+End", end],
    ] as const) {
      await editor.getByText("middle", { exact: true }).click();
      await page.keyboard.press(key);
      await page.keyboard.type("!");
      await expect.poll(() => markdownOf(person, noteId)).toContain(expected);
    }
    expect(await markdownOf(person, noteId)).toContain("\n\nmiddle\n\n");
  }
});
