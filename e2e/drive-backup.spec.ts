import { startGoogleServer } from "#testing/servers/google/google-server.ts";
import { startWebdavServer } from "#testing/servers/webdav-server.ts";
import type { GoogleServer } from "#testing/servers/google/protocol.ts";
import { expect, test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, WIDE } from "./screen-audit.ts";
import type { ServerProcess } from "./server-process.ts";

/** A server that is set up for the Google beside it. */
type Servers = {
  server: ServerProcess;
  google: GoogleServer;
  webdav: Awaited<ReturnType<typeof startWebdavServer>>;
};
const test = base.extend<object, Servers>({
  webdav: [
    async ({}, use) => {
      const webdav = await startWebdavServer();
      await use(webdav);
      await webdav.close();
    },
    { scope: "worker" },
  ],
  google: [
    async ({}, use) => {
      const google = await startGoogleServer();
      await use(google);
      google.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ google, webdav }, use) => {
      const env = { ...google.env, EGRESS_ALLOW: webdav.host };
      const server = await startJourneyServer({ WEATHER: "off", ...env });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

const PASSPHRASE = "correct horse battery";

test("an account is backed up into Google Drive, and another one is restored from it", async ({
  aPerson,
  onPhone,
  google,
}) => {
  const ann = await aPerson("Ann");
  await ann.api("POST", "/api/notes", { title: "Orchard", body: { format: "markdown", text: "Quinces" } });
  const { page } = ann;
  await page.goto("/app/drive");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Allow" }).click();
  const part = page.getByRole("region", { name: "Backup", exact: true });
  await part.getByRole("button", { name: "Turn on..." }).click();
  const dialog = page.getByRole("dialog", { name: "Passphrase for backups" });
  await dialog.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel("Repeat the passphrase").fill("something else");
  await dialog.getByRole("button", { name: "Back up every night" }).click();
  await expect(dialog.getByText("The passphrases don't match.")).toBeVisible();
  expect((await runAxe(page, {})).violations.map(({ id }) => id)).toEqual([]);
  await dialog.getByLabel("Repeat the passphrase").fill(PASSPHRASE);
  await dialog.getByRole("button", { name: "Back up every night" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await proof.getByLabel("Password", { exact: true }).fill(ann.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(part.getByText(/^Last backup:/)).toBeVisible({ timeout: 60_000 });
  const [file] = [...google.files.values()].filter(({ name }) => name.startsWith("cairn-account-"));
  expect(file!.bytes.toString("latin1")).not.toContain("Quinces");
  expect((await runAxe(page, {})).violations.map(({ id }) => id)).toEqual([]);

  const eve = await aPerson("Eve");
  const phone = await onPhone(eve);
  await phone.goto("/app/drive");
  await phone.getByRole("button", { name: "Connect", exact: true }).click();
  await phone.getByRole("link", { name: "Allow" }).click();
  await phone.getByRole("button", { name: "Restore..." }).click();
  const restore = phone.getByRole("dialog", { name: "Restore a backup" });
  await restore.getByLabel("Passphrase").fill("wrong horse battery");
  await restore.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(restore.getByText("This isn't the passphrase the backup was made with.")).toBeVisible();
  expect(await findOverflow(phone, "Restoring on a phone")).toEqual([]);
  await restore.getByLabel("Passphrase").fill(PASSPHRASE);
  await restore.getByRole("button", { name: "Restore", exact: true }).click();
  const plan = phone.getByRole("dialog", { name: "Import" });
  await plan.getByRole("button", { name: "Import 1 note" }).click({ timeout: 60_000 });
  await expect(plan.getByText(/imported/).first()).toBeVisible({ timeout: 60_000 });
  const { notes } = await eve.api<{ notes: { title: string }[] }>("GET", "/api/notes");
  expect(notes.map(({ title }) => title)).toContain("Orchard");
});

test("whoever has no Google backs up to a WebDAV server, from the settings", async ({ aPerson, webdav }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await page.goto("/app/settings?tab=data#webdav");
  const setting = page.locator("#webdav");
  await setting.getByRole("button", { name: "Connect WebDAV..." }).click();
  const dialog = page.getByRole("dialog", { name: "Connect WebDAV" });
  await dialog.getByLabel("Address of a folder").fill(webdav.url);
  await dialog.getByLabel("User name").fill(webdav.account.username);
  await dialog.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The WebDAV server doesn't accept this name and password.")).toBeVisible();
  expect((await runAxe(page, {})).violations.map(({ id }) => id)).toEqual([]);
  await dialog.getByLabel("Password", { exact: true }).fill(webdav.account.password);
  await page.keyboard.press("Enter");
  await setting.getByRole("button", { name: "Turn on..." }).click();
  const start = page.getByRole("dialog", { name: "Passphrase for backups" });
  await start.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await start.getByLabel("Repeat the passphrase").fill(PASSPHRASE);
  await page.keyboard.press("Enter");
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await proof.getByLabel("Password", { exact: true }).fill(ann.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(setting.getByText(/^Last backup:/)).toBeVisible({ timeout: 60_000 });
  expect([...webdav.files.keys()]).toEqual([expect.stringContaining("/Cairn Backups/cairn-account-")]);
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await findOverflow(page, `backup to WebDAV at ${viewport.width}`)).toEqual([]);
  }
  expect((await runAxe(page, {})).violations.map(({ id }) => id)).toEqual([]);
  await setting.getByRole("button", { name: "Disconnect..." }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(setting.getByText(/^Last backup:/)).toHaveCount(0);
});
