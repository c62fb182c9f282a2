import { AlarmClock, CalendarPlus } from "lucide-react";
import { addDays, dayIn, isDay } from "#language/moment.ts";
import { setDone } from "../../../kernel/tasks/task-mutations.ts";
import { longDay, nearDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { ItemRow } from "../../../ui/data-parts/item-row.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { canMove, type Entry } from "../model/entries.ts";
import { CanceledWord, isCanceled, moreWords } from "./entry-face.tsx";
import { dateOf, type Period } from "../model/periods.ts";
import { timeWords } from "../model/times.ts";

type AgendaProps = {
  entries: readonly Entry[];
  period: Period;
  now: Date;
  onOpen: (entry: Entry) => void;
  onNew: () => void;
};

/** What happens on a day, also what began before it; days without anything are left out. */
function daysOf(entries: readonly Entry[], { from, to }: Period): [day: string, entries: Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const last = dayIn(entry.span.end) > to ? to : dayIn(entry.span.end);
    const first = dayIn(entry.span.start) < from ? from : dayIn(entry.span.start);
    for (let day = first; day <= last; day = addDays(day, 1)) {
      // What ends at midnight is not on the next day.
      if (day !== first && entry.span.end === `${day}T00:00`) continue;
      days.set(day, [...(days.get(day) ?? []), entry]);
    }
  }
  return [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** The next days as a list. */
export function Agenda({ entries, period, now, onOpen, onNew }: AgendaProps) {
  const days = daysOf(entries, period);
  if (days.length === 0)
    return (
      <EmptyState
        icon={<CalendarPlus size={20} />}
        title={t("Nothing planned in these days")}
        action={<Button onClick={onNew}>{t("New Event")}</Button>}
      >
        {t("Write an event above, such as: lunch with Ana Friday 12-13.")}
      </EmptyState>
    );
  return (
    <div className="mx-auto max-w-3xl px-4 pb-12">
      {days.map(([day, listed]) => (
        <section key={day} aria-labelledby={`agenda-${day}`} className="mb-5">
          <h2 id={`agenda-${day}`} className="px-2 pb-1 text-sm font-semibold text-muted">
            {nearDay(dateOf(day), now) && <span className="text-accent">{nearDay(dateOf(day), now)} </span>}
            {longDay(dateOf(day), now, "gregory")}
          </h2>
          <ul>
            {listed.map((entry) => (
              <li key={entry.key}>
                <AgendaRow entry={entry} day={day} now={now} onOpen={() => onOpen(entry)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type AgendaRowProps = { entry: Entry; day: string; now: Date; onOpen: () => void };

function AgendaRow({ entry, day, now, onOpen }: AgendaRowProps) {
  const isContinued = !isDay(entry.span.start) && dayIn(entry.span.start) !== day;
  const lead =
    entry.kind === "task"
      ? {
          isDone: entry.task.completed,
          isFixed: !canMove(entry),
          onToggle: (isDone: boolean) => void setDone(entry.task, isDone),
        }
      : { time: isContinued ? t("All day") : timeWords(entry.span.start) };
  return (
    <ItemRow
      title={entry.title}
      lead={lead}
      renderTitle={(title, className) => (
        <button
          type="button"
          data-entry={entry.key}
          onClick={onOpen}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-md py-1.5 text-start hover:underline"
        >
          {entry.kind === "event" && (
            <span
              aria-hidden="true"
              className="size-2.5 shrink-0 rounded-full forced-color-adjust-none"
              style={{ background: entry.color }}
            />
          )}
          {entry.kind === "reminder" && (
            <AlarmClock size={13} aria-hidden="true" className="shrink-0 text-muted" />
          )}
          <span dir="auto" className={className}>
            {isCanceled(entry) ? <s className="text-muted">{title}</s> : title}
            {entry.kind === "event" && !isCanceled(entry) && (
              <span aria-hidden="true" className="ms-2 text-faint">
                {entry.place || t("No location")}
              </span>
            )}
          </span>
          {isCanceled(entry) && <CanceledWord className="text-sm" />}
          <span className="sr-only">{moreWords(entry, now)}</span>
        </button>
      )}
    />
  );
}
