import { startWebdavServer } from "#testing/servers/webdav-server.ts";
import { expect, test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, WIDE } from "./screen-audit.ts";
import type { ServerProcess } from "./server-process.ts";

type Servers = { server: ServerProcess; webdav: Awaited<ReturnType<typeof startWebdavServer>> };
const test = base.extend<object, Servers>({
  webdav: [
    async ({}, use) => {
      const webdav = await startWebdavServer();
      await use(webdav);
      await webdav.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ webdav }, use) => {
      const server = await startJourneyServer({ WEATHER: "off", EGRESS_ALLOW: webdav.host });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
test.setTimeout(240_000);

test("files are chosen on a WebDAV server by keys alone, come in, and a change there is taken over in part", async ({
  aPerson,
  webdav,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  webdav.folders.add("/dav/ann/庭/");
  const plan = "/dav/ann/庭/Orchard plan.md";
  webdav.files.set(plan, Buffer.from("Pears\n\nApples\n\nPlums\n"));
  webdav.files.set("/dav/ann/庭/بستان.txt", Buffer.from("نخيل"));
  await ann.api("PUT", "/api/drive/webdav", { url: webdav.url, ...webdav.account });
  await page.goto("/app/settings?tab=data#webdav");
  const setting = page.locator("#webdav");
  await setting.getByRole("button", { name: "Choose files to import..." }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Choose files from WebDAV" });
  const garden = dialog.getByRole("button", { name: "庭" });
  await garden.focus();
  await page.keyboard.press("Enter");
  const rows = dialog.getByRole("list", { name: "Files and folders" }).getByRole("checkbox");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(dialog.getByText("2 files chosen")).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(garden).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByRole("searchbox", { name: "Filter this folder" }).fill("بست");
  await expect(rows).toHaveCount(1);
  await rows.first().press("Space");
  await expect(dialog.getByText("1 file chosen")).toBeVisible();
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport);
    expect(await findOverflow(page, `files of WebDAV at ${viewport.width}`)).toEqual([]);
  }
  expect((await runAxe(page, {})).violations.map(({ id }) => id)).toEqual([]);
  await dialog.getByRole("button", { name: "Continue" }).press("Enter");
  await setting.getByRole("button", { name: "Import 1 file" }).click();
  const imported = setting.getByRole("region", { name: "Imported from WebDAV" });
  await expect(imported.getByRole("link", { name: "Orchard plan", exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(imported.getByText("庭/Orchard plan.md")).toBeVisible();
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport);
    expect(await findOverflow(page, `WebDAV at ${viewport.width}`)).toEqual([]);
  }
  expect((await runAxe(page, {})).violations.map(({ id }) => id)).toEqual([]);

  webdav.files.set(plan, Buffer.from("Pears and quinces\n\nApples\n\nNo plums\n"));
  await imported.getByRole("button", { name: "Check for changes: Orchard plan.md" }).click();
  await page
    .getByRole("button", { name: /^Accept (?!all|note)/ })
    .first()
    .click({ timeout: 60_000 });
  await expect
    .poll(async () => {
      const { notes } = await ann.api<{ notes: { id: string; title: string }[] }>("GET", "/api/notes");
      const { id } = notes.find(({ title }) => title === "Orchard plan")!;
      return (await ann.api<{ text: string }>("GET", `/api/notes/${id}/body?format=markdown`)).text.trim();
    })
    .toBe("Pears and quinces\n\nApples\n\nPlums");
});

test("the WebDAV server is asked when somebody looks there, and not whenever something is imported or written", async ({
  aPerson,
  webdav,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  webdav.files.set("/dav/ann/Herbs.md", Buffer.from("Thyme"));
  await ann.api("PUT", "/api/drive/webdav", { url: webdav.url, ...webdav.account });
  await page.goto("/app/settings?tab=data#webdav");
  const choose = page.locator("#webdav").getByRole("button", { name: "Choose files to import..." });
  await choose.click();
  const dialog = page.getByRole("dialog", { name: "Choose files from WebDAV" });
  await expect(dialog.getByRole("checkbox", { name: "Herbs.md" })).toBeVisible();
  const looks = () =>
    webdav.asked.filter(({ method, path }) => method === "PROPFIND" && path === "/dav/ann/").length;
  const before = looks();
  await ann.api("POST", "/api/drive/import", { source: "webdav", ids: [`${webdav.url}/Herbs.md`] });
  await expect(page.locator("#webdav a", { hasText: "Herbs" })).toHaveCount(1, { timeout: 60_000 });
  expect(looks()).toBe(before);
  await page.keyboard.press("Escape");
  webdav.files.set("/dav/ann/Sage.md", Buffer.from("Sage"));
  await choose.click();
  await expect(dialog.getByRole("checkbox", { name: "Sage.md" })).toBeVisible();
});
