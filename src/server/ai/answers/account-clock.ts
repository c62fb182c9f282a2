import { PreferenceSettings } from "#contract/preferences.ts";
import { momentAt, timeIn, wallOf } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import type { Database } from "../../db/client.ts";

/** By which clock a question is asked, and how its days are written. */
export type AccountClock = {
  now: Date;
  zone: string;
  /** YYYY-MM-DD */
  today: string;
  /** HH:MM */
  time: string;
  /** The weekday that weeks begin with; 0 is Monday. */
  weekStart: number;
  has24Hours: boolean;
};

const WEEK_STARTS = { monday: 0, saturday: 5, sunday: 6 };

export async function clockOfAccount(
  db: Database,
  userId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<AccountClock> {
  const [row] = await db.queryAs<{ settings: Record<string, unknown> }>(
    userId,
    "SELECT settings FROM user_preferences WHERE user_id = $1",
    [userId],
    "settings-for-answers",
  );
  const { weekStart, hourCycle } = PreferenceSettings.shape;
  const starts = weekStart.catch(undefined).parse(row?.settings["weekStart"]) ?? "monday";
  const cycle = hourCycle.catch(undefined).parse(row?.settings["hourCycle"]);
  const moment = momentAt(wallAt(now.getTime(), timeZone), false);
  return {
    now,
    zone: timeZone,
    today: moment.slice(0, 10),
    time: timeIn(moment) ?? "00:00",
    weekStart: WEEK_STARTS[starts],
    has24Hours: cycle === "h23",
  };
}

const formats = {
  day: new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" }),
  year: new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  }),
  time: new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" }),
};

/** "Friday, May 16", of another year with it. */
export const dayName = (day: string, { today }: Pick<AccountClock, "today">): string =>
  formats[day.slice(0, 4) === today.slice(0, 4) ? "day" : "year"].format(wallOf(day));

/** "9:30 AM", or "09:30" for who reads clocks so. */
export const timeName = (time: string, { has24Hours }: Pick<AccountClock, "has24Hours">): string =>
  has24Hours ? time : formats.time.format(wallOf(`2000-01-01T${time}`)).replace("\u202f", " ");

/** A day, or a day with its time, of the account's clock. */
export function momentName(moment: string, clock: AccountClock): string {
  const time = timeIn(moment);
  const day = dayName(moment.slice(0, 10), clock);
  return time === null ? day : `${day}, ${timeName(time, clock)}`;
}
