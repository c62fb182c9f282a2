import type { WordOrigin } from "#contract/shared/word-origins.ts";
import type { Tx } from "../../db/client.ts";
import { recordChange } from "../../live/record-change.ts";
import { keyOf, type HourWriter, type Writer, type Written } from "./count-written.ts";
import { decodeTally, encodeTally, merge, sumOf, type Tally } from "./tally.ts";

/** Words in a tally, 800 kB: who adds more to one note in a day is counted all the same, but what they take back counts as removed. */
const MOST_WORDS = 100_000;

/** Which rows of the log are counted: those beyond `after`, up to `through`. */
export type CountedNote = { id: string; after: number; through: number };

type Count = Writer & { added: number; removed: number; tally: Buffer | null };
type HourCount = HourWriter & { added: number; removed: number; minutes: bigint };

/**
 * Adds what was written to the counts of its writers, in the transaction of a derivation, which holds the row of the note.
 * @returns whose counts changed; undefined where somebody else counted these rows
 */
export async function keepWritten(
  tx: Tx,
  note: CountedNote,
  written: Written[],
): Promise<string[] | undefined> {
  const tallies = written.some(({ tally }) => tally.size > 0)
    ? await readTallies(tx, note.id)
    : new Map<string, Tally>();
  const days = Array.from(Map.groupBy(written, keyOf), ([key, hours]) =>
    toCounts(hours, tallies.get(key) ?? new Map()),
  );
  const counts = days.flatMap(({ count }) => (count ? [count] : []));
  const hours = days.flatMap(({ hours }) => hours);
  const [row] = await tx.query<{ is_first: boolean }>(
    hours.length > 0 ? KEEP_WITH_HOURS : `SELECT * FROM ${KEEP_COUNTS}`,
    [...valuesOfCounts(note, counts), ...(hours.length > 0 ? valuesOfHours(hours) : [])],
    hours.length > 0 ? "keep-words-and-hours" : "keep-words",
  );
  if (!row?.is_first) return undefined;
  return counts.filter(({ added, removed }) => added !== 0 || removed !== 0).map(({ actorId }) => actorId);
}

const KEEP_COUNTS =
  "keep_words($1, $2, $3, $4::uuid[], $5::date[], $6::text[], $7::int[], $8::int[], $9::bytea[]) AS kept (is_first)";
const KEEP_WITH_HOURS = `SELECT is_first FROM ${KEEP_COUNTS} LEFT JOIN LATERAL keep_word_hours(
    $1, $10::uuid[], $11::date[], $12::smallint[], $13::text[], $14::int[], $15::int[], $16::bit(60)[]
  ) ON is_first`;

/**
 * What was written before on the same day is in `known`, and in the counts: the difference is to be added to those. Each hour gets what the
 * sums of the day gained in it. No count of the day where no word came or went.
 */
function toCounts(written: Written[], known: Tally): { count: Count | undefined; hours: HourCount[] } {
  const hours = written
    .toSorted((one, other) => one.hour - other.hour)
    .map(({ tally, ...writer }) => ({ ...writer, ...gainOf(known, tally) }));
  if (written.every(({ tally }) => tally.size === 0)) return { count: undefined, hours };
  const { actorId, day, origin } = written[0]!;
  const total = (of: "added" | "removed") => hours.reduce((sum, hour) => sum + hour[of], 0);
  const tally = known.size <= MOST_WORDS ? encodeTally(known) : null;
  return {
    count: { actorId, day, origin, added: total("added"), removed: total("removed"), tally },
    hours,
  };
}

/** Adds a change to what is known, and tells how its sums changed by that. */
function gainOf(known: Tally, change: Tally): { added: number; removed: number } {
  if (change.size === 0) return { added: 0, removed: 0 };
  const before = sumOf(known);
  merge(known, change);
  const after = sumOf(known);
  return { added: after.added - before.added, removed: after.removed - before.removed };
}

/** As the database has them: sixty digits, the first for the first minute. */
export const minuteBits = (minutes: bigint): string =>
  Array.from(minutes.toString(2).padStart(60, "0")).toReversed().join("");

function valuesOfHours(hours: HourCount[]): unknown[] {
  const column = <Value>(read: (count: HourCount) => Value) => hours.map(read);
  return [
    column(({ actorId }) => actorId),
    column(({ day }) => day),
    column(({ hour }) => hour),
    column(({ origin }) => origin),
    column(({ added }) => added),
    column(({ removed }) => removed),
    column(({ minutes }) => minuteBits(minutes)),
  ];
}

function valuesOfCounts(note: CountedNote, counts: Count[]): unknown[] {
  const column = <Value>(read: (count: Count) => Value) => counts.map(read);
  return [
    note.id,
    note.after,
    note.through,
    column(({ actorId }) => actorId),
    column(({ day }) => day),
    column(({ origin }) => origin),
    column(({ added }) => added),
    column(({ removed }) => removed),
    column(({ tally }) => tally),
  ];
}

/**
 * For the statement that makes a note (see LOG_FIRST_UPDATE): counts the words of its first change, which came at once. $24 is their number, $28 their
 * origin, $29 whether anybody counts them, $30 the day by the clock of who wrote them, $32 the hour, $33 the minute of it as a bit.
 */
export const COUNT_FIRST = `INSERT INTO word_days (user_id, note_id, day, origin, added, removed)
  SELECT $2, $1, $30::date, coalesce($28, 'typed'), $24, 0 FROM note WHERE $29 AND $24 > 0`;

/** The same by its hour. */
export const COUNT_FIRST_HOUR = `INSERT INTO word_hours (user_id, note_id, day, hour, origin, added, removed, minutes)
  SELECT $2, $1, $30::date, $32::smallint, coalesce($28, 'typed'), $24, 0, CASE WHEN $28 IS NULL OR $28 = 'typed' THEN $33::bit(60) ELSE 0::bit(60) END
  FROM note WHERE $29 AND $24 > 0`;

type TallyRow = { user_id: string; day: string; origin: WordOrigin; tally: Buffer };

async function readTallies(tx: Tx, noteId: string): Promise<Map<string, Tally>> {
  const rows = await tx.query<TallyRow>(
    "SELECT user_id, day, origin, tally FROM word_tallies_of($1)",
    [noteId],
    "word-tallies-of",
  );
  return new Map(
    rows.map(({ user_id: actorId, day, origin, tally }) => [
      keyOf({ actorId, day, origin }),
      decodeTally(tally),
    ]),
  );
}

/** Tells everybody whose counts changed; last in a transaction, because it locks their counters of changes. */
export async function tellWriters(tx: Tx, changed: Map<string, string[]>): Promise<void> {
  const writers = [...changed.values()].flat();
  if (writers.includes(tx.userId))
    await recordChange(tx, {
      userId: tx.userId,
      entity: "words",
      entityId: tx.userId,
      operation: "update",
    });
  for (const [noteId, ofNote] of changed) {
    const guests = ofNote.filter((writer) => writer !== tx.userId);
    if (guests.length === 0) continue;
    const [row] = await tx.query<{ told: string[] }>(
      "SELECT notify_writers($1, $2::uuid[]) AS told",
      [noteId, guests],
      "notify-writers",
    );
    row?.told.forEach((writer) => tx.announce(writer));
  }
}
