import type { Services } from "../base.ts";
import { advanceRepeating } from "../collab/note-tasks.ts";
import type { Tx } from "../db/client.ts";
import type { QueuedJob } from "../jobs/job.ts";
import { lockTasks, advance, type TaskDeps, tickInNote } from "./change-tasks.ts";
import { logTaskChanges, recordTaskChanges, type TaskMove } from "./log-tasks.ts";
import { saveTasks } from "./save-tasks.ts";

type Data = { taskIds: string[] };

/** A box with a repetition that was ticked in its note: its task goes on to the next day, and the box is empty again. */
export const advanceRepeatingTasks: QueuedJob<Services, Data> = {
  ...advanceRepeating,
  run: ({ db, collab }, { userId, data: { taskIds } }) => advanceTicked({ db, collab }, userId, taskIds),
};

/**
 * The row first: derived from a box that is empty already, it would be one that was never done. Run again after a crash in between, it
 * finds the rows of before and the boxes to empty.
 */
async function advanceTicked({ db, collab }: TaskDeps, userId: string, taskIds: string[]): Promise<void> {
  const open = await db.withUser(userId, async (tx) => {
    const moves: TaskMove[] = [];
    const locked = await lockTasks(tx, taskIds);
    for (const before of locked)
      if (before.completed && before.repeat !== null) moves.push(await advance(tx, before, before));
    const ids = moves.map(({ after }) => after.id);
    const saved = await saveTasks(
      tx,
      moves.map(({ after }) => after),
      await seqsAfter(tx, ids),
    );
    await recordTaskChanges(tx, ids, "update");
    await logTaskChanges(tx, moves);
    return locked
      .map((task) => saved.get(task.id) ?? task)
      .filter(({ completed, repeat }) => !completed && repeat !== null);
  });
  for (const task of open) await tickInNote({ db, collab }, userId, task, false);
}

/** The change that empties the box comes after all that the note has now: what is derived from those knows the box as ticked. */
async function seqsAfter(tx: Tx, taskIds: string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; seq: number }>(
    "SELECT t.id, n.doc_seq + 1 AS seq FROM tasks t JOIN notes_v2 n ON n.id = t.note_id WHERE t.id = ANY ($1::uuid[])",
    [taskIds],
  );
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}
