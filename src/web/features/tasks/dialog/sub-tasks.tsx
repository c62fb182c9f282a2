import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import type { Task } from "#contract/tasks.ts";
import { api } from "../../../platform/api.ts";
import { t } from "../../../lib/messages/t.ts";
import { useIsReader } from "../../../kernel/projects/people.tsx";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { IconButton } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";
import { createTask } from "../../../kernel/tasks/task-mutations.ts";
import { TaskRow } from "../list/task-row.tsx";

type SubTasksProps = { task: Task; onOpen: (task: Task) => void };

/** The steps of a task; each is a task of its own. */
export function SubTasks({ task, onOpen }: SubTasksProps) {
  const now = useAccountNow();
  const isReader = useIsReader();
  const { data } = useQuery(
    api.tasks.list.queryOptions({
      input: { parentId: task.id, sort: "position", limit: 500 },
      staleTime: 0,
    }),
  );
  if (isReader && !data?.tasks.length) return null;
  return (
    <section aria-label={t("Sub-tasks")} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{t("Sub-tasks")}</h3>
      {data && data.tasks.length > 0 && (
        <ul data-tasks className="-mx-2">
          {data.tasks.map((part) => (
            <TaskRow key={part.id} task={part} now={now} isUnderDay={false} onOpen={() => onOpen(part)} />
          ))}
        </ul>
      )}
      {!isReader && <AddSubTask parentId={task.id} />}
    </section>
  );
}

/** Adds one at the end. */
function AddSubTask({ parentId }: { parentId: string }) {
  const [title, setTitle] = useState("");
  const isComposing = useRef(false);
  const add = () => {
    if (!title.trim() || isComposing.current) return;
    setTitle("");
    void createTask({ title: title.trim(), parentId });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // The dialog's own Enter saves it.
    event.preventDefault();
    if (!event.nativeEvent.isComposing) add();
  };
  return (
    <div className="flex items-center gap-2 pe-1">
      <input
        aria-label={t("Add a sub-task")}
        placeholder={t("Add a sub-task")}
        dir="auto"
        autoComplete="off"
        maxLength={1000}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={handleKey}
        onCompositionStart={() => (isComposing.current = true)}
        onCompositionEnd={() => (isComposing.current = false)}
        className={`${inputClass} h-9`}
      />
      <IconButton label={t("Add")} onClick={add}>
        <Plus size={16} />
      </IconButton>
    </div>
  );
}
