import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { Project } from "#contract/projects.ts";
import { addDays, dayIn, instantAt, momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { useSharedEvent } from "../../features/calendar/dialog/shared-event.tsx";
import { useCalendarsOfProject } from "../../features/calendar/model/calendars-of-project.ts";
import { useScopeQuestion } from "../../features/calendar/dialog/scope-dialog.tsx";
import { canMove, type Entry, entriesOf } from "../../features/calendar/model/entries.ts";
import { eventsIn } from "../../features/calendar/model/event-lists.ts";
import { moveEntry } from "../../features/calendar/model/move-entry.ts";
import { addMinutes, shiftSpan } from "../../features/calendar/model/times.ts";
import { useProjectTasks } from "../../features/tasks/project-tasks.ts";
import { Timeline } from "../../features/tasks/timeline/timeline.tsx";
import type { TimelineEvent } from "../../features/tasks/timeline/timeline-row.tsx";
import { useAccountNow } from "../../kernel/account/use-account-now.ts";
import { LoadFault } from "../../kernel/load-fault.tsx";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { browserTimeZone, isoDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { useTimeChoices } from "../../ui/dates/time.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

const FAULTS = { offline: t("Can't load tasks while offline."), failed: t("Failed to load tasks") };

type ProjectTimelineProps = { project: Project; onTask: (taskId: string) => void };

/** Events are told for so many days; what is farther away is on the calendar. */
const DAYS_BEFORE = 120;
const DAYS_AFTER = 270;

/** The tasks of a project over their days, and its events. */
export function ProjectTimeline({ project, onTask }: ProjectTimelineProps) {
  useTimeChoices();
  const zone = usePreferences()?.settings.timeZone ?? browserTimeZone();
  const today = isoDay(useAccountNow());
  const dayAt = useCallback((instant: string) => momentAt(wallAt(Date.parse(instant), zone), true), [zone]);
  const shift = useCallback(
    (instant: string, days: number) => {
      const later = addMinutes(momentAt(wallAt(Date.parse(instant), zone), false), days * 1440);
      return instantAt(later, zone).toISOString();
    },
    [zone],
  );
  const { tasks, isComplete, error, refetch } = useProjectTasks(project.id);
  const { ask, dialog } = useScopeQuestion();
  const { events, dialog: opened } = useProjectEvents(project, today, zone, ask);
  // Some of them may be there, and a later page not.
  const isOld = tasks !== undefined;
  return (
    <div className="flex h-full flex-col">
      {error && (
        <div className="px-4">
          <LoadFault error={error} isOld={isOld} words={FAULTS} onRetry={refetch} />
        </div>
      )}
      {tasks ? (
        <div className="min-h-0 flex-1">
          <Timeline
            tasks={tasks}
            isComplete={isComplete}
            events={events}
            today={today}
            dayAt={dayAt}
            shift={shift}
            onOpen={onTask}
          />
        </div>
      ) : (
        !error && <SkeletonRows count={8} className="px-4" />
      )}
      {dialog}
      {opened}
    </div>
  );
}

const NO_ENTRIES: readonly Entry[] = [];

/** Each with all the times that it happens. */
function useProjectEvents(
  project: Project,
  today: string,
  timeZone: string,
  ask: ReturnType<typeof useScopeQuestion>["ask"],
) {
  const navigate = useNavigate();
  const { data } = useQuery({
    ...eventsIn({
      from: addDays(today, -DAYS_BEFORE),
      to: addDays(today, DAYS_AFTER),
      timeZone,
      projectId: project.id,
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const calendars = useCalendarsOfProject(project);
  const entries = useMemo(
    () =>
      data ? entriesOf({ ...data, calendars, tasks: [], reminders: [], rings: [] }, timeZone) : NO_ENTRIES,
    [data, calendars, timeZone],
  );
  const { open, dialog } = useSharedEvent(project, entries);
  const events = useMemo(() => {
    const shown = new Map<string, TimelineEvent>();
    for (const entry of entries) {
      if (entry.kind !== "event") continue;
      const { key, title, color, event, instance, span } = entry;
      const id = event.seriesId ?? event.id;
      const day = dayIn(span.start);
      const onOpen = () => {
        const search = { on: day, event: event.id, ...(instance && { at: instance }) } as never;
        if (!open(entry)) void navigate({ to: "/app/calendar", search });
      };
      const row = shown.get(id) ?? { id, title, color, times: [] };
      // As on the calendar: own events, of one that repeats those that are meant.
      const onMove = (days: number) =>
        void moveEntry(entry, shiftSpan(span, { days }), false, () => ask(t("Move repeating event")));
      row.times.push({ key, day, onOpen, ...(canMove(entry) && { onMove }) });
      shown.set(id, row);
    }
    return [...shown.values()];
  }, [entries, navigate, ask, open]);
  return { events, dialog };
}
