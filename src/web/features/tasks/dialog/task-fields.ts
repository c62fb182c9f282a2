import type { Task } from "#contract/tasks.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";

/** A task as the fields of its dialog have it, by their names. */
export const fieldsOf = (task: Task) => ({
  title: task.title,
  description: task.description,
  dueDate: task.dueDate ?? "",
  dueTime: task.dueTime ?? "",
  startDate: task.startDate ?? "",
  repeat: task.repeat ?? "",
  repeatFrom: task.repeatFrom as string,
  status: task.status as string,
  priority: task.priority as string,
  estimate: task.estimateMinutes === null ? "" : minutesInWords(task.estimateMinutes),
  spent: task.spentMinutes === 0 ? "" : minutesInWords(task.spentMinutes),
  tags: task.tags.join(", "),
});
export type TaskFields = ReturnType<typeof fieldsOf>;
