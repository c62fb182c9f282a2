import type { Page } from "@playwright/test";
import { startGoogleServer } from "#testing/servers/google/google-server.ts";
import type { GoogleServer } from "#testing/servers/google/protocol.ts";
import { docxOf } from "#testing/servers/google/docx.ts";
import { expect, test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow } from "./screen-audit.ts";
import type { ServerProcess } from "./server-process.ts";

const DOC = "application/vnd.google-apps.document";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** A server that is set up for the Google beside it. */
const test = base.extend<object, { server: ServerProcess; google: GoogleServer }>({
  google: [
    async ({}, use) => {
      const google = await startGoogleServer();
      await use(google);
      google.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ google }, use) => {
      const server = await startJourneyServer({ WEATHER: "off", ...google.env });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

const axe = async (page: Page) => (await runAxe(page, {})).violations.map(({ id }) => id);

async function connect(page: Page): Promise<void> {
  await page.goto("/app/drive");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Allow" }).click();
  await expect(page.getByText("ann@gmail.example")).toBeVisible();
}

/** Google's own window knows the files; the script in its place finds their ids in the address. */
async function choose(page: Page, ids: string[]): Promise<void> {
  await page.goto(`/api/drive/picker#choose=${ids.join(",")}`);
  await page.getByRole("button", { name: "Select" }).click();
}

test("a document is imported, changed in Google Drive, reviewed part by part, and a note is exported", async ({
  aPerson,
  google,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await connect(page);
  // Nothing of what Google sent along stays in the address.
  await expect(page).toHaveURL(/\/app\/drive$/);
  expect(await axe(page)).toEqual([]);

  const doc = google.add({
    name: "Orchard plan",
    mimeType: DOC,
    exports: { [DOCX]: await docxOf(["Pears", "Apples"]) },
  });
  await page.getByRole("link", { name: "Choose files to import" }).click();
  await expect(page.getByRole("heading", { name: "Choose files from Google Drive" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Google Drive" })).toBeVisible();
  await choose(page, [doc.id]);
  const chosen = page.getByRole("region", { name: "Chosen files" });
  await expect(chosen.getByText("Orchard plan")).toBeVisible();
  await chosen.getByRole("button", { name: "Import 1 file" }).click();
  const check = page.getByRole("button", { name: "Check for changes: Orchard plan" });
  await expect(check).toBeVisible({ timeout: 30_000 });

  doc.exports[DOCX] = await docxOf(["Pears", "Apples and plums"]);
  doc.version++;
  await check.click();
  await expect(page.getByText("Changed in Google Drive: Orchard plan").first()).toBeVisible({
    timeout: 30_000,
  });
  await page.goto("/app/drive");
  await page.getByRole("link", { name: "Review changes: Orchard plan" }).click();
  await page
    .getByRole("button", { name: /^Accept/ })
    .first()
    .click();
  await page.goto("/app/drive");
  await page.getByRole("link", { name: "Orchard plan", exact: true }).click();
  await expect(page.getByText("Apples and plums")).toBeVisible();

  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("Export to Google Drive");
  await palette
    .getByRole("option", { name: /Export to Google Drive/ })
    .first()
    .click();
  await expect.poll(() => [...google.files.values()].map(({ name }) => name)).toContain("Cairn");
  await page.goto("/app/drive");
  await expect(page.getByRole("region", { name: "Exported" }).getByText("Orchard plan")).toBeVisible();

  const { id: folderId } = await ann.api<{ id: string }>("POST", "/api/folders", { name: "Garden" });
  await ann.api("POST", "/api/notes", { title: "Roses", folderId });
  await page
    .getByRole("region", { name: "Export", exact: true })
    .getByRole("button", { name: /^Folder/ })
    .click();
  await page.getByRole("dialog").getByText("Garden").click();
  await page.getByLabel("Format").selectOption("Markdown files");
  await page.getByRole("button", { name: "Export notes" }).click();
  await expect.poll(() => [...google.files.values()].map(({ name }) => name)).toContain("Roses.md");

  await page.getByRole("button", { name: "Disconnect..." }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(page.getByRole("button", { name: "Connect", exact: true })).toBeVisible();
  await expect(check).toBeDisabled();
  expect(google.grants.size).toBe(0);
});

test("on a phone a file is chosen and imported, and what fails says why", async ({
  aPerson,
  onPhone,
  google,
}) => {
  const ann = await aPerson();
  const phone = await onPhone(ann);
  await connect(phone);
  const doc = google.add({ name: "Too long", mimeType: DOC, exports: {} });
  google.troubles.push({ on: /export/, status: 403, reason: "exportSizeLimitExceeded" });
  await choose(phone, [doc.id]);
  await phone.getByRole("button", { name: "Import 1 file" }).click();
  await expect(phone.getByText("Google doesn't hand out documents of more than 10 MB")).toBeVisible({
    timeout: 30_000,
  });
  expect(await findOverflow(phone, "Google Drive on a phone")).toEqual([]);
  expect(await axe(phone)).toEqual([]);
  google.troubles.length = 0;
  doc.exports[DOCX] = await docxOf(["Short"]);
  await phone.getByRole("button", { name: "Try again: Too long" }).click();
  await expect(phone.getByRole("button", { name: "Check for changes: Too long" })).toBeVisible({
    timeout: 30_000,
  });
  await phone.goto("/mobile/drive?error=access_denied");
  await expect(phone.getByText("You didn't allow Cairn to use Google Drive")).toBeVisible();
});
