import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StandIns } from "#testing/fold-texts.ts";
import { compareRow, readKnown } from "#testing/database/compare-rows.ts";
import { type Column, describeStatement } from "#testing/database/describe-statement.ts";
import { readRowTypes } from "#testing/database/row-types.ts";
import { readStatements } from "#testing/database/sql-statements.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";

/**
 * What stands in statements that only a run knows in full. Conditions that are added by a run (the filters of
 * list-notes.ts and the like) are left to the tests of their feature.
 */
const STAND_INS: StandIns = {
  "src/server/accounts/delete-account.ts: quote(name)": ["public.notes_v2"],
  "src/server/accounts/delete-account.ts: owner": ["user_id"],
  "src/server/activity/activities.ts: limit": ["1"],
  "src/server/activity/activities.ts: offset": ["1"],
  "src/server/activity/log-activity.ts: name": ["log_activity", "log_change"],
  "src/server/backup/snapshot.ts: quoteColumns([column])": ["storage_key"],
  "src/server/backup/snapshot.ts: quoteTable(table)": ["public.files"],
  "src/server/calendar/import-events.ts: table": ["calendars", "calendar_events"],
  "src/server/db/client.ts: userId": [""],
  "src/server/db/client.ts: pg.escapeLiteral(shareToken)": ["''"],
  "src/server/db/client.ts: bare": ["system_counts"],
  "src/server/db/client.ts: places": [""],
  'src/server/drive/items.ts: names.map((name, index) => `${NAMES[name]} = $${index + 3}`).join(", ")': [
    "state = $3",
  ],
  'src/server/export/rows.ts: keys.map((key) => `t."${key.name}"::text`).join(", ")': ["t.id::text"],
  "src/server/export/rows.ts: from": ["notes_v2"],
  "src/server/export/rows.ts: owner": ["user_id"],
  "src/server/export/rows.ts: columns": ["t.id"],
  "src/server/export/rows.ts: places": ["$2::text::uuid"],
  "src/server/files/files-in-use.ts: namesFiles": ["t.text"],
  "src/server/export/rows.ts: part.of": ["t.id"],
  'src/server/export/rows.ts: named(part?.row ?? "to_jsonb(t)")': ["to_jsonb(t)"],
  "src/server/files/files-in-use.ts: own": ["", "t.user_id = (SELECT app_user_id()) AND"],
  "src/server/files/files-in-use.ts: table": ["public.note_templates"],
  'src/server/files/files-in-use.ts: entries.flatMap(wordsOf).join(" UNION ALL ")': ["SELECT '' AS words"],
  "src/server/files/list-files.ts: order": ["asc"],
  "src/server/files/list-files.ts: place(filter.limit + 1)": ["1"],
  "src/server/files/list-files.ts: place(filter.kind)": ["''"],
  "src/server/files/list-files.ts: place(filter.projectId)": ["NULL"],
  'src/server/files/list-files.ts: where.join(" AND ")': ["f.user_id = $1 AND f.bucket <> $2"],
  "src/server/files/list-files.ts: place(filter.query.trim())": ["''"],
  'src/server/files/list-files.ts: kindSql("type")': ["''"],
  'src/server/files/list-files.ts: kindSql("f.type")': ["f.type"],
  "src/server/files/unused-files.ts: source": ["SELECT '' AS words"],
  "src/server/gallery/list-pictures.ts: values.push(value)": ["2"],
  "src/server/history/versions.ts: lock": ["", "FOR UPDATE"],
  "src/server/import/find-rows.ts: table": ["public.tasks"],
  "src/server/insights/breakdown.ts: words": [""],
  "src/server/insights/breakdown.ts: joined": [
    "",
    "LEFT JOIN notes_v2 n ON n.id = p.note_id AND n.user_id = $1",
  ],
  "src/server/notes/backlinks.ts: SNIPPET_BEFORE": ["60"],
  "src/server/notes/backlinks.ts: SNIPPET_LENGTH": ["220"],
  "src/server/notes/list-notes.ts: order": ["asc"],
  "src/server/notes/list-notes.ts: filter.limit": ["50"],
  "src/server/notes/notes.ts: set": ["title = $2"],
  "src/server/notes/search-parts/search-shared.ts: around.before": ["60"],
  "src/server/notes/search-parts/search-shared.ts: around.length": ["220"],
  "src/server/reminders/list-reminders.ts: limit": ["100"],
  "src/server/tasks/list-tasks.ts: shown": ["t.completed_at::text"],
  'src/server/tasks/list-tasks.ts: where.join(" AND ")': ["t.user_id = $1"],
  "src/server/tasks/list-tasks.ts: column": ["t.completed_at"],
  "src/server/tasks/list-tasks.ts: order": ["DESC"],
  "src/server/tasks/list-tasks.ts: filter.limit": ["100"],
  "src/server/trash/erase.ts: all": [
    "SELECT 'note' AS kind, id FROM notes_v2 WHERE user_id = $1 AND trashed_at <= $2::timestamptz",
  ],
  "src/server/trash/trash.ts: all": [
    "SELECT 'note' AS kind, id FROM notes_v2 WHERE user_id = $1 AND trashed_at <= $2::timestamptz",
  ],
  "src/server/trash/trash.ts: listed": [
    "SELECT 'file' AS kind, id, name, NULL::text AS place, 0 AS notes, size, trashed_at FROM files WHERE user_id = $1 UNION ALL SELECT 'note', id, title, '', 0, 0, trashed_at FROM notes_v2",
  ],
};

/** Columns that may be null in their table and never are in this answer, each with what keeps them from it. */
const NEVER_NULL: Record<string, string> = {
  "src/server/ai/agents/happened.ts: id": "entity_id IS NOT NULL",
  "src/server/ai/agents/look.ts: payload": "payload IS NOT NULL",
  "src/server/ai/meaning/read-things.ts: numbers": "this statement sets it",
  "src/server/ai/meaning/related-notes.ts: vectors": "vectors IS NOT NULL",
  "src/server/ai/page-model/add-words.ts: page_work": "page_work ? 'passages'",
  "src/server/calendar/ics/save-imported.ts: series_id": "series_id = ANY (...)",
  "src/server/calendar/ics/save-imported.ts: instance": "whatever is of a series has its instance",
  "src/server/drive/import-file.ts: google_id": "google_id = ANY (...)",
  "src/server/import/apply/undo-import.ts: id": "only what was left out has none",
  "src/server/planning/busy-time.ts: planned_at": "planned_at >= ...",
  "src/server/planning/busy-time.ts: planned_minutes": "null exactly when planned_at is",
  "src/server/planning/estimates.ts: estimate": "estimate_minutes > 0",
  "src/server/reminders/follow-subjects.ts: due_date": "due_date IS NOT NULL",
  "src/server/reminders/import-reminders.ts: event_id": "event_id = ANY (...)",
  "src/server/tasks/objects/save-object.ts: ics": "strpos(ics, ...) > 0",
  "src/server/web-links/web-links.ts: checked_at": "checked_at IS NOT NULL",
};

/** Where rows cannot be compared; once for each call. No new ones: a statement and its type are said in one place. */
const NOT_COMPARED = [
  // It asks what each feature has it ask.
  "src/server/accounts/delete-account.ts",
  // These hand on what their callers say, whose calls are compared instead.
  "src/server/collab/append-update.ts",
  "src/server/db/client.ts",
  "src/server/db/within.ts",
  "src/server/notes/update-many.ts",
];

const { statements, calls, missing, unused } = readStatements(STAND_INS);
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connections.owner);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** What each statement answers, or why it is refused. */
const described = new Map<string, Promise<Column[] | Error>>();
function describe(text: string): Promise<Column[] | Error> {
  const answer = described.get(text) ?? describeStatement(client, text).catch((error: Error) => error);
  described.set(text, answer);
  return answer;
}

test("every statement in the source can be read without running it, or has a stand-in for what a run adds", () => {
  expect(missing).toEqual([]);
  expect(unused).toEqual([]);
  // Fewer would mean that the reader has gone blind.
  expect(statements.length).toBeGreaterThan(400);
});

test("every statement fits the tables, columns and functions of the database", async () => {
  const faults: string[] = [];
  for (const { file, line, text, isPart } of statements) {
    const answer = await describe(text);
    if (answer instanceof Error && !isPart) faults.push(`${file}:${line}: ${answer.message}\n${text}`);
  }
  expect(faults).toEqual([]);
});

/** The compiler reads the whole server first. */
const COMPILER_MS = 60_000;

test(
  "every row that a statement answers has the type that its call gives it",
  { timeout: COMPILER_MS },
  async () => {
    const known = await readKnown(client);
    const typed = [...readRowTypes(calls)].filter(([, fields]) => fields?.length !== 0);
    const notCompared: string[] = [];
    const faults = new Set<string>();
    const neverNull = new Set<string>();
    for (const [{ file, line, texts }, fields] of typed) {
      if (!fields || !texts) notCompared.push(file);
      else
        for (const text of texts) {
          const answer = await describe(text);
          const found = answer instanceof Error ? [answer.message] : compareRow(fields, answer, known);
          for (const fault of found) {
            const key = `${file}: ${fault.replace(/ may be null$/, "")}`;
            if (key in NEVER_NULL) neverNull.add(key);
            else faults.add(`${file}:${line}: ${fault}`);
          }
        }
    }
    expect([...faults]).toEqual([]);
    expect(notCompared).toEqual(NOT_COMPARED);
    expect(Object.keys(NEVER_NULL).filter((key) => !neverNull.has(key))).toEqual([]);
    // Fewer would mean that the reader has gone blind.
    expect(typed.length).toBeGreaterThan(700);
  },
);
