import { clsx } from "clsx";
import { Columns3 } from "lucide-react";
import { type DragEvent, type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from "react";
import type { Task } from "#contract/tasks.ts";
import { dueWords } from "../../../kernel/tasks/due-phrase.ts";
import { reorderTask } from "../../../kernel/tasks/reorder-task.ts";
import { AssigneeMark, useIsReader } from "../../../kernel/projects/people.tsx";
import { byPosition } from "../../../kernel/tasks/task-lists.ts";
import { t } from "../../../lib/messages/t.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { moveToStatus } from "../../../kernel/tasks/move-to-status.ts";
import { updateTask } from "../../../kernel/tasks/task-mutations.ts";
import { say } from "../../../ui/state-line.ts";
import { Priority } from "../../../ui/data-parts/item-row.tsx";
import { type TaskChoices, useTasks } from "../tasks-query.ts";
import { MenuItem } from "../../../ui/overlay/menu.tsx";
import { InSight } from "./in-sight.tsx";
import { stepTo } from "./use-list-keys.ts";
import { TASK_DRAG } from "./use-row-drag.ts";
import { TaskMenu } from "./task-menu.tsx";
import { WaitsMark } from "./waits-mark.tsx";

const COLUMNS = [
  { status: "todo", title: t("To do") },
  { status: "doing", title: t("In progress") },
  { status: "done", title: t("Done") },
] as const;

/** Up to so many cards all are drawn. */
const ALL_DRAWN = 100;

/** How long after a move the lists may still come anew. */
const SETTLES_MS = 3_000;

/** To the next column or the one before, as they stand on the screen. */
function sideOf({ key, currentTarget }: KeyboardEvent): number {
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? -1 : 1;
  return key === "ArrowRight" ? forward : key === "ArrowLeft" ? -forward : 0;
}

type TaskBoardProps = {
  tasks: Task[];
  choices: TaskChoices;
  hasMore: boolean;
  onOpen: (task: Task) => void;
};

/** Tasks in columns by their status, in the order made by hand; a card is dragged, or moved by Alt and an arrow. */
export function TaskBoard({ tasks: open, choices, hasMore, onOpen }: TaskBoardProps) {
  // The latest that were done, whatever the view shows.
  const { data } = useTasks({ ...choices, view: "done" });
  const done = data?.pages[0]?.tasks ?? [];
  const hasMoreDone = data?.pages[0]?.nextCursor != null;
  const shown = new Set(open.map(({ id }) => id));
  const tasks = [...open, ...done.filter(({ id }) => !shown.has(id))];
  const isMany = useIsMany(tasks.length, hasMore);
  const moved = useRef({ id: "", until: 0 });
  const [focused, setFocused] = useState("");
  useEffect(() => {
    // In another column it is drawn anew, and again with the server's answers: the focus goes with it.
    const { id, until } = moved.current;
    if (performance.now() > until || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus();
  });
  const inColumn = (status: Task["status"]) => {
    const own = tasks.filter((task) => task.status === status);
    // What was done stands as it was done, the latest first.
    return status === "done" ? own : own.toSorted(byPosition);
  };
  /** @param before The card it goes before; null puts it last. */
  const put = (task: Task, status: Task["status"], before: Task | null) => {
    if (task.status === status) {
      if (status !== "done") void reorderTask(task, before, inColumn(status));
      return;
    }
    if (!before || status === "done") return void updateTask(task, { status });
    void moveToStatus(task, { status, before }, inColumn(status));
  };
  const handleColumn = (task: Task, { status, title }: (typeof COLUMNS)[number], at: number) => {
    moved.current = { id: task.id, until: at + SETTLES_MS };
    put(task, status, null);
    say(t("{title}: {column}", { title: task.title, column: title }));
  };
  const handleMove = (task: Task, step: -1 | 1, at: number) => {
    moved.current = { id: task.id, until: at + SETTLES_MS };
    const order = { tasks: inColumn(task.status), isByHand: true, hasMore: false };
    const before = stepTo(order, task.id, step);
    if (before === undefined) return;
    put(task, task.status, before);
    const { tasks: all } = order;
    const place = all.findIndex(({ id }) => id === task.id) + step + 1;
    say(t("{title}: place {place} of {count}", { title: task.title, place, count: all.length }));
  };
  const handleKey = (event: KeyboardEvent, task: Task) => {
    if (!event.altKey) return;
    const side = sideOf(event);
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (side === 0 && step === 0) return;
    // Elsewhere these keys go back and forward in the browser.
    event.preventDefault();
    if (step !== 0) return handleMove(task, step, event.timeStamp);
    const next = COLUMNS[COLUMNS.findIndex(({ status }) => status === task.status) + side];
    if (next) handleColumn(task, next, event.timeStamp);
  };
  const now: CardHandlers = { onOpen, onKey: handleKey, onMove: handleMove, onColumn: handleColumn };
  const handlers = useRef<CardHandlers>(now);
  useEffect(() => void (handlers.current = now));
  return (
    <div
      className="grid grid-cols-3 gap-3 max-sm:grid-cols-1"
      onFocus={({ target }) => setFocused(target.dataset["card"] ?? "")}
    >
      {COLUMNS.map(({ status, title }) => (
        <Column
          key={status}
          title={title}
          tasks={inColumn(status)}
          isMany={isMany}
          note={
            status === "done" && hasMoreDone
              ? t("The latest {count}. All of them are under Done.", { count: done.length })
              : null
          }
          focused={focused}
          onDrop={(id, before) => {
            const task = tasks.find((each) => each.id === id);
            if (task) put(task, status, before);
          }}
          handlers={handlers}
        />
      ))}
    </div>
  );
}

/** When it is due, whether that matters much, and who does it. */
function CardFoot({ task, now }: { task: Task; now: Date }) {
  const due = dueWords(task, now);
  const isRanked = task.priority !== "medium" && !task.completed;
  return (
    <span className="mt-1 flex items-center justify-between gap-2 text-xs text-faint empty:hidden">
      {(due || isRanked) && (
        <span className="flex items-center gap-1">
          {isRanked && <Priority of={task.priority} />}
          {due && <span className={clsx(due.tone === "overdue" && "text-danger")}>{due.words}</span>}
        </span>
      )}
      <AssigneeMark task={task} />
    </span>
  );
}

type CardHandlers = {
  onOpen: (task: Task) => void;
  onKey: (event: KeyboardEvent, task: Task) => void;
  /** @param at The moment, as events have it */
  onMove: (task: Task, step: -1 | 1, at: number) => void;
  onColumn: (task: Task, column: (typeof COLUMNS)[number], at: number) => void;
};

type CardProps = {
  task: Task;
  /** The moment, in milliseconds on the account's clock. */
  now: number;
  /** Whether what is dragged would go before it. */
  isMarked: boolean;
  /** The same for all of them, so that of thousands only those are drawn anew that changed. */
  handlers: RefObject<CardHandlers>;
};

const Card = memo(function Card({ task, now, isMarked, handlers }: CardProps) {
  const isReader = useIsReader(task);
  return (
    <li className="group relative list-none pb-2">
      {isMarked && <span className="absolute inset-x-1 -top-1.5 h-0.5 bg-accent" />}
      <button
        type="button"
        data-card={task.id}
        draggable={!isReader}
        onDragStart={(event) => event.dataTransfer.setData(TASK_DRAG, task.id)}
        onKeyDown={(event) => !isReader && handlers.current.onKey(event, task)}
        dir="auto"
        onClick={() => handlers.current.onOpen(task)}
        {...(!isReader && { "aria-keyshortcuts": "Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown" })}
        className="w-full rounded-md border border-line bg-bg px-3 py-2 text-start text-sm hover:border-line-strong"
      >
        <span className={clsx("block pe-6 wrap-anywhere", task.completed && "text-muted line-through")}>
          {task.title}
        </span>
        <CardFoot task={task} now={new Date(now)} />
        <WaitsMark task={task} className="mt-1" />
      </button>
      <span className="absolute end-1 top-1">
        <CardMenu task={task} handlers={handlers} />
      </span>
    </li>
  );
});

/** What a finger, which drags no card, moves it by. */
function CardMenu({ task, handlers }: Pick<CardProps, "task" | "handlers">) {
  const isDone = task.status === "done";
  return (
    <TaskMenu
      task={task}
      isOfCard
      onOpen={() => handlers.current.onOpen(task)}
      onMove={isDone ? undefined : (_, step) => handlers.current.onMove(task, step, performance.now())}
    >
      {COLUMNS.filter(({ status }) => status !== task.status).map((column) => (
        <MenuItem
          key={column.status}
          icon={<Columns3 size={15} />}
          onSelect={() => handlers.current.onColumn(task, column, performance.now())}
        >
          {t("Move to {column}", { column: column.title })}
        </MenuItem>
      ))}
    </TaskMenu>
  );
}

type ColumnProps = {
  title: string;
  tasks: Task[];
  isMany: boolean;
  /** What is to be said under its cards. */
  note: string | null;
  /** The card that has the keys, if it is in this column. */
  focused: string;
  onDrop: (id: string, before: Task | null) => void;
  handlers: RefObject<CardHandlers>;
};

function Column({ title, tasks, isMany, note, focused, onDrop, handlers }: ColumnProps) {
  const now = useAccountNow().getTime();
  const [over, setOver] = useState<string | null>(null);
  const cardAt = (event: DragEvent) =>
    (event.target as Element).closest<HTMLElement>("[data-card]")?.dataset["card"] ?? null;
  const dropHandlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TASK_DRAG)) return;
      event.preventDefault();
      setOver(cardAt(event));
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(null);
      const before = tasks.find(({ id }) => id === cardAt(event)) ?? null;
      onDrop(event.dataTransfer.getData(TASK_DRAG), before);
    },
  };
  const cards = tasks.map((task) => (
    <Card key={task.id} task={task} now={now} isMarked={over === task.id} handlers={handlers} />
  ));
  return (
    <section aria-label={title} className="rounded-md bg-panel p-2 sm:min-h-48" {...dropHandlers}>
      <h2 className="px-1 pb-2 text-sm font-semibold text-muted">{title}</h2>
      {isMany ? (
        <InSight label={title} keptAt={tasks.findIndex(({ id }) => id === focused)}>
          {cards}
        </InSight>
      ) : (
        <ul>{cards}</ul>
      )}
      {note && <p className="px-1 pt-1 text-xs text-muted">{note}</p>}
    </section>
  );
}

/**
 * Whether there are so many cards that only those in sight are drawn. A board that goes on has them so from its start, and keeps to it: a change
 * on the way would lose the place to which it is scrolled.
 */
function useIsMany(count: number, hasMore: boolean): boolean {
  const [isMany, setMany] = useState(false);
  const isNow = count > ALL_DRAWN || hasMore;
  if (isNow && !isMany) setMany(true);
  return isMany || isNow;
}
