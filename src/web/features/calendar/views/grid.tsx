import FullCalendar, { type CalendarOptions, type CalendarRef } from "@fullcalendar/react";
import dayGridPlugin from "@fullcalendar/react/daygrid";
import interactionPlugin from "@fullcalendar/react/interaction";
import "@fullcalendar/react/skeleton.css";
import timeGridPlugin from "@fullcalendar/react/timegrid";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { isDay } from "#language/moment.ts";
import { browserLocale, firstWeekday, weekdayHead } from "../../../lib/dates.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { usePreferences } from "../../../kernel/workspace/frame.ts";
import { useTimeChoices } from "../../../ui/dates/time.tsx";
import { beginDrag, endDrag, wasCanceled } from "./cancel-drag.ts";
import { DayButton } from "./day-button.tsx";
import { type Entry, spanFrom, toInput } from "../model/entries.ts";
import { SlotTime, ZoneHeads } from "./second-zone.tsx";
import { EntryFace } from "./entry-face.tsx";
import { GRID_LOOK } from "./grid-look.ts";
import { type CalendarView, dateOf } from "../model/periods.ts";
import { addMinutes, type Span } from "../model/times.ts";

export type GridView = Extract<CalendarView, "month" | "week" | "day">;

const VIEW_NAMES: Record<GridView, string> = {
  month: "dayGridMonth",
  week: "timeGridWeek",
  day: "timeGridDay",
};
const PLUGINS = [dayGridPlugin, timeGridPlugin, interactionPlugin];
const IS_TOUCH = matchMedia("(pointer: coarse)");
/** Where days are narrow, of what happens at the same time one is shown, and how many more there are. */
const IS_NARROW = matchMedia("(max-width: 479px)");
const DOUBLE_PRESS_MS = 400;
const NEW_MINUTES = 60;

export type GridHandlers = {
  onOpen: (entry: Entry) => void;
  /** Somebody wants an event there: drew it, or pressed a day. */
  onNew: (span: Span) => void;
  onMove: (entry: Entry, span: Span, isResized: boolean, takeBack: () => void) => void;
  /** A task of the list beside it was put there. */
  onPlan: (taskId: string, start: string) => void;
  onDay: (day: string, view?: CalendarView) => void;
};

type GridProps = GridHandlers & {
  view: GridView;
  on: string;
  today: string;
  /** What the account's clock shows, as a moment. */
  now: () => string;
  entries: readonly Entry[];
  /** What is being made, until it is saved or not. */
  draft: Span | null;
  /** What a press on a day makes, said to who does not see it; an event where it is not said. */
  newWords?: ((day: string) => string) | undefined;
};

const entryOf = (event: { extendedProps: Record<string, unknown> }) =>
  event.extendedProps["entry"] as Entry | undefined;

/** Month, week and day. Its clock is the account's, written as if it were UTC: FullCalendar needs to know of no zone. */
export function Grid(props: GridProps) {
  const { view, on, today, now, entries, draft, onNew, newWords } = props;
  const choices = useTimeChoices();
  const calendar = useRef<CalendarRef>(null);
  const isNarrow = useSyncExternalStore(onNarrow, () => IS_NARROW.matches);
  useEffect(() => calendar.current?.getApi().changeView(VIEW_NAMES[view], on), [view, on]);
  useEffect(() => {
    if (!draft) calendar.current?.getApi().unselect();
  }, [draft]);
  const events = useMemo(
    () =>
      entries.map((entry) => ({ ...toInput(entry), ...(entry.kind === "event" && { color: entry.color }) })),
    [entries],
  );
  const second = usePreferences()?.settings.secondTimeZone;
  const zone = isNarrow || !second ? null : second;
  const cells = useMemo(
    () => cellsOf({ on, today, second: zone, newWords }, onNew),
    [on, today, zone, newWords, onNew],
  );
  // The start of the week and 12 or 24 hours are the account's.
  const { hourCycle, weekStart } = choices;
  const own = { firstDay: firstWeekday(), key: `${hourCycle} ${weekStart}` };
  return (
    <FullCalendar
      {...GRID_LOOK}
      {...SETTINGS}
      {...handlersOf(props)}
      {...cells}
      {...(isNarrow && { eventMaxStack: 1, slotMinHeight: 32 })}
      key={own.key}
      ref={calendar}
      plugins={PLUGINS}
      firstDay={own.firstDay}
      direction={document.documentElement.dir === "rtl" ? "rtl" : "ltr"}
      locale={browserLocale()}
      initialView={VIEW_NAMES[view]}
      initialDate={on}
      now={now}
      events={events}
    />
  );
}

function onNarrow(listener: () => void): () => void {
  IS_NARROW.addEventListener("change", listener);
  return () => IS_NARROW.removeEventListener("change", listener);
}

const SETTINGS: CalendarOptions = {
  headerToolbar: false,
  timeZone: "UTC",
  height: "100%",
  fixedWeekCount: false,
  expandRows: true,
  nowIndicator: true,
  editable: true,
  droppable: true,
  selectable: true,
  selectMirror: true,
  // A press alone chooses nothing.
  selectMinDistance: 5,
  unselectAuto: false,
  eventInteractive: false,
  eventResizableFromStart: true,
  dayMaxEvents: true,
  eventMaxStack: 4,
  slotDuration: "00:30:00",
  snapDuration: "00:15:00",
  scrollTime: "07:00:00",
  scrollTimeReset: false,
  slotEventOverlap: false,
  slotMinHeight: IS_TOUCH.matches ? 32 : 24,
  eventMinHeight: 24,
  eventShortHeight: 34,
  longPressDelay: 350,
  dragRevertDuration: 0,
  allDayText: t("All day"),
  // What it hides from screen readers, because its own words say it, holds a button here.
  dayCellDidMount: ({ el }) => showDayButton(el),
  dayHeaderDidMount: ({ el }) => showDayButton(el),
  moreLinkText: (count) => plural(count, { other: "+{count} more" }),
  moreLinkHint: (count) => plural(count, { one: "Show {count} more", other: "Show {count} more" }),
};

const showDayButton = (el: HTMLElement) =>
  el.querySelector("[data-day]")?.closest("[aria-hidden=true]")?.removeAttribute("aria-hidden");

let lastPress = { at: 0, start: "" };

function handlersOf({ onOpen, onMove, onNew, onDay, onPlan }: GridHandlers): CalendarOptions {
  return {
    eventClick: ({ event, jsEvent }) => {
      const entry = entryOf(event);
      if (entry && !(jsEvent.target as Element).closest("input, label")) onOpen(entry);
    },
    eventDragStart: beginDrag,
    eventDragStop: endDrag,
    eventResizeStart: beginDrag,
    eventResizeStop: endDrag,
    eventDrop: ({ event, revert }) => {
      const entry = entryOf(event);
      if (!entry || wasCanceled()) return revert();
      const span = movedSpan(entry, event);
      onMove(entry, span, false, revert);
    },
    eventResize: ({ event, revert }) => {
      const entry = entryOf(event);
      if (!entry || wasCanceled()) return revert();
      onMove(entry, spanFrom(event.startStr, event.endStr, event.allDay), true, revert);
    },
    select: ({ startStr, endStr, allDay }) => onNew(spanFrom(startStr, endStr, allDay)),
    dateClick: ({ dateStr, allDay, jsEvent, view }) => {
      const start = allDay ? dateStr.slice(0, 10) : dateStr.slice(0, 16);
      const isDouble = lastPress.start === start && jsEvent.timeStamp - lastPress.at < DOUBLE_PRESS_MS;
      lastPress = { at: isDouble ? 0 : jsEvent.timeStamp, start };
      const isTouch =
        "pointerType" in jsEvent ? jsEvent.pointerType === "touch" : jsEvent.type.startsWith("touch");
      // A finger has no place to press twice in: it opens the day, and makes an event in it.
      if (isTouch && view.type === "dayGridMonth") onDay(start, "day");
      else if (isDouble || isTouch) onNew({ start, end: allDay ? start : addMinutes(start, NEW_MINUTES) });
    },
    drop: ({ dateStr, allDay, draggedEl }) => {
      const taskId = draggedEl.dataset["taskId"];
      if (taskId) onPlan(taskId, allDay ? dateStr.slice(0, 10) : dateStr.slice(0, 16));
    },
    moreLinkClick: ({ date }) => onDay(date.toISOString().slice(0, 10), "day"),
  };
}

/** What becomes one of a time from all day gets an hour; what stays of its kind is as long as it was. */
function movedSpan(entry: Entry, event: { startStr: string; endStr: string; allDay: boolean }): Span {
  const span = spanFrom(event.startStr, event.endStr, event.allDay);
  if (event.allDay || !isDay(entry.span.start)) return span;
  return { start: span.start, end: addMinutes(span.start, NEW_MINUTES) };
}

type Shown = { on: string; today: string; second: string | null } & Pick<GridProps, "newWords">;

function cellsOf({ on, today, second, newWords }: Shown, onNew: GridHandlers["onNew"]): CalendarOptions {
  const dayButton = (date: Date, words: string) => (
    <DayButton
      day={date.toISOString().slice(0, 10)}
      words={words}
      on={on}
      today={today}
      onNew={onNew}
      newWords={newWords}
    />
  );
  return {
    eventContent: ({ event, isShort, view }) => {
      const entry = entryOf(event);
      if (!entry)
        return <span className="px-1 font-medium">{newWords ? t("New task") : t("New event")}</span>;
      const isMonth = view.type === "dayGridMonth";
      const look = isMonth && IS_TOUCH.matches ? "chip" : isMonth || event.allDay ? "line" : "block";
      return <EntryFace entry={entry} now={dateOf(today)} look={look} isShort={isShort} />;
    },
    dayCellTopContent: ({ date, view }) =>
      view.type === "dayGridMonth" ? dayButton(date, String(date.getUTCDate())) : null,
    dayHeaderContent: ({ date, view, isNarrow }) => {
      const head = weekdayHead(dateOf(date.toISOString()));
      if (view.type === "dayGridMonth") return isNarrow ? head.slice(0, 2) : head;
      return (
        <span className="flex flex-wrap items-center justify-center gap-x-1">
          <span>{head}</span>
          {dayButton(date, String(date.getUTCDate()))}
        </span>
      );
    },
    ...(second && { allDayHeaderContent: () => <ZoneHeads second={second} /> }),
    slotHeaderContent: ({ date }) =>
      date && <SlotTime time={date.toISOString().slice(11, 16)} on={on} second={second} />,
  };
}
