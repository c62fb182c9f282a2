import { Check, Repeat } from "lucide-react";
import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";

/** What was done of a task that repeats; the task itself went on, so that nothing can be ticked here. */
export function InstanceRow({ task, onOpen }: { task: Task; onOpen: () => void }) {
  return (
    <li className="flex min-h-9 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11">
      <span className="grid size-6 shrink-0 place-items-center text-faint">
        <Check size={15} role="img" aria-label={t("Done")} />
      </span>
      <button
        type="button"
        dir="auto"
        className="min-w-0 truncate rounded-md py-1.5 text-start text-muted line-through hover:underline"
        onClick={onOpen}
      >
        {task.title}
      </button>
      <span title={t("Repeats")} className="shrink-0 text-faint">
        <Repeat size={12} role="img" aria-label={t("Repeats")} />
      </span>
    </li>
  );
}
