import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { DriveItem } from "#contract/drive.ts";
import { makeBackup, planBackup } from "#server/drive/backup/make-backup.ts";
import { exportNote } from "#server/drive/export-note.ts";
import { importFile } from "#server/drive/import-file.ts";
import { type Jobs, startJobs } from "#server/jobs/start-jobs.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "../../test-app.ts";
import { docxOf } from "./docx.ts";
import { startGoogleServer } from "./google-server.ts";
import type { GoogleServer } from "./protocol.ts";

export const DOC = "application/vnd.google-apps.document";
export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

export let google: GoogleServer;
export let app: TestApp;
/** Another account in each test. */
export let ann: SignedInVisitor;
let jobs: Jobs;

/** For a test file whose app is set up for a Google of its own, which answers well again after each test. */
export function withDriveApp(): void {
  beforeAll(async () => {
    google = await startGoogleServer();
    app = await startTestApp(google.env);
    jobs = startJobs(app.services, [importFile, exportNote, planBackup, makeBackup], {
      pollMs: 50,
      leadMs: 50,
      leaseMs: 20_000,
    });
  });
  beforeEach(async () => {
    ann = await app.aUser("Ann");
  });
  afterEach(() => {
    google.troubles.length = 0;
    google.accessSeconds = 3_600;
  });
  afterAll(async () => {
    await jobs.stop();
    await app.close();
    google.close();
  });
}

export const driveOf = (person: SignedInVisitor) => person.client.drive;
export async function connect(person: SignedInVisitor) {
  const { url } = await driveOf(person).connect({});
  return driveOf(person).finish(await google.allow(url));
}
export const soon = <T>(read: () => Promise<T>): ReturnType<typeof expect.poll<T>> =>
  expect.poll(read, { timeout: 30_000, interval: 50 });
export const itemOf = async (id: string) =>
  (await driveOf(ann).items({})).items.find((item) => item.id === id)!;
export async function settled(started: Promise<{ items: DriveItem[] }>): Promise<DriveItem> {
  const { items } = await started;
  const { id } = items[0]!;
  await soon(async () => (await itemOf(id)).state).not.toBe("waiting");
  return itemOf(id);
}
export const imported = (id: string) => settled(driveOf(ann).import({ ids: [id] }));
export const textOf = async (noteId: string) =>
  (await ann.client.notes.body({ noteId, format: "markdown" })).text.trim();
export const write = async (noteId: string, text: string) => {
  const { seq } = await ann.client.notes.body({ noteId, format: "markdown" });
  await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "markdown", text } });
};

export const aDoc = async (paragraphs: string[], name = "Plan") =>
  google.add({ name, mimeType: DOC, exports: { [DOCX]: await docxOf(paragraphs) } });
export async function changeDoc(id: string, paragraphs: string[]) {
  const file = google.files.get(id)!;
  file.exports[DOCX] = await docxOf(paragraphs);
  file.version++;
}
