import type { Task } from "#contract/tasks.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "./task-row.ts";

export type TaskFilter = {
  noteId?: string | undefined;
  completed?: boolean | undefined;
  status?: Task["status"] | undefined;
  tag?: string | undefined;
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  dated?: boolean | undefined;
  onDay?: string | undefined;
  sort?: "due" | "created" | "completed" | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** As the indexes have it, undated tasks last; `after` is what follows the place that a cursor names. */
const ORDERS = {
  due: {
    key: "t.due_date",
    order: "t.due_date, t.id",
    after: (key: string, id: string) =>
      `(t.due_date, t.id) > (${key}::date, ${id}::uuid) OR t.due_date IS NULL AND (${key}::date IS NOT NULL OR t.id > ${id}::uuid)`,
  },
  created: {
    key: "NULL",
    order: "t.id",
    after: (key: string, id: string) => `${key}::text IS NULL AND t.id > ${id}::uuid`,
  },
  completed: {
    key: "t.completed_at",
    order: "t.completed_at DESC, t.id DESC",
    after: (key: string, id: string) => `(t.completed_at, t.id) < (${key}::timestamptz, ${id}::uuid)`,
  },
} as const;

const STATUS = {
  todo: "NOT t.completed AND NOT t.is_started",
  doing: "NOT t.completed AND t.is_started",
  done: "t.completed",
} as const;

/** Only what is asked for stands in the statement: so that the indexes of open and of done tasks serve it. */
function conditionsOf(filter: TaskFilter): { where: string[]; values: unknown[] } {
  const where: string[] = [IS_THERE];
  const values: unknown[] = [];
  const add = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    // $1 is the account.
    where.push(condition(`$${values.length + 1}`));
  };
  if (filter.sort === "completed") where.push("t.completed");
  if (filter.completed !== undefined) where.push(filter.completed ? "t.completed" : "NOT t.completed");
  if (filter.status) where.push(STATUS[filter.status]);
  if (filter.dated !== undefined) where.push(`t.due_date IS ${filter.dated ? "NOT NULL" : "NULL"}`);
  add(filter.noteId, (place) => `t.note_id = ${place}::uuid`);
  add(filter.tag, (place) => `${place} = ANY (t.tags)`);
  add(filter.dueFrom, (place) => `t.due_date >= ${place}::date`);
  add(filter.dueTo, (place) => `t.due_date <= ${place}::date`);
  add(filter.onDay, (place) => `(t.due_date <= ${place}::date OR t.my_day = ${place}::date)`);
  return { where, values };
}

export async function listTasks(
  db: Database,
  userId: string,
  filter: TaskFilter,
): Promise<{ tasks: Task[]; nextCursor: string | null }> {
  const { key, order, after } = ORDERS[filter.sort ?? "due"];
  const { where, values } = conditionsOf(filter);
  const params = [userId, ...values];
  if (filter.cursor !== undefined) {
    params.push(...readCursor(filter.cursor));
    where.push(`(${after(`$${params.length - 1}`, `$${params.length}`)})`);
  }
  const rows = await db.queryAs<TaskRow & { key: string | null }>(
    userId,
    `SELECT ${COLUMNS}, ${key}::text AS key FROM tasks t WHERE ${where.join(" AND ")} ORDER BY ${order} LIMIT ${filter.limit + 1}`,
    params,
  );
  const last = rows.length > filter.limit ? rows[filter.limit - 1] : undefined;
  return {
    tasks: rows.slice(0, filter.limit).map(toTask),
    nextCursor: last ? `${last.key ?? "none"} ${last.id}` : null,
  };
}

const CURSOR = /^(none|\d{4,}-\d\d-\d\d(?: [\d:.]+[+-][\d:]+)?) ([0-9a-f-]{36})$/;

function readCursor(cursor: string): [key: string | null, id: string] {
  const [, key, id] = CURSOR.exec(cursor) ?? [];
  if (!key || !id) throw new Failure("INVALID_INPUT", "This cursor isn't valid.");
  return [key === "none" ? null : key, id];
}
