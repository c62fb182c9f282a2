import { logChange, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import type { Derived } from "#document/derive.ts";
import { recordChanges } from "../live/record-changes.ts";
import type { BodyWorkerPool } from "./body-worker-pool.ts";
import { type FoundTask, keepTasks, knownTasks } from "./note-tasks.ts";
import type { Written } from "./words/count-written.ts";
import { type CountedNote, keepWritten, tellWriters } from "./words/keep-words.ts";
import { authorsOf, awaitMentions, hasSign } from "./words/named-people.ts";
import { type DueBody, readDueBodies } from "./words/read-due.ts";

type Computed = {
  note: DerivedNote;
  /** Null where only its words were due. */
  body: DerivedBody | null;
  /** Undefined where its words are counted later. */
  written: Written[] | undefined;
};

type DerivedBody = {
  derived: Derived;
  tasks: FoundTask[];
  hadTasks: boolean;
  /** Who said something since the last derivation, the latest first. */
  authors: string[];
  /** What they wrote. */
  said: () => Promise<readonly Written[]>;
};

/** After so much work others have their turn. */
const TURN_MS = 500;

/** What the database takes at most to keep a note on a machine with nothing else to do, and for each letter. What is beyond is waiting for others. */
const KEEP_MS = 20;
const KEEP_MS_PER_LETTER = 0.001;

type Outcome = {
  /**
   * Milliseconds of work: without the start of the worker and of what it loads, which the next turn does not pay, and without what was
   * waited for on a busy machine. Twenty times that is how long a note rests: its words would come late exactly when everything does.
   */
  costMs: number;
  /** Those that there was no time for. */
  left: string[];
  failed: Map<string, unknown>;
  /** Those whose words are not all counted: they were to be counted later, or another derivation counted some of them meanwhile. */
  uncounted: Set<string>;
};

type Deps = { db: Database; bodies: BodyWorkerPool };

/**
 * Derives notes of one account, as many as a turn has time for, and stores what came out in one transaction.
 * @param countedLater those of them whose words somebody sees to later (see Derivation)
 */
export async function deriveNotes(
  { db, bodies }: Deps,
  ownerId: string,
  noteIds: string[],
  countedLater: ReadonlySet<string> = new Set(),
): Promise<Outcome> {
  const outcome: Outcome = { costMs: 0, left: [], failed: new Map(), uncounted: new Set() };
  const { titles, timeZone } = await knownTasks(db, ownerId, noteIds);
  const stored = await readDueBodies(db, { id: ownerId, zone: timeZone }, noteIds, countedLater);
  const computed: Computed[] = [];
  const begun = performance.now();
  for (const [id, due] of stored) {
    if (computed.length > 0 && performance.now() - begun > TURN_MS) outcome.left.push(id);
    else
      try {
        const known = { titles: titles[id], timeZone };
        const { ms, ...done } = await compute(
          bodies,
          due,
          known,
          due.wordsSeq < due.seq && countedLater.has(id),
        );
        const note = { id, ownerId, seq: due.seq, after: due.wordsSeq, through: due.seq };
        computed.push({ note, ...done });
        outcome.costMs += ms;
      } catch (error) {
        outcome.failed.set(id, error);
      }
  }
  const keeping = performance.now();
  if (computed.length > 0)
    outcome.uncounted = await db.asJob(ownerId, "derive notes", (tx) => keepAll(tx, computed));
  const letters = computed.reduce((sum, { body }) => sum + (body?.derived.searchText.length ?? 0), 0);
  const most = KEEP_MS * computed.length + KEEP_MS_PER_LETTER * letters;
  outcome.costMs += Math.min(performance.now() - keeping, most);
  return outcome;
}

type Known = { titles: Record<string, string> | undefined; timeZone: string | undefined };

async function compute(
  bodies: BodyWorkerPool,
  due: DueBody,
  { titles, timeZone }: Known,
  isCountedLater: boolean,
): Promise<Omit<Computed, "note"> & { ms: number }> {
  // Reading the clock of each change is work as well.
  const { parts, changes } = isCountedLater ? { parts: due.parts, changes: [] } : due.since(due.wordsSeq);
  if (due.derivedSeq >= due.seq) {
    if (isCountedLater) return { body: null, written: undefined, ms: 0 };
    return { body: null, ...(await bodies.count(parts, changes)) };
  }
  const { derived, written, tasks, ms } = await bodies.derive(parts, changes, {
    titles: titles ?? {},
    timeZone,
  });
  const isAllSaid = !isCountedLater && due.derivedSeq <= due.wordsSeq;
  const body = {
    derived,
    tasks,
    hadTasks: titles !== undefined,
    authors: authorsOf(due.latest),
    said: async () => (isAllSaid ? written : saidSince(bodies, due)),
  };
  return { body, written: isCountedLater ? undefined : written, ms };
}

/** Of a part of what is not counted yet: asked for seldom, see awaitMentions. */
async function saidSince(bodies: BodyWorkerPool, due: DueBody): Promise<Written[]> {
  const { parts, changes } = due.since(Math.max(due.derivedSeq, due.wordsSeq));
  return (await bodies.count(parts, changes)).written;
}

/** @returns those whose words are not all counted */
async function keepAll(tx: Tx, computed: Computed[]): Promise<Set<string>> {
  // The trigger would keep the search row of each note by itself; those of many are kept by one statement.
  const isMany = computed.length > 1;
  if (isMany) await tx.query("SELECT set_config('app.search_later', 'on', true)");
  const kept: Kept[] = [];
  const writers = new Map<string, string[]>();
  const uncounted = new Set<string>();
  for (const { note, body, written } of computed) {
    const before = body && (await keepDerived(tx, note, body));
    const changed = written && (await keepWritten(tx, note, written));
    if (changed) writers.set(note.id, changed);
    else uncounted.add(note.id);
    // Without `before`, a newer derivation was there first.
    if (before) kept.push(await keepFound(tx, note, body, before));
  }
  const entityIds = kept.map(({ note }) => note.id);
  if (isMany) await tx.query("SELECT sync_search_of_notes($1)", [entityIds]);
  // Last: it locks the user's counter, for which everything else that the user changes waits.
  const taskIds = kept.flatMap(({ changedTasks }) => changedTasks);
  await recordChanges(tx, { entity: "task", operation: "update", entityIds: taskIds });
  const idsOf = (isText: boolean) =>
    kept.filter(({ isTextAlone }) => isTextAlone === isText).map(({ note }) => note.id);
  await recordChanges(tx, { entity: "note", operation: "update", entityIds: idsOf(false) });
  await recordChanges(tx, { entity: "note", operation: "write", entityIds: idsOf(true) });
  await tellWriters(tx, writers);
  // The first text of a note belongs to its creation, which is logged already.
  for (const { note, before, words } of kept) if (!before.is_first) await logWords(tx, note, before, words);
  return uncounted;
}

type Kept = {
  note: DerivedNote;
  before: Before;
  words: number;
  changedTasks: string[];
  isTextAlone: boolean;
};

/** Keeps what else was found in a body: its tasks, and whom it names. */
async function keepFound(tx: Tx, note: DerivedNote, body: DerivedBody, before: Before): Promise<Kept> {
  const { derived, tasks, hadTasks } = body;
  const changedTasks = tasks.length > 0 || hadTasks ? await keepTasks(tx, note, tasks) : [];
  if (before.said !== null)
    await awaitMentions(tx, note.id, { before: before.said, after: derived.searchText }, body);
  const isTextAlone = !before.is_first && !before.has_new_links && changedTasks.length === 0;
  return { note, before, words: derived.wordCount, changedTasks, isTextAlone };
}

type Before = {
  title: string;
  words: number;
  is_first: boolean;
  /** It leads elsewhere than before. */
  has_new_links: boolean;
  actors: string[] | null;
  /** The text, where others read it and somebody may be named in it. */
  said: string | null;
};

type DerivedNote = CountedNote & { ownerId: string; seq: number };

async function keepDerived(
  tx: Tx,
  note: DerivedNote,
  { derived, authors }: DerivedBody,
): Promise<Before | undefined> {
  const isNaming = authors.length > 0 && hasSign(derived.searchText);
  const values = [
    note.id,
    derived.outline,
    derived.searchText,
    derived.excerpt,
    derived.wordCount,
    note.seq,
    note.ownerId,
    derived.links.map((link) => link.kind),
    derived.links.map((link) => cut(link.target)),
    derived.humanText,
    isNaming,
  ];
  return (await tx.query<Before>(KEEP_DERIVED, values, "keep-derived"))[0];
}

async function logWords(tx: Tx, { id, ownerId }: DerivedNote, before: Before, words: number): Promise<void> {
  await logChange(tx, {
    type: "note_updated",
    title: `Updated ${quoted(before.title)}`,
    entityType: "note",
    entityId: id,
    ...(await writerOf(tx, id, before.actors)),
    metadata: {
      changes: { words: { from: before.words, to: words } },
      ...(isOfGuests(before.actors, ownerId) && { actor: before.actors[0] }),
    },
  });
}

const isOfGuests = (actors: string[] | null, ownerId: string): actors is string[] =>
  actors !== null && actors.length > 0 && !actors.includes(ownerId);

/** The log of the owner says who wrote, when it was somebody the note is shared with. */
async function writerOf(tx: Tx, noteId: string, actors: string[] | null): Promise<{ description?: string }> {
  if (!isOfGuests(actors, tx.userId)) return {};
  const names = await tx.query<{ name: string }>(
    "SELECT name FROM writers_of_note($1) WHERE user_id = ANY ($2::uuid[])",
    [noteId, actors],
  );
  return names.length > 0 ? { description: `By ${names.map(({ name }) => name).join(", ")}` } : {};
}

/**
 * A file that only a guest has named is not shown: a guest who edits could name any file of the owner. The owner has named it when a
 * change of theirs holds its address, or nobody else has ever written here: a guest's change may wait in the log for the owner's next.
 * The id alone does not count, because the mark of a comment is written in the owner's name and holds an id that a guest chose.
 * Nothing of it happens when a newer derivation was there first.
 */
const KEEP_DERIVED = `WITH before AS MATERIALIZED (SELECT derived_seq AS seq FROM notes_v2 WHERE id = $1), found AS (
    SELECT id AS found_id, word_count AS words, derived_seq = 0 AS is_first,
      (SELECT array_agg(DISTINCT u.actor_id) FROM note_updates u WHERE u.note_id = $1 AND u.id > derived_seq) AS actors,
      CASE WHEN $11 AND EXISTS (SELECT FROM note_access a WHERE a.note_id = $1) THEN text END AS said FROM notes_v2 WHERE id = $1 FOR UPDATE
  ), note AS (
    UPDATE notes_v2 SET content = $2, text = $3, excerpt = $4, word_count = $5, derived_seq = $6, human_text = $10,
      updated_at = greatest(updated_at, (SELECT max(at) FROM note_updates WHERE note_id = $1),
        (SELECT ended_at FROM note_history WHERE note_id = $1 ORDER BY through_id DESC LIMIT 1))
    FROM found WHERE id = found_id AND derived_seq < $6 RETURNING id, title, words, is_first, actors, said
  ), since AS (
    SELECT u.payload, u.actor_id = $7::uuid AS is_owners FROM note_updates u, before WHERE u.note_id = $1 AND u.id > before.seq
    UNION ALL SELECT h.payload, h.actor_ids <@ ARRAY[$7::uuid] FROM note_history h, before WHERE h.note_id = $1 AND h.through_id > before.seq
  ), links AS (
    SELECT kind, target, kind <> 'file' OR EXISTS (
      SELECT FROM since WHERE is_owners AND position(convert_to('/files/' || split_part(target, '/', 3), 'UTF8') IN payload) > 0
    ) AS is_owners FROM note, unnest($8::text[], $9::text[]) AS links (kind, target)
  ), shown AS (
    UPDATE note_links l SET is_shown = true FROM links
    WHERE l.note_id = $1 AND l.kind = links.kind AND l.target = links.target AND links.is_owners AND NOT l.is_shown
  ), unlinked AS (
    DELETE FROM note_links l WHERE l.note_id = $1 AND EXISTS (SELECT FROM note)
      AND NOT EXISTS (SELECT FROM links WHERE links.kind = l.kind AND links.target = l.target)
    RETURNING 1
  ), linked AS (
    INSERT INTO note_links (note_id, user_id, kind, target, is_shown)
    SELECT $1, $7::uuid, kind, target, is_owners OR NOT (
        EXISTS (SELECT FROM note_updates WHERE note_id = $1 AND actor_id <> $7::uuid)
        OR EXISTS (SELECT FROM note_history WHERE note_id = $1 AND NOT actor_ids <@ ARRAY[$7::uuid]))
      OR EXISTS (SELECT FROM guest_uploads g WHERE g.note_id = $1 AND g.file_id::text = split_part(target, '/', 3))
    FROM links ON CONFLICT DO NOTHING RETURNING 1
  )
  SELECT title, words, is_first, actors, said, EXISTS (SELECT FROM unlinked) OR EXISTS (SELECT FROM linked) AS has_new_links FROM note`;

/**
 * For the statement that makes a note (see LOG_FIRST_UPDATE): $25 and $26 are kinds and targets of what its first change leads to.
 * Its owner wrote all of it, so every file in it is shown.
 */
export const LINK_FIRST = `INSERT INTO note_links (note_id, user_id, kind, target)
  SELECT $1, $2, kind, target FROM note, unnest($25::text[], $26::text[]) AS links (kind, target) ON CONFLICT DO NOTHING`;

/** An index row ends at 2704 bytes; ids and kind take less than 100 of them. */
const TARGET_MAX_BYTES = 2_500;

/** As an index can hold it. */
export function cut(target: string): string {
  const bytes = Buffer.from(target.replaceAll("\0", ""));
  return bytes.subarray(0, TARGET_MAX_BYTES).toString();
}
