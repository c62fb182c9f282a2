import { readFileSync } from "node:fs";
import { instantAt } from "#language/moment.ts";
import type { SignedInVisitor, TestApp } from "#testing/test-app.ts";

/** When and where the questions are asked; see README.md. */
export const ASKED = { now: new Date("2031-05-14T07:30:00Z"), timeZone: "Europe/Berlin" };

const FOLDER = new URL("../../server/ai/answers/questions/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), "utf8").trimEnd();
const split = (list: string) =>
  list
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
const instant = (written: string) => instantAt(written.replace(" ", "T"), ASKED.timeZone).toISOString();
const orNull = (value: string | undefined) => (value ? value : null);

const rowsOf = (name: string) =>
  read(name)
    .split("\n")
    .map((line) => line.split("\t"));

export type PlainQuestion = { kind: string; text: string; expected: string[] };

export const plainQuestions = (): PlainQuestion[] =>
  rowsOf("questions.tsv").map(([kind = "", text = "", ...expected]) => ({ kind, text, expected }));

/** Makes the sample workspace of an account, as a person would by the operations; then sets when things were. */
export async function fillWorkspace(app: TestApp, person: SignedInVisitor): Promise<void> {
  await person.client.preferences.update({ settings: { timeZone: ASKED.timeZone } });
  await fillNotes(app, person);
  await fillTasks(app, person);
  await fillEvents(person);
}

async function fillNotes(
  { services, database }: TestApp,
  { client, userId }: SignedInVisitor,
): Promise<void> {
  const folders = new Map<string, string>();
  for (const part of read("notes.txt").split(/^== /m).filter(Boolean)) {
    const [head = "", ...lines] = part.split("\n");
    const [title = "", folder = "", tags = "", created = "", updated = ""] = head.split(" | ");
    if (!folders.has(folder)) folders.set(folder, (await client.folders.create({ name: folder })).id);
    const body = { format: "markdown" as const, text: lines.join("\n").trim() };
    const { id } = await client.notes.create({
      title,
      folderId: folders.get(folder)!,
      tags: split(tags),
      body,
    });
    await services.collab.derivation.deriveNow(id, userId);
    await database.asSuperuser("UPDATE notes_v2 SET created_at = $2, updated_at = $3 WHERE id = $1", [
      id,
      instant(created),
      instant(updated),
    ]);
  }
}

async function fillTasks({ database }: TestApp, { client }: SignedInVisitor): Promise<void> {
  for (const [title = "", due, time, tags = "", priority, done, repeat, description = ""] of rowsOf(
    "tasks.tsv",
  ).slice(1)) {
    const { id } = await client.tasks.create({
      title,
      description,
      dueDate: orNull(due),
      dueTime: orNull(time),
      tags: split(tags),
      priority: priority as "high" | "medium" | "low",
      repeat: orNull(repeat),
      completed: Boolean(done),
    });
    if (done)
      await database.asSuperuser("UPDATE tasks SET completed_at = $2 WHERE id = $1", [id, instant(done)]);
  }
}

async function fillEvents({ client }: SignedInVisitor): Promise<void> {
  for (const [title = "", start = "", end = "", location = "", repeat, description = ""] of rowsOf(
    "events.tsv",
  ).slice(1)) {
    const [date = "", time] = start.split(" ");
    const [endDate = "", endTime] = end.split(" ");
    await client.events.create({
      title,
      date,
      time: time ?? null,
      endDate,
      endTime: endTime ?? null,
      location,
      description,
      repeat: orNull(repeat),
    });
  }
}
