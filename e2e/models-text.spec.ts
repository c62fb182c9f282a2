import { readFile } from "node:fs/promises";
import { aNoteOf, askByKeys, body, comes, savedText, withModel } from "./assistant-page.ts";
import { expect, openEditor } from "./fixtures.ts";
import { test } from "./model-servers.ts";

test("an accepted suggestion says which model wrote it, in the note, in its export and to Chat's settings", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withModel(ann, open);
  const noteId = await aNoteOf(ann, "We went to the market.");
  open.say("We walked to the market.");
  await askByKeys(ann, "Improve");
  await expect(comes(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Accept all" }).click();
  await expect.poll(() => savedText(ann, noteId)).toBe("We walked to the market.");
  await expect(body(page).locator('[data-origin="ai"]')).toHaveText("walked");
  await expect(body(page).locator('[data-origin="ai"]')).toHaveAttribute("data-origin-model", "echo-small");
  // Undone as any change, and done again.
  await body(page).press("ControlOrMeta+z");
  await expect(body(page).locator("[data-origin]")).toHaveCount(0);
  await body(page).press("ControlOrMeta+Shift+z");
  await expect(body(page).locator('[data-origin="ai"]')).toHaveText("walked");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("Export Note");
  await page.getByRole("option", { name: /^Export\.\.\./ }).click();
  const dialog = page.getByRole("dialog", { name: /Export/ });
  await dialog.getByRole("checkbox", { name: "Say where text came from" }).check();
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toContain("We walked to the market.");
  expect(file).toContain("Where this text came from, by words: 80% typed, 20% written by AI [^ai-1]");
  expect(file).toContain("[^ai-1]: echo-small, asked:");
  await page.goto("/app/settings?tab=models#chat-origins");
  await page.getByRole("switch", { name: "Leave out what models wrote" }).click();
  await page.reload();
  await expect(page.getByRole("switch", { name: "Leave out what models wrote" })).toBeChecked();
  await openEditor(page, noteId);
});
