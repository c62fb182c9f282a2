import type { LedgerPromise, PromiseDecision, PromiseStatus } from "#contract/promises.ts";
import { clockOfUser } from "../db/account-clock.ts";
import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { createIn } from "../tasks/tasks.ts";
import { type PromiseRow, SELECT, toPromise } from "./promise-row.ts";

const MOST_LISTED = 500;

type Counts = Record<PromiseStatus, number>;

/** Those of a status, and how many there are of each. */
export function listPromises(
  db: Database,
  userId: string,
  status: PromiseStatus,
): Promise<{ promises: LedgerPromise[]; counts: Counts }> {
  return db.withUser(userId, async (tx) => {
    const { today } = await clockOfUser(tx);
    const rows = await tx.query<PromiseRow>(
      `SELECT * FROM (${SELECT}) listed WHERE status = $3 ORDER BY due ASC NULLS LAST, created_at, id LIMIT ${MOST_LISTED}`,
      [userId, today, status],
      "list-promises",
    );
    const [counts] = await tx.query<Counts>(
      `SELECT count(*) FILTER (WHERE status = 'open')::int AS open, count(*) FILTER (WHERE status = 'late')::int AS late,
         count(*) FILTER (WHERE status = 'kept')::int AS kept, count(*) FILTER (WHERE status = 'dropped')::int AS dropped
       FROM (${SELECT}) counted`,
      [userId, today],
      "count-promises",
    );
    return { promises: rows.map(toPromise), counts: counts! };
  });
}

/** @throws Failure NOT_FOUND */
export function decidePromise(
  db: Database,
  userId: string,
  { promiseId, decision }: { promiseId: string; decision: PromiseDecision },
): Promise<LedgerPromise> {
  return db.withUser(userId, async (tx) => {
    await tx.query(
      `UPDATE promises SET decision = $3, decided_at = CASE WHEN $3 = 'open' THEN NULL ELSE now() END WHERE id = $1 AND user_id = $2`,
      [promiseId, userId, decision],
    );
    const promise = await selectPromise(tx, promiseId);
    await recordChange(tx, { userId, entity: "promise", entityId: promiseId, operation: "update" });
    return promise;
  });
}

/** One that has a task keeps it. @throws Failure NOT_FOUND, QUOTA_EXCEEDED, CONFLICT */
export function makeTaskOf(
  db: Database,
  userId: string,
  { promiseId, taskId }: { promiseId: string; taskId?: string | undefined },
): Promise<LedgerPromise> {
  return db.withUser(userId, async (tx) => {
    await tx.query("SELECT 1 FROM promises WHERE id = $1 AND user_id = $2 FOR UPDATE", [promiseId, userId]);
    const promise = await selectPromise(tx, promiseId);
    if (promise.taskId) return promise;
    // No day is a day that nobody named, so none is looked for in the title again.
    const { what: title, due: dueDate, noteId } = promise;
    const task = await createIn(tx, { id: taskId, title, dueDate, noteIds: [noteId] });
    await tx.query("UPDATE promises SET task_id = $3 WHERE id = $1 AND user_id = $2", [
      promiseId,
      userId,
      task.id,
    ]);
    await recordChange(tx, { userId, entity: "promise", entityId: promiseId, operation: "update" });
    return selectPromise(tx, promiseId);
  });
}

/** @throws Failure NOT_FOUND */
async function selectPromise(tx: Tx, promiseId: string): Promise<LedgerPromise> {
  const { today } = await clockOfUser(tx);
  const [row] = await tx.query<PromiseRow>(`SELECT * FROM (${SELECT}) one WHERE id = $3`, [
    tx.userId,
    today,
    promiseId,
  ]);
  if (!row) throw notFound();
  return toPromise(row);
}
