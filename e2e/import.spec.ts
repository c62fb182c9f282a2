import { zipOf } from "#testing/import-files.ts";
import { expect, test } from "./fixtures.ts";

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
  await dialog.getByLabel("Files to import").setInputFiles({
    name: "vault.zip",
    mimeType: "application/zip",
    buffer: vault,
  });
  await expect(dialog.getByText("Obsidian vault: vault.zip")).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText("2 notes and 2 folders will be made.")).toBeVisible();
  await expect(dialog.getByText("not text: it contains zero bytes")).toBeVisible();
  await expect(dialog.getByText("Harbour", { exact: true })).toBeVisible();
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
