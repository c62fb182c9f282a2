import type { Tx } from "../../db/client.ts";
import type { ObjectChanges, ObjectState } from "../../ics/stored-object.ts";
import { IS_OF_HERE, readSyncPoint, revisionSince, syncToken } from "../../live/sync-point.ts";
import { IS_THERE } from "../task-row.ts";

export type TaskObject = ObjectState & { id: string; uid: string };

const OBJECT = `t.id, coalesce(t.uid, t.id::text) AS uid, coalesce(t.resource, t.id || '.ics') AS name,
  '"' || left(md5(concat_ws(' ', $2::text, t.id, t.revision)), 24) || '"' AS etag`;

/** @param epoch of the database: with a restored backup every etag is another */
export const listTaskObjects = (tx: Tx, epoch: string): Promise<TaskObject[]> =>
  tx.query<TaskObject>(
    `SELECT ${OBJECT} FROM tasks t WHERE ${IS_THERE} ORDER BY t.id`,
    [tx.userId, epoch],
    "list-task-objects",
  );

/** By the last parts of their addresses; what is not there is left out. */
export function findTaskObjects(tx: Tx, epoch: string, names: string[]): Promise<TaskObject[]> {
  const ids = names.flatMap((name) => /^([0-9a-f-]{36})\.ics$/i.exec(name)?.[1] ?? []).filter(isUuid);
  return tx.query<TaskObject>(BY_NAME, [tx.userId, epoch, names, ids], "task-objects-by-name");
}

const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const BY_NAME = `SELECT ${OBJECT} FROM tasks t WHERE ${IS_THERE} AND t.resource = ANY ($3::text[])
  UNION ALL
  SELECT ${OBJECT} FROM tasks t WHERE ${IS_THERE} AND t.id = ANY ($4::uuid[]) AND t.resource IS NULL`;

/** Null where there is none of this UID. */
export async function nameOfUid(tx: Tx, uid: string): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    `SELECT coalesce(t.resource, t.id || '.ics') AS name FROM tasks t
     WHERE ${IS_THERE} AND (t.uid = $2 OR t.uid IS NULL AND t.id::text = lower($2)) LIMIT 1`,
    [tx.userId, uid],
    "task-of-uid",
  );
  return row?.name ?? null;
}

/** Changes with whatever a client sees of the tasks. */
export async function tokenOfTasks(tx: Tx): Promise<{ token: string; epoch: string }> {
  const point = await readSyncPoint(tx);
  const [row] = await tx.query<{ newest: number }>(
    `SELECT coalesce(max(revision), 0) AS newest FROM tasks WHERE user_id = $1 AND ${IS_OF_HERE}`,
    [tx.userId],
    "newest-task",
  );
  return { token: syncToken(point, row!.newest), epoch: point.epoch };
}

/** Null when the token is of another time. */
export async function changesOfTasks(tx: Tx, since: string): Promise<ObjectChanges | null> {
  const from = revisionSince(await readSyncPoint(tx), since);
  if (from === null) return null;
  const { token, epoch } = await tokenOfTasks(tx);
  const touched = await tx.query<TaskObject & { is_there: boolean }>(
    `SELECT ${OBJECT}, (${IS_THERE}) AS is_there FROM tasks t WHERE t.user_id = $1 AND t.revision >= $3 AND t.${IS_OF_HERE}`,
    [tx.userId, epoch, from],
    "touched-tasks",
  );
  const changed = touched.filter(({ is_there: isThere }) => isThere);
  const names = new Set(changed.map(({ name }) => name));
  const removed = touched.filter(({ is_there: isThere, name }) => !isThere && !names.has(name));
  return { changed, removed: [...new Set(removed.map(({ name }) => name))], token };
}
