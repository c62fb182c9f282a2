import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StandIns } from "#testing/fold-texts.ts";
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
    "SELECT 'note' AS kind, id, trashed_at FROM notes_v2 WHERE user_id = $1",
  ],
};

const { statements, missing, unused } = readStatements(STAND_INS);
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

test("every statement in the source can be read without running it, or has a stand-in for what a run adds", () => {
  expect(missing).toEqual([]);
  expect(unused).toEqual([]);
  // Fewer would mean that the reader has gone blind.
  expect(statements.length).toBeGreaterThan(400);
});

test("every statement fits the tables, columns and functions of the database", async () => {
  const faults: string[] = [];
  for (const [index, { file, line, text, isPart }] of statements.entries()) {
    const fault = await client.query(`PREPARE s${index} AS ${text}`).catch((error: Error) => error.message);
    if (typeof fault === "string" && !isPart) faults.push(`${file}:${line}: ${fault}\n${text}`);
  }
  expect(faults).toEqual([]);
});
