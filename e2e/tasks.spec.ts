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
