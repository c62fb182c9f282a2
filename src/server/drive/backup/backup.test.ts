import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { DriveBackup } from "#contract/drive-backups.ts";
import { ann, app, connect, driveOf, google, soon, withDriveApp } from "#testing/servers/google/drive-app.ts";
import type { DriveEntry } from "#testing/servers/google/protocol.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { openAccountFile } from "../../export/account-file.ts";
import { tagOf } from "../../export/account-lock.ts";
import { bytesOf, upload } from "../google/upload.ts";
import { backupName } from "./place.ts";
import { nextDue } from "./places.ts";

withDriveApp();

const PASSPHRASE = "correct horse battery";
const WHOLE = "account-backup";

const statusOf = async (person: SignedInVisitor): Promise<DriveBackup | null> =>
  (await driveOf(person).backup({})).backup;
async function start(person: SignedInVisitor, keep = { daily: 7, weekly: 4, monthly: 6 }) {
  await person.client.security.reauthenticate({ password: person.password });
  await driveOf(person).startBackups({ passphrase: PASSPHRASE, keep });
}
const over = (person: SignedInVisitor) => soon(async () => (await statusOf(person))?.isRunning);
const backupsOf = (person: SignedInVisitor): DriveEntry[] =>
  [...google.files.values()].filter(
    ({ name, appProperties }) => name.includes(tagOf(person.userId)) && appProperties?.["cairn"] === WHOLE,
  );
async function backUp(person: SignedInVisitor) {
  await driveOf(person).backUpNow({});
  await over(person).toBe(false);
}
/** A whole one of another day. */
const older = (person: SignedInVisitor, at: string) =>
  google.add({
    name: backupName(new Date(at), tagOf(person.userId)),
    mimeType: "application/octet-stream",
    appProperties: { cairn: WHOLE },
  });
const told = async (person: SignedInVisitor) =>
  (await person.client.notifications.list({})).notifications.filter(({ title }) => title === "Backup failed");
const hasten = (person: SignedInVisitor) =>
  app.database.asSuperuser("UPDATE jobs SET run_at = now() WHERE user_id = $1", [person.userId]);

beforeEach(() => connect(ann));

describe("a backup into Google Drive", () => {
  test("lies there sealed, in a folder of its own, and is read back by an import with its passphrase", async () => {
    const note = await ann.client.notes.create({
      title: "Orchard 果樹園",
      body: { format: "markdown", text: "Quinces and medlars" },
    });
    await start(ann);
    await over(ann).toBe(false);
    const [file] = backupsOf(ann);
    expect(google.files.get(file!.parents[0]!)).toMatchObject({ name: "Cairn Backups" });
    expect(await statusOf(ann)).toMatchObject({ message: null, madeBytes: file!.bytes.length });
    expect(file!.bytes.toString("latin1")).not.toContain("Quinces");
    expect(file!.bytes.subarray(0, 14).toString()).toBe("CAIRN-ACCOUNT ");

    // Another account, at the same Google account, as after the loss of a server.
    const eve = await app.aUser("Eve");
    await connect(eve);
    const { backups } = await driveOf(eve).backups({});
    const found = backups.find(({ name }) => name === file!.name)!;
    expect(found).toMatchObject({ isOwn: false, size: file!.bytes.length });
    await expect(
      driveOf(eve).restore({ id: found.id, passphrase: "wrong horse battery" }),
    ).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("isn't the passphrase"),
    });
    const { importId } = await driveOf(eve).restore({ id: found.id, passphrase: PASSPHRASE });
    await soon(async () => (await eve.client.imports.get({ importId })).status).toBe("ready");
    await eve.client.imports.start({ importId });
    await soon(async () => (await eve.client.imports.get({ importId })).status).toBe("done");
    const { notes } = await eve.client.notes.list({});
    const restored = notes.find(({ title }) => title === "Orchard 果樹園")!;
    expect(restored.id).not.toBe(note.id);
    expect((await eve.client.notes.body({ noteId: restored.id, format: "markdown" })).text).toContain(
      "Quinces",
    );
  });

  test("a file that was fetched by hand is opened by the same import, and by no other passphrase", async () => {
    await ann.client.notes.create({ title: "By hand", body: { format: "markdown", text: "Plums" } });
    await start(ann);
    await over(ann).toBe(false);
    const { id: importId } = await ann.client.imports.create({ name: "backup.cairn" });
    const body = new Uint8Array(backupsOf(ann)[0]!.bytes);
    await ann.request(`/api/imports/${importId}/upload?path=backup.cairn&offset=0`, { method: "POST", body });
    const read = (passphrase?: string) =>
      ann.client.imports.read({ importId, ...(passphrase !== undefined && { passphrase }) });
    await expect(read()).rejects.toMatchObject({ message: expect.stringContaining("is encrypted") });
    await expect(read("wrong horse battery")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await read(PASSPHRASE);
    await soon(async () => (await ann.client.imports.get({ importId })).status).toBe("ready");
    expect((await ann.client.imports.get({ importId })).format).toBe("cairn");
  });

  test("a flipped bit is found, and nothing of it is made", async () => {
    await start(ann);
    await over(ann).toBe(false);
    const [file] = backupsOf(ann);
    file!.bytes[file!.bytes.length - 40]! ^= 1;
    const { importId } = await driveOf(ann).restore({ id: file!.id, passphrase: PASSPHRASE });
    await soon(async () => (await ann.client.imports.get({ importId })).status).toBe("failed");
    expect((await ann.client.imports.get({ importId })).message).toContain("damaged");
  });

  test("the server keeps what seals and not what opens, and says neither", async () => {
    await start(ann);
    await over(ann).toBe(false);
    const [row] = await app.database.asSuperuser<{ all: string }>(
      "SELECT to_jsonb(p)::text || (SELECT coalesce(string_agg(data::text, ''), '') FROM jobs) AS all FROM backup_places p WHERE user_id = $1",
      [ann.userId],
    );
    expect(row!.all).toContain("publicKey");
    expect(`${row!.all} ${JSON.stringify(await statusOf(ann))}`).not.toContain(PASSPHRASE);
    expect(JSON.stringify(await statusOf(ann))).not.toContain("publicKey");
    // Sealed twice, the same account is never the same bytes.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await backUp(ann);
    const [first, second] = backupsOf(ann).map(
      ({ bytes }) => /"ephemeral":"([^"]+)"/.exec(bytes.toString("latin1"))![1],
    );
    expect(first).not.toBe(second);
  });

  test("is turned on by nobody but the account's person, and by whom a connection is there for", async () => {
    const eve = await app.aUser("Eve");
    await expect(driveOf(eve).startBackups({ passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: "REAUTHENTICATE",
    });
    await eve.client.security.reauthenticate({ password: eve.password });
    await expect(driveOf(eve).startBackups({ passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(driveOf(eve).startBackups({ passphrase: "short" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    await expect(driveOf(eve).backUpNow({})).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(driveOf(eve).backups({})).rejects.toMatchObject({ code: "CONFLICT" });
    await start(ann);
    await over(ann).toBe(false);
    expect(await statusOf(eve)).toBeNull();
    await expect(
      driveOf(eve).restore({ id: backupsOf(ann)[0]!.id, passphrase: PASSPHRASE }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("rotation", () => {
  test("keeps the newest of days, weeks and months, and touches no other account's and no other file", async () => {
    const eve = await app.aUser("Eve");
    const foreign = older(eve, "2025-01-01T03:00:00Z");
    const other = google.add({
      name: "cairn-account-holiday.cairn",
      mimeType: "image/png",
      appProperties: { cairn: WHOLE },
    });
    const gone = older(ann, "2025-01-02T03:00:00Z");
    const monthly = older(ann, "2025-01-20T03:00:00Z");
    await start(ann, { daily: 1, weekly: 1, monthly: 2 });
    await over(ann).toBe(false);
    await soon(async () => google.files.has(gone.id)).toBe(false);
    expect(backupsOf(ann)).toHaveLength(2);
    for (const { id } of [foreign, other, monthly]) expect(google.files.has(id)).toBe(true);
  });

  test("what arrives otherwise than it was sent is no backup: it goes, it is sent again, and older ones stay until then", async () => {
    const before = older(ann, "2025-01-01T03:00:00Z");
    google.troubles.push({ on: /^PUT .*upload_id/, isDamaging: true });
    await start(ann, { daily: 1, weekly: 0, monthly: 0 });
    await soon(async () => (await statusOf(ann))?.message).toContain("didn't arrive whole");
    expect(backupsOf(ann).map(({ id }) => id)).toEqual([before.id]);
    expect([...google.files.values()].filter(({ name }) => name.includes(tagOf(ann.userId)))).toHaveLength(1);
    await hasten(ann);
    await over(ann).toBe(false);
    await soon(async () => google.files.has(before.id)).toBe(false);
    expect(backupsOf(ann)).toHaveLength(1);
    expect(await statusOf(ann)).toMatchObject({ message: null, failedAt: null });
    expect(await told(ann)).toEqual([]);
  });

  test("a partial one of a run that was killed is neither listed nor kept", async () => {
    const partial = older(ann, "2026-01-01T03:00:00Z");
    partial.appProperties = { cairn: "account-backup-partial" };
    expect((await driveOf(ann).backups({})).backups.map(({ id }) => id)).not.toContain(partial.id);
    await start(ann);
    await over(ann).toBe(false);
    expect(google.files.has(partial.id)).toBe(false);
  });
});

describe("what goes wrong", () => {
  test.each([
    ["a rate limit", { on: /^POST \/upload/, times: 2, status: 403, reason: "userRateLimitExceeded" }],
    ["too many requests", { on: /^PUT .*upload_id/, times: 2, status: 429, reason: "rateLimitExceeded" }],
    ["a fault of Google's", { on: /^PUT .*upload_id/, times: 2, status: 500 }],
    ["a line that is cut", { on: /^PUT .*upload_id/, cutAfter: 900 }],
    [
      "an access token that ends under way",
      { on: /^PUT .*upload_id/, times: 1, status: 401, reason: "authError" },
    ],
  ])("%s is passed within the same try", async (_name, trouble) => {
    google.troubles.push(trouble);
    await start(ann);
    await over(ann).toBe(false);
    expect(await statusOf(ann)).toMatchObject({ message: null });
    expect(google.troubles).toEqual([]);
    const { backups } = await driveOf(ann).backups({});
    const own = backups.filter(({ isOwn }) => isOwn);
    expect(own).toHaveLength(1);
    const folder = await mkdtemp(join(tmpdir(), "cairn-sealed-"));
    const [path, to] = [join(folder, "sealed"), join(folder, "opened")];
    await writeFile(path, google.files.get(own[0]!.id)!.bytes);
    await openAccountFile(path, { to, passphrase: PASSPHRASE });
    expect((await readFile(to)).subarray(0, 2).toString()).toBe("PK");
    await rm(folder, { recursive: true });
  });

  test("a permission that was taken back is told once, not nightly, and connecting again mends it", async () => {
    await start(ann);
    await over(ann).toBe(false);
    google.grants.clear();
    google.access.clear();
    await backUp(ann);
    await backUp(ann);
    expect(await statusOf(ann)).toMatchObject({
      message: "Google no longer accepts this connection. Connect again.",
    });
    expect(await told(ann)).toHaveLength(1);
    await connect(ann);
    await backUp(ann);
    expect(await statusOf(ann)).toMatchObject({ message: null, failedAt: null });
    google.troubles.push({ on: /^POST \/upload/, status: 403, reason: "storageQuotaExceeded" });
    await backUp(ann);
    expect(await statusOf(ann)).toMatchObject({ message: "Your Google Drive is full." });
    expect(await told(ann)).toHaveLength(2);
  });

  test("what is sent in pieces goes on within the piece that was cut, with another token where the first ends", async () => {
    const bytes = randomBytes(1_000_000);
    const [token] = [...google.access.keys()].slice(-1);
    google.troubles.push({ on: /^PUT .*upload_id/, cutAfter: 100_000 });
    let renewed = 0;
    const renew = async () => {
      renewed += 1;
      return token!;
    };
    const start = google.asked.length;
    google.troubles.push({ on: /^PUT .*upload_id/, times: 1, status: 401, reason: "authError" });
    const type = "application/octet-stream";
    const given = {
      id: null,
      folderId: "f",
      name: "big",
      mimeType: type,
      bytes: bytesOf(bytes),
      bytesType: type,
    };
    const sent = await upload({ ...app.services, token: token! }, given, { renew, pieceBytes: 262_144 });
    expect(google.files.get(sent.id)!.bytes.equals(bytes)).toBe(true);
    expect(sent.md5Checksum).toBe(createHash("md5").update(bytes).digest("hex"));
    expect(renewed).toBe(1);
    const ranges = google.asked.slice(start).flatMap(({ headers }) => headers["content-range"] ?? []);
    expect(ranges).toContain("bytes 100000-362143/1000000");
  });

  test("the folder that somebody deleted there is made anew", async () => {
    await start(ann);
    await over(ann).toBe(false);
    google.files.delete(backupsOf(ann)[0]!.parents[0]!);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await backUp(ann);
    expect(google.files.get(backupsOf(ann).at(-1)!.parents[0]!)).toMatchObject({ name: "Cairn Backups" });
  });
});

describe("by itself", () => {
  test("it comes round every night, and leaves itself for the next before it begins", async () => {
    await start(ann);
    await over(ann).toBe(false);
    const first = google.files.get(backupsOf(ann)[0]!.id)!.name;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await hasten(ann);
    await soon(async () => backupsOf(ann).at(-1)!.name).not.toBe(first);
    const [job] = await app.database.asSuperuser<{ run_at: Date }>(
      "SELECT run_at FROM jobs WHERE user_id = $1 AND name = 'plan-account-backup'",
      [ann.userId],
    );
    expect(job!.run_at.getTime()).toBeGreaterThan(Date.now());
  });

  test("turned off, or disconnected, nothing is asked of Google any more, and the backups stay", async () => {
    await start(ann);
    await over(ann).toBe(false);
    // Made and told, it still looks for older ones to remove.
    const last = async () => decodeURIComponent(google.asked.at(-1)!.url!);
    await soon(last).toContain("value='account-backup'");
    await driveOf(ann).stopBackups({});
    expect(await statusOf(ann)).toBeNull();
    const asked = google.asked.length;
    await hasten(ann);
    await soon(
      async () =>
        (
          await app.database.asSuperuser(
            "SELECT 1 FROM jobs WHERE user_id = $1 AND name LIKE '%-account-backup'",
            [ann.userId],
          )
        ).length,
    ).toBe(0);
    expect(google.asked.slice(asked)).toEqual([]);
    expect(backupsOf(ann)).toHaveLength(1);
    await start(ann);
    await over(ann).toBe(false);
    await driveOf(ann).disconnect({});
    expect(await statusOf(ann)).toBeNull();
  });

  test("the next night is always ahead, and at a minute of the account's own", () => {
    for (const now of [
      "2026-03-29T00:30:00",
      "2026-11-28T03:00:00",
      "2026-11-28T03:30:00",
      "2026-12-31T23:59:59",
    ]) {
      const due = nextDue(new Date(now), ann.userId);
      expect(due.getTime()).toBeGreaterThan(new Date(now).getTime());
      expect(due.getTime() - new Date(now).getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      expect(due.getHours()).toBe(3);
    }
  });
});
