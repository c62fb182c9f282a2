import { useEffect, useRef } from "react";
import type { Task } from "#contract/tasks.ts";
import { removeReminder } from "../../kernel/reminders/reminder-mutations.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";
import { Button } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { tabPanel } from "../../ui/tab-list.tsx";
import { Agenda } from "./views/agenda.tsx";
import { PANEL } from "./period-bar.tsx";
import { canMove, type Entry } from "./model/entries.ts";
import { KEYS_HINT } from "./views/entry-face.tsx";
import type { GridHandlers } from "./views/grid.tsx";
import { dayByKey, focusSoon, spanByKey } from "./views/keyboard.ts";
import { moveEntry } from "./model/move-entry.ts";
import { type CalendarView, dateOf, type Period } from "./model/periods.ts";
import { dropBlock, planTask } from "./model/planned-tasks.ts";
import { useScopeQuestion } from "./dialog/scope-dialog.tsx";
import { removeEvent } from "./model/event-mutations.ts";
import { scopeOf } from "./model/reshape.ts";
import type { Span } from "./model/times.ts";
import { Year } from "./views/year.tsx";

/** Most of what the calendar weighs, which a list of days does without. */
const Grid = deferred(async () => (await import("./views/grid.tsx")).Grid);

type CalendarBodyProps = Pick<GridHandlers, "onOpen" | "onNew" | "onDay"> & {
  view: CalendarView;
  on: string;
  today: string;
  now: () => string;
  period: Period;
  entries: readonly Entry[];
  unscheduled: readonly Task[];
  draft: Span | null;
  isPending: boolean;
  isFailed: boolean;
  onRetry: () => void;
  newWords?: (day: string) => string;
};

/** The days themselves, in the chosen view. */
export function CalendarBody(props: CalendarBodyProps) {
  const { view, on, today, now, period, entries, unscheduled, draft, onOpen, onNew, onDay } = props;
  const body = useRef<HTMLDivElement>(null);
  const { ask, dialog } = useScopeQuestion();
  const newest = useRef(entries);
  useEffect(() => void (newest.current = entries));
  const move = (entry: Entry, span: Span, isResized: boolean) =>
    moveEntry(entry, span, isResized, () => ask(t("Move repeating event")));
  const remove = async (entry: Entry & { kind: "event" }) => {
    const scope = scopeOf(entry) ?? (await ask(t("Delete repeating event")));
    if (scope) await removeEvent(entry, scope);
  };
  const handleKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const isRightToLeft = document.documentElement.dir === "rtl";
    const day = target.dataset["day"];
    const next = day && dayByKey(event, day, view, isRightToLeft);
    if (next) {
      event.preventDefault();
      const isThere = body.current?.querySelector(`[data-day="${next}"]`);
      if (!isThere || view !== "day") onDay(next);
      return focusSoon(body.current, () => `[data-day="${next}"]`);
    }
    const entry = entries.find(({ key }) => key === target.dataset["entry"]);
    if (!entry) return;
    if (event.key === "Delete" && entry.kind === "event" && entry.isOwn) {
      event.preventDefault();
      return void remove(entry);
    }
    if (event.key === "Delete" && entry.kind === "task" && entry.isBlock && canMove(entry)) {
      event.preventDefault();
      return void dropBlock(entry.task);
    }
    if (event.key === "Delete" && entry.kind === "reminder") {
      event.preventDefault();
      return void removeReminder(entry.reminder);
    }
    const moved = view === "year" || view === "agenda" ? null : spanByKey(event, entry, view, isRightToLeft);
    if (!moved) return;
    event.preventDefault();
    void move(entry, moved.span, moved.isResized);
    // Its instance may have another name there.
    focusSoon(body.current, () => {
      const there = newest.current.find(
        ({ title, kind, span }) =>
          title === entry.title && kind === entry.kind && span.start === moved.span.start,
      );
      return there ? `[data-entry="${CSS.escape(there.key)}"]` : null;
    });
  };
  useEffect(() => {
    const element = body.current;
    element?.addEventListener("keydown", handleKey);
    return () => element?.removeEventListener("keydown", handleKey);
  });
  return (
    <div
      ref={body}
      {...tabPanel(PANEL, view)}
      tabIndex={-1}
      className="relative min-h-0 min-w-0 flex-1 overflow-y-auto outline-none"
    >
      {props.isFailed && <LoadFailed onRetry={props.onRetry} />}
      {props.isPending ? (
        <div className="px-4">
          <SkeletonRows count={8} />
        </div>
      ) : view === "agenda" ? (
        !props.isFailed && (
          <Agenda
            entries={entries}
            period={period}
            now={dateOf(today)}
            onOpen={onOpen}
            onNew={() => onNew({ start: on, end: on })}
          />
        )
      ) : view === "year" ? (
        <Year on={on} today={today} entries={entries} onDay={onDay} />
      ) : (
        <div className="cal-grid h-full min-h-96">
          <p id={KEYS_HINT} hidden>
            {t("Alt and arrow keys move it, with Shift they change its length.")}
          </p>
          <Grid
            view={view}
            on={on}
            today={today}
            now={now}
            entries={entries}
            draft={draft}
            newWords={props.newWords}
            onOpen={onOpen}
            onNew={onNew}
            onDay={onDay}
            onMove={(entry, span, isResized, takeBack) =>
              void move(entry, span, isResized).then((isMoved) => !isMoved && takeBack())
            }
            onPlan={(taskId, start) => {
              const task = unscheduled.find(({ id }) => id === taskId);
              if (task) void planTask(task, { start, end: start });
            }}
          />
        </div>
      )}
      {dialog}
    </div>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const isOffline = useIsOffline();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 px-4 py-2 text-sm text-muted">
      <p>{isOffline ? t("Can't load events while offline.") : t("Couldn't load.")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}
