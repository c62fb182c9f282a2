import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, type Person } from "./fixtures.ts";

export const MOVING = fileURLToPath(new URL("fixtures/banner/moving.webm", import.meta.url));

export type File = { name: string; mimeType: string; buffer: Buffer };

/** A ramp from black at the top to white at the bottom, red to the left and blue to the right of it. */
export async function aPicture(width = 1600, height = 1200): Promise<File> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#103"/><stop offset="1" stop-color="#fff"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="25%" cy="50%" r="18%" fill="#c02020"/><circle cx="75%" cy="50%" r="18%" fill="#2040c0"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
  return { name: "ramp.jpg", mimeType: "image/jpeg", buffer };
}

export const bannerOf = (page: Page) => page.getByRole("region", { name: "Banner", exact: true });
/** Also below a dialog, where no role is found. */
export const picture = (page: Page) =>
  page.locator("section[aria-label=Banner] [data-banner=image] img").last();
export const video = (page: Page) => bannerOf(page).locator("video");
export const tool = (page: Page, name: string) =>
  bannerOf(page).getByRole("toolbar", { name: "Banner tools" }).getByRole("button", { name, exact: true });

export type Workspace = {
  bannerUrl: string | null;
  bannerType: string | null;
  bannerSettings: { focusX: number; focusY: number; height: number | null; poster: string | null };
};
export const workspaceOf = ({ api }: Person) => api<Workspace>("GET", "/api/workspace");

export async function edit(page: Page) {
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "Edit the dashboard" }).click();
  await expect(tool(page, "Upload")).toBeVisible();
}

export async function upload(page: Page, file: File | string) {
  const chooser = page.waitForEvent("filechooser");
  await tool(page, "Upload").click();
  await (await chooser).setFiles(file);
}

export const says = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();

/** A video becomes the banner. A refusal would be gone from the page before the wait for its success ends. */
export async function uploadVideo(page: Page) {
  await upload(page, MOVING);
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toContainText(/Banner uploaded successfully|Failed to upload banner/);
  await expect(messages).toContainText("Banner uploaded successfully");
}

/** A file that somebody drops, pastes or both. */
export const dataOf = (page: Page, { name, mimeType, buffer }: File) =>
  page.evaluateHandle(
    ([base64, type, title]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], title!, { type: type! }));
      return data;
    },
    [buffer.toString("base64"), mimeType, name],
  );

/** Puts a picture there without the page. */
export async function giveBanner(person: Person, server: string): Promise<string> {
  const { name, mimeType, buffer } = await aPicture();
  const sent = await person.context.request.post(`/api/files/upload?name=${name}`, {
    data: buffer,
    headers: { "content-type": mimeType, origin: new URL(server).origin },
  });
  expect(sent.status()).toBe(201);
  const { url } = (await sent.json()) as { url: string };
  await person.api("PATCH", "/api/workspace", {
    bannerUrl: url,
    bannerType: "image",
    isDashboardEditing: true,
  });
  return url;
}

export async function aMovingGif(frames: number): Promise<Buffer> {
  const [width, height] = [160, 90];
  const bytes = Buffer.alloc(width * height * 3 * frames);
  for (let at = 0; at < bytes.length; at += 3) bytes[at + (Math.floor(at / (width * height * 3)) % 3)] = 200;
  return sharp(bytes, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, () => 100) })
    .toBuffer();
}

/** An answer of a server that will not. */
export const REFUSED = {
  status: 422,
  json: {
    json: { code: "INVALID_INPUT", message: "No such luck", status: 422, data: null, defined: true },
  },
};
