import { aNote, expect, openEditor, test, textOf, waitForSaved, type Person } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

async function choose(page: Person["page"], words: string): Promise<void> {
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(words);
  await page.getByRole("option", { name: words }).first().click();
}

test("a note becomes a template, a new note begins with it, and it is put into another one", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Call", text: "## Call of {{date}}\n\n- [ ] Ring back" });
  await openEditor(page, noteId);
  await page.getByRole("button", { name: "Actions for Call" }).click();
  await page.getByRole("menuitem", { name: "Save as Template..." }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveValue(/## Call of \{\{date\}\}/);
  await dialog.getByRole("textbox", { name: "Name" }).fill("Phone call");
  await dialog.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByText("Template saved")).toBeVisible();

  await page.goto("/app/explorer");
  await choose(page, "New Note from a Template...");
  await page.getByRole("option", { name: "Phone call" }).click();
  await expect(page).toHaveURL(/\/app\/editor\/(?!$)/);
  const text = page.getByRole("textbox", { name: "Note text" });
  await expect(text.getByRole("heading")).toHaveText(/^Call of \d{4}-\d\d-\d\d$/);
  await expect(text.getByRole("checkbox")).toHaveCount(1);

  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/template");
  await page.getByRole("option", { name: /^Template/ }).click();
  // Enter would put in the first one.
  await expect(
    page.getByRole("dialog").getByRole("listitem").first().getByRole("button").first(),
  ).toBeFocused();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Weekly review/ })
    .click();
  await expect(text.getByRole("heading", { name: "Went badly" })).toBeVisible();
  await waitForSaved(page);

  await choose(page, "New Note from a Template...");
  await page.keyboard.press("Escape");
});

test("one's own templates are changed and deleted, with a way back", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/explorer");
  const noteId = await aNote(ann, { text: "x" });
  const editor = await openEditor(page, noteId);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/template");
  await page.getByRole("option", { name: /^Template/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "New template" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Mine");
  await dialog.getByRole("textbox", { name: "Text" }).fill("Hello **there**");
  await dialog.getByRole("button", { name: "Save template" }).click();
  await expect(dialog.getByRole("button", { name: /^Mine/ })).toBeVisible();
  expect(await audit(page, "templates")).toEqual([]);
  await dialog.getByRole("button", { name: "Actions for template Mine" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(dialog.getByRole("button", { name: /^Mine/ })).toBeHidden();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await dialog.getByRole("button", { name: /^Mine/ }).click();
  await expect(editor.locator("strong")).toHaveText("there");
});

test("today's note is one, however often and on however many devices it is asked for", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const there = await anotherBrowser(ann);
  await ann.api(
    "PUT",
    "/api/templates/0190a5d2-3f7c-7abc-9def-0123456789ab".replace("9ab", ann.userId.slice(-3)),
    {
      name: "Daily note",
      text: "# {{weekday}}\n\nWeather:",
    },
  );
  for (const { page } of [ann, there]) {
    await page.goto("/app/dashboard");
    await choose(page, "Today's Note");
    await expect(page).toHaveURL(/\/app\/editor\/./);
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Weather:");
  }
  expect(new URL(there.page.url()).pathname).toBe(new URL(ann.page.url()).pathname);
  const noteId = ann.page.url().split("/").at(-1)!;
  expect(await textOf(ann, noteId)).toMatch(/^\S+\s+Weather:/);
  await ann.page.getByRole("button", { name: /^Actions for \d{4}-/ }).click();
  await ann.page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await expect(ann.page.getByText("Note deleted successfully")).toBeVisible();
  await choose(ann.page, "Today's Note");
  await expect(ann.page.getByRole("textbox", { name: "Note text" })).toContainText("Weather:");
  const { folders } = await ann.api<{ folders: { name: string; noteCount: number }[] }>(
    "GET",
    "/api/folders",
  );
  expect(folders).toMatchObject([{ name: "Daily notes", noteCount: 1 }]);
  // What was opened lately stands beside the lists.
  await ann.page.goto("/app/explorer");
  const recent = ann.page.locator("details").filter({ hasText: "Recent" });
  await recent.locator("summary").click();
  await expect(recent.getByRole("link", { name: /^\d{4}-/ })).toBeVisible();
});
