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
