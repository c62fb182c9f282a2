import { aNote, expect, openEditor, test, textOf, waitForSaved } from "./fixtures.ts";

type Task = { id: string; title: string; completed: boolean; dueDate: string | null };

test("a checkbox is a task: its words say when it is due, and it is ticked here, there and by the API", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Week" });
  const editor = await openEditor(page, noteId);
  await editor.click();
  await page.keyboard.type("[ ] Call mum tomorrow");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Order stone");
  await waitForSaved(page);
  const chip = editor.getByText("Tomorrow", { exact: true });
  // Read from the words by the server, which on a busy machine has other notes before this one.
  await expect(chip).toBeVisible({ timeout: 30_000 });

  const list = async () => (await ann.api<{ tasks: Task[] }>("GET", `/api/tasks?noteId=${noteId}`)).tasks;
  await expect
    .poll(async () => (await list()).map(({ title }) => title).sort())
    .toEqual(["Call mum tomorrow", "Order stone"]);
  const call = (await list()).find(({ title }) => title.startsWith("Call"))!;
  expect(call.dueDate).not.toBeNull();

  const there = (await anotherBrowser(ann)).page;
  await openEditor(there, noteId);
  await ann.api("PATCH", `/api/tasks/${call.id}`, { completed: true });
  for (const each of [page, there]) await expect(each.getByRole("checkbox").first()).toBeChecked();
  await there.getByRole("checkbox").nth(1).check();
  await expect(page.getByRole("checkbox").nth(1)).toBeChecked();
  await expect.poll(async () => (await list()).every(({ completed }) => completed)).toBe(true);
  await expect(editor.locator(".task-due[data-tone=done]")).toBeVisible();
  // What is shown behind an item is no text of the note.
  expect(await textOf(ann, noteId)).toBe("Call mum tomorrow\nOrder stone");
});

test("the due day stands behind the words while they are typed, and stays there after Enter, Enter", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Week" });
  // What the server knows of tasks comes late.
  const held = Promise.withResolvers<void>();
  await page.route("**/rpc/tasks/list", async (route) => {
    await held.promise;
    await route.continue();
  });
  const editor = await openEditor(page, noteId);
  await editor.click();
  await page.keyboard.type("[ ] Call mum tomorrow");
  const item = editor.locator("li").filter({ hasText: "Call mum" });
  await expect(item.locator("p .task-due")).toHaveText("Tomorrow");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("After the list");
  await expect(editor.locator(".task-due")).toHaveCount(1);
  await expect(item.locator("p .task-due")).toHaveText("Tomorrow");

  held.resolve();
  // Somebody else breaks the line in its middle: the day goes with the words that say it.
  await waitForSaved(page);
  const there = (await anotherBrowser(ann)).page;
  const theirs = await openEditor(there, noteId);
  await theirs.locator("p", { hasText: "Call mum" }).click();
  await there.keyboard.press("Home");
  for (const _ of "Call mum") await there.keyboard.press("ArrowRight");
  await there.keyboard.press("Enter");
  for (const text of [editor, theirs]) {
    await expect(text.locator("li")).toHaveCount(2);
    await expect(text.locator("li").last().locator("p .task-due")).toHaveText("Tomorrow");
    await expect(text.locator("li").first().locator(".task-due")).toHaveCount(0);
  }
});

test("a due day is refused by press or by key, stays away until its words change, and is taken back", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Week" });
  const editor = await openEditor(page, noteId);
  const there = (await anotherBrowser(ann)).page;
  const theirs = await openEditor(there, noteId);
  const dueDate = async () =>
    (await ann.api<{ tasks: Task[] }>("GET", `/api/tasks?noteId=${noteId}`)).tasks[0]?.dueDate;
  await editor.click();
  await page.keyboard.type("[ ] Call mum tomorrow");
  const remove = editor.getByRole("button", { name: "Remove due date" });
  await remove.click();
  await expect(remove).toBeHidden();
  // The caret is still where it was.
  await page.keyboard.type(" or Dad");
  await waitForSaved(page);
  await expect.poll(dueDate, { timeout: 30_000 }).toBeNull();
  await expect(theirs.locator("p", { hasText: "Call mum tomorrow or Dad" })).toBeVisible();
  for (const text of [editor, theirs])
    await expect(text.locator(".task-due")).toHaveCount(0, { timeout: 30_000 });

  // The message with its button may be gone by now.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  for (const text of [editor, theirs])
    await expect(text.locator(".task-due")).toHaveText("Tomorrow", { timeout: 30_000 });

  // By keys alone: out of the text, and on to what stands behind the caret.
  await editor.locator("p", { hasText: "Call mum" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(remove).toBeFocused();
  // Drawn anew, the day keeps the focus.
  const [task] = (await ann.api<{ tasks: Task[] }>("GET", `/api/tasks?noteId=${noteId}`)).tasks;
  for (const completed of [true, false]) {
    await ann.api("PATCH", `/api/tasks/${task!.id}`, { completed });
    await expect(editor.locator(".task-due[data-tone=done]")).toHaveCount(completed ? 1 : 0);
    await expect(remove).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(editor.locator(".task-due")).toHaveCount(0);
  await expect(editor).toBeFocused();
  // Other words around those that say the day change nothing, those words do.
  for (const _ of " or Dad") await page.keyboard.press("Backspace");
  await expect(editor.locator("li p")).toHaveText("Call mum tomorrow");
  await expect(editor.locator(".task-due")).toHaveCount(0);
  await page.keyboard.type(" at 5pm");
  await expect(editor.locator(".task-due")).toContainText("Tomorrow");
});

test(
  "a due day refused without a connection is refused when the server is back",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const ann = await aPerson();
    const { page } = ann;
    const noteId = await aNote(ann, { title: "Week" });
    const editor = await openEditor(page, noteId);
    await editor.click();
    await page.keyboard.type("[ ] Order stone");
    await waitForSaved(page);
    // What reads days comes from the device then.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.keyboard.type(" tomorrow");
    await editor.getByRole("button", { name: "Remove due date" }).click();
    await expect(editor.locator(".task-due")).toHaveCount(0);
    await page.context().setOffline(false);
    await waitForSaved(page);
    const task = async () =>
      (await ann.api<{ tasks: Task[] }>("GET", `/api/tasks?noteId=${noteId}`)).tasks[0];
    await expect.poll(async () => (await task())?.title, { timeout: 30_000 }).toBe("Order stone tomorrow");
    await expect.poll(async () => (await task())?.dueDate, { timeout: 30_000 }).toBeNull();
    await page.reload();
    await expect(editor.locator("p", { hasText: "Order stone tomorrow" })).toBeVisible();
    await expect(editor.locator(".task-due")).toHaveCount(0);
  },
);

test("keys leave the text where the caret is, and a Tab at once indents nothing", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const text = "- [ ] Wake\n- [ ] Call mum tomorrow\n  - [ ] Her number\n- [ ] Order stone today";
  const editor = await openEditor(page, await aNote(ann, { title: "Week", text }));
  await expect(editor.locator(".task-due")).toHaveCount(2);
  const before = await textOf(ann, page.url().split("/").at(-1)!);
  // Of the item whose first words these are, not of those within it.
  const boxOf = (words: string) =>
    editor
      .locator("li", { hasText: words })
      .last()
      .getByRole("checkbox", { name: "Done", exact: true })
      .first();
  for (const words of ["Wake", "Her number", "Order stone today"]) await expect(boxOf(words)).toBeVisible();

  const toSecond = async () => {
    await editor.focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
  };
  await toSecond();
  await page.keyboard.press("Tab");
  const remove = editor.getByRole("button", { name: "Remove due date" });
  await expect(remove.first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(boxOf("Her number")).toBeFocused();
  await toSecond();
  await page.keyboard.press("Shift+Tab");
  await expect(boxOf("Call mum")).toBeFocused();
  // Behind the last of the text the page goes on.
  await editor.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(remove.last()).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await editor.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  expect(await textOf(ann, page.url().split("/").at(-1)!)).toBe(before);
});

test("a task leads to its place in its note within the page, also when no note was open before", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const lines = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join("\n\n");
  const noteId = await aNote(ann, { title: "Week", text: `${lines}\n\n- [ ] Order stone today` });
  await page.goto("/app/tasks");
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.getByRole("button", { name: "Open the note of Order stone" }).click();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${noteId}`));
  await expect(page.getByRole("textbox", { name: "Note text" }).getByText("Order stone")).toBeInViewport();
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
});
