import { expect, test } from "./fixtures.ts";
import { aPictureOf, gallery, shown, names, one, details, open, choose, give, jpeg } from "./gallery-page.ts";
import { tooLargePicture } from "./too-large.ts";

test("pictures are uploaded by button, drop and paste, described, searched and filtered by tag", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await open(page);
  await expect(gallery(page)).toContainText("No pictures yet");
  const held = Promise.withResolvers<void>();
  await page.context().route("**/api/files/upload?*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await choose(page, await jpeg("harbour.jpg", "#264653"));
  await expect(gallery(page).getByRole("button", { name: "Uploading..." }).first()).toBeVisible();
  held.resolve();
  await expect(page.getByText("Image uploaded successfully!")).toBeVisible();
  await page.context().unroute("**/api/files/upload?*");
  await expect(one(page, "harbour.jpg")).toBeVisible();
  await give(page, "drop", await jpeg("hills.jpg", "#e76f51"));
  await expect(one(page, "hills.jpg")).toBeVisible();
  // From Excel: the words go into the field, and the picture of them nowhere.
  await give(page, "paste", await jpeg("cells.jpg", "#ffffff"), "A\tB");
  await give(page, "paste", await jpeg("lake.jpg", "#e9c46a"));
  await expect(one(page, "lake.jpg")).toBeVisible();
  await expect(names(page)).toHaveCount(3);

  await one(page, "harbour.jpg").click();
  await expect(details(page)).toContainText("640 × 400 pixels");
  await details(page).getByLabel("Title").fill("Boats at dawn");
  await details(page).getByLabel("Description").fill("Before the storm");
  await details(page).getByRole("combobox", { name: "Tags" }).fill("sea");
  await page.keyboard.press("Enter");
  await expect(one(page, "Boats at dawn")).toBeVisible();
  await expect(details(page).getByRole("list", { name: "Tags" })).toHaveText("sea");

  const words = gallery(page).getByRole("searchbox", { name: "Search pictures" });
  await words.fill("STORM");
  await expect(names(page)).toHaveCount(1);
  await words.fill("nowhere");
  await expect(gallery(page)).toContainText("No matching pictures");
  await gallery(page).getByRole("button", { name: "Show all pictures" }).click();
  await expect(names(page)).toHaveCount(3);
  await gallery(page).getByRole("combobox", { name: "Tag", exact: true }).selectOption({ label: "sea (1)" });
  await expect(names(page)).toHaveCount(1);
  await expect(one(page, "Boats at dawn")).toBeVisible();

  // What is written last is kept, too, when the gallery is closed at once.
  await details(page).getByLabel("Title").fill("Boats at noon");
  await page.keyboard.press("Escape");
  await expect(gallery(page)).toBeHidden();
  // In the store once.
  await expect(page.getByRole("article")).toHaveCount(3);
  await open(page);
  await expect(names(page)).toHaveCount(3);
  await expect(one(page, "Boats at noon")).toBeVisible();
});

test("a public picture is seen without a session until it is switched off, and then has another address", async ({
  aPerson,
  aContext,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aPictureOf(ann, server.url, "Harbour");
  await open(page);
  await one(page, "Harbour").click();
  const toggle = details(page).getByRole("switch", { name: "Public link" });
  await toggle.click();
  const link = details(page).getByRole("link", { name: /\/p\/pictures\// });
  const path = (await link.getAttribute("href"))!;
  const stranger = await (await aContext()).newPage();
  const seen = await stranger.goto(path);
  expect([seen?.status(), seen?.headers()["content-type"]]).toEqual([200, "image/webp"]);
  expect(await stranger.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await expect(one(page, "Harbour").getByRole("img", { name: "Public" })).toBeVisible();
  await toggle.click();
  await expect(link).toBeHidden();
  expect((await stranger.goto(path))?.status()).toBe(404);
  await toggle.click();
  await expect(link).toBeVisible();
  expect(await link.getAttribute("href")).not.toBe(path);
  expect((await stranger.goto(path))?.status()).toBe(404);
});

test("several pictures are chosen, deleted and brought back; the keys do the same", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  for (const title of ["Five", "Four", "Three", "Two", "One"]) await aPictureOf(ann, server.url, title);
  await open(page);
  for (const name of ["Two", "Four"]) await gallery(page).getByLabel(`Select ${name}`).check();
  const bar = gallery(page).getByRole("toolbar", { name: "Selected pictures" });
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 images deleted")).toBeVisible();
  await expect(names(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => (await ann.api<{ pictures: object[] }>("GET", "/api/gallery")).pictures.length)
    .toBe(5);
  await expect(names(page)).toHaveCount(5);

  await one(page, "One").focus();
  await page.keyboard.press("ArrowRight");
  await expect(one(page, "Two")).toBeFocused();
  await page.keyboard.press("End");
  await expect(one(page, "Five")).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(details(page).getByLabel("Title")).toHaveValue("Two");
  await page.keyboard.press("Delete");
  await expect(page.getByText("Image deleted successfully")).toBeVisible();
  await expect(details(page)).toBeHidden();
  // The next one has the focus.
  await expect(one(page, "Three")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(bar).toContainText("2 selected");
  await page.keyboard.press("Delete");
  await expect(names(page)).toHaveText(["", ""]);
  await expect(one(page, "Five")).toBeFocused();
  const inTrash = async () => {
    const { items } = await ann.api<{ items: { kind: string; name: string }[] }>("GET", "/api/trash");
    return items.map(({ kind, name }) => `${kind} ${name}`).toSorted();
  };
  await expect.poll(inTrash).toEqual(["picture Four", "picture Three", "picture Two"]);
});

test("a picture becomes the banner, the profile picture and part of a new note", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { url } = await aPictureOf(ann, server.url, "Harbour [old]");
  await open(page);
  await one(page, "Harbour [old]").click();
  await details(page).getByRole("button", { name: "Use as Banner" }).click();
  await expect(page.getByText("Banner updated!")).toBeVisible();
  expect(await ann.api("GET", "/api/workspace")).toMatchObject({ bannerUrl: url, bannerType: "image" });
  await details(page).getByRole("button", { name: "Use as Profile Picture" }).click();
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  await details(page).getByRole("button", { name: "Insert into a New Note" }).click();
  await expect(gallery(page)).toBeHidden();
  await expect(page.locator(`.note-text img[src="${url}"]`)).toHaveAttribute("alt", "Harbour [old]");
  // Deleted from the gallery, it is still shown where it is used.
  await open(page);
  await one(page, "Harbour [old]").focus();
  await page.keyboard.press("Delete");
  await expect(page.getByText("Its file stays, because it's still used.")).toBeVisible();
  expect((await page.context().request.get(url)).status()).toBe(200);
});

test("each failure is told in the specification's words, and what was shown comes back", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  await aPictureOf(ann, server.url, "Harbour");
  const broken = new Set<string>();
  await context.route(/\/rpc\/(gallery|workspace)\//, (route) => {
    const path = new URL(route.request().url()).pathname;
    const error = { code: "INVALID_INPUT", message: "No such luck", status: 422, data: null, defined: true };
    return [...broken].some((part) => path.endsWith(part))
      ? route.fulfill({ status: 422, json: { json: error } })
      : route.continue();
  });
  broken.add("/gallery/list");
  await open(page);
  await expect(gallery(page).getByText("Failed to load your images")).toBeVisible();
  broken.clear();
  await gallery(page).getByRole("button", { name: "Try again" }).click();
  await expect(one(page, "Harbour")).toBeVisible();

  broken.add("/gallery/remove");
  await one(page, "Harbour").focus();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("alert").getByText("Failed to delete image")).toBeVisible();
  await expect(one(page, "Harbour")).toBeVisible();

  broken.add("/gallery/add");
  await choose(page, await jpeg("lake.jpg", "#e9c46a"));
  await expect(page.getByRole("alert").getByText("Failed to upload image: No such luck")).toBeVisible();
  broken.clear();
  await page.getByRole("alert").getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Image uploaded successfully!")).toBeVisible();
  // Refused by the server itself, because its bytes are no picture.
  await choose(page, { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("words") });
  const unsupported = "File type not supported. Please use JPG, PNG, WebP, or GIF.";
  await expect(page.getByRole("alert").getByText(`Failed to upload image: ${unsupported}`)).toBeVisible();
  // Refused before anything is sent.
  await choose(page, await tooLargePicture("big.png"));
  await expect(page.getByText("File size must be less than 10MB")).toBeVisible();
  await choose(page, { name: "words.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
  await expect(page.getByText(unsupported, { exact: true })).toBeVisible();

  broken.add("/workspace/update");
  await one(page, "Harbour").click();
  await details(page).getByRole("button", { name: "Use as Banner" }).click();
  await expect(page.getByText("Update Failed")).toBeVisible();
  await expect(page.getByText("Failed to update banner. Please try again.")).toBeVisible();
});

test("without the server the gallery shows what it was, and an upload waits @service-worker", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  await aPictureOf(ann, server.url, "Harbour");
  await open(page);
  await expect(one(page, "Harbour")).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await open(page);
  await expect(one(page, "Harbour")).toBeVisible();
  await one(page, "Harbour").click();
  await expect(details(page).getByRole("switch", { name: "Public link" })).toBeDisabled();
  await choose(page, await jpeg("lake.jpg", "#e9c46a"));
  await expect(gallery(page).getByRole("region", { name: "Uploads" })).toContainText(
    "Waiting for the server",
  );
  await context.setOffline(false);
  await expect(one(page, "lake.jpg")).toBeVisible({ timeout: 20_000 });
});

test("on a phone the gallery is the whole page, and the details take the place of the pictures", async ({
  aPerson,
  onPhone,
  server,
}) => {
  const ann = await aPerson();
  await aPictureOf(ann, server.url, "Harbour", ["sea"]);
  const page = await onPhone(ann);
  await page.goto("/mobile/files");
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Open Gallery" }).click();
  const box = (await gallery(page).boundingBox())!;
  expect([box.x, Math.round(box.width)]).toEqual([0, page.viewportSize()!.width]);
  await one(page, "Harbour").click();
  await expect(shown(page)).toBeHidden();
  await expect(details(page)).toContainText("640 × 400 pixels");
  const back = gallery(page).getByRole("button", { name: "All pictures" });
  await expect(back).toBeFocused();
  await back.click();
  await expect(one(page, "Harbour")).toBeFocused();
});

test("a picture that has left what was searched for is shown as it is", async ({ aPerson, server }) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await aPictureOf(ann, server.url, "Cat", ["pet"]);
  await open(page);
  await gallery(page).getByRole("combobox", { name: "Tag", exact: true }).selectOption({ label: "pet (1)" });
  await one(page, "Cat").click();
  await details(page).getByRole("button", { name: "Remove tag pet" }).click();
  await expect(names(page)).toHaveCount(0);
  for (const tag of ["sea", "sky"]) {
    await details(page).getByRole("combobox", { name: "Tags" }).fill(tag);
    await page.keyboard.press("Enter");
  }
  await expect(details(page).getByRole("listitem")).toHaveText(["sea", "sky"]);
  await details(page).getByRole("switch", { name: "Public link" }).click();
  await expect(details(page).getByRole("link", { name: /\/p\/pictures\// })).toBeVisible();
  const saved = { isPublic: true, tags: ["sea", "sky"] };
  await expect.poll(() => ann.api("GET", `/api/gallery/${id}`)).toMatchObject(saved);
});
