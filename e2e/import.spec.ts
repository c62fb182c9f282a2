import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { zipOf } from "#testing/import-files.ts";
import { readFormats } from "#testing/read-formats.ts";
import { unpackAll } from "#testing/unpack-all.ts";
import { aNote, expect, openEditor, test } from "./fixtures.ts";
import { audit, POPUP, resize } from "./screen-audit.ts";

test("files become notes after a look at what will be made, and one press takes it back", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Import..." }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  const vault = await zipOf({
    "Vault/.obsidian/app.json": "{}",
    "Vault/Harbour.md": "---\ntags: [sea]\n---\n\nBoats lie here, see [[Lighthouse]].",
    "Vault/Coast/Lighthouse.md": "It turns at night.",
    "Vault/broken.md": Buffer.from([35, 0, 0]),
  });
  await expect(dialog.getByRole("button", { name: "Choose a folder" })).toBeVisible();
  expect(await audit(page, "choosing what to import", POPUP)).toEqual([]);
  await dialog.getByLabel("Files to import").setInputFiles({
    name: "vault.zip",
    mimeType: "application/zip",
    buffer: vault,
  });
  await expect(dialog.getByText("Obsidian vault: vault.zip")).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText("2 notes and 2 folders will be created.")).toBeVisible();
  await expect(dialog.getByText("not text: it contains zero bytes")).toBeVisible();
  await expect(dialog.getByText("Harbour", { exact: true })).toBeVisible();
  expect(await audit(page, "plan of an import", POPUP)).toEqual([]);
  expect(await resize(page, "plan of an import")).toEqual([]);
  await dialog.getByRole("button", { name: "Import 2 notes" }).click();
  await expect(dialog.getByText("2 notes imported.")).toBeVisible({ timeout: 60_000 });

  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/app/explorer");
  await expect(page.getByRole("link", { name: "Lighthouse" }).first()).toBeVisible();

  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Open the import of vault.zip" }).click();
  await dialog.getByRole("button", { name: "Undo this import" }).click();
  await expect(dialog.getByText("Undone.")).toBeVisible();
  await expect(page.getByText("Import of vault.zip undone: 2 notes in the trash.")).toBeVisible();
});

test("an import that is cancelled midway says that nothing of it stays, and can be sent again", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Import..." }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  // On a quick machine three hundred are there before one has looked.
  const names = Array.from({ length: 900 }, (_, index) => `Harbour ${index}`);
  const buffer = await zipOf(Object.fromEntries(names.map((name) => [`${name}.md`, `Boats of ${name}.`])));
  const plan = async () => {
    await dialog
      .getByLabel("Files to import")
      .setInputFiles({ name: "harbours.zip", mimeType: "application/zip", buffer });
    const start = dialog.getByRole("button", { name: "Import 900 notes" });
    await expect(start).toBeVisible({ timeout: 60_000 });
    return start;
  };
  await (await plan()).click();
  await expect(dialog.getByText(/Creating: [1-9]/)).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByText("Nothing was added to your notes.")).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText("undone", { exact: true }).first()).toBeVisible();
  await expect(dialog.getByText("imported", { exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Import more" }).click();
  await expect(await plan()).toBeEnabled();
});

test("notes go out as a page, as a document of Word and on paper", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Harbour", text: "Boats lie **here**.\n\n- one\n- two" });
  const row = `|${" word |".repeat(14)}`;
  await aNote(ann, {
    title: "Lighthouse",
    text: `It turns at night.\n\n${row}\n${row.replaceAll("word", "-")}`,
  });
  await page.goto("/app/explorer");
  await page.getByRole("checkbox", { name: "Select Harbour" }).click();
  await page.getByRole("checkbox", { name: "Select Lighthouse" }).click();
  const bar = page.getByRole("toolbar", { name: "Selected notes" });
  const exported = async (item: string) => {
    await bar.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: item }).click(),
    ]);
    await expect(page.getByText("Successfully exported 2 notes")).toBeVisible();
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const html = await exported("Web page (HTML)");
  expect(html.name).toMatch(/^notes-export-\d{4}-\d\d-\d\d\.html$/);
  expect(html.bytes.toString()).toContain("Boats lie <strong>here</strong>");
  const docx = await exported("Word (DOCX)");
  const xml = (await unpackAll(docx.bytes)).get("word/document.xml")?.toString();
  expect(xml).toContain("It turns at night.");
  expect(xml).toContain("<w:numPr>");

  await bar.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Print or PDF..." }).click();
  await expect(
    page.getByRole("dialog", { name: "Print 2 notes" }).getByText("Ready to print."),
  ).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".print-sheet").getByText("It turns at night.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print..." })).toBeHidden();
  // Paper does not scroll: nothing of a wide table may lie beside it.
  const beside = await page
    .locator(".print-sheet table")
    .evaluate(
      (table) =>
        table.getBoundingClientRect().right - table.closest("article")!.getBoundingClientRect().right,
    );
  expect(beside).toBeLessThanOrEqual(1);
  await page.emulateMedia({ media: "screen" });
});

test("on paper a table says its head on each page, and a link that shows its address says it once", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const rows = Array.from({ length: 80 }, (_, index) => `| boat ${index} | ${index} m |`).join("\n");
  const links = "<https://example.com/tides> and [the tides](https://example.org/named)";
  const noteId = await aNote(ann, {
    title: "Fleet",
    text: `${links}\n\n| Vessel | Length |\n| - | - |\n${rows}`,
  });
  const text = await openEditor(page, noteId);
  await expect(text.getByText("boat 79")).toBeAttached();
  const printed = await printedText(page);
  expect(printed.match(/Vessel/g)!.length).toBeGreaterThan(1);
  expect(printed.match(/example\.com/g)).toHaveLength(1);
  expect(printed.match(/example\.org/g)).toHaveLength(1);

  await ann.api("PUT", `/api/notes/${noteId}/publication`, {});
  const { publication } = await ann.api<{ publication: { url: string } }>(
    "GET",
    `/api/notes/${noteId}/publication`,
  );
  await page.goto(publication.url);
  const published = await printedText(page);
  expect(published.match(/Vessel/g)!.length).toBeGreaterThan(1);
  expect(published.match(/example\.com/g)).toHaveLength(1);
  expect(published.match(/example\.org/g)).toHaveLength(1);
});

/** What stands on paper, as a reader of PDFs finds it. */
async function printedText(page: Page): Promise<string> {
  const { notes } = await readFormats({ "printed.pdf": await page.pdf({ format: "A4" }) });
  return notes.map(({ markdown }) => markdown).join("\n");
}
