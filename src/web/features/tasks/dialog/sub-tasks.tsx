import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import type { Task } from "#contract/tasks.ts";
import { api, queryClient } from "../../../platform/api.ts";
import { t } from "../../../lib/messages/t.ts";
import { useIsReader } from "../../../kernel/projects/people.tsx";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { IconButton } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";
import { createTask } from "../../../kernel/tasks/task-mutations.ts";
import { TaskRow } from "../list/task-row.tsx";

type SubTasksProps = { task: Task; onOpen: (task: Task) => void };

const listOf = (parentId: string) => ({ input: { parentId, sort: "position" as const, limit: 500 } });

/** The steps of a task; each is a task of its own. */
export function SubTasks({ task, onOpen }: SubTasksProps) {
  const now = useAccountNow();
  const isReader = useIsReader();
  const { data } = useQuery(api.tasks.list.queryOptions({ ...listOf(task.id), staleTime: 0 }));
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

/** Where the list has not come yet, it begins with what is added here; the server's own comes with the answer to that. */
function beginList(parentId: string): void {
  const queryKey = api.tasks.list.queryKey(listOf(parentId));
  if (queryClient.getQueryData(queryKey)) return;
  void queryClient.cancelQueries({ queryKey, exact: true }, { revert: false });
  queryClient.setQueryData(queryKey, { tasks: [], nextCursor: null });
}

/** Adds one at the end. */
function AddSubTask({ parentId }: { parentId: string }) {
  const [title, setTitle] = useState("");
  const isComposing = useRef(false);
  const add = async () => {
    if (!title.trim() || isComposing.current) return;
    setTitle("");
    beginList(parentId);
    const isMade = await createTask({ title: title.trim(), parentId });
    // What was typed since stays.
    if (!isMade) setTitle((since) => since || title);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // The dialog's own Enter saves it.
    event.preventDefault();
    if (!event.nativeEvent.isComposing) void add();
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
      <IconButton label={t("Add")} onClick={() => void add()}>
        <Plus size={16} />
      </IconButton>
    </div>
  );
}
