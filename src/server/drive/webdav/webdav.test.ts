import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startWebdavServer } from "#testing/servers/webdav-server.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { tagOf } from "../../export/account-lock.ts";
import { rowsOf } from "../../export/rows.ts";
import { type Jobs, startJobs } from "../../jobs/start-jobs.ts";
import { makeBackup, planBackup } from "../backup/make-backup.ts";
import { backupName } from "../backup/place.ts";

const PASSPHRASE = "correct horse battery";
const FOLDER = "/dav/ann/Cairn Backups/";

let dav: Awaited<ReturnType<typeof startWebdavServer>>;
let app: TestApp;
let jobs: Jobs;
let ann: SignedInVisitor;
beforeAll(async () => {
  dav = await startWebdavServer();
  // Google isn't set up: this is for people without it.
  app = await startTestApp({ EGRESS_ALLOW: dav.host });
  jobs = startJobs(app.services, [planBackup, makeBackup], { pollMs: 50, leadMs: 50, leaseMs: 20_000 });
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
});
afterEach(() => {
  dav.troubles.length = 0;
  dav.asked.length = 0;
  Object.assign(dav.state, dav.account);
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await dav.close();
});

const place = "webdav";
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 50 });
const connect = (person: SignedInVisitor, more: object = {}) =>
  person.client.drive.connectWebdav({ url: dav.url, ...dav.account, ...more });
const statusOf = async ({ client }: SignedInVisitor) => (await client.drive.backup({ place })).backup;
async function start(person: SignedInVisitor) {
  await person.client.security.reauthenticate({ password: person.password });
  await person.client.drive.startBackups({ place, passphrase: PASSPHRASE });
}
const over = (person: SignedInVisitor) => soon(async () => (await statusOf(person))?.isRunning).toBe(false);
/** Names in the folder that are of this person. */
const filesOf = ({ userId }: SignedInVisitor) =>
  [...dav.files.keys()]
    .filter((path) => path.includes(tagOf(userId)))
    .map((path) => path.slice(FOLDER.length));
const hasten = ({ userId }: SignedInVisitor) =>
  app.database.asSuperuser("UPDATE jobs SET run_at = now() WHERE user_id = $1", [userId]);

test("an account is backed up to WebDAV, sealed, and another one is restored from it with the passphrase", async () => {
  await ann.client.notes.create({ title: "Orchard 果樹園", body: { format: "markdown", text: "Quinces" } });
  expect(await connect(ann)).toMatchObject({ connection: { url: `${dav.url}/`, username: "ann" } });
  expect([...dav.folders]).toContain(FOLDER);
  await start(ann);
  await over(ann);
  const [name, ...others] = filesOf(ann);
  expect(others).toEqual([]);
  const bytes = dav.files.get(FOLDER + name)!;
  expect(await statusOf(ann)).toMatchObject({ message: null, madeBytes: bytes.length });
  expect(bytes.toString("latin1")).not.toContain("Quinces");
  // Servers behind PHP lose what comes in chunks.
  expect(dav.asked.find(({ method }) => method === "PUT")?.length).toBe(String(bytes.length));

  const eve = await app.aUser("Eve");
  await connect(eve);
  const { backups } = await eve.client.drive.backups({ place });
  const found = backups.find((one) => one.name === name)!;
  expect(found).toMatchObject({ isOwn: false, size: bytes.length });
  const restore = (passphrase: string) => eve.client.drive.restore({ place, id: found.id, passphrase });
  await expect(restore("wrong horse battery")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  dav.troubles.push({ method: "GET", status: 503 });
  await expect(restore(PASSPHRASE)).rejects.toMatchObject({ code: "SERVICE_FAILED" });
  const { importId } = await restore(PASSPHRASE);
  await soon(async () => (await eve.client.imports.get({ importId })).status).toBe("ready");
  await eve.client.imports.start({ importId });
  await soon(async () => (await eve.client.imports.get({ importId })).status).toBe("done");
  expect((await eve.client.notes.list({})).notes.map(({ title }) => title)).toContain("Orchard 果樹園");
});

test("a wrong password, an address that is none and a folder that isn't there are said, and nothing is kept", async () => {
  const refused = (more: object, words: string) =>
    expect(connect(ann, more)).rejects.toMatchObject({
      code: "SERVICE_FAILED",
      message: expect.stringContaining(words),
    });
  await refused({ password: "wrong" }, "doesn't accept this name and password");
  await refused({ url: `${dav.url}/missing` }, "no such folder");
  await refused({ url: "" }, "Enter the address of the WebDAV folder");
  await refused({ url: "cloud.example.org" }, "begins with https://");
  await refused({ url: "https://ann:secret@cloud.example.org/" }, "in their own fields");
  // Nobody but the operator says which servers of the inside may be asked.
  await refused({ url: "http://127.0.0.1:1/" }, "");
  await refused({ url: "http://169.254.169.254/latest/" }, "");
  expect(await ann.client.drive.webdav()).toEqual({ connection: null });
  await expect(start(ann)).rejects.toMatchObject({ code: "CONFLICT", message: "Connect WebDAV first." });
});

test("a web site that says yes to everything is no WebDAV folder, and one that moved on its own server is connected where it is now", async () => {
  const at = (path: string) => connect(ann, { url: new URL(path, dav.url).href });
  for (const path of ["/site", "/sign-in"])
    await expect(at(path)).rejects.toMatchObject({ message: "This address isn't that of a WebDAV folder." });
  await expect(at("/digest")).rejects.toMatchObject({ message: expect.stringContaining("Digest") });
  expect(await ann.client.drive.webdav()).toEqual({ connection: null });
  expect(await at("/before/ann")).toMatchObject({ connection: { url: `${dav.url}/` } });
  await start(ann);
  await over(ann);
  expect(await statusOf(ann)).toMatchObject({ message: null });
  expect(filesOf(ann)).toHaveLength(1);
});

test("what arrives damaged is sent again, and never counts as a backup", async () => {
  await connect(ann);
  dav.troubles.push({ method: "PUT", flip: true });
  await start(ann);
  await soon(async () => (await statusOf(ann))?.message).toContain("didn't arrive whole");
  expect(filesOf(ann)).toEqual([]);
  await hasten(ann);
  await over(ann);
  expect(filesOf(ann)).toHaveLength(1);
  expect(await statusOf(ann)).toMatchObject({ message: null });
});

test("what a killed run left is removed, old ones go after the new one is there, and those of others stay", async () => {
  await connect(ann);
  const tag = tagOf(ann.userId);
  const old = backupName(new Date("2020-01-01T03:00:00Z"), tag);
  const partial = `${backupName(new Date("2026-01-01T03:00:00Z"), tag)}.partial`;
  const foreign = backupName(new Date("2020-01-01T03:00:00Z"), "00000000");
  for (const name of [old, partial, foreign, "holiday.jpg"]) dav.files.set(FOLDER + name, Buffer.from("x"));
  await ann.client.security.reauthenticate({ password: ann.password });
  const keep = { daily: 1, weekly: 0, monthly: 0 };
  await ann.client.drive.startBackups({ place, passphrase: PASSPHRASE, keep });
  await over(ann);
  await soon(async () => filesOf(ann)).toHaveLength(1);
  expect(filesOf(ann)[0]).not.toBe(old);
  expect([...dav.files.keys()]).toEqual(
    expect.arrayContaining([`${FOLDER}${foreign}`, `${FOLDER}holiday.jpg`]),
  );
  // Only what is called as a backup is one: no other file can be fetched or removed through it.
  await expect(
    ann.client.drive.restore({ place, id: "holiday.jpg", passphrase: PASSPHRASE }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a password that was changed there is told once, and the connection is forgotten with all of it", async () => {
  await connect(ann);
  await start(ann);
  await over(ann);
  dav.state.password = "another";
  await ann.client.drive.backUpNow({ place });
  await over(ann);
  expect(await statusOf(ann)).toMatchObject({ message: expect.stringContaining("doesn't accept") });
  const told = (await ann.client.notifications.list({})).notifications;
  expect(told.filter(({ title }) => title === "Backup failed")).toMatchObject([
    { message: expect.stringMatching(/^WebDAV: /), href: "/app/settings?tab=data#webdav" },
  ]);
  const [row] = await app.database.asSuperuser<{ all: string }>(
    "SELECT to_jsonb(w)::text AS all FROM webdav_connections w WHERE user_id = $1",
    [ann.userId],
  );
  expect(row!.all).not.toContain(dav.account.password);
  await ann.client.drive.forgetWebdav();
  expect([await ann.client.drive.webdav(), await statusOf(ann)]).toEqual([{ connection: null }, null]);
  expect(filesOf(ann)).toHaveLength(1);
});

test("a backup whose server was killed each time is told as failed, not as under way, and can be begun again", async () => {
  await connect(ann);
  await start(ann);
  await over(ann);
  // As it is left when the queue gives the job up: it never ran to its end, so nobody wrote down why.
  await app.database.asSuperuser("UPDATE backup_places SET begun_at = now() WHERE user_id = $1", [
    ann.userId,
  ]);
  expect(await statusOf(ann)).toMatchObject({
    isRunning: false,
    message: expect.stringContaining("The server stopped"),
  });
  await ann.client.drive.backUpNow({ place });
  await over(ann);
  expect(await statusOf(ann)).toMatchObject({ message: null });
});

test("nobody reaches the server of another, and the export has no password", async () => {
  await connect(ann);
  const bob = await app.aUser("Bob");
  expect(await bob.client.drive.webdav()).toEqual({ connection: null });
  await expect(bob.client.drive.backups({ place })).rejects.toMatchObject({ code: "CONFLICT" });
  await bob.client.drive.forgetWebdav();
  expect((await ann.client.drive.webdav()).connection).not.toBeNull();
  const table = { name: "public.webdav_connections", owner: "user_id" };
  const { value: row } = await rowsOf(app.services.db, ann.userId, table).next();
  expect(Object.keys(JSON.parse(row as string) as object)).toEqual(
    expect.arrayContaining(["url", "username"]),
  );
  expect(row).not.toContain("sealed");
});
