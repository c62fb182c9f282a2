import type { TaskItem } from "#document/tasks.ts";
import type { FoundTask, KnownTasks } from "./note-tasks.ts";

/** Only titles that the table does not have are read: what "tomorrow" means was settled when it was written. */
export async function withDue(tasks: TaskItem[], { titles, timeZone }: KnownTasks): Promise<FoundTask[]> {
  if (tasks.every(({ blockId, title }) => titles[blockId] === title))
    return tasks.map((task) => ({ ...task, due: null }));
  // Most notes have no checkboxes, and the parser takes a fifth of a second to load.
  const [{ dueIn }, { clockOf }] = await Promise.all([
    import("#language/due-in.ts"),
    import("#language/wall-clock.ts"),
  ]);
  const now = clockOf(new Date(), timeZone);
  return tasks.map((task) => ({
    ...task,
    due: titles[task.blockId] === task.title ? null : dueIn(task.title, now),
  }));
}
