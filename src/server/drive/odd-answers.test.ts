import { beforeEach, expect, test } from "vitest";
import { docxOf } from "#testing/servers/google/docx.ts";
import {
  DOC,
  DOCX,
  aDoc,
  ann,
  app,
  changeDoc,
  connect,
  driveOf,
  google,
  imported,
  settled,
  soon,
  withDriveApp,
} from "#testing/servers/google/drive-app.ts";
import { createLog } from "../platform/log.ts";
import { GoogleFault } from "./google/google-fault.ts";
import { getFile } from "./google/drive-files.ts";

withDriveApp();
beforeEach(() => connect(ann));

const allDone = () =>
  soon(async () => (await driveOf(ann).items({})).items.every(({ state }) => state === "done")).toBe(true);

test.each([
  ["300 letters", "x".repeat(300), "x".repeat(300)],
  ["emoji that a cut would halve", `x${"😀".repeat(400)}`, `x${"😀".repeat(249)}`],
  ["half an emoji", "Plan \ud83d of mine", "Plan \ufffd of mine"],
  ["a zero", "Plan\u0000of mine", "Plan of mine"],
  ["lines, slashes and other directions", "خطة/2024\nمشروع", "خطة/2024 مشروع"],
  ["nothing", "", "Untitled"],
])("a document whose name has %s becomes a note, and so does a file", async (_name, name, title) => {
  const id = `odd-${google.files.size}`;
  google.add({ id, name, mimeType: DOC, exports: { [DOCX]: await docxOf(["One"]) } });
  expect(await imported(id)).toMatchObject({ state: "done", name: title, noteTitle: title });
  google.add({ id: `${id}-file`, name, mimeType: "application/zip", bytes: Buffer.from("PK") });
  expect(await imported(`${id}-file`)).toMatchObject({ state: "done", message: null });
});

test("a page where JSON should be is no fault of ours", async () => {
  const doc = await aDoc(["One"]);
  google.troubles.push({ on: /drive\/v3\/files/, html: "<html>Sign in</html>" });
  await expect(driveOf(ann).files({ ids: [doc.id] })).rejects.toMatchObject({ code: "SERVICE_FAILED" });
  google.troubles.length = 0;
  const { id } = await ann.client.notes.create({
    title: "Long",
    body: { format: "markdown", text: "x".repeat(20_000) },
  });
  google.troubles.push({ on: /^PUT .*upload_id/, cutAfter: 7_000 });
  google.troubles.push({ on: /^PUT .*upload_id/, html: "<html>Sign in</html>" });
  expect((await settled(driveOf(ann).export({ noteIds: [id] }))).message).toMatch(/doesn't understand/);
});

test("one file of many that Google denies keeps none of the others away", async () => {
  const [good, denied] = [await aDoc(["One"]), await aDoc(["Two"], "Denied")];
  google.troubles.push({ on: new RegExp(denied.id), status: 403, reason: "insufficientFilePermissions" });
  expect(await driveOf(ann).files({ ids: [good.id, denied.id] })).toMatchObject({
    files: [{ id: good.id }],
    missing: 1,
  });
});

test("where the server's registration is wrong, its administrator is named, and no permission is left at Google", async () => {
  const doc = await aDoc(["One"]);
  google.troubles.push({ on: /drive\/v3/, status: 403, reason: "accessNotConfigured" });
  const administrator = { code: "SERVICE_FAILED", message: expect.stringContaining("administrator") };
  await expect(driveOf(ann).files({ ids: [doc.id] })).rejects.toMatchObject(administrator);
  const eve = await app.aUser("Eve");
  const before = google.grants.size;
  const back = await google.allow((await driveOf(eve).connect({})).url);
  await expect(driveOf(eve).finish(back)).rejects.toMatchObject(administrator);
  expect(google.grants.size).toBe(before);
});

test("a file that is imported in two tabs at once is imported once", async () => {
  const doc = await aDoc(["One"]);
  const both = await Promise.all([1, 2].map(() => driveOf(ann).import({ ids: [doc.id] })));
  expect(new Set(both.map(({ items }) => items[0]!.id)).size).toBe(1);
  await allDone();
  expect((await driveOf(ann).items({})).items).toHaveLength(1);
  // Later it is another copy, because that is what was asked for.
  await imported(doc.id);
  expect((await driveOf(ann).items({})).items).toHaveLength(2);
});

test("many notes that are exported at once, and again meanwhile, make one folder and a document each", async () => {
  const notes = await Promise.all(
    Array.from({ length: 6 }, (_, n) => ann.client.notes.create({ title: `Many ${n}` })),
  );
  const noteIds = notes.map(({ id }) => id);
  const orders = [noteIds, noteIds, noteIds.toReversed()];
  await Promise.all(orders.map((ids) => driveOf(ann).export({ noteIds: ids })));
  await allDone();
  expect((await driveOf(ann).items({})).items).toHaveLength(6);
  const made = [...google.files.values()].filter(({ name }) => name.startsWith("Many"));
  expect(made.map(({ name }) => name).toSorted()).toEqual(notes.map(({ title }) => title).toSorted());
  expect(new Set(made.map(({ parents }) => parents[0])).size).toBe(1);
});

test("what a note was exported as is known, whatever it is called", async () => {
  const { id } = await ann.client.notes.create({ title: "README.md" });
  expect(await settled(driveOf(ann).export({ noteIds: [id] }))).toMatchObject({
    name: "README.md",
    format: "document",
  });
});

test("tabs that look for changes at once propose them once", async () => {
  const doc = await aDoc(["One"]);
  const item = await imported(doc.id);
  await changeDoc(doc.id, ["Two"]);
  const tabs = await Promise.all([1, 2, 3].map(() => driveOf(ann).check({ itemId: item.id })));
  expect(new Set(tabs.map(({ changesetId }) => changesetId)).size).toBe(1);
  expect((await ann.client.changesets.list({})).changesets).toHaveLength(1);
});

test("disconnected while imports wait, they fail and say what to do", async () => {
  const docs = await Promise.all(Array.from({ length: 4 }, (_, n) => aDoc(["One"], `D${n}`)));
  google.troubles.push({ on: /export/, times: 8, status: 500 });
  await driveOf(ann).import({ ids: docs.map(({ id }) => id) });
  await driveOf(ann).disconnect({});
  await app.database.asSuperuser("UPDATE jobs SET run_at = now() WHERE user_id = $1 AND claim IS NULL", [
    ann.userId,
  ]);
  await soon(async () =>
    (await driveOf(ann).items({})).items.every(
      ({ state, message }) => state === "failed" && message === "Connect Google Drive first.",
    ),
  ).toBe(true);
});

test("the log repeats neither tokens nor what Google says of a file", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  google.troubles.push({ on: /drive\/v3/, status: 400, reason: "The file “Divorce.docx” is odd" });
  const { egress, config } = app.services;
  const [token] = google.access.keys();
  const error = await getFile({ egress, config, token: token! }, "x").catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(GoogleFault);
  log.error({ err: error }, "failed");
  expect(lines.join()).toContain("Google answered 400");
  expect(lines.join()).not.toMatch(/Divorce/);
  expect(lines.join()).not.toContain(token);
});
