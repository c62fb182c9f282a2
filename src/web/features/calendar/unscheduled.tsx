import { CalendarPlus } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Task } from "#contract/tasks.ts";
import { longDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { IconButton } from "../../ui/button.tsx";
import { dateOf } from "./model/periods.ts";

type UnscheduledProps = { tasks: readonly Task[]; on: string; onPlan: (task: Task) => void };

/** Tasks without a day, to be dragged to one; the button puts a task on the day that is looked at. */
export function Unscheduled({ tasks, on, onPlan }: UnscheduledProps) {
  const list = useRef<HTMLUListElement>(null);
  const now = useMinute();
  const hasTasks = tasks.length > 0;
  useEffect(() => {
    if (!hasTasks || !list.current) return;
    const element = list.current;
    let isGone = false;
    let stop = () => {};
    void import("./views/draggable-tasks.ts").then(
      ({ makeDraggable }) => !isGone && (stop = makeDraggable(element)),
      // Without it there is no grid to drag to, either.
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [hasTasks]);
  if (!hasTasks) return null;
  const day = longDay(dateOf(on), now, "gregory");
  return (
    <section aria-label={t("Unscheduled")} className="mt-5">
      <h2 className="px-2 pb-1 text-sm font-semibold text-muted">{t("Unscheduled")}</h2>
      <ul ref={list} className="ps-2">
        {tasks.map((task) => (
          <li key={task.id} className="flex min-h-8 items-center gap-1 pointer-coarse:min-h-11">
            <span
              data-task-id={task.id}
              dir="auto"
              title={t("Drag it to a day")}
              className="min-w-0 flex-1 cursor-grab truncate rounded-md border border-line-strong bg-bg px-2 py-1 text-xs select-none hover:bg-hover"
            >
              {task.title}
            </span>
            <IconButton
              label={t("Plan {title} for {day}", { title: task.title, day })}
              className="pointer-coarse:size-11"
              onClick={() => onPlan(task)}
            >
              <CalendarPlus size={15} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
