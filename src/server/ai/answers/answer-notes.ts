import type { Note } from "#contract/notes.ts";
import { addDays, instantAt, momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import { listNotes, type NoteFilter } from "../../notes/list-notes.ts";
import { searchNotes } from "../../notes/search.ts";
import type { Scope } from "../../retrieval/scope.ts";
import { listTags } from "../../tags/tags.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { type AccountClock, momentName } from "./account-clock.ts";
import { answerByPassages, titleOf } from "./answer-passages.ts";
import { AnswerText, bold, counted, inQuotes, moreThan, type PlainAnswer } from "./answer-text.ts";
import { nameWithin } from "./answer-tasks.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { inScope, isOfNotes } from "./in-scope.ts";
import { quotesOf } from "./note-quotes.ts";
import type { Period } from "./periods.ts";
import type { NotesAsk } from "./read-question.ts";
import { sentencesOf } from "./sentences.ts";

type Deps = { db: Database; collab: Pick<Collab, "bodies">; clock: AccountClock };

const PAGE = 500;
const PAGES_MAX = 20;
const MOST_FOUND = 100;
const MOST_NOTES = 15;
const RECENT = 10;

/** Notes as things: of a time, with a tag, about something, and how many. */
export async function answerNotes(
  deps: Deps,
  userId: string,
  ask: NotesAsk,
  scope: Scope,
): Promise<PlainAnswer> {
  const { period, tag, topic, isCount } = ask;
  // What was written about something is a question to the text of the notes of that time.
  if (topic.length > 0 && !isCount)
    return answerByPassages(deps, userId, topic.join(" "), {
      ...scope,
      ...timeOf(period, deps.clock),
      ...(tag !== null && { tags: [tag] }),
    });
  const isAll = period === null && tag === null && topic.length === 0;
  const answer = new AnswerText();
  if (isCount && isAll && !isOfNotes(scope)) {
    const notes = await countNotes(deps.db, userId);
    return answer.add(`**${counted(notes, "note")}.**`).done();
  }
  const notes = await notesOf(deps, userId, ask, scope);
  const said = describe(ask);
  if (notes.length === 0) return answer.add(`There are no notes${said}.`).done();
  const isMore = notes.length >= MOST_FOUND && topic.length > 0;
  const count = `${isMore ? "At least " : ""}${counted(notes.length, "note")}${said}`;
  answer.add(isAll && !isCount ? "**The notes that were changed last:**" : `**${count}.**`);
  if (isCount && isAll) return answer.done();
  const shown = notes.slice(0, isAll ? RECENT : MOST_NOTES);
  answer.add(
    (await linesOf(deps, userId, answer, shown)) + (isAll ? "" : moreThan(notes.length, shown.length)),
  );
  return answer.done();
}

/** What was asked for, as the sentence of the answer says it. */
function describe({ period, tag, topic }: NotesAsk): string {
  const tagged = tag === null ? "" : ` tagged ${inQuotes(tag)}`;
  const about = topic.length === 0 ? "" : ` with the words ${inQuotes(topic.join(" "))}`;
  return `${tagged}${about}${period ? ` written or changed ${nameWithin(period.name)}` : ""}`;
}

/** Each note with when it was changed and how it begins. */
async function linesOf(
  deps: Deps,
  userId: string,
  answer: AnswerText,
  notes: readonly Note[],
): Promise<string> {
  const { clock } = deps;
  const quotes = await quotesOf(deps, userId, notes);
  const lines = notes.map(({ title, updatedAt }, at) => {
    const changed = momentName(momentAt(wallAt(Date.parse(updatedAt), clock.zone), false), clock);
    const first = sentencesOf(quotes[at]!.text)[0] ?? "";
    const begins = first === "" ? "" : `: ${escapeMarkdown(first)}`;
    return `- ${bold(titleOf(title))}, ${changed}${begins} ${answer.cite(quotes[at]!)}`;
  });
  return lines.join("\n");
}

async function countNotes(db: Database, userId: string): Promise<number> {
  const [row] = await db.queryAs<{ notes: number }>(
    userId,
    "SELECT count(*)::int AS notes FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL",
    [userId],
    "count-notes",
  );
  return row?.notes ?? 0;
}

const timeOf = (period: Period | null, { zone }: AccountClock) =>
  period && {
    after: instantAt(period.from, zone).toISOString(),
    before: instantAt(addDays(period.to, 1), zone).toISOString(),
  };

async function notesOf({ db, clock }: Deps, userId: string, ask: NotesAsk, scope: Scope): Promise<Note[]> {
  const { period, topic } = ask;
  const tag = ask.tag === null ? null : await tagNamed(db, userId, ask.tag);
  const tags = tag === null ? [] : [tag];
  const isTagged = (note: Note) =>
    tags.every((each) => note.tags.some((has) => folded(has) === folded(each)));
  const time = timeOf(period, clock);
  const isThen = (instant: string) => time === null || (instant >= time.after && instant < time.before);
  if (topic.length > 0) {
    const hits = await searchNotes(db, userId, topic.join(" "), MOST_FOUND);
    const telling = hits
      .filter(({ isInside, reason }) => !isInside && reason !== "similar")
      .map(({ note }) => note);
    return inScope(scope, telling).filter(
      (note) => isTagged(note) && (isThen(note.updatedAt) || isThen(note.createdAt)),
    );
  }
  const filter = { trashed: false, ...(tags.length > 0 && { tags }) };
  const since = time?.after ?? "";
  // Of all notes the last ones are enough.
  const most = time === null && tags.length === 0 && !ask.isCount ? 1 : PAGES_MAX;
  const [changed, made] = await Promise.all([
    notesSince(db, userId, { ...filter, sort: "updated" }, { since, most }),
    time === null ? [] : notesSince(db, userId, { ...filter, sort: "created" }, { since, most }),
  ]);
  const notes = [...new Map([...changed, ...made].map((note) => [note.id, note])).values()];
  return inScope(scope, notes).filter(
    (note) => isTagged(note) && (isThen(note.updatedAt) || isThen(note.createdAt)),
  );
}

/** As it is written, where small letters were typed. */
async function tagNamed(db: Database, userId: string, typed: string): Promise<string> {
  const tags = await listTags(db, userId);
  return tags.find(({ name }) => folded(name) === folded(typed))?.name ?? typed;
}

/** The newest first, as long as they are new enough. */
async function notesSince(
  db: Database,
  userId: string,
  filter: Omit<NoteFilter, "limit"> & { sort: "updated" | "created" },
  { since, most }: { since: string; most: number },
): Promise<Note[]> {
  const notes: Note[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < most; page++) {
    const found = await listNotes(db, userId, { ...filter, cursor, limit: PAGE });
    const enough = found.notes.filter((note) => note[`${filter.sort}At`] >= since);
    notes.push(...enough);
    if (found.nextCursor === null || enough.length < found.notes.length) break;
    cursor = found.nextCursor;
  }
  return notes;
}
