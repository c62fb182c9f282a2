import { clsx } from "clsx";
import { useEffect, useRef, useState, type Ref } from "react";
import { remindOf, subjectOf } from "../../kernel/actions/remind-of.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";
import { Screen } from "../../ui/screen.tsx";
import { AddEvent } from "./add-event.tsx";
import "./calendar.css";
import { CalendarBody } from "./calendar-body.tsx";
import { HeadActions } from "./calendar-head.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { CalendarSide } from "./calendar-side.tsx";
import { useCalendars } from "./model/calendars.ts";
import { useLightPrint } from "./light-print.ts";
import { useControls } from "./controls.ts";
import { entriesOf } from "./model/entries.ts";
import { type CalendarSearch, type CalendarView, step } from "./model/periods.ts";
import { usePlannedTasks, useUnscheduled } from "./model/planned-tasks.ts";
import { addMinutes, type Span } from "./model/times.ts";
import { useEvents, useMirror } from "./model/use-events.ts";
import { usePeriod } from "./model/use-period.ts";
import { useRings, useWaitingReminders } from "./model/ringing.ts";
import { useShownKinds } from "./model/shown-kinds.ts";

const OpenEvent = deferred(async () => (await import("./dialog/open-event.tsx")).OpenEvent);

const TellGuests = deferred(async () => (await import("./guests/tell-guests.tsx")).TellGuests);

const DayBrief = deferred(async () => (await import("./briefs/day-brief-dialog.tsx")).DayBriefDialog);

type CalendarScreenProps = {
  search: CalendarSearch;
  /** `isStep`: Back takes it back. */
  onSearch: (next: CalendarSearch, isStep?: boolean) => void;
  onTask: (taskId: string) => void;
  heading: Ref<HTMLHeadingElement>;
};

/** On a phone the days stand one under the other. */
const usualView = (): CalendarView => (matchMedia("(min-width: 40rem)").matches ? "week" : "agenda");

/** The full hour that comes next on that day, for an hour. */
function nextHour(on: string, now: string): Span {
  const isToday = now.startsWith(on);
  const start = isToday ? `${addMinutes(now, 60).slice(0, 13)}:00` : `${on}T09:00`;
  return { start, end: addMinutes(start, 60) };
}

/** What happens, and what is to be done, on its days. */
export function CalendarScreen({ search, onSearch, onTask, heading }: CalendarScreenProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useLightPrint(sheet);
  const { timeZone, nowOf, today, view, on, period } = usePeriod(search, usualView);
  const shown = useShownKinds();
  const { listed, isPending, isFailed, refetch } = useEvents(view, period, timeZone);
  const unreadable = useMirror(today, timeZone);
  const calendars = useCalendars();
  const tasks = usePlannedTasks(period, shown.tasks, timeZone);
  const unscheduled = useUnscheduled(shown.tasks);
  const reminders = useWaitingReminders(shown.reminders);
  const rings = useRings(reminders, period, timeZone);
  const entries = entriesOf({ ...listed, calendars, tasks, reminders, rings }, timeZone);
  const [drawn, setDraft] = useState<Span | null>(null);
  const draft = drawn ?? (search.add === "yes" || search.again ? nextHour(on, nowOf()) : null);
  const close = () => {
    setDraft(null);
    onSearch({ event: "", at: "", add: "", again: "", tell: "", brief: "" });
  };
  const add = () => setDraft(nextHour(on, nowOf()));
  const show = (day: string, next = view) => onSearch({ on: day, view: next }, true);
  const controls = {
    show: (next: CalendarView) => onSearch({ view: next, on }, true),
    step: (by: -1 | 1) => show(step(view, on, by)),
    goToday: () => show(today),
    add,
  };
  useEffect(() => {
    useControls.setState({ controls });
    return () => useControls.setState({ controls: null });
  });
  const side = { calendars, unscheduled, on };
  return (
    <div ref={sheet} className="cal-screen h-full">
      <Screen
        frame="filled"
        title={t("Calendar")}
        heading={heading}
        actions={<HeadActions side={side} onAdd={add} on={on} />}
        filters={
          <>
            <PeriodBar view={view} on={on} today={today} controls={controls} />
            <div className={clsx(view !== "agenda" && "max-sm:hidden")}>
              <AddEvent
                on={on}
                timeZone={timeZone}
                onMade={(day) => (day < period.from || day > period.to) && onSearch({ on: day })}
              />
            </div>
            {unreadable > 0 && (
              <p role="status" className="text-sm text-muted">
                {plural(unreadable, {
                  one: "{count} event with an unreadable date was skipped",
                  other: "{count} events with an unreadable date were skipped",
                })}
              </p>
            )}
            {listed.isTruncated && (
              <p role="status" className="text-sm text-warn">
                {t("Not all events are shown: there are too many in these days.")}
              </p>
            )}
          </>
        }
      >
        <div className="flex h-full min-h-0">
          <div className="cal-no-print hidden w-56 shrink-0 overflow-y-auto border-e border-line px-2 py-1 lg:block">
            <CalendarSide {...side} />
          </div>
          <CalendarBody
            view={view}
            on={on}
            today={today}
            now={nowOf}
            period={period}
            entries={entries}
            unscheduled={unscheduled}
            draft={draft}
            isPending={isPending}
            isFailed={isFailed}
            onRetry={refetch}
            onNew={setDraft}
            onDay={show}
            onOpen={(entry) => {
              if (entry.kind === "task") onTask(entry.task.id);
              else if (entry.kind === "reminder") remindOf(subjectOf(entry.reminder), entry.title);
              else onSearch({ event: entry.event.id, at: entry.instance ?? "" }, true);
            }}
          />
        </div>
      </Screen>
      <OpenEvent
        search={search}
        draft={draft}
        calendars={calendars}
        pageZone={timeZone}
        now={nowOf()}
        onBrief={() => onSearch({ brief: "event" }, true)}
        onAgain={(again) => onSearch({ event: "", at: "", again })}
        onClose={close}
      />
      {search.tell && <TellGuests eventId={search.tell} onClose={close} />}
      {search.brief === "day" && <DayBrief day={on} onClose={close} />}
    </div>
  );
}
