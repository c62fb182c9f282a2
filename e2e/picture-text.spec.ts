import { fileURLToPath } from "node:url";
import { aPicture } from "./banner-page.ts";
import { runAxe } from "./run-axe.ts";
import { aNote, expect, openEditor, type Person, test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import type { ServerProcess } from "./server-process.ts";

const WHITEBOARD = fileURLToPath(
  new URL("../src/server/attachments/fixtures/whiteboard.jpg", import.meta.url),
);
const SCAN = fileURLToPath(new URL("../src/server/attachments/fixtures/scan.pdf", import.meta.url));

/** A server that looks at pictures. */
const test = base.extend<object, { server: ServerProcess }>({
  server: [
    async ({}, use) => {
      const server = await startJourneyServer({ WEATHER: "off" });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

test("words in a picture and in a scan are read, shown with the file, copied, and found by search", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/app/files");
  const chooser = page.waitForEvent("filechooser");
  await page.locator("header").getByRole("button", { name: "Upload", exact: true }).click();
  await (await chooser).setFiles([WHITEBOARD, SCAN]);
  await page.getByRole("button", { name: "Actions for whiteboard.jpg" }).click();
  await page.getByRole("menuitem", { name: "Details" }).click();
  const picture = page.getByRole("dialog", { name: "whiteboard.jpg" });
  const text = picture.getByRole("region", { name: "Text in the picture" });
  await expect(
    text.getByText("Cairn is still looking for text in it.").or(text.getByRole("button")),
  ).toBeVisible();
  await expect(text).toContainText("Marguerite keeps the key of the", { timeout: 30_000 });
  await text.getByRole("button", { name: "Copy Text" }).click();
  await expect(page.getByText("Text copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("the third of May.");
  expect((await runAxe(page, {}, "[role=dialog]")).violations).toEqual([]);
  const address = await picture.getByRole("link").first().getAttribute("href");
  await ann.api("POST", "/api/notes", {
    title: "Society",
    body: { format: "markdown", text: `![](${address})` },
  });
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Actions for scan.pdf" }).click();
  await page.getByRole("menuitem", { name: "Details" }).click();
  const scan = page.getByRole("dialog", { name: "scan.pdf" });
  await expect(scan.getByText("Carriage paid to Trondheim")).toBeVisible({ timeout: 30_000 });
  await expect(scan.getByText("No text was found on 1 page.")).toBeVisible();

  await page.goto("/app/explorer?q=marguerite");
  const found = page.getByRole("main").getByRole("link", { name: "Society" });
  await expect(found).toBeVisible();

  await found.click();
  await page.locator(".image-view img").first().hover();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Block actions" }).click();
  await page.getByRole("menuitem", { name: "Copy Text from Image" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Minutes .* May\.$/s);
});

/** A note with one image without words, and what presses "Copy Text from Image" in its menu. */
async function withImage(ann: Person, server: ServerProcess) {
  const { buffer } = await aPicture(80, 60);
  const sent = await ann.context.request.post("/api/files/upload?name=ramp.jpg", {
    data: buffer,
    headers: { "content-type": "image/jpeg", origin: new URL(server.url).origin },
  });
  const { id, url } = (await sent.json()) as { id: string; url: string };
  const text = await openEditor(ann.page, await aNote(ann, { text: `![](${url})` }));
  const copyText = async () => {
    const item = ann.page.getByRole("menuitem", { name: "Copy Text from Image" });
    // A menu that is still closing takes the keys that should open the next.
    await expect(async () => {
      await text.locator(".image-view img").click({ timeout: 3_000 });
      await ann.page.keyboard.press("Control+/");
      await item.click({ timeout: 3_000 });
    }).toPass();
  };
  return { id, copyText };
}

test("an image without text says so in its menu", async ({ aPerson, server }) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id, copyText } = await withImage(ann, server);
  await copyText();
  await expect(
    page
      .getByText("Cairn is still looking for text in it.")
      .or(page.getByText("No text was found in this image."))
      .first(),
  ).toBeVisible();
  const state = async () => (await ann.api<{ state: string }>("GET", `/api/files/${id}/text`)).state;
  await expect.poll(state, { timeout: 30_000 }).toBe("read");
  await copyText();
  await expect(page.getByText("No text was found in this image.").first()).toBeVisible();
  await page.route("**/rpc/files/text*", (route) => route.abort());
  await copyText();
  await expect(page.getByText("Couldn't load.").first()).toBeVisible();
});

base("where the operator switched it off, images say that they aren't read", async ({ aPerson, server }) => {
  const ann = await aPerson();
  const { copyText } = await withImage(ann, server);
  await copyText();
  await expect(ann.page.getByText("This server doesn't read text in images.").first()).toBeVisible();
});
