import { type Activity, ActivityType } from "#contract/activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { PARTS_OF_PROJECT } from "../db/parts-of-project.ts";
import { notFound } from "../failure.ts";
import { quoted } from "./log-activity.ts";
import type { CanUndo } from "./undoable.ts";
import type { Row } from "../db/row.ts";
import type { activities } from "../db/schema/activity.ts";

const LISTED = [
  "id",
  "activity_type",
  "activity_title",
  "activity_description",
  "entity_type",
  "entity_id",
  "metadata",
  "created_at",
] as const;
/** A note is called what it is called now, as long as it exists. */
const NAME_NOW = "(SELECT n.title FROM notes_v2 n WHERE n.id = entity_id AND entity_type = 'note')";
const COLUMNS = `${LISTED.join(", ")}, ${NAME_NOW} AS name_now`;
type ActivityRow = Row<typeof activities, typeof LISTED> & { name_now: string | null };

export type ActivityFilter = {
  types?: ActivityType[] | undefined;
  entityId?: string | undefined;
  projectId?: string | undefined;
  query?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

function toActivity(row: ActivityRow, canUndo: CanUndo): Activity[] {
  const type = ActivityType.safeParse(row.activity_type);
  // Written by a newer Cairn on another node: this one has no words for it.
  if (!type.success) return [];
  const activity = {
    id: row.id,
    type: type.data,
    title: titleNow(row),
    description: row.activity_description,
    entityType: row.entity_type,
    entityId: row.entity_id,
    metadata: row.metadata,
    createdAt: row.created_at.toISOString(),
  };
  return [{ ...activity, canUndo: canUndo(activity) }];
}

const titleNow = ({ activity_title: title, name_now: name }: ActivityRow): string =>
  name === null ? title : title.replace(/".*"/s, () => quoted(name));

function conditions(filter: ActivityFilter, values: unknown[]): string {
  const where = ["user_id = $1"];
  const add = (condition: (place: string) => string, value: unknown) =>
    where.push(condition(`$${values.push(value)}`));
  if (filter.types?.length) add((place) => `activity_type = ANY (${place})`, filter.types);
  if (filter.entityId) add((place) => `entity_id = ${place}`, filter.entityId);
  if (filter.projectId)
    add((place) => `entity_id IN ${PARTS_OF_PROJECT(`${place}::uuid`)}`, filter.projectId);
  if (filter.from) add((place) => `created_at >= ${place}`, filter.from);
  if (filter.to) add((place) => `created_at < ${place}`, filter.to);
  if (filter.query?.trim())
    add(
      (place) =>
        // The notes are looked through once, not for each entry.
        `(activity_title ILIKE ${place} OR activity_description ILIKE ${place} OR (entity_type = 'note' AND entity_id IN (SELECT n.id FROM notes_v2 n WHERE n.title ILIKE ${place})))`,
      `%${filter.query.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
    );
  return where.join(" AND ");
}

export async function listActivities(
  db: Database,
  userId: string,
  canUndo: CanUndo,
  { offset, limit, ...filter }: ActivityFilter & { offset: number; limit: number },
): Promise<{ activities: Activity[]; total: number }> {
  const values: unknown[] = [userId];
  const where = conditions(filter, values);
  return db.withUser(userId, async (tx) => {
    if (filter.projectId && !(await isOwn(tx, filter.projectId)))
      return listOfShared(tx, filter.projectId, filter, { offset, limit });
    const [rows, [count]] = await Promise.all([
      tx.query<ActivityRow>(
        `SELECT ${COLUMNS} FROM user_activities WHERE ${where} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
        values,
      ),
      tx.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM user_activities WHERE ${where}`,
        values,
      ),
    ]);
    return { activities: rows.flatMap((row) => toActivity(row, canUndo)), total: count!.total };
  });
}

async function isOwn(tx: Tx, projectId: string): Promise<boolean> {
  const rows = await tx.query("SELECT 1 FROM projects WHERE id = $1 AND user_id = $2", [
    projectId,
    tx.userId,
  ]);
  return rows.length > 0;
}

/** What happened in a project of somebody else, as its guests are told; nothing where it isn't shared. Nobody undoes by the log of another. */
async function listOfShared(
  tx: Tx,
  projectId: string,
  { types, entityId, query, from, to }: ActivityFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ activities: Activity[]; total: number }> {
  const rows = await tx.query<ActivityRow & { total: number }>(
    "SELECT * FROM log_of_project($1, $2, $3, $4, $5, $6, $7, $8) ORDER BY id DESC",
    [
      projectId,
      types?.length ? types : null,
      entityId ?? null,
      from ?? null,
      to ?? null,
      query?.trim() || null,
      limit,
      offset,
    ],
    "log-of-shared-project",
  );
  const told = rows.map((row) => ({ ...row, activity_title: verbOf(row) }));
  return {
    activities: told.flatMap((row) => toActivity(row, () => false)),
    total: rows[0]?.total ?? 0,
  };
}

/** 'Updated task "Prune"': what is said before the name, and that name; what else it names may be out of reach. */
const verbOf = ({ activity_title: title }: ActivityRow): string =>
  title.includes('"') ? `${title.slice(0, title.indexOf('"'))}""` : '""';

/** @throws Failure NOT_FOUND */
export async function selectActivity(tx: Tx, canUndo: CanUndo, activityId: string): Promise<Activity> {
  const rows = await tx.query<ActivityRow>(
    `SELECT ${COLUMNS} FROM user_activities WHERE id = $1 AND user_id = $2`,
    [activityId, tx.userId],
  );
  const [activity] = rows.flatMap((row) => toActivity(row, canUndo));
  if (!activity) throw notFound();
  return activity;
}

export async function removeActivity(db: Database, userId: string, activityId: string): Promise<void> {
  const rows = await db.queryAs(
    userId,
    "DELETE FROM user_activities WHERE id = $1 AND user_id = $2 RETURNING id",
    [activityId, userId],
  );
  if (rows.length === 0) throw notFound();
}

export async function clearActivities(db: Database, userId: string, filter: ActivityFilter): Promise<number> {
  const values: unknown[] = [userId];
  const where = conditions(filter, values);
  const [row] = await db.queryAs<{ removed: number }>(
    userId,
    `WITH gone AS (DELETE FROM user_activities WHERE ${where} RETURNING 1) SELECT count(*)::int AS removed FROM gone`,
    values,
  );
  return row!.removed;
}

/** Marks an activity as undone, once; answers whether it was not so yet. */
export async function markUndone(db: Database, userId: string, activityId: string): Promise<boolean> {
  const marked = await db.queryAs(
    userId,
    "UPDATE user_activities SET metadata = metadata || jsonb_build_object('undoneAt', now()) WHERE id = $1 AND NOT metadata ? 'undoneAt' RETURNING id",
    [activityId],
  );
  return marked.length > 0;
}

/** For an undoing that failed. */
export async function unmarkUndone(db: Database, userId: string, activityId: string): Promise<void> {
  await db.queryAs(userId, "UPDATE user_activities SET metadata = metadata - 'undoneAt' WHERE id = $1", [
    activityId,
  ]);
}
