import type { BREAKDOWNS, BreakdownRow, WrittenNote } from "#contract/analytics.ts";
import { WRITTEN, type WordOrigin } from "#contract/shared/word-origins.ts";
import type { Database } from "../db/client.ts";
import type { Period } from "./period.ts";

const MOST_ROWS = 100;
const MOST_NOTES = 200;

type By = (typeof BREAKDOWNS)[number];

/**
 * Words of a period by what their notes are in now. A note with two tags, or in two projects, counts for both. Without a name: of a prepared
 * statement the plan is made for any period, where few notes are expected and each is looked up by itself; a year of a large account has tens of
 * thousands.
 */
export async function breakdownOf(
  db: Database,
  userId: string,
  { from, to, by }: Period & { by: By },
): Promise<BreakdownRow[]> {
  return db.queryAs<BreakdownRow>(
    userId,
    `WITH RECURSIVE ${BELOW}, ${perNote("word_days", "")}
     SELECT g.id, coalesce(g.name, '') AS name, ${sums("w")}, sum(w.notes)::int AS notes FROM ${GROUPS[by]}
     GROUP BY g.id, g.name ORDER BY sum(w.added + w.removed) DESC, g.id LIMIT ${MOST_ROWS}`,
    [userId, from, to, WRITTEN],
  );
}

const sums = (of: string): string =>
  ["added", "removed", "written"]
    .map((column) => `least(greatest(sum(${of}.${column}), 0), 2000000000)::int AS ${column}`)
    .join(", ");

/** Every folder below that of each project. */
const BELOW = `below AS (
    SELECT p.id AS project_id, p.folder_id FROM projects p WHERE p.user_id = $1 AND p.folder_id IS NOT NULL
    UNION SELECT b.project_id, f.id FROM folders f JOIN below b ON f.parent_folder_id = b.folder_id WHERE f.user_id = $1 AND f.trashed_at IS NULL
  )`;

const perNote = (table: "word_days" | "word_hours", narrowed: string): string => `per_note AS (
    SELECT note_id, sum(added) AS added, sum(removed) AS removed, coalesce(sum(added) FILTER (WHERE origin = $4), 0) AS written FROM ${table}
    WHERE user_id = $1 AND day BETWEEN $2::date AND $3::date AND (added <> 0 OR removed <> 0)${narrowed} GROUP BY note_id
  )`;

/** By what of a note says where its words count. Of many notes those are few, so that each group is looked up few times. */
const perPlace = (column: string): string => `(
    SELECT n.${column} AS place, sum(p.added) AS added, sum(p.removed) AS removed, sum(p.written) AS written, count(p.note_id) AS notes
    FROM per_note p LEFT JOIN notes_v2 n ON n.id = p.note_id AND n.user_id = $1 GROUP BY n.${column}
  ) w LEFT JOIN LATERAL`;

const GROUPS: Record<By, string> = {
  folder: `${perPlace("folder_id")} (SELECT f.id::text AS id, f.name FROM folders f WHERE f.id = w.place) g ON true`,
  tag: `${perPlace("tags")} (SELECT tag AS id, tag AS name FROM unnest(w.place) AS tag) g ON true`,
  project: `${perPlace("folder_id")} (
    SELECT j.id::text AS id, j.title AS name FROM below b JOIN projects j ON j.id = b.project_id WHERE b.folder_id = w.place) g ON true`,
};

type Asked = Period & {
  folderId?: string | undefined;
  tag?: string | undefined;
  projectId?: string | undefined;
  origin?: WordOrigin | undefined;
  hour?: number | undefined;
};

/** The notes that a number of words was written in. */
export async function listWrittenNotes(
  db: Database,
  userId: string,
  asked: Asked,
): Promise<{ total: number; notes: WrittenNote[] }> {
  const { values, words, notes } = conditionsOf(userId, asked);
  const table = asked.hour === undefined ? "word_days" : "word_hours";
  const joined = notes && `LEFT JOIN notes_v2 n ON n.id = p.note_id AND n.user_id = $1 WHERE true${notes}`;
  const rows = await db.queryAs<WrittenNote & { total: number }>(
    userId,
    `WITH RECURSIVE ${BELOW}, ${perNote(table, words)}, most AS (
       SELECT p.note_id, ${sums("p")}, count(*) OVER ()::int AS total, sum(p.added + p.removed) AS words
       FROM per_note p ${joined}
       GROUP BY p.note_id ORDER BY words DESC, p.note_id LIMIT ${MOST_NOTES}
     )
     SELECT m.note_id AS "noteId", s.title, m.added, m.removed, m.written, m.total FROM most m LEFT JOIN notes_v2 s ON s.id = m.note_id
     ORDER BY m.words DESC, m.note_id`,
    values,
  );
  return {
    total: rows[0]?.total ?? 0,
    notes: rows.map(({ noteId, title, added, removed, written }) => ({
      noteId,
      title,
      added,
      removed,
      written,
    })),
  };
}

function conditionsOf(userId: string, { from, to, folderId, tag, projectId, origin, hour }: Asked) {
  const values: unknown[] = [userId, from, to, WRITTEN];
  let [words, notes] = ["", ""];
  const place = (value: unknown) => `$${values.push(value)}`;
  if (origin !== undefined) words += ` AND origin = ${place(origin)}`;
  if (hour !== undefined) words += ` AND hour = ${place(hour)}`;
  if (folderId === "none") notes += " AND n.folder_id IS NULL";
  else if (folderId !== undefined) notes += ` AND n.folder_id = ${place(folderId)}`;
  if (tag === "") notes += " AND coalesce(cardinality(n.tags), 0) = 0";
  else if (tag !== undefined) notes += ` AND ${place(tag)} = ANY (n.tags)`;
  const inProject = "SELECT FROM below b WHERE b.folder_id = n.folder_id";
  if (projectId === "none") notes += ` AND NOT EXISTS (${inProject})`;
  else if (projectId !== undefined)
    notes += ` AND EXISTS (${inProject} AND b.project_id = ${place(projectId)})`;
  return { values, words, notes };
}
