import { X } from "lucide-react";
import type { Task } from "#contract/tasks.ts";
import { updateTask } from "../../../kernel/tasks/task-mutations.ts";
import { t } from "../../../lib/messages/t.ts";
import { IconButton } from "../../../ui/button.tsx";
import { lineClass } from "../../../ui/field.tsx";
import { plannedWords } from "../planned-words.ts";

/** The time that is set aside for a task, which is moved in the calendar. */
export function PlannedLine({ task }: { task: Task }) {
  if (task.plannedAt === null) return null;
  return (
    <div className={lineClass}>
      <span className="text-sm font-medium">{t("Planned time")}</span>
      <span className="flex items-center justify-between gap-2 text-sm">
        {plannedWords(task.plannedAt, task.plannedMinutes ?? 0)}
        <IconButton
          label={t("Remove the planned time")}
          className="pointer-coarse:size-11"
          onClick={() => void updateTask(task, { plannedAt: null }, t("Time no longer set aside"))}
        >
          <X size={15} />
        </IconButton>
      </span>
    </div>
  );
}
