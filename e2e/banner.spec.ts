import sharp from "sharp";
import {
  aMovingGif,
  aPicture,
  bannerOf,
  dataOf,
  edit,
  giveBanner,
  picture,
  REFUSED,
  says,
  tool,
  upload,
  uploadVideo,
  video,
  workspaceOf,
} from "./banner-page.ts";
import { expect, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";
import { tooLargePicture } from "./too-large.ts";

test("an uploaded picture stands behind the greeting, is moved and made higher, and holds at another width", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await edit(page);
  await upload(page, await aPicture());
  await says(page, "Banner uploaded successfully");
  await expect(picture(page)).toBeVisible();
  await expect
    .poll(() => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await audit(page, "banner", "main")).toEqual([]);

  const grip = bannerOf(page).getByRole("button", { name: /Move the picture/ });
  const box = (await grip.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await says(page, "Banner updated!");
  await expect.poll(async () => (await workspaceOf(ann)).bannerSettings.focusY).toBeGreaterThan(50);
  const { focusY } = (await workspaceOf(ann)).bannerSettings;

  // Escape in the middle of a drag leaves all as it was.
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 90, { steps: 3 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(picture(page)).toHaveCSS("object-position", `50% ${focusY}%`);

  await grip.press("ArrowRight");
  await expect.poll(async () => (await workspaceOf(ann)).bannerSettings.focusX).toBe(52);
  const height = bannerOf(page).getByRole("slider", { name: "Height of the picture" });
  await height.press("End");
  await expect.poll(async () => (await workspaceOf(ann)).bannerSettings.height).toBe(200);
  await page.setViewportSize({ width: 800, height: 900 });
  await page.reload();
  await expect(picture(page)).toHaveCSS("object-position", `52% ${focusY}%`);
  await expect(picture(page)).toHaveCSS("height", "1800px");

  await height.press("Home");
  await says(page, "Banner updated!");
  await expect.poll(async () => (await workspaceOf(ann)).bannerSettings.height).toBe(20);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(async () => (await workspaceOf(ann)).bannerSettings.height).toBe(200);
});

test("a file of a false type, and one that is no picture, is refused with its reason", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await edit(page);
  await upload(page, { name: "false.mp4", mimeType: "video/mp4", buffer: Buffer.from("no video at all") });
  await says(page, "Failed to upload banner");
  await says(page, "This file can't be played as a video. Please use MP4 or WebM.");
  await upload(page, { name: "false.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await says(page, "Failed to upload image: File type not supported. Please use JPG, PNG, WebP, or GIF.");
  await upload(page, { name: "words.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
  await says(page, "File type not supported. Please use JPG, PNG, WebP, GIF, MP4 or WebM.");
  await upload(page, await tooLargePicture("large.jpg"));
  await says(page, "File size must be less than 10MB");
  expect((await workspaceOf(ann)).bannerUrl).toBeNull();
});

test("dropped and pasted pictures become the banner, and undo brings back what was there", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await edit(page);
  const data = await dataOf(page, await aPicture(800, 600));
  await bannerOf(page).dispatchEvent("dragover", { dataTransfer: data });
  await says(page, "Drop an image or video to use it as your banner");
  await bannerOf(page).dispatchEvent("drop", { dataTransfer: data });
  await says(page, "Banner uploaded successfully");
  await expect(picture(page)).toBeVisible();
  const first = (await workspaceOf(ann)).bannerUrl;
  await page.evaluate(
    (clipboardData) =>
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true })),
    data,
  );
  await expect.poll(async () => (await workspaceOf(ann)).bannerUrl).not.toBe(first);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(async () => (await workspaceOf(ann)).bannerUrl).toBe(first);
  await tool(page, "Remove").click();
  await says(page, "Banner removed");
  await expect(picture(page)).toHaveCount(0);
});

test("a video has a poster, plays where it is seen, and can be stopped", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await edit(page);
  await uploadVideo(page);
  const isPaused = () => video(page).evaluate((element: HTMLVideoElement) => element.paused);
  await expect.poll(isPaused).toBe(false);
  const { bannerType, bannerSettings } = await workspaceOf(ann);
  expect(bannerType).toBe("video");
  expect(await video(page).getAttribute("poster")).toBe(`${bannerSettings.poster}/medium`);
  await bannerOf(page).getByRole("button", { name: "Pause the banner" }).click();
  await expect.poll(isPaused).toBe(true);
  await bannerOf(page).getByRole("button", { name: "Play the banner" }).click();
  await expect.poll(isPaused).toBe(false);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(bannerOf(page).getByRole("button", { name: "Play the banner" })).toBeVisible();
  expect([await isPaused(), await video(page).getAttribute("preload")]).toEqual([true, "none"]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(isPaused).toBe(false);
});

test("large and moving pictures are shown in a clear state each", async ({ aPerson }) => {
  test.slow();
  const ann = await aPerson("Ann");
  const { page } = ann;
  await edit(page);
  // 50 megapixels, and less than 10 MB.
  await upload(page, { ...(await aPicture(8200, 6100)), name: "large.jpg" });
  await says(page, "Banner uploaded successfully");
  await expect(picture(page)).toBeVisible();
  await expect
    .poll(() => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await upload(page, { name: "moving.gif", mimeType: "image/gif", buffer: await aMovingGif(200) });
  await expect(bannerOf(page).getByRole("button", { name: "Pause the banner" })).toBeVisible();
  await bannerOf(page).getByRole("button", { name: "Pause the banner" }).click();
  await expect(picture(page)).toHaveAttribute("src", /\/medium$/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(bannerOf(page).getByRole("button", { name: "Play the banner" })).toBeVisible();
  await expect(picture(page)).toHaveAttribute("src", /\/medium$/);
});

test("a video without a poster, such as one of the gallery, shows its first frame where nothing may move", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await edit(page);
  await uploadVideo(page);
  await ann.api("PATCH", "/api/workspace", { bannerSettings: { poster: null } });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(bannerOf(page).getByRole("button", { name: "Play the banner" })).toBeVisible();
  const state = () => video(page).evaluate((element: HTMLVideoElement) => element.readyState);
  await expect.poll(state).toBeGreaterThanOrEqual(2);
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
});

test("a picture that the server could not give is there again with the server @service-worker", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await giveBanner(ann, server.url);
  await page.goto("/app/dashboard");
  await expect(picture(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await server.stop();
  await page.reload();
  await expect(bannerOf(page).getByText("Welcome, Ann")).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
  await server.start();
  await expect(picture(page)).toBeVisible({ timeout: 30_000 });
});

test("a server that fails is told, and Retry goes on", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page, context } = ann;
  await edit(page);
  await context.route("**/api/files/upload*", (route) => route.fulfill({ status: 503, json: {} }));
  await upload(page, await aPicture(400, 300));
  await says(page, "Failed to upload banner");
  await context.unroute("**/api/files/upload*");
  await context.route("**/rpc/workspace/update", (route) => route.fulfill(REFUSED));
  await page.getByRole("button", { name: "Retry" }).click();
  await says(page, "Update Failed");
  await says(page, "Failed to update banner. Please try again.");
  await expect(picture(page)).toHaveCount(0);
  // What was uploaded for nothing is taken away.
  await expect.poll(async () => (await ann.api<{ files: unknown[] }>("GET", "/api/files")).files).toEqual([]);
  await context.unroute("**/rpc/workspace/update");
  await page.getByRole("button", { name: "Retry" }).click();
  await says(page, "Banner uploaded successfully");
  await expect(picture(page)).toBeVisible();
});

test("with dynamic accent on, the accent is taken from a new banner", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  await ann.api("PATCH", "/api/preferences", { settings: { isAccentDynamic: true } });
  const { page } = ann;
  await edit(page);
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#c83c1e" } })
    .png()
    .toBuffer();
  await upload(page, { name: "rust.png", mimeType: "image/png", buffer });
  await says(page, "Banner uploaded successfully");
  const accent = async () =>
    (await ann.api<{ settings: { accent?: string } }>("GET", "/api/preferences")).settings.accent;
  await expect.poll(accent).toBe("#c83c1e");
});
