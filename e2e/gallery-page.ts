import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { Picture } from "#contract/gallery.ts";
import { expect, type Person } from "./fixtures.ts";

export const picture = (colour: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

/** Puts a picture there by the doors that the page uses. */
export async function aPictureOf(
  person: Person,
  url: string,
  title: string,
  tags: string[] = [],
): Promise<Picture> {
  const name = `${title.toLowerCase().replaceAll(" ", "-")}.jpg`;
  const upload = await person.context.request.post(`${url}/api/files/upload?name=${name}`, {
    headers: { origin: url, "content-type": "image/jpeg" },
    data: await picture("#2a9d8f"),
  });
  const { id } = (await upload.json()) as { id: string };
  return person.api("POST", "/api/gallery", { fileId: id, title, tags });
}

export const gallery = (page: Page) => page.getByRole("dialog", { name: "Gallery" });
export const shown = (page: Page) => gallery(page).getByRole("list", { name: "Pictures" });
export const names = (page: Page) => shown(page).locator("[data-picture]");
export const one = (page: Page, name: string) => shown(page).getByRole("button", { name, exact: true });
export const details = (page: Page) => gallery(page).getByRole("region", { name: "Picture details" });

export async function open(page: Page): Promise<void> {
  await page.goto("/app/files");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox").fill("open gallery");
  await page.getByRole("option", { name: "Open Gallery", exact: true }).click();
  await expect(gallery(page)).toBeVisible();
}

type Given = { name: string; mimeType: string; buffer: Buffer };

export async function choose(page: Page, files: Given | Given[] | string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await gallery(page).getByRole("button", { name: "Upload", exact: true }).first().click();
  await (await chooser).setFiles(files);
}

/** As a person lets a file go over the gallery, or pastes one into it. */
export const give = async (page: Page, how: "drop" | "paste", { name, mimeType, buffer }: Given, text = "") =>
  gallery(page)
    .getByRole("searchbox")
    .evaluate(
      (element, [kind, fileName, type, bytes, words]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], fileName, { type }));
        if (words) data.setData("text/plain", words);
        const about = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          kind === "paste"
            ? new ClipboardEvent("paste", { ...about, clipboardData: data })
            : new DragEvent("drop", { ...about, dataTransfer: data }),
        );
      },
      [how, name, mimeType, [...buffer], text] as const,
    );

export const jpeg = async (name: string, colour: string): Promise<Given> => ({
  name,
  mimeType: "image/jpeg",
  buffer: await picture(colour),
});
