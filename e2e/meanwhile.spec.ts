import type { Page } from "@playwright/test";
import { aNote, aPicture, expect, openEditor, type Person, test, typeAtEnd } from "./fixtures.ts";
import { hold } from "./hold.ts";
import { drop, paste, pasteFile } from "./paste.ts";

const text = (page: Page) => page.getByRole("textbox", { name: "Note text" });

const becomes = (person: Person, noteId: string, markdown: string | RegExp) =>
  expect
    .poll(async () => {
      const body = await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=markdown`);
      return body.text.trim();
    })
    .toMatch(markdown);

test("pasted Markdown that is still being read takes away nothing that is written meanwhile, here or there @fetches-ahead", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { text: "One.\n\nTwo.\n\nThree" });
  const there = await anotherBrowser(ann);
  const release = await hold(ann.context, "**/assets/parse-*.js");
  await Promise.all([openEditor(ann.page, noteId), openEditor(there.page, noteId)]);
  await typeAtEnd(ann.page, "\n");
  await paste(ann.page, { "text/plain": "## Pasted\n\n- item\n" });
  await ann.page.keyboard.type("typed after it");
  await expect(text(there.page)).toContainText("typed after it");
  await text(there.page).getByText("One.").click();
  await there.page.keyboard.press("Home");
  await there.page.keyboard.type("Far away: ");
  await expect(text(ann.page)).toContainText("Far away:");
  await release();
  await expect(text(ann.page).getByRole("heading", { name: "Pasted" })).toBeVisible();
  await ann.page.keyboard.type("!");
  await becomes(ann, noteId, /^Far away: One\.\n\nTwo\.\n\nThree\n\n## Pasted\n\n- item\n\ntyped after it!$/);
});

test("files and pictures come to where they were put, and leave the caret to who has written on elsewhere @fetches-ahead", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  const noteId = await aNote(ann, { text: "One\n\nTwo" });
  const releaseCode = await hold(context, "**/assets/file-uploads-*.js");
  const releasePicture = await hold(context, "**/api/files/upload?*");
  await openEditor(page, noteId);
  await text(page).getByText("One").click();
  await page.keyboard.press("End");
  await pasteFile(page, "plan.txt", "text/plain", Buffer.from("The plan"));
  await page.keyboard.press("Home");
  await page.keyboard.type("Zero\n");
  await typeAtEnd(page, " th");
  await releaseCode();
  await expect(text(page).getByRole("link", { name: /plan\.txt/ })).toBeVisible();
  await page.keyboard.type("ree");
  await becomes(ann, noteId, /^Zero\n\nOne\n\n\[plan\.txt\]\(\S+\)\n\nTwo three$/);

  await text(page).getByText("Zero").click();
  await page.keyboard.press("End");
  await pasteFile(page, "lake.jpg", "image/jpeg", await aPicture());
  await typeAtEnd(page, " fo");
  await releasePicture();
  await expect(text(page).getByRole("img", { name: "lake" })).toBeVisible();
  await page.keyboard.type("ur");
  await becomes(ann, noteId, /^Zero!\[lake\]\(\S+\)\n\nOne\n\n\[plan\.txt\]\(\S+\)\n\nTwo three four$/);
});

test("a file that was put in stays when one writes on, and a paste is not what was dropped before", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "One" });
  await openEditor(page, noteId);
  await typeAtEnd(page, "\n");
  await pasteFile(page, "plan.txt", "text/plain", Buffer.from("The plan"));
  await expect(text(page).getByRole("link", { name: /plan\.txt/ })).toBeVisible();
  await page.keyboard.type("below it");
  await becomes(ann, noteId, /^One\n\n\[plan\.txt\]\(\S+\)\n\nbelow it$/);

  await drop(page, { "text/plain": "- [ ] dropped" });
  await expect(text(page)).toContainText("dropped");
  await typeAtEnd(page, "\n");
  await paste(page, { "text/html": "<p>pasted <b>words</b></p>", "text/plain": "pasted words" });
  await expect(text(page).locator("strong")).toHaveText("words");
  await expect(text(page).getByText("dropped")).toHaveCount(1);
});

test("the block menu, a comment that is being written and due days stay with their blocks while others write above", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "One.\n\nTwo.\n\nThree.\n\n- [ ] Call the mason tomorrow" });
  const there = await anotherBrowser(ann);
  await Promise.all([openEditor(page, noteId), openEditor(there.page, noteId)]);
  await expect(page.locator(".task-due")).toHaveText("Tomorrow");
  const writeAbove = async (words: string) => {
    await text(there.page).locator("p").first().click();
    await there.page.keyboard.press("Home");
    await there.page.keyboard.type(`${words}\n`);
    await expect(text(page).getByText(words)).toBeVisible();
  };
  await text(page).getByText("Two.").click();
  await page.keyboard.press("Control+/");
  const remove = page.getByRole("menuitem", { name: "Delete" });
  await expect(remove).toBeVisible();
  // As long as the first block: where the second one was, the first one is now.
  await writeAbove("Top.");
  await remove.click();
  await expect(text(page).getByText("Two.")).toHaveCount(0);

  await text(page).getByText("Three.").click({ clickCount: 3 });
  await page.keyboard.press("Control+Alt+m");
  const box = page.getByRole("region", { name: "New comment" }).getByRole("textbox", { name: "Comment" });
  await box.fill("Why three?");
  await writeAbove("Peak.");
  await page.keyboard.press("Control+Enter");
  await expect(text(page).locator("[data-comment]")).toHaveText("Three.");
  await expect(page.locator(".task-due")).toHaveText("Tomorrow");
  await becomes(ann, noteId, /^Peak\.\n\nTop\.\n\nOne\.\n\nThree\.\n\n- \[ \] Call the mason tomorrow$/);
});

test("bold that was chosen lasts over the end of a line, and until the next letter though others write first", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "One" });
  const there = await anotherBrowser(ann);
  await Promise.all([openEditor(page, noteId), openEditor(there.page, noteId)]);
  await typeAtEnd(page, "\n");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("first\nsecond\n");
  await expect(text(there.page)).toContainText("second");
  await text(there.page).getByText("One").click();
  await there.page.keyboard.press("Home");
  await there.page.keyboard.type("Far away: ");
  await expect(text(page)).toContainText("Far away:");
  await page.keyboard.type("third");
  await becomes(ann, noteId, /^Far away: One\n\n\*\*first\*\*\n\n\*\*second\*\*\n\n\*\*third\*\*$/);
});

test("the list of blocks that is open stays open while others write", async ({ aPerson, anotherBrowser }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "One" });
  const there = await anotherBrowser(ann);
  await Promise.all([openEditor(page, noteId), openEditor(there.page, noteId)]);
  await typeAtEnd(page, "\n/quo");
  const choice = page.getByRole("option", { name: /Quote/ }).first();
  await expect(choice).toBeVisible();
  await text(there.page).getByText("One").click();
  await there.page.keyboard.press("Home");
  await there.page.keyboard.type("Far away: ");
  await expect(text(page)).toContainText("Far away:");
  await expect(choice).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("said");
  await becomes(ann, noteId, /^Far away: One\n\n> said$/);
});
