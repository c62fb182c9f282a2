import { isEventRule } from "#contract/shared/repeat-rule.ts";
import { FIRST_DAY, isTimeZone, LAST_DAY } from "#contract/shared/time-zone.ts";
import { spanOf } from "#language/instances.ts";
import { momentOf } from "#language/moment.ts";
import type { Alarms } from "../../ics/alarms.ts";
import type { IcsEvent } from "../../ics/ics.ts";

const TITLE_MAX = 1_000;
const LOCATION_MAX = 1_000;
const DESCRIPTION_MAX = 10_000;
const TAG_MAX = 100;
const DATES_MAX = 2_000;

/** An event of a file within the limits of the calendar, under the names of its columns. */
export type FitEvent = {
  uid: string;
  title: string;
  date: string;
  time: string | null;
  end_date: string;
  end_time: string | null;
  time_zone: string | null;
  location: string;
  description: string;
  tags: string[];
  repeat: string | null;
  except_dates: string[];
  extra_dates: string[];
  instance: string | null;
  first_day: string;
  last_day: string;
  ics: string | null;
  /** No column: what of its file becomes reminders where it is imported. */
  alarms: Alarms;
};

export type Fit = { event: FitEvent; changes: string[] } | { why: string };

/** What the calendar can keep of an event; texts that are too long are cut. Runs where rules that never end harm nobody. */
export function fitEvent(given: IcsEvent): Fit {
  const why = whyNot(given);
  if (why !== null) return { why };
  const changes: string[] = [];
  const cut = (text: string, max: number, name: string) => {
    if (text.length > max) changes.push(`${name} was cut after ${max.toLocaleString("en-US")} characters.`);
    return text.slice(0, max);
  };
  const repeat = given.repeat !== null && isEventRule(given.repeat) ? given.repeat : null;
  if (repeat !== given.repeat)
    changes.push("It repeats by a rule that Cairn doesn't know; only its first time is shown.");
  const times = timesOf(given, repeat);
  const { firstDay, lastDay } = spanOf(times);
  const event: FitEvent = {
    uid: given.uid,
    title: cut(given.title, TITLE_MAX, "Its title") || "Untitled",
    date: times.date,
    time: times.time,
    end_date: times.endDate,
    end_time: times.endTime,
    time_zone: times.timeZone,
    location: cut(given.location, LOCATION_MAX, "Its location"),
    description: cut(given.description, DESCRIPTION_MAX, "Its description"),
    tags: [...new Set(given.tags.map((tag) => cut(tag, TAG_MAX, "A tag")))],
    repeat,
    except_dates: times.exceptDates,
    extra_dates: times.extraDates,
    instance: given.instance,
    first_day: firstDay,
    last_day: lastDay,
    ics: withoutStamp(given.ics),
    // What is canceled is kept, with its status, and rings for nobody.
    alarms: given.isCancelled ? { minutes: [], dates: [], unread: 0 } : given.alarms,
  };
  return { event, changes: [...new Set(changes)] };
}

function whyNot({ date, endDate }: IcsEvent): string | null {
  if (date < FIRST_DAY) return "It is before the year 1900.";
  return date > LAST_DAY || endDate > LAST_DAY ? "It is after the last day there is." : null;
}

function timesOf(given: IcsEvent, repeat: string | null) {
  const { date, time, endDate, endTime, timeZone } = given;
  // In the hour that clocks go through twice an end can stand before its start.
  const isInOrder = momentOf(endDate, endTime) >= momentOf(date, time);
  const isPossible = (moment: string) => moment >= FIRST_DAY && moment.slice(0, 10) <= LAST_DAY;
  return {
    date,
    time,
    endDate: isInOrder ? endDate : date,
    endTime: isInOrder ? endTime : time,
    timeZone: time !== null && timeZone !== null && isTimeZone(timeZone) ? timeZone : null,
    repeat,
    exceptDates: given.exceptDates.filter(isPossible).slice(0, DATES_MAX),
    extraDates: given.extraDates.filter(isPossible).slice(0, DATES_MAX),
  };
}

/** When the file was written. What is written again says when the event was changed last. */
function withoutStamp(ics: string | null): string | null {
  const lines = (ics ?? "").split("\n").filter((line) => !/^DTSTAMP[:;]/i.test(line));
  return lines.join("\n") || null;
}
