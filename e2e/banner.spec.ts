import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, type Person, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

const MOVING = fileURLToPath(new URL("fixtures/banner/moving.webm", import.meta.url));

type File = { name: string; mimeType: string; buffer: Buffer };

/** A ramp from black at the top to white at the bottom, red to the left and blue to the right of it. */
async function aPicture(width = 1600, height = 1200): Promise<File> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#103"/><stop offset="1" stop-color="#fff"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="25%" cy="50%" r="18%" fill="#c02020"/><circle cx="75%" cy="50%" r="18%" fill="#2040c0"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
  return { name: "ramp.jpg", mimeType: "image/jpeg", buffer };
}

const bannerOf = (page: Page) => page.getByRole("region", { name: "Banner", exact: true });
const picture = (page: Page) => bannerOf(page).locator("[data-banner=image] img").last();
const video = (page: Page) => bannerOf(page).locator("video");
const tool = (page: Page, name: string) =>
  bannerOf(page).getByRole("toolbar", { name: "Banner tools" }).getByRole("button", { name, exact: true });

type Workspace = {
  bannerUrl: string | null;
  bannerType: string | null;
  bannerSettings: { focusX: number; focusY: number; height: number | null; poster: string | null };
};
const workspaceOf = ({ api }: Person) => api<Workspace>("GET", "/api/workspace");

async function edit(page: Page) {
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "Edit the dashboard" }).click();
  await expect(tool(page, "Upload")).toBeVisible();
}

async function upload(page: Page, file: File | string) {
  const chooser = page.waitForEvent("filechooser");
  await tool(page, "Upload").click();
  await (await chooser).setFiles(file);
}

const says = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();

/** A file that somebody drops, pastes or both. */
const dataOf = (page: Page, { name, mimeType, buffer }: File) =>
  page.evaluateHandle(
    ([base64, type, title]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], title!, { type: type! }));
      return data;
    },
    [buffer.toString("base64"), mimeType, name],
  );

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
  if (process.env.LOOK) {
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/t-banner/look-${width}.png` });
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  }
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
  const large = { name: "large.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await upload(page, large);
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
  await upload(page, MOVING);
  await says(page, "Banner uploaded successfully");
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
