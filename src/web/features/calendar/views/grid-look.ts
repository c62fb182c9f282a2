import type { CalendarOptions } from "@fullcalendar/react";
import { clsx } from "clsx";

const cell = "border border-line";
const small = "text-xs text-faint";
/** What is held to make something longer; wider where a finger has chosen it. */
const edge = (isSelected: boolean) => clsx("absolute", isSelected && "cal-grip");

/** How FullCalendar's parts look: it brings no look of its own, and asks for the class of each part. */
export const GRID_LOOK: CalendarOptions = {
  className: "h-full text-sm",
  viewClass: "border-y border-line",
  tableHeaderClass: "bg-bg",
  dayHeaderRowClass: cell,
  dayRowClass: cell,
  slotHeaderRowClass: cell,
  fillerClass: "border border-line opacity-60",
  dayHeaderAlign: "center",
  dayHeaderClass: `${cell} items-center`,
  dayHeaderInnerClass: "px-0.5 py-1 text-xs font-medium text-muted",
  dayHeaderDividerClass: "border-b border-line",
  dayCellClass: ({ isToday, isOther }) => clsx(cell, isToday ? "cal-today" : isOther && "cal-other-month"),
  dayCellTopClass: "flex flex-row justify-start px-0.5 pt-0.5",
  dayCellBottomClass: "min-h-1",
  dayLaneClass: ({ isToday }) => clsx(cell, isToday && "cal-today"),
  dayLaneInnerClass: ({ isNarrow }) => (isNarrow ? "mx-px" : "ms-0.5 me-1.5"),
  slotLaneClass: ({ isMinor }) => clsx(cell, isMinor && "border-dotted"),
  slotHeaderClass: `${cell} justify-end`,
  slotHeaderInnerClass: `px-1.5 py-0.5 tabular-nums ${small}`,
  slotHeaderDividerClass: "border-e border-line",
  allDayHeaderClass: "items-center justify-end",
  allDayHeaderInnerClass: `px-1.5 py-1 whitespace-pre text-end ${small}`,
  allDayDividerClass: "border-y border-line",
  nowIndicatorHeaderClass: "cal-now-dot start-0",
  nowIndicatorLineClass: "cal-now-line",
  highlightClass: "bg-accent-soft",
  eventClass: ({ isDragging, isSelected }) =>
    clsx("cal-event", isDragging && "opacity-75", isSelected && "cal-chosen"),
  eventInnerClass: "min-w-0 flex",
  rowEventClass: ({ isStart, isEnd }) =>
    clsx("mb-px", isStart ? "ms-0.5" : "cal-from-before", isEnd && "me-1"),
  listItemEventClass: "mx-0.5 mb-px",
  columnEventClass: "mb-px",
  rowEventBeforeClass: ({ isStartResizable, isSelected }) =>
    clsx(isStartResizable && `${edge(isSelected)} inset-y-0 -start-1 w-2`),
  rowEventAfterClass: ({ isEndResizable, isSelected }) =>
    clsx(isEndResizable && `${edge(isSelected)} inset-y-0 -end-1 w-2`),
  columnEventBeforeClass: ({ isStartResizable, isSelected }) =>
    clsx(isStartResizable && `${edge(isSelected)} inset-x-0 -top-1 h-2`),
  columnEventAfterClass: ({ isEndResizable, isSelected }) =>
    clsx(isEndResizable && `${edge(isSelected)} inset-x-0 -bottom-1 h-2`),
  rowMoreLinkClass:
    "mx-0.5 mb-px flex min-h-6 items-center rounded-md px-1 text-xs text-muted hover:bg-hover",
  columnMoreLinkClass: "mb-px rounded-md border border-line-strong bg-raised px-1.5 text-xs text-muted",
};
