import type { Alarms } from "./alarms.ts";
import type { People } from "./people.ts";

/** An event as a file has it. Ids are the calendar's business: a changed instance names its series by the same `uid`. */
export type IcsEvent = {
  uid: string;
  title: string;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM; null is all day */
  time: string | null;
  /** Its last day, included */
  endDate: string;
  endTime: string | null;
  /** Of IANA, or UTC; null is the same on every wall, and all that is all day */
  timeZone: string | null;
  location: string;
  description: string;
  tags: string[];
  /** RRULE without its prefix; UNTIL by the clocks of `timeZone`, without Z */
  repeat: string | null;
  /** Instances by the local start of the series: YYYY-MM-DD or YYYY-MM-DDTHH:MM */
  exceptDates: string[];
  extraDates: string[];
  /** Which one of its series it takes the place of */
  instance: string | null;
  isCancelled: boolean;
  /** Minutes before the start */
  reminders: number[];
  alarms: Alarms;
  /** Lines of the component that Cairn does not understand, unfolded, otherwise byte for byte, each on a line */
  ics: string | null;
};

/** Without reminders of ours the alarms of its file are written as they came. */
export type EventToWrite = Omit<IcsEvent, "reminders" | "alarms" | "isCancelled"> & {
  reminders: number[] | null;
  /** Beside the alarms of its file, which stay: minutes before the start. */
  addedReminders?: number[];
  /** Absent: its file alone says who comes. */
  people?: People | null;
};

export type IcsTodo = {
  uid: string;
  title: string;
  description: string;
  status: "todo" | "doing" | "done";
  isCancelled: boolean;
  priority: "high" | "medium" | "low" | null;
  percent: number | null;
  tags: string[];
  startDate: string | null;
  startTime: string | null;
  dueDate: string | null;
  dueTime: string | null;
  /** Of both times */
  timeZone: string | null;
  repeat: string | null;
  parentUid: string | null;
  /** ISO, in UTC */
  completedAt: string | null;
  reminders: number[];
  ics: string | null;
};

/** Without reminders of ours the alarms of its file are written as they came. */
export type TodoToWrite = Omit<IcsTodo, "reminders"> & { reminders: number[] | null };

/** Something of a file that was left out or changed, in words for people. */
export type Remark = { line: number; why: string; title: string };
