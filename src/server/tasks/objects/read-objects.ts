import type { Tx } from "../../db/client.ts";
import type { IcsTodo } from "../../ics/ics.ts";
import { instancesOfTodo } from "../../ics/read-object.ts";
import { readCalendar } from "../../ics/read-calendar.ts";
import type { StoredObject } from "../../ics/stored-object.ts";
import { writeCalendar } from "../../ics/write-calendar.ts";
import { COLUMNS, type TaskRow, toTask } from "../task-row.ts";
import { zoneOfUser } from "../../db/account-clock.ts";
import type { TaskObject } from "./find-objects.ts";
import { todoOf } from "./todo-fields.ts";

type ObjectRow = TaskRow & { uid: string | null; ics: string | null; parent_uid: string | null };

/** The files of these objects, in their order. */
export async function writeTaskObjects(tx: Tx, objects: TaskObject[]): Promise<StoredObject[]> {
  const zone = await zoneOfUser(tx);
  const rows = await tx.query<ObjectRow>(
    ROWS,
    [tx.userId, objects.map(({ id }) => id)],
    "rows-of-task-objects",
  );
  const byId = new Map(rows.map((row) => [row.id, { row, told: toldBy(row.ics) }]));
  const named = [...byId.values()].flatMap(({ row, told }) =>
    row.parent_uid === null && told?.parentUid ? [told.parentUid] : [],
  );
  const present = await uidsAmong(tx, named);
  return objects.flatMap(({ id, uid, name, etag }) => {
    const found = byId.get(id);
    if (!found) return [];
    const { row, told } = found;
    // One that has not come yet stays named; one that is here is its parent no more.
    const missing = told?.parentUid && !present.has(told.parentUid) ? told.parentUid : null;
    const todo = todoOf(toTask(row), told, { uid, parentUid: row.parent_uid ?? missing, zone });
    const text = writeCalendar({
      events: [],
      todos: [todo],
      more: row.ics === null ? [] : instancesOfTodo(row.ics),
      now: row.updated_at.getTime(),
    });
    return [{ name, etag, text }];
  });
}

/** What a client's file says, which was read before it was kept. */
export const toldBy = (ics: string | null): IcsTodo | null =>
  ics === null ? null : (readCalendar(ics).todos[0] ?? null);

const ROWS = `SELECT ${COLUMNS}, t.uid, t.ics, coalesce(p.uid, p.id::text) AS parent_uid
  FROM tasks t LEFT JOIN tasks p ON p.id = t.parent_id AND p.user_id = $1
  WHERE t.user_id = $1 AND t.id = ANY ($2::uuid[])`;

async function uidsAmong(tx: Tx, uids: string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const rows = await tx.query<{ uid: string }>(UIDS, [tx.userId, uids], "tasks-by-uid");
  return new Set(rows.map(({ uid }) => uid));
}

const UIDS = `SELECT t.uid FROM tasks t WHERE t.user_id = $1 AND t.uid = ANY ($2::text[]) AND t.trashed_at IS NULL
  UNION ALL
  SELECT t.id::text FROM tasks t WHERE t.user_id = $1 AND t.id::text = ANY ($2::text[]) AND t.uid IS NULL AND t.trashed_at IS NULL`;
