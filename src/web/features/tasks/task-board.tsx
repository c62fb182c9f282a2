import { type DragEvent, type KeyboardEvent, useEffect, useRef } from "react";
import type { Task } from "#contract/tasks.ts";
import { dueWords } from "../../kernel/tasks/due-phrase.ts";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { updateTask } from "../../kernel/tasks/task-mutations.ts";
import { type TaskChoices, useTasks } from "./tasks-query.ts";

const COLUMNS = [
  { status: "todo", title: t("To do") },
  { status: "doing", title: t("In progress") },
  { status: "done", title: t("Done") },
] as const;

/** How long after a move the lists may still come anew. */
const SETTLES_MS = 3_000;

const KIND = "application/x-cairn-task";

/** To the next column or the one before, as they stand on the screen. */
function stepOf({ key, currentTarget }: KeyboardEvent): number {
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? -1 : 1;
  return key === "ArrowRight" ? forward : key === "ArrowLeft" ? -forward : 0;
}

type TaskBoardProps = { tasks: Task[]; choices: TaskChoices; onOpen: (task: Task) => void };

/** Tasks in columns by their status; a card is dragged, or moved by Alt and an arrow. */
export function TaskBoard({ tasks: open, choices, onOpen }: TaskBoardProps) {
  const now = useMinute();
  // The latest that were done, whatever the view shows.
  const { data } = useTasks({ ...choices, view: "done" });
  const done = data?.pages[0]?.tasks ?? [];
  const tasks = [...open, ...done.filter(({ id }) => open.every((task) => task.id !== id))];
  const moved = useRef({ id: "", until: 0 });
  useEffect(() => {
    // In another column it is drawn anew, and again with the server's answers: the focus goes with it.
    const { id, until } = moved.current;
    if (Date.now() > until || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus();
  });
  const move = (task: Task | undefined, status: Task["status"] | undefined) => {
    if (task && status && task.status !== status) void updateTask(task, { status });
  };
  const dropHandlers = (status: Task["status"]) => ({
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(KIND)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const id = event.dataTransfer.getData(KIND);
      move(
        tasks.find((task) => task.id === id),
        status,
      );
    },
  });
  return (
    <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
      {COLUMNS.map(({ status, title }, index) => (
        <section
          key={status}
          aria-label={title}
          className="rounded-md bg-sunken p-2"
          {...dropHandlers(status)}
        >
          <h2 className="px-1 pb-2 text-sm font-semibold text-muted">{title}</h2>
          <ul className="flex flex-col gap-2">
            {tasks
              .filter((task) => task.status === status)
              .map((task) => (
                <li key={task.id}>
                  <button
                    type="button"
                    data-card={task.id}
                    draggable
                    onDragStart={(event) => event.dataTransfer.setData(KIND, task.id)}
                    onKeyDown={(event) => {
                      const step = event.altKey ? stepOf(event) : 0;
                      if (step === 0) return;
                      // Elsewhere these keys go back and forward in the browser.
                      event.preventDefault();
                      moved.current = { id: task.id, until: Date.now() + SETTLES_MS };
                      move(task, COLUMNS[index + step]?.status);
                    }}
                    dir="auto"
                    onClick={() => onOpen(task)}
                    aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
                    className="w-full rounded-md border border-line bg-bg px-3 py-2 text-start text-sm hover:border-line-strong"
                  >
                    <span className="block wrap-anywhere">{task.title}</span>
                    {task.dueDate && (
                      <span className="mt-1 block text-xs text-faint">{dueWords(task, now)?.words}</span>
                    )}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
