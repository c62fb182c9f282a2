import { clsx } from "clsx";
import { useEffect, useRef, type ReactNode } from "react";
import type { Task, TaskCompletion } from "#contract/tasks.ts";
import { onAccountClock } from "../../../kernel/account/account-clock.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { useIsReader } from "../../../kernel/projects/people.tsx";
import { isoDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { useTimeChoices } from "../../../ui/dates/time.tsx";
import { deferred } from "../../../ui/deferred.tsx";
import type { TaskChoices } from "../tasks-query.ts";
import { InSight } from "./in-sight.tsx";
import { groupsOf } from "./task-groups.ts";
import { InstanceRow } from "./instance-row.tsx";
import { TaskRow } from "./task-row.tsx";
import { clearTasks, listTasksHere, useTaskSelection } from "./task-selection.ts";
import { useListKeys, useMoves } from "./use-list-keys.ts";
import { useRowDrag } from "./use-row-drag.ts";
import { useRowPress } from "./use-row-press.ts";

const BulkBar = deferred(async () => (await import("./bulk-bar.tsx")).BulkBar);

/** Up to so many all are drawn, with sections that say their day; of more only those in sight. */
const ALL_DRAWN = 50;
const ROW_PX = 36;

type TaskListProps = {
  tasks: Task[];
  /** Those of the tasks that are instances of one that went on to its next day. */
  instances: readonly TaskCompletion[];
  choices: TaskChoices;
  /** There are more than are loaded: what stands last here is not the last. */
  hasMore: boolean;
  onOpen: (taskId: string) => void;
  onTag: (tag: string) => void;
};

/** Tasks under the heads of their view: selected by mouse, keyboard and finger, and put in order where the order is made by hand. */
export function TaskList({ tasks, instances, choices, hasMore, onOpen, onTag }: TaskListProps) {
  useTimeChoices();
  const now = useAccountNow();
  const place = useRef<HTMLDivElement>(null);
  const isReader = useIsReader();
  const isByHand = choices.view === "anytime" && !isReader;
  useEffect(() => {
    const gone = new Set(instances.map(({ id }) => id));
    // What can only be seen is not selected: nothing can be done with it.
    listTasksHere(tasks.filter(({ id, isForReading }) => !isReader && !isForReading && !gone.has(id)));
  }, [tasks, instances, isReader]);
  useEffect(
    () => () => {
      clearTasks();
      listTasksHere([]);
    },
    [],
  );
  const selection = useTaskSelection((state) => state.selection);
  const groups = groupsOf(tasks, choices.view, now, isoDay, onAccountClock);
  const seriesOf = new Map(instances.map(({ id, taskId }) => [id, taskId]));
  const shown = groups.flatMap((group) => group.tasks);
  const ordered = shown.filter(({ id }) => !seriesOf.has(id));
  const order = { tasks: ordered, isByHand, hasMore };
  const press = useRowPress(ordered);
  const moveInOrder = useMoves(order, place);
  const move = isByHand ? moveInOrder : undefined;
  const handleKey = useListKeys(ordered, place, move);
  const drag = useRowDrag(order);
  const row = (task: Task, groupId: string) => {
    const seriesId = seriesOf.get(task.id);
    if (seriesId) return <InstanceRow key={task.id} task={task} onOpen={() => onOpen(seriesId)} />;
    return taskRow(task, groupId);
  };
  const taskRow = (task: Task, groupId: string) => (
    <TaskRow
      key={task.id}
      task={task}
      now={now}
      isUnderDay={task.dueDate === groupId}
      isSelected={selection.ids.has(task.id)}
      mark={drag.mark?.id === task.id ? drag.mark.at : undefined}
      onMove={move}
      onOpen={() => onOpen(task.id)}
      onTag={onTag}
    />
  );
  return (
    <div
      ref={place}
      data-tasks
      // What is pressed are the rows in it.
      role="presentation"
      onKeyDown={handleKey}
      {...press}
      {...(isByHand && drag.handlers)}
    >
      {shown.length <= ALL_DRAWN ? (
        groups.map(({ id, title, tasks: listed }) => (
          <section key={id} aria-label={title ?? undefined} className="mb-5">
            {title && <Head>{title}</Head>}
            <ul>{listed.map((task) => row(task, id))}</ul>
          </section>
        ))
      ) : (
        <InSight label={t("Tasks")} itemPx={ROW_PX}>
          {groups.flatMap(({ id, title, tasks: listed }, index) => [
            ...(title
              ? [
                  <div key={`head ${id}`} role="listitem" className={clsx(index > 0 && "pt-5")}>
                    <Head>{title}</Head>
                  </div>,
                ]
              : []),
            ...listed.map((task) => row(task, id)),
          ])}
        </InSight>
      )}
      {selection.ids.size > 0 && <BulkBar />}
    </div>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <h2 className="px-2 pb-1 text-sm font-semibold text-muted">{children}</h2>
);
