import type { Services } from "../base.ts";
import type { Database } from "../db/client.ts";
import { recordChanges } from "../live/record-changes.ts";
import { retryTransient } from "./retry-transient.ts";
import { readPlan } from "./read-plan.ts";
import type { PlannedFile, PlannedFolder } from "./reading/plan.ts";

type Dated = { kind: "folder" | "file"; id: string; createdAt: string; updatedAt: string };

const AT_A_TIME = 500;
const TABLES = { folder: "folders", file: "files" } as const;

/**
 * Folders and files of our own export become as old as they were. Last of all: as long as its note is not there, an old file that
 * nothing shows is one to clean up.
 */
export async function dateMade(
  { db }: Pick<Services, "db">,
  userId: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  let batch: Dated[] = [];
  for await (const { line } of readPlan(folder)) {
    if (signal.aborted) return;
    if ((line.kind !== "folder" && line.kind !== "file") || !isDated(line)) continue;
    if (batch.length >= AT_A_TIME || (batch[0] && batch[0].kind !== line.kind)) {
      await date(db, userId, batch);
      batch = [];
    }
    batch.push(line);
  }
  await date(db, userId, batch);
}

const isDated = <T extends PlannedFolder | PlannedFile>(line: T): line is T & Dated =>
  line.createdAt !== undefined && line.updatedAt !== undefined;

/** Not those that somebody has changed since they were made. */
async function date(db: Database, userId: string, batch: Dated[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const dateThem = () =>
    db.withUser(userId, async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `UPDATE ${TABLES[first.kind]} t SET created_at = d.created_at, updated_at = d.updated_at
       FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS d (id, created_at, updated_at)
       WHERE t.id = d.id AND t.user_id = $1 AND t.updated_at = t.created_at AND t.created_at <> d.created_at RETURNING t.id`,
        [
          userId,
          batch.map(({ id }) => id),
          batch.map(({ createdAt }) => createdAt),
          batch.map(({ updatedAt }) => updatedAt),
        ],
      );
      const entityIds = rows.map(({ id }) => id);
      await recordChanges(tx, { entity: first.kind, operation: "update", entityIds });
    });
  await retryTransient(dateThem);
}
