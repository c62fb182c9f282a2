import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Task } from "#contract/tasks.ts";
import { accountDay } from "../../../kernel/account/account-clock.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { dueWords } from "../../../kernel/tasks/due-phrase.ts";
import { FIRST_SHOWN, useOpenTasks } from "../../../kernel/tasks/open-tasks.ts";
import { setDone } from "../../../kernel/tasks/task-mutations.ts";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { ItemRow } from "../../../ui/data-parts/item-row.tsx";

const MOST_DONE = 2;

const fields = defineFields({
  shows: {
    kind: "choice",
    label: t("Shows"),
    initial: FIRST_SHOWN.shows,
    options: { today: t("My Day"), dated: t("Everything with a due day"), all: t("All open tasks") },
  },
  count: { kind: "number", label: t("Open tasks at most"), initial: FIRST_SHOWN.count, min: 1, max: 30 },
  hasDone: { kind: "switch", label: t("Show the last that are done"), initial: true },
});

type RowProps = {
  task: Pick<Task, "title" | "completed" | "priority" | "dueDate" | "dueTime">;
  onToggle: (isDone: boolean) => unknown;
};

function Row({ task, onToggle, now }: RowProps & { now: Date }) {
  const { title, completed, priority } = task;
  // The list tells its change a moment later, in which the box would jump back.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const toggle = (isDone: boolean) => {
    setWanted(isDone);
    void Promise.resolve(onToggle(isDone)).finally(() => setWanted(null));
  };
  const words = completed ? undefined : dueWords(task, now);
  return (
    <ItemRow
      title={title}
      lead={{ isDone: wanted ?? completed, onToggle: toggle }}
      priority={priority}
      {...(words && { date: { words: words.words, isLate: words.tone === "overdue" } })}
    />
  );
}

/** A task that is open and due today is said apart, because the day ends. */
function DueToday({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mb-1 flex items-center gap-1.5 text-xs text-warn">
      <TriangleAlert size={13} aria-hidden="true" />
      {plural(count, { one: "{count} task is due today", other: "{count} tasks are due today" })}
    </p>
  );
}

export const widget = defineWidget({
  fields,
  link: { to: "/app/tasks", words: t("All Tasks") },
  View: function TaskList({ settings: { shows, count, hasDone } }) {
    const now = useAccountNow();
    const open = useOpenTasks(shows, count);
    const done = useQuery(
      api.tasks.list.queryOptions({
        input: { completed: true, sort: "completed", limit: MOST_DONE },
        enabled: hasDone,
      }),
    );
    const today = accountDay();
    const tasks = open.data?.tasks ?? [];
    const completed = hasDone ? (done.data?.tasks ?? []).slice(0, MOST_DONE) : [];
    return (
      <WidgetStates of={open}>
        <DueToday count={tasks.filter(({ dueDate }) => dueDate === today).length} />
        {tasks.length === 0 && <NothingYet>{t("Nothing left to do today.")}</NothingYet>}
        <ul aria-label={t("Tasks")} className="-mx-2">
          {[...tasks, ...completed].map((task) => (
            <li key={task.id} data-task-id={task.id}>
              <Row task={task} now={now} onToggle={(isDone) => setDone(task, isDone)} />
            </li>
          ))}
        </ul>
        <Link
          to="/app/calendar"
          search={{ createTask: "true" }}
          className="tap mt-1 inline-flex min-h-8 items-center gap-1.5 rounded-md text-sm text-accent hover:underline"
        >
          <Plus size={14} aria-hidden="true" /> {t("Add Task")}
        </Link>
      </WidgetStates>
    );
  },
  Preview: function TaskListPreview() {
    const sample = { completed: false, dueDate: null, dueTime: null };
    const tasks: RowProps["task"][] = [
      { ...sample, title: t("Order stone for the wall"), priority: "high" },
      { ...sample, title: t("Answer the mason"), priority: "medium" },
      { ...sample, title: t("Water the beds"), priority: "low", completed: true },
    ];
    return (
      <div className="-mx-2">
        {tasks.map((task) => (
          <Row key={task.title} task={task} now={new Date()} onToggle={() => undefined} />
        ))}
      </div>
    );
  },
});
