import type { Page } from "@playwright/test";
import { aNote, aPicture, expect, openEditor, test, textOf, typeAtEnd, waitForSaved } from "./fixtures.ts";
import { tooLargePicture } from "./too-large.ts";

test("a note is made, named, made a favourite, renamed, deleted and brought back", async ({ aPerson }) => {
  const { page } = await aPerson();
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "New Note" }).first().click();
  await expectToast(page, "New note created");
  await page.getByRole("textbox", { name: "Title" }).fill("Packing list");
  await page.keyboard.press("Enter");
  await expectToast(page, "Note updated successfully");
  await page.keyboard.type("Two tents");
  await waitForSaved(page);
  await expect(page.getByRole("status").filter({ hasText: /^Saved \d/ })).toBeVisible();

  await page.getByRole("button", { name: "Add to Favorites" }).click();
  await expectToast(page, "Added to favorites");
  await page.getByRole("button", { name: "Remove from Favorites" }).click();
  await expectToast(page, "Removed from favorites");
  await page.getByRole("button", { name: "Add to Favorites" }).click();
  await expectToast(page, "Added to favorites");
  await page.goto("/app/explorer?view=favorites");
  // A favorite stands in the sidebar as well.
  const main = page.getByRole("main");
  const row = main.getByRole("listitem").filter({ hasText: "Packing list" });
  await expect(row.getByRole("link", { name: "Packing list" })).toBeVisible();
  await expect(row).toContainText("Two tents");

  await chooseInMenu(page, "Actions for Packing list", "Rename...");
  await page.getByRole("dialog").getByLabel("Title").fill("Packing for June");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expectToast(page, "Note updated successfully");
  await chooseInMenu(page, "Actions for Packing for June", "Delete");
  await expectToast(page, "Note deleted successfully");
  await expect(page.getByRole("heading", { name: "No favorites yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(main.getByRole("link", { name: "Packing for June" })).toBeVisible();

  await main.getByRole("link", { name: "Packing for June" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Packing for June");
  await chooseInMenu(page, "Actions for Packing for June", "Delete");
  await expectToast(page, "Note deleted successfully");
  await expect(page).toHaveURL(/\/app\/explorer/);
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("button", { name: "Restore Packing for June" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.getByRole("link", { name: "Explorer", exact: true }).click();
  await expect(main.getByRole("link", { name: "Packing for June" })).toBeVisible();
});

test("folders are made, renamed and deleted, asking what becomes of their notes", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/explorer");
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Trips");
  await page.getByRole("button", { name: "Create folder" }).click();
  await expectToast(page, "Folder created successfully");
  await page.getByRole("link", { name: /^Trips/ }).click();
  await expect(page.getByRole("heading", { name: "This folder is empty" })).toBeVisible();
  await page.getByRole("button", { name: "New Note" }).first().click();
  await page.getByRole("textbox", { name: "Title" }).fill("Norway");
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Folder" }).getByRole("link", { name: "Trips" }).click();
  await expect(page.getByRole("link", { name: "Norway" })).toBeVisible();

  await chooseInMenu(page, "Actions for Trips", "Rename...");
  await page.getByRole("dialog").getByLabel("Name").fill("Journeys");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expectToast(page, "Folder updated successfully");
  await expect(page.getByRole("heading", { name: "Journeys", level: 1 })).toBeVisible();

  await deleteFolder(page, "Journeys", "Delete its notes too");
  await expect(page).toHaveURL(/\/app\/explorer/);
  await expect(page.getByRole("heading", { name: "Write your first note" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("link", { name: "Journeys, 1 note" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Norway" })).toBeVisible();
  await deleteFolder(page, "Journeys", "Keep its notes");
  await expect(page.getByRole("link", { name: /^Journeys/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Norway" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("link", { name: "Journeys, 1 note" }).click();
  await expect(page.getByRole("heading", { name: "Journeys", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Norway" })).toBeVisible();
});

test("tags that are typed quicker than the page is drawn are all kept", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Camp" });
  await openEditor(page, noteId);
  await page.getByRole("textbox", { name: "Add tag" }).evaluate(async (element: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
    // No task ends between two keys, as on a machine that is busy.
    for (const tag of ["sea", "sky", "sun"]) {
      set!.call(element, tag);
      element.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await Promise.resolve().then();
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await Promise.resolve().then();
    }
  });
  const tags = page.getByRole("list", { name: "Tags" }).getByRole("listitem");
  await expect(tags).toHaveText(["sea", "sky", "sun"]);
  await expect
    .poll(() => ann.api("GET", `/api/notes/${noteId}`))
    .toMatchObject({ tags: ["sea", "sky", "sun"] });
});

test("tags lead to their notes, and search marks what it found", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Something else", text: "Nothing of interest." });
  const noteId = await aNote(ann, { title: "Tent pegs", text: "Bring the big tent, not the small one." });
  await openEditor(page, noteId);
  await page.getByRole("textbox", { name: "Add tag" }).fill("camping");
  await page.keyboard.press("Enter");
  await expectToast(page, "Note updated successfully");
  await page.getByRole("list", { name: "Tags" }).getByRole("link", { name: "camping" }).click();
  await expect(page).toHaveURL(/\/app\/explorer\?tag=camping/);
  await expect(page.getByRole("link", { name: "Tent pegs" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Something else" })).toHaveCount(0);
  await page.getByRole("button", { name: "Remove filter tag camping" }).click();
  await expect(page.getByRole("link", { name: "Something else" })).toBeVisible();

  await page.getByRole("searchbox").fill("tent");
  await expect(page.getByText("1 note", { exact: true })).toBeVisible();
  const found = page.getByRole("listitem").filter({ hasText: "Tent pegs" });
  await expect(found.locator("mark")).toHaveText(["Tent", "tent"]);
  await expect(page).toHaveURL(/q=tent/);
  await page.reload();
  await expect(found.locator("mark")).toHaveText(["Tent", "tent"]);
  await page.getByRole("searchbox").fill("tag:camping");
  await expect(found).toBeVisible();
});

test("images are added by the button and by pasting; what is no image or too large is refused", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "A picture:" });
  const editor = await openEditor(page, noteId);
  await editor.click();
  const picture = await aPicture();
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });
  await choose("lake.jpg", "image/jpeg", picture);
  await expectToast(page, "Image uploaded successfully!");
  await expect.poll(() => imageWidths(page)).toEqual([640]);
  await expect(editor.getByRole("img", { name: "lake" })).toBeVisible();

  await page.keyboard.press("Control+End");
  await editor.evaluate(
    (element, bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], "pasted.jpg", { type: "image/jpeg" }));
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    },
    [...picture],
  );
  await expect.poll(() => imageWidths(page)).toEqual([640, 640]);

  await page.locator('input[type="file"]').setInputFiles(await tooLargePicture("big.jpg"));
  await expectToast(page, "File size must be less than 10MB");
  const unsupported = "File type not supported. Please use JPG, PNG, WebP, or GIF.";
  await choose("drawing.svg", "image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
  await expectToast(page, unsupported);
  await page.getByRole("button", { name: "Dismiss" }).click();
  // Calls itself a picture, and the server looks.
  await choose("page.jpg", "image/jpeg", Buffer.from("<html></html>"));
  await expect(page.getByRole("alert").filter({ hasText: unsupported })).toBeVisible();
  expect(await imageWidths(page)).toHaveLength(2);
  await waitForSaved(page);
  await page.reload();
  await expect.poll(() => imageWidths(page)).toEqual([640, 640]);
});

test("a list in a second browser follows by itself", async ({ aPerson, anotherBrowser }) => {
  const here = await aPerson();
  const there = await anotherBrowser(here);
  await there.page.goto("/app/explorer");
  await expect(there.page.getByRole("heading", { name: "Write your first note" })).toBeVisible();
  await here.page.goto("/app/dashboard");
  await here.page.getByRole("button", { name: "New Note" }).first().click();
  await here.page.getByRole("textbox", { name: "Title" }).fill("Seen from afar");
  const link = there.page.getByRole("link", { name: "Seen from afar" });
  await expect(link).toBeVisible();
  await typeAtEnd(here.page, "Words that travel");
  await expect(there.page.getByText("Words that travel")).toBeVisible();
  await here.page.getByRole("button", { name: "Add to Favorites" }).click();
  await expect(there.page.getByRole("listitem").getByLabel("Favorite", { exact: true })).toBeVisible();
  await chooseInMenu(here.page, "Actions for Seen from afar", "Delete");
  await expect(link).toHaveCount(0);
});

test(
  "two tabs of one browser agree, also without a server",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(90_000);
    const ann = await aPerson();
    const left = ann.page;
    const right = await ann.context.newPage();
    const noteId = await aNote(ann, { text: "Start." });
    const editors = [await openEditor(left, noteId), await openEditor(right, noteId)];
    await typeAtEnd(left, " ONLINE-LEFT");
    await expect(editors[1]!).toContainText("ONLINE-LEFT");
    // What is not confirmed yet would be counted with what comes later.
    for (const page of [left, right]) await waitForSaved(page);
    await server.stop();
    for (const page of [left, right])
      await expect(
        page
          .getByRole("main")
          .getByRole("status")
          .filter({ hasText: /^Offline/ }),
      ).toBeVisible();
    await typeAtEnd(left, " OFFLINE-LEFT");
    await expect(
      left.locator("#main").getByRole("status").filter({ hasText: "Offline, 1 note waiting" }),
    ).toBeVisible();
    await typeAtEnd(right, " OFFLINE-RIGHT");
    await expect(editors[1]!).toContainText("OFFLINE-LEFT");
    await expect(editors[0]!).toContainText("OFFLINE-RIGHT");
    await server.start();
    for (const page of [left, right])
      await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible({ timeout: 20_000 });
    const words = ["Start.", "ONLINE-LEFT", "OFFLINE-LEFT", "OFFLINE-RIGHT"];
    await expect.poll(() => textOf(ann, noteId)).toContain("OFFLINE-RIGHT");
    const text = await textOf(ann, noteId);
    for (const word of words) expect(text.split(word), word).toHaveLength(2);
  },
);

test("a device that cannot store says so within two seconds, and the text reaches the server", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.addInitScript(() => {
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (...values) {
      if ((window as { isFull?: boolean }).isFull) throw new DOMException("Full", "QuotaExceededError");
      return add.apply(this, values);
    };
  });
  const noteId = await aNote(ann, { text: "Kept." });
  await openEditor(page, noteId);
  await waitForSaved(page);
  await page.evaluate(() => Object.assign(window, { isFull: true }));
  await typeAtEnd(page, "X");
  const notSaved = page.getByRole("status").filter({ hasText: "Not saved on this device" });
  await expect(notSaved).toBeVisible({ timeout: 2_000 });
  await page.keyboard.type(" FULL-TOKEN");
  await expect.poll(() => textOf(ann, noteId)).toContain("FULL-TOKEN");
  await page.evaluate(() => Object.assign(window, { isFull: false }));
  await waitForSaved(page);
});

async function expectToast(page: Page, words: string): Promise<void> {
  await expect(
    page.getByRole("region", { name: "Messages" }).getByText(words, { exact: true }),
  ).toBeVisible();
}

async function chooseInMenu(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function deleteFolder(page: Page, name: string, what: string): Promise<void> {
  await chooseInMenu(page, `Actions for ${name}`, "Delete...");
  const dialog = page.getByRole("dialog", { name: `Delete ${name}?` });
  await expect(dialog).toContainText("It contains 1 note.");
  await dialog.getByText(what).click();
  await dialog.getByRole("button", { name: "Delete folder" }).click();
  await expectToast(page, "Folder deleted successfully");
}

/** The true widths of the note's pictures; 0 for one that did not load. */
const imageWidths = (page: Page) =>
  page
    .locator('.note-text img[src^="/files/"]')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
