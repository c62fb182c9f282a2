import { fileURLToPath } from "node:url";
import { runAxe } from "./run-axe.ts";
import { expect, test as base } from "./fixtures.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";

const WHITEBOARD = fileURLToPath(
  new URL("../src/server/attachments/fixtures/whiteboard.jpg", import.meta.url),
);
const SCAN = fileURLToPath(new URL("../src/server/attachments/fixtures/scan.pdf", import.meta.url));

/** A server that looks at pictures. */
const test = base.extend<object, { server: ServerProcess }>({
  server: [
    async ({}, use) => {
      const server = await createServerProcess({ TRUSTED_PROXIES: "loopback", WEATHER: "off" });
      await server.start();
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
  await expect(page.getByRole("main").getByRole("link", { name: "Society" })).toBeVisible();
});
