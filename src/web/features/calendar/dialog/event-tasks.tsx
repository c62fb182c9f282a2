import { useQuery } from "@tanstack/react-query";
import { setDone } from "../../../kernel/tasks/task-mutations.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";

/** The open checkboxes of the event's note, so that what came of the event is seen with it. */
export function EventTasks({ noteId }: { noteId: string }) {
  const input = { noteId, completed: false, limit: 50 };
  const tasks = useQuery(api.tasks.list.queryOptions({ input })).data?.tasks ?? [];
  if (tasks.length === 0) return null;
  return (
    <section aria-label={t("Open tasks from its notes")}>
      <h3 className="pb-1 text-sm font-medium">{t("Open tasks from its notes")}</h3>
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <label className="flex min-h-8 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
              <input
                type="checkbox"
                aria-label={t("Done: {title}", { title: task.title })}
                checked={task.completed}
                onChange={(event) => void setDone(task, event.target.checked)}
                className="size-4 shrink-0 accent-(--accent-fill)"
              />
              <bdi className="min-w-0 truncate">{task.title}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
