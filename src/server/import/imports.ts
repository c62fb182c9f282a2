import type { Import, ImportFormat, ImportItem, ImportStatus } from "#contract/imports.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Services } from "../base.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { notify } from "../notifications/notifications.ts";
import { removeWork } from "./work-folder.ts";
import type { Row } from "../db/row.ts";
import type { importItems, imports } from "../db/schema/imports.ts";

const STORED = [
  "id",
  "name",
  "format",
  "size",
  "hash",
  "plan",
  "progress",
  "created_at",
  "finished_at",
] as const;
/** Status and message as they are by now, and how many notes it made. */
export type ImportRow = Row<typeof imports, [...typeof STORED, "status", "message"]> & {
  made: number;
  made_tasks: number;
  made_events: number;
};

/** A process that works on an import says so each second; one that was silent this long is gone. */
const SILENT = "interval '90 seconds'";
const IS_STOPPED = `(i.status IN ('reading', 'making') AND i.updated_at < now() - ${SILENT})`;
/** Nobody sends on after so long: who comes back begins anew. */
const GIVEN_UP = "interval '1 hour'";
/** What was sent is removed when nobody goes on with it for a day: see work-folder.ts. */
const IS_LEFT = "(i.status IN ('uploading', 'ready') AND i.updated_at < now() - interval '24 hours')";
const STATUS = `CASE WHEN ${IS_STOPPED} THEN 'failed' WHEN ${IS_LEFT} THEN 'cancelled' ELSE i.status END`;

/** Notes that are there although nobody could say any more that they were made: see undo-import.ts. */
const MADE_UNSAID = `(SELECT count(*)::int FROM import_items m JOIN notes_v2 n ON n.id = m.entity_id
    WHERE m.import_id = i.id AND m.kind = 'note' AND m.outcome = 'planned' AND n.user_id = i.user_id AND n.trashed_at IS NULL
      AND NOT EXISTS (SELECT FROM import_items o WHERE o.user_id = m.user_id AND o.entity_id = m.entity_id
        AND o.import_id <> m.import_id AND o.outcome IN ('made', 'kept')))`;

/** Rows of a kind that it made: see apply-extras.ts. */
const madeRows = (kind: string) => `jsonb_array_length(coalesce(i.settings_before->'${kind}', '[]'))`;

const COLUMNS = `${STORED.map((column) => `i.${column}`).join(", ")},
  ${STATUS} AS status,
  CASE WHEN ${IS_STOPPED} THEN 'The server was restarted meanwhile. Undo what was made, or import the same again: it is completed.'
    WHEN ${IS_LEFT} THEN 'Nobody went on with it for a day, so what was sent was removed. Send it again.'
    ELSE i.message END AS message,
  (SELECT count(*)::int FROM import_items m WHERE m.import_id = i.id AND m.kind = 'note' AND m.outcome IN ('made', 'kept'))
    + CASE WHEN ${IS_STOPPED} OR i.status = 'failed' THEN ${MADE_UNSAID} ELSE 0 END AS made,
  ${madeRows("tasks")} AS made_tasks, ${madeRows("events")} AS made_events`;

export function toImport(row: ImportRow): Import {
  const count = (name: string) => row.plan[name] ?? 0;
  const presentRows = count("presentTasks") + count("presentEvents");
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    format: row.format,
    size: row.size,
    plan: {
      folders: count("folders"),
      notes: count("notes"),
      files: count("files"),
      tasks: count("tasks"),
      events: count("events"),
      skipped: count("skipped"),
    },
    fresh: {
      folders: count("folders") - count("presentFolders"),
      notes: count("notes") - count("present"),
      files: count("files") - count("presentFiles"),
      tasks: count("tasks") - count("presentTasks"),
      events: count("events") - count("presentEvents"),
    },
    present: count("present"),
    warned: count("warned"),
    made: row.made,
    presentRows,
    warnedRows: count("warnedRows"),
    madeTasks: row.made_tasks,
    madeEvents: row.made_events,
    progress: row.progress,
    message: row.message,
    hasSettings: count("settings") > 0,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

export async function createImport(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  name: string,
): Promise<Import> {
  const id = uuidV7();
  const silent = await db.queryAs<{ id: string }>(
    userId,
    `UPDATE imports SET status = 'cancelled', finished_at = now()
     WHERE user_id = $1 AND status = 'uploading' AND updated_at < now() - ${GIVEN_UP} RETURNING id`,
    [userId],
  );
  for (const given of silent) await removeWork(config, given.id);
  await db.queryAs(
    userId,
    "DELETE FROM imports WHERE user_id = $1 AND created_at < now() - interval '90 days'",
    [userId],
  );
  await db.queryAs(userId, "INSERT INTO imports (id, user_id, name) VALUES ($1, $2, $3)", [id, userId, name]);
  return getImport(db, userId, id);
}

/** For what arrives in one piece; the parts of the browser are counted as they come. */
export async function setImportSize(
  db: Database,
  userId: string,
  importId: string,
  size: number,
): Promise<void> {
  await db.queryAs(userId, "UPDATE imports SET size = $3 WHERE id = $1 AND user_id = $2", [
    importId,
    userId,
    size,
  ]);
}

/**
 * Says of which folder of the machine it is, and takes the place of a run before it that was killed: the database would take that for under
 * way for a while yet. One that lives hears of it at its next beat.
 * @returns those it takes the place of
 */
export async function replaceRuns(
  db: Database,
  userId: string,
  importId: string,
  hash: string,
): Promise<string[]> {
  const replaced = await db.queryAs<{ id: string }>(
    userId,
    `WITH own AS (UPDATE imports SET hash = $3 WHERE id = $1 AND user_id = $2)
     UPDATE imports SET status = 'failed', message = 'The command was run again.', finished_at = now()
     WHERE user_id = $2 AND hash = $3 AND id <> $1 AND status IN ('reading', 'making') RETURNING id`,
    [importId, userId, hash],
  );
  return replaced.map(({ id }) => id);
}

/** @throws Failure NOT_FOUND */
export async function readImport(db: Database, userId: string, importId: string): Promise<ImportRow> {
  const [row] = await db.queryAs<ImportRow>(
    userId,
    `SELECT ${COLUMNS} FROM imports i WHERE i.id = $1 AND i.user_id = $2`,
    [importId, userId],
  );
  if (!row) throw notFound();
  return row;
}

export const getImport = async (db: Database, userId: string, importId: string): Promise<Import> =>
  toImport(await readImport(db, userId, importId));

/** What lies on the disk of imports that are not over. */
export async function sizeOfWaiting(db: Database, userId: string): Promise<number> {
  const [row] = await db.queryAs<{ size: number }>(
    userId,
    `SELECT coalesce(sum(i.size), 0)::bigint AS size FROM imports i
     WHERE i.user_id = $1 AND ${STATUS} IN ('uploading', 'reading', 'ready', 'making')`,
    [userId],
  );
  return row!.size;
}

const LISTED = 30;

/** Those of which nothing was ever read are nothing to list. */
export async function listImports(db: Database, userId: string): Promise<Import[]> {
  const rows = await db.queryAs<ImportRow>(
    userId,
    `SELECT ${COLUMNS} FROM imports i WHERE i.user_id = $1 AND i.status <> 'uploading' ORDER BY i.created_at DESC LIMIT ${LISTED}`,
    [userId],
  );
  return rows.map(toImport);
}

const ITEM = ["position", "kind", "path", "title", "entity_id", "outcome", "reason", "problems"] as const;

export async function listItems(
  db: Database,
  userId: string,
  {
    importId,
    only,
    after,
    limit,
  }: { importId: string; only: "all" | "remarks"; after: number; limit: number },
): Promise<{ items: ImportItem[]; nextAfter: number | null }> {
  await readImport(db, userId, importId);
  const rows = await db.queryAs<Row<typeof importItems, typeof ITEM>>(
    userId,
    `SELECT ${ITEM.join(", ")} FROM import_items
     WHERE import_id = $1 AND user_id = $2 AND position > $3 AND (kind <> 'file' OR outcome = 'skipped')
     ${only === "remarks" ? "AND (outcome IN ('skipped', 'kept') OR problems <> '[]'::jsonb)" : ""}
     ORDER BY position LIMIT $4`,
    [importId, userId, after, limit + 1],
  );
  const page = rows.slice(0, limit).map(({ entity_id: entityId, ...row }) => ({ ...row, entityId }));
  return { items: page, nextAfter: rows.length > limit ? (page.at(-1)?.position ?? null) : null };
}

/**
 * From one state into the next, if it is still in the one it is thought to be in: of two who ask at once, one does. Of one person
 * one import is worked on at a time, on whatever process of the server.
 * @throws Failure CONFLICT
 */
export async function moveImport(
  db: Database,
  userId: string,
  importId: string,
  from: ImportStatus[],
  to: ImportStatus,
): Promise<ImportRow> {
  const row = await readImport(db, userId, importId);
  await db.withUser(userId, async (tx) => {
    if (to === "reading" || to === "making") await assertNoOther(tx, importId);
    const moved = await tx.query(
      `UPDATE imports i SET status = $3, updated_at = now(), finished_at = NULL, progress = NULL, message = NULL,
         plan = CASE WHEN $3 = 'making' THEN plan || '{"begun": 1}' ELSE plan END
       WHERE i.id = $1 AND i.user_id = $2 AND ${STATUS} = ANY ($4) RETURNING i.id`,
      [importId, userId, to, from],
    );
    if (moved.length === 0) throw new Failure("CONFLICT", `This import is ${WORDS[row.status]}.`);
  });
  return { ...row, status: to };
}

/** To the end of the transaction no other import of the same person begins. @throws Failure CONFLICT */
async function assertNoOther(tx: Tx, importId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('imports of ' || $1, 0))", [tx.userId]);
  const others = await tx.query(
    `SELECT 1 FROM imports i WHERE i.user_id = $2 AND i.id <> $1 AND i.status IN ('reading', 'making') AND NOT ${IS_STOPPED}`,
    [importId, tx.userId],
  );
  if (others.length > 0) throw new Failure("CONFLICT", "You already have an import running.");
}

const WORDS: Record<ImportStatus, string> = {
  uploading: "still uploading",
  reading: "being read",
  ready: "ready to start",
  making: "already running",
  done: "finished",
  failed: "over: it failed",
  cancelled: "canceled",
  undone: "already undone",
};

/**
 * Says how far it is; false when it is no longer in the state it is worked on in, which means: stop.
 */
export async function heartbeat(
  db: Database,
  userId: string,
  importId: string,
  status: ImportStatus,
  progress: Import["progress"],
): Promise<boolean> {
  const rows = await db.queryAs(
    userId,
    `UPDATE imports SET progress = $4, updated_at = now() WHERE id = $1 AND user_id = $2 AND status = $3 RETURNING id`,
    [importId, userId, status, JSON.stringify(progress)],
  );
  return rows.length > 0;
}

/** Ends it in a state, and keeps a message of what was worked on behind the page; false when somebody has moved it on meanwhile. */
export async function finishImport(
  db: Database,
  userId: string,
  importId: string,
  from: ImportStatus,
  end: { status: ImportStatus; message?: string; plan?: Record<string, number>; format?: ImportFormat },
): Promise<boolean> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<{ name: string }>(
      `UPDATE imports SET status = $4, message = $5, plan = plan || coalesce($6::jsonb, '{}'), format = coalesce($7, format), progress = NULL,
       updated_at = now(), finished_at = CASE WHEN $4 = 'ready' THEN NULL ELSE now() END
       WHERE id = $1 AND user_id = $2 AND status = $3 RETURNING name`,
      [
        importId,
        userId,
        from,
        end.status,
        end.message ?? null,
        end.plan ? JSON.stringify(end.plan) : null,
        end.format ?? null,
      ],
      "finish-import",
    );
    if (row && end.status !== "ready") await tellOfEnd(tx, { ...end, importId, name: row.name });
    return row !== undefined;
  });
}

const tellOfEnd = (
  tx: Tx,
  {
    importId,
    name,
    status,
    message,
  }: { importId: string; name: string; status: ImportStatus; message?: string },
) =>
  notify(tx, {
    type: status === "done" ? "success" : "error",
    title: status === "done" ? "Import finished" : "Import failed",
    message: [name, message].filter(Boolean).join("\n"),
    href: "/app/settings?tab=data",
    dedupeKey: `import:${importId}:${status}`,
  });
