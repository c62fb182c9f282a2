import { startGoogleServer } from "#testing/servers/google/google-server.ts";
import type { GoogleServer } from "#testing/servers/google/protocol.ts";
import { expect, test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow } from "./screen-audit.ts";
import type { ServerProcess } from "./server-process.ts";

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
