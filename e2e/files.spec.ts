import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { pasteFile } from "./paste.ts";
import { aNote, aPicture, expect, openEditor, type Person, test, waitForSaved } from "./fixtures.ts";
import { tooLargePicture } from "./too-large.ts";

const MB = 1024 * 1024;

/** A file for a chooser or a drop. */
type Given = { name: string; mimeType: string; buffer: Buffer };

const aFile = (name: string, mimeType: string, bytes: Buffer | string): Given => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes as string),
});

/** As far as its head tells, an MP4. */
const aVideo = () =>
  Buffer.concat([Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex"), randomBytes(3000)]);

/** Chooses a block of the slash list and gives its chooser a file, large ones by their path. */
async function insert(page: Page, block: string, file: Given | string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.type(`/${block}`);
  await page
    .getByRole("option", { name: new RegExp(`^${block}`, "i") })
    .first()
    .click();
  await (await chooser).setFiles(file);
}

async function drop(page: Page, selector: string, { name, mimeType, buffer }: Given): Promise<void> {
  const data = await page.evaluateHandle(
    ({ bytes, fileName, type }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], fileName, { type }));
      return transfer;
    },
    { bytes: [...buffer], fileName: name, type: mimeType },
  );
  const box = (await page.locator(selector).boundingBox())!;
  const at = { clientX: box.x + box.width / 2, clientY: box.y + Math.min(box.height - 4, 20) };
  for (const type of ["dragenter", "dragover", "drop"])
    await page.dispatchEvent(selector, type, { dataTransfer: data, ...at });
}

/** Puts a file into somebody's account by the same door as the page. */
async function upload(
  person: Person,
  url: string,
  name: string,
  bytes: Buffer,
): Promise<{ id: string; url: string }> {
  const headers = { origin: url };
  const begun = await person.context.request.post(`${url}/api/files/uploads`, {
    headers: {
      ...headers,
      "upload-length": String(bytes.length),
      "upload-metadata": `name ${Buffer.from(name).toString("base64")}`,
    },
  });
  const location = begun.headers()["location"]!;
  await person.context.request.patch(`${url}${location}`, {
    headers: { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    data: bytes,
  });
  const id = location.split("/").at(-1)!;
  return { id, url: `/files/${id}` };
}

const article = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });

test("a file, a video and a dropped document become blocks whose bytes the server has", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Trip" });
  await openEditor(page, noteId);
  await page.getByRole("textbox", { name: "Note text" }).click();
  await insert(page, "File", aFile("tickets.pdf", "application/pdf", "%PDF-1.7\n%%EOF"));
  const card = page.getByRole("link", { name: /tickets\.pdf/ });
  await expect(card).toBeVisible();
  await expect(page.getByText("File uploaded successfully!")).toBeVisible();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await insert(page, "Video", aFile("boat.mp4", "video/mp4", aVideo()));
  await expect(page.locator(".video-block")).toContainText(/boat\.mp4|^$/);
  await drop(page, ".ProseMirror", aFile("list.csv", "text/csv", "a,b\n1,2\n"));
  await expect(page.getByRole("link", { name: /list\.csv/ })).toBeVisible();
  await waitForSaved(page);
  await expect
    .poll(async () => {
      const { files } = await ann.api<{ files: { name: string; type: string }[] }>(
        "GET",
        "/api/files?sort=name",
      );
      return files.map(({ name, type }) => [name, type]);
    })
    .toEqual([
      ["boat.mp4", "video/mp4"],
      ["list.csv", "text/csv"],
      ["tickets.pdf", "application/pdf"],
    ]);
  // Nothing says any more that something is on its way.
  await expect(page.locator(".upload-status")).toHaveCount(0);
  const kept = await page.context().request.get((await card.getAttribute("href"))!);
  expect(kept.headers()["content-disposition"]).toBe("attachment; filename=tickets.pdf");
  expect((await kept.body()).toString()).toBe("%PDF-1.7\n%%EOF");
});

test("an upload of 12 MB goes on after a cut line and a reload from where it broke", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, context } = ann;
  const noteId = await aNote(ann, { title: "Recording" });
  const bytes = randomBytes(12 * MB);
  // By its path: Playwright would write it into the page letter by letter, 20 seconds on a slow machine.
  const path = test.info().outputPath("talk.bin");
  await writeFile(path, bytes);
  const offsets: number[] = [];
  let isCut = true;
  await context.route("**/api/files/uploads/*", async (route) => {
    const request = route.request();
    if (request.method() !== "PATCH") return route.continue();
    const offset = Number(request.headers()["upload-offset"]);
    // The first part arrives; then the line is dead.
    if (isCut && offset > 0) return route.abort("connectionreset");
    offsets.push(offset);
    return route.continue();
  });
  await openEditor(page, noteId);
  await page.getByRole("textbox", { name: "Note text" }).click();
  await insert(page, "File", path);
  await expect(page.locator(".upload-status")).toContainText("Waiting for the server");
  expect(offsets).toEqual([0]);
  await waitForSaved(page);
  await page.reload();
  await expect(page.locator(".upload-status")).toBeVisible();
  isCut = false;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.locator(".upload-status")).toHaveCount(0, { timeout: 20_000 });
  expect(offsets).toEqual([0, 5 * MB, 10 * MB]);
  const { files } = await ann.api<{ files: { url: string; size: number }[] }>("GET", "/api/files");
  expect(files.map(({ size }) => size)).toEqual([bytes.length]);
  const kept = await context.request.get(`${files[0]!.url}/original`);
  expect((await kept.body()).equals(bytes)).toBe(true);
});

test("without the server an image stands in the note, and is sent when it is back", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, context } = ann;
  const noteId = await aNote(ann, { title: "Offline" });
  await openEditor(page, noteId);
  await page.getByRole("textbox", { name: "Note text" }).click();
  await context.route("**/api/files/upload?*", (route) => route.abort("connectionrefused"));
  await page.getByLabel("Image file").setInputFiles(aFile("lake.jpg", "image/jpeg", await aPicture()));
  await expect(
    page.getByText("The image is kept on this device and uploads when you're back online."),
  ).toBeVisible();
  const image = page.getByRole("img", { name: "lake" });
  const width = () => image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(640);
  await context.unroute("**/api/files/upload?*");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("Image uploaded successfully!")).toBeVisible({ timeout: 20_000 });
  await waitForSaved(page);
  await page.reload();
  await expect.poll(width).toBe(640);
});

test("a sign-out with a file that only this device has asks first, saves a copy, and ends once it is sent", async ({
  aPerson,
}) => {
  const { page, context } = await aPerson();
  await page.goto("/app/files");
  await context.route("**/api/files/uploads", (route) => route.abort("connectionrefused"));
  await page
    .getByLabel("Files to upload")
    .first()
    .setInputFiles(aFile("only.txt", "text/plain", "only here"));
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText("Waiting for the server");
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Not synced yet: 1 file.");
  const copy = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save a copy" }).click();
  expect((await copy).suggestedFilename()).toBe("only.txt");
  await context.unroute("**/api/files/uploads");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page).toHaveURL(/\/auth\/login/, { timeout: 20_000 });
});

test("files are found by kind and name, tell where they are used, and are deleted and taken back", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const picture = await upload(ann, server.url, "sea.jpg", await aPicture());
  await upload(ann, server.url, "notes.txt", Buffer.from("words"));
  await upload(ann, server.url, "clip.mp4", aVideo());
  await aNote(ann, { title: "The coast", text: `![sea](${picture.url})` });
  await page.goto("/app/files");
  await expect(page.getByRole("article")).toHaveCount(3);
  await page.getByRole("button", { name: /^Images/ }).click();
  await expect(page).toHaveURL(/kind=image/);
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(3);
  await page.getByRole("searchbox", { name: "Search files" }).fill("CLIP");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(article(page, "clip.mp4")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search files" }).fill("");
  await page.getByRole("button", { name: "List", exact: true }).click();
  await expect(page.getByRole("article")).toHaveCount(3);

  // A note's links are known a moment after it was written.
  await expect(async () => {
    await page.reload();
    await expect(article(page, "sea.jpg")).toContainText("in 1 note", { timeout: 2_000 });
  }).toPass();
  await page.getByRole("link", { name: "sea.jpg" }).click();
  const details = page.getByRole("dialog", { name: "sea.jpg" });
  await expect(details.getByRole("link", { name: "The coast" })).toBeVisible();
  await details.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Image deleted successfully. 1 note uses it.")).toBeVisible();
  await expect(article(page, "sea.jpg")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(article(page, "sea.jpg")).toBeVisible();

  await page.getByRole("button", { name: "Actions for notes.txt" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("diary.txt");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(article(page, "diary.txt")).toBeVisible();

  for (const name of ["diary.txt", "clip.mp4"]) await page.getByLabel(`Select ${name}`).check();
  await page.getByRole("toolbar", { name: "Selected files" }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByText("2 files deleted")).toBeVisible();
});

test("files are added to their page by button and by drop, and what is too large is refused there", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/files");
  await expect(page.getByRole("heading", { name: "No files yet" })).toBeVisible();
  await expect(page.getByText(/ used of /)).toBeVisible();
  const picker = page.getByLabel("Files to upload").first();
  await picker.setInputFiles(aFile("lake.jpg", "image/jpeg", await aPicture()));
  await expect(article(page, "lake.jpg")).toBeVisible();
  await drop(page, "#main h1", aFile("plan.md", "text/markdown", "# Plan"));
  await expect(article(page, "plan.md")).toBeVisible();
  await picker.setInputFiles(await tooLargePicture("huge.jpg"));
  await expect(page.getByText("File size must be less than 10MB")).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Clean Up Unused Files" }).click();
  // What has just come may stand in a note that the server has not seen yet.
  await expect(page.getByText("Cleaned up 0 unused files")).toBeVisible();
});

test("an image without room stays in its place with a Retry, and leaves nothing in the note", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const full = "There isn't enough space left for this file.";
  await page.route("**/api/files/upload?*", (route) =>
    route.fulfill({ status: 413, json: { code: "QUOTA_EXCEEDED", message: full } }),
  );
  const noteId = await aNote(ann, { title: "Full", text: "One line" });
  const text = await openEditor(page, noteId);
  await pasteFile(page, "boat.jpg", "image/jpeg", await aPicture());
  await expect(page.getByLabel("Messages").getByText(full)).toBeVisible();
  const failed = text.getByRole("group", { name: "boat.jpg" });
  const image = text.locator("img:not(.ProseMirror-separator)");
  await expect(failed).toContainText(full);
  await failed.getByRole("button", { name: "Retry" }).click();
  await expect(failed).toContainText(full);
  expect(JSON.stringify(await ann.api("GET", `/api/notes/${noteId}/body`))).not.toContain("/files/");
  await failed.getByRole("button", { name: "Cancel" }).click();
  await expect(text.locator(".upload-placeholder")).toHaveCount(0);
  await expect(image).toHaveCount(0);
  await expect(text).toHaveText("One line");

  await pasteFile(page, "boat.jpg", "image/jpeg", await aPicture());
  await expect(failed).toContainText(full);
  await page.unroute("**/api/files/upload?*");
  await page.getByLabel("Messages").getByRole("button", { name: "Retry" }).click();
  await expect(image).toHaveCount(1);
  await expect(text.locator(".upload-placeholder")).toHaveCount(0);
});

test("a file without room is told of once, is tried again with every page, and is sent when there is room", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  const full = "There isn't enough space left for this file.";
  await page.route("**/api/files/uploads", (route) =>
    route.fulfill({ status: 413, json: { code: "QUOTA_EXCEEDED", message: full } }),
  );
  await page.goto("/app/files");
  await page
    .getByLabel("Files to upload")
    .first()
    .setInputFiles(aFile("plan.txt", "text/plain", "Plan"));
  const uploads = page.getByRole("region", { name: "Uploads" });
  const messages = page.getByLabel("Messages");
  await expect(messages.getByText(full)).toBeVisible();
  await expect(uploads.getByText(full)).toBeVisible();
  await page.reload();
  await expect(uploads.getByText(full)).toBeVisible();
  await expect(messages.getByText(full)).toBeHidden();
  await uploads.getByRole("button", { name: "Retry plan.txt" }).click();
  await messages.getByRole("button", { name: "Retry" }).click();
  await expect(messages.getByText(full)).toBeVisible();
  await page.unroute("**/api/files/uploads");
  await page.reload();
  await expect(article(page, "plan.txt")).toBeVisible();
});
