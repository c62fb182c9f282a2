import { fieldsBefore, changesOf } from "../activity/fields-before.ts";
import { notFound } from "../failure.ts";
import type { Undo } from "../feature.ts";
import type { TaskChange } from "./apply-change.ts";
import { changeTasks } from "./change-tasks.ts";
import { LOGGED, type LoggedTask } from "./log-tasks.ts";
import { readTasks } from "./tasks.ts";
import { removeManyTasks, removeTask, restoreManyTasks, restoreTask } from "./trash-tasks.ts";

type Entry = Parameters<Undo["run"]>[2];

/** Of an entry about many; one about a single task names it alone. */
const tasksOf = ({ metadata }: Pick<Entry, "metadata">) => metadata["tasks"] as LoggedTask[] | undefined;
const idsOf = (entry: Entry) => tasksOf(entry)?.map(({ id }) => id);

/** What was made or restored goes into the trash. */
export const undoByRemoving: Undo = {
  run: async (db, userId, entry) => {
    const ids = idsOf(entry);
    return ids ? void (await removeManyTasks(db, userId, ids)) : removeTask(db, userId, entry.entityId);
  },
};

export const undoByRestoring: Undo = {
  run: (db, userId, entry) => {
    const ids = idsOf(entry);
    return ids ? restoreManyTasks(db, userId, ids) : restoreTask(db, userId, entry.entityId);
  },
};

/** Puts the fields back; a task that had gone on to its next day is due on the one before, and not yet done then. */
export const undoChange: Undo = {
  isPossible: (entry) => [...(tasksOf(entry) ?? []), entry.metadata].some((one) => hasLogged(one as Logged)),
  run: async (db, userId, entry, { collab }) => {
    const changed = tasksOf(entry) ?? [{ id: entry.entityId, changes: changesOf(entry) } as LoggedTask];
    const tasks = await readTasks(
      db,
      userId,
      changed.map(({ id }) => id),
    );
    const now = new Map(tasks.map((task) => [task.id, task]));
    const changes = new Map<string, TaskChange>();
    const completionIds: string[] = [];
    for (const { id, changes: logged, completionId, isAddition } of changed) {
      const task = now.get(id);
      if (!task) continue;
      const { spentMinutes: added, ...others } = logged;
      const back = fieldsBefore(entryOf(isAddition ? others : logged), LOGGED, task) as TaskChange;
      // Time that was added: just these minutes, whatever else was added since.
      const spent = isAddition && added ? { minutes: Number(added.from) - Number(added.to) } : undefined;
      changes.set(id, { ...back, spent });
      if (completionId) completionIds.push(completionId);
    }
    if (changes.size === 0) throw notFound();
    await changeTasks({ db, collab }, userId, changes, { completionIds });
  },
};

/** What is kept of one task is written as that of an entry. */
const entryOf = (changes: unknown) => ({ metadata: { changes } }) as Pick<Entry, "metadata">;

type Logged = { changes?: Record<string, unknown> };
const hasLogged = ({ changes = {} }: Logged) => Object.keys(changes).some((field) => field in LOGGED);
