import { NOTE_TITLE_MAX } from "#contract/notes.ts";
import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import { createNote } from "../../notes/create-note.ts";
import { quickAdd, type Sentence } from "../../quick-add/quick-add.ts";
import type { Scope } from "../../retrieval/scope.ts";
import { momentOf } from "#language/moment.ts";
import { type AccountClock, momentName } from "./account-clock.ts";
import { titleOf } from "./answer-passages.ts";
import { AnswerText, bold, inQuotes, type PlainAnswer } from "./answer-text.ts";
import { notesCalled } from "./find-note.ts";
import type { Command } from "./read-command.ts";

type Deps = { db: Database; collab: Pick<Collab, "bodies" | "onLogged" | "room">; clock: AccountClock };
type CommandOf<Kind> = Extract<Command, { kind: Kind }>;

/** Does what a person told it to, by the functions of the operations. @returns null where it is a question after all */
export function runCommand(
  deps: Deps,
  userId: string,
  command: Command,
  scope: Scope,
): Promise<PlainAnswer | null> {
  switch (command.kind) {
    case "note":
      return makeNote(deps, userId, command, scope);
    case "task":
    case "event":
      return makeOf(deps, userId, command);
    case "remind":
      return remind(deps, userId, command.sentence);
    case "open":
      return openNote(deps, userId, command, scope);
    case "find":
      return Promise.resolve(find(command.query));
    case "incomplete":
      return Promise.resolve(new AnswerText().add(INCOMPLETE[command.of]).done());
  }
}

const INCOMPLETE = {
  note: "Say what the note is called, such as “create a note called Summer party”.",
  task: "Say what there is to do, such as “add task call Ana tomorrow 5pm”.",
  event: "Say what it is and on which day, such as “add event lunch with Ana friday 12-13”.",
  reminder: "Say of what and when, such as “remind me to water plants on friday at 9”.",
};

const TAGS_MAX = 100;
const TAG_LETTERS = 100;

/** In the folder and with the tags that the conversation is about. */
async function makeNote(
  deps: Deps,
  userId: string,
  { title, body, tags }: CommandOf<"note">,
  scope: Scope,
): Promise<PlainAnswer> {
  const [folderId, ...others] = scope.folderIds ?? [];
  const note = await createNote(deps.db, deps.collab, userId, {
    title: title.slice(0, NOTE_TITLE_MAX),
    ...(body !== "" && { body: { format: "markdown", text: body } }),
    category: "general",
    tags: tags.filter((tag) => tag.length <= TAG_LETTERS).slice(0, TAGS_MAX),
    isFavorite: false,
    folderId:
      others.length === 0 && folderId !== undefined && (await isOwnFolder(deps.db, userId, folderId))
        ? folderId
        : null,
    origin: "typed",
  });
  return new AnswerText()
    .add(`Created the note ${bold(note.title)}.`)
    .done({ kind: "created", entity: "note", id: note.id, title: note.title });
}

async function isOwnFolder(db: Database, userId: string, folderId: string): Promise<boolean> {
  const rows = await db.queryAs(
    userId,
    "SELECT FROM folders WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL",
    [folderId, userId],
  );
  return rows.length > 0;
}

const SENTENCE_MAX = 1_000;

const sentenceOf = ({ now, zone }: AccountClock, text: string): Omit<Sentence, "dryRun"> => ({
  text: text.slice(0, SENTENCE_MAX),
  now: now.toISOString(),
  timeZone: zone,
});

async function makeOf(
  { db, clock }: Deps,
  userId: string,
  command: CommandOf<"task" | "event">,
): Promise<PlainAnswer> {
  const sentence = { ...sentenceOf(clock, command.sentence), as: command.kind };
  if (command.kind === "event") {
    const { date } = await quickAdd(db, userId, { ...sentence, dryRun: true });
    if (date === null) return new AnswerText().add(INCOMPLETE.event).done();
  }
  return made(await quickAdd(db, userId, { ...sentence, dryRun: false }), clock);
}

type Added = Awaited<ReturnType<typeof quickAdd>>;

function made(
  { id, kind, title, date, time, rrule }: Added,
  clock: AccountClock,
  alsoSaid = "",
): PlainAnswer {
  const when =
    date === null ? "" : `${kind === "task" ? ", due" : ","} ${momentName(momentOf(date, time), clock)}`;
  const repeats = rrule === null ? "" : ", repeating";
  return new AnswerText()
    .add(`Created the ${kind} ${bold(title)}${when}${repeats}.${alsoSaid}`)
    .done({ kind: "created", entity: kind, id: id!, title });
}

/** Whole days ring in the morning. */
const MORNING = "09:00";

/** A task that rings at its time; one without a day has none. */
async function remind({ db, clock }: Deps, userId: string, text: string): Promise<PlainAnswer> {
  const sentence = sentenceOf(clock, text);
  const read = await quickAdd(db, userId, { ...sentence, dryRun: true });
  if (read.date === null && read.remindAt === null)
    return new AnswerText()
      .add(
        `Say when to remind you of ${inQuotes(read.title)}, such as “remind me to ${read.title.slice(0, 60).replaceAll(/[^\p{L}\p{N} ]/gu, "")} tomorrow at 9”.`,
      )
      .done();
  const added = await quickAdd(db, userId, { ...sentence, rings: true, dryRun: false });
  const rings = added.remindAt ?? momentOf(added.date!, added.time ?? MORNING);
  return made(added, clock, ` It reminds you ${momentName(rings, clock)}.`);
}

async function openNote(
  { db }: Deps,
  userId: string,
  { name, isNote }: CommandOf<"open">,
  scope: Scope,
): Promise<PlainAnswer | null> {
  const [note, ...others] = await notesCalled(db, userId, name, scope);
  const answer = new AnswerText();
  if (!note) return isNote ? answer.add(`No note is called ${inQuotes(name)}.`).done() : null;
  // "Show me the boiler" may ask what is known about it: then the note has to be called exactly that.
  if (!isNote && note.title.trim().toLowerCase() !== name.trim().toLowerCase()) return null;
  answer.add(`Opening ${bold(titleOf(note.title))}.`);
  const alike = others.slice(0, 3).map(({ title }) => bold(titleOf(title)));
  if (alike.length > 0) answer.add(`Called alike: ${alike.join(", ")}.`);
  return answer.done({ kind: "open", noteId: note.id, title: note.title });
}

const find = (query: string): PlainAnswer =>
  new AnswerText().add(`Search shows what has ${inQuotes(query)}.`).done({ kind: "find", query });
