import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, WIDE } from "./screen-audit.ts";
import type { ServerProcess } from "./server-process.ts";

const DOCX = join(import.meta.dirname, "../src/server/import/fixtures/libreoffice.docx");

/** A server whose operator set a folder. */
const test = base.extend<object, { root: string; server: ServerProcess }>({
  root: [
    async ({}, use) => {
      const root = await mkdtemp(join(tmpdir(), "cairn-watched-"));
      await use(root);
      await rm(root, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  server: [
    async ({ root }, use) => {
      const server = await startJourneyServer({ WEATHER: "off", WATCHED_FOLDER: root });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
test.setTimeout(240_000);

test("files that are put into a folder on the server come in, a change there is taken over in part, and it is disconnected", async ({
  aPerson,
  root,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const open = () => page.goto("/app/settings?tab=data#server-folder");
  await open();
  const setting = page.locator("#server-folder");
  await setting.getByRole("button", { name: "Make a folder" }).click();
  const part = setting.getByRole("region", { name: "Connection" });
  await expect(part).toBeVisible();
  const [directory] = await readdir(root);
  const dir = join(root, directory!);
  await expect(part.getByText(dir)).toBeVisible();
  await writeFile(join(dir, "Orchard plan.md"), "Pears\n\nApples\n\nPlums\n");
  await copyFile(DOCX, join(dir, "Letter.docx"));
  const imported = setting.getByRole("region", { name: "Imported" });
  for (const name of ["Orchard plan", "Letter"])
    await expect(imported.getByRole("link", { name, exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(imported.getByRole("button", { name: "Check for changes: Orchard plan.md" })).toBeVisible();
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await findOverflow(page, `folder on the server at ${viewport.width}`)).toEqual([]);
  }
  expect((await runAxe(page, {})).violations.map(({ id }) => id)).toEqual([]);
  await page.setViewportSize(WIDE);

  await writeFile(join(dir, "Orchard plan.md"), "Pears and quinces\n\nApples\n\nNo plums\n");
  await imported.getByRole("link", { name: "Review changes: Orchard plan.md" }).click({ timeout: 60_000 });
  await page
    .getByRole("button", { name: /^Accept (?!all|note)/ })
    .first()
    .click();
  await expect
    .poll(async () => {
      const { notes } = await ann.api<{ notes: { id: string; title: string }[] }>("GET", "/api/notes");
      const { id } = notes.find(({ title }) => title === "Orchard plan")!;
      return (await ann.api<{ text: string }>("GET", `/api/notes/${id}/body?format=markdown`)).text.trim();
    })
    .toBe("Pears and quinces\n\nApples\n\nPlums");

  await open();
  await part.getByRole("button", { name: "Disconnect..." }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(setting.getByRole("button", { name: "Make a folder" })).toBeVisible();
  await expect(imported.getByRole("link", { name: "Letter", exact: true })).toBeVisible();
  expect((await readdir(dir)).toSorted()).toEqual(["Letter.docx", "Orchard plan.md"]);
});
