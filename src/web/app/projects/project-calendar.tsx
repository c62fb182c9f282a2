import { AwaitPart, lazyPart } from "../../ui/deferred.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import { addDays, dayIn } from "#language/moment.ts";
import "../../features/calendar/calendar.css";
import { CalendarBody } from "../../features/calendar/calendar-body.tsx";
import { PANEL, PeriodBar } from "../../features/calendar/period-bar.tsx";
import { useSharedEvent } from "../../features/calendar/dialog/shared-event.tsx";
import { useCalendarsOfProject } from "../../features/calendar/model/calendars-of-project.ts";
import { entriesOf, startsOf, type Entry } from "../../features/calendar/model/entries.ts";
import { eventsIn, type Listed } from "../../features/calendar/model/event-lists.ts";
import {
  type CalendarSearch,
  type CalendarView,
  monthsAround,
  type Period,
  step,
} from "../../features/calendar/model/periods.ts";
import type { Span } from "../../features/calendar/model/times.ts";
import { usePeriod } from "../../features/calendar/model/use-period.ts";
import { useProjectTasksOfDays } from "../../features/tasks/project-tasks.ts";
import { isForReading } from "../../kernel/projects/people.tsx";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { tabPanel } from "../../ui/tab-list.tsx";

const AddToProject = lazyPart(async () => (await import("./add-to-project.tsx")).AddToProject);

type ProjectCalendarProps = {
  project: Project;
  search: Pick<CalendarSearch, "view" | "on">;
  onSearch: (next: ProjectCalendarProps["search"], isStep?: boolean) => void;
  onTask: (taskId: string) => void;
};

const nothing: Listed = { events: [], instances: [], isTruncated: false };

/** A month has no room on a phone for words. */
const usualView = (): CalendarView => (matchMedia("(min-width: 40rem)").matches ? "month" : "agenda");

/** What a press on a day does: events of a project are made by its owner, tasks by who may change them; who may do neither looks at the day. */
const WORDS = {
  owner: (day: string) => t("New task or event on {day}", { day }),
  editor: (day: string) => t("New task on {day}", { day }),
  reader: (day: string) => t("Show {day}", { day }),
};

const lies = ({ from, to }: Period, { start, end }: Span) => dayIn(end) >= from && dayIn(start) <= to;

/** Of whole months, so that the next week is there already. */
function useTasksAround(projectId: string, period: Period, zone: string) {
  const months = monthsAround(period);
  return useProjectTasksOfDays(projectId, months[0]!.from, addDays(months.at(-1)!.to, 7), zone);
}

/** The days of a project: its tasks where they start, are due or have time set aside, and its events. */
export function ProjectCalendar({ project, search, onSearch, onTask }: ProjectCalendarProps) {
  const navigate = useNavigate();
  const projectId = project.id;
  const role = !project.sharedBy ? "owner" : isForReading(project) ? "reader" : "editor";
  const { timeZone, nowOf, today, view, on, period } = usePeriod(search, usualView);
  const events = useQuery({
    ...eventsIn({ ...period, timeZone, projectId }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const calendars = useCalendarsOfProject(project);
  const { tasks, isError, refetch } = useTasksAround(projectId, period, timeZone);
  const shown = { ...(events.data ?? nothing), calendars, tasks, reminders: [], rings: [] };
  const entries = [...entriesOf(shown, timeZone), ...startsOf(tasks)].map((entry) =>
    role === "reader" && entry.kind === "task" ? { ...entry, isFixed: true } : entry,
  );
  const sharedEvent = useSharedEvent(project, entries);
  const isPending = events.isPending;
  const isFailed = (isError || events.isError) && entries.length === 0;
  const isEmpty = !isPending && !isFailed && !entries.some(({ span }) => lies(period, span));
  const [draft, setDraft] = useState<Span | null>(null);
  const show = (day: string, next = view) => onSearch({ on: day, view: next }, true);
  const controls = {
    show: (next: CalendarView) => show(on, next),
    step: (by: -1 | 1) => show(step(view, on, by)),
    goToday: () => show(today),
    add: () => setDraft({ start: on, end: on }),
  };
  const press = role === "reader" ? ({ start }: Span) => show(dayIn(start), "day") : setDraft;
  const open = (entry: Entry) => {
    if (entry.kind === "task") onTask(entry.task.id);
    else if (entry.kind === "event" && !sharedEvent.open(entry))
      void navigate({
        to: "/app/calendar",
        search: {
          on: dayIn(entry.span.start),
          event: entry.event.id,
          ...(entry.instance && { at: entry.instance }),
        } as never,
      });
  };
  return (
    <div className="cal-screen flex h-full flex-col">
      <div className="flex flex-col gap-1 px-4 pb-2">
        <PeriodBar view={view} on={on} today={today} controls={controls} />
        {isEmpty && view !== "agenda" && <p className="text-sm text-muted">{WHAT_APPEARS}</p>}
      </div>
      {isEmpty && view === "agenda" ? (
        <div {...tabPanel(PANEL, view)}>
          <EmptyState
            icon={<CalendarPlus size={20} />}
            title={t("Nothing planned in these days")}
            action={
              role !== "reader" && (
                <Button onClick={controls.add}>
                  {role === "owner" ? t("New task or event") : t("New task")}
                </Button>
              )
            }
          >
            {WHAT_APPEARS}
          </EmptyState>
        </div>
      ) : (
        <div className="flex min-h-0 flex-1">
          <CalendarBody
            view={view}
            on={on}
            today={today}
            now={nowOf}
            period={period}
            entries={entries}
            unscheduled={[]}
            draft={draft}
            isPending={isPending}
            isFailed={isFailed}
            onRetry={() => {
              refetch();
              void events.refetch();
            }}
            newWords={WORDS[role]}
            onNew={press}
            onDay={show}
            onOpen={open}
          />
        </div>
      )}
      {sharedEvent.dialog}
      {draft && (
        <AwaitPart fallback={null}>
          <AddToProject
            projectId={projectId}
            isOwn={role === "owner"}
            span={draft}
            timeZone={timeZone}
            onClose={() => setDraft(null)}
          />
        </AwaitPart>
      )}
    </div>
  );
}

const WHAT_APPEARS = t("Tasks with a day, and events of this project, appear here.");
