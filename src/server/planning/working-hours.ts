import type { Hours } from "#contract/planning.ts";
import { PreferenceSettings } from "#contract/preferences.ts";
import { timeText } from "#language/calendar.ts";
import { wallAt } from "#language/time-zone.ts";
import type { Database } from "../db/client.ts";

const USUAL: Hours = { from: "09:00", to: "17:00", days: [1, 2, 3, 4, 5], source: "usual" };

/** Fewer say little of when somebody works. */
export const LEAST_DONE = 20;
/** Of what was done earlier, or later, than all but every tenth: one night's work makes no working day. */
const EDGE = 0.1;
const LEAST_HOURS = 4;
const DAY_MINUTES = 1440;

/** The hours of the day in which tasks were done: from the full hour of the tenth part to the end of the hour of the ninth. */
export function learntHours(doneAt: readonly number[], zone: string): Hours {
  if (doneAt.length < LEAST_DONE) return USUAL;
  const hours = doneAt
    .map((instant) => new Date(wallAt(instant, zone)).getUTCHours())
    .toSorted((one, other) => one - other);
  const at = (part: number) => hours[Math.min(hours.length - 1, Math.floor(hours.length * part))]!;
  const first = Math.min(at(EDGE), 24 - LEAST_HOURS);
  const end = Math.max(at(1 - EDGE) + 1, first + LEAST_HOURS);
  return {
    from: timeText(first * 60),
    to: timeText(Math.min(end * 60, DAY_MINUTES)),
    days: USUAL.days,
    source: "learnt",
  };
}

export type Clock = { hours: Hours; timeZone: string };

/** When an account works, and by whose clock: as it chose, or as its record of the last months says. */
export async function clockOfWork(db: Database, userId: string, now: Date): Promise<Clock> {
  const [row] = await db.queryAs<{ settings: Record<string, unknown> }>(
    userId,
    "SELECT settings FROM user_preferences WHERE user_id = $1",
    [userId],
    "settings-for-planning",
  );
  const { workingHours, timeZone: zone } = PreferenceSettings.shape;
  const timeZone = zone.catch(undefined).parse(row?.settings["timeZone"]) ?? "UTC";
  const chosen = workingHours.catch(undefined).parse(row?.settings["workingHours"]);
  if (chosen) return { hours: { ...chosen, source: "chosen" }, timeZone };
  const done = await db.queryAs<{ done_at: Date }>(userId, DONE, [userId, now], "done-lately");
  return {
    hours: learntHours(
      done.map(({ done_at: at }) => at.getTime()),
      timeZone,
    ),
    timeZone,
  };
}

/** The latest of half a year: habits change. */
const DONE = `SELECT done_at FROM (
    (SELECT completed_at AS done_at FROM tasks
      WHERE user_id = $1 AND completed AND trashed_at IS NULL AND completed_at BETWEEN $2::timestamptz - interval '180 days' AND $2
      ORDER BY completed_at DESC LIMIT 1000)
    UNION ALL
    (SELECT completed_at FROM task_completions
      WHERE user_id = $1 AND completed_at BETWEEN $2::timestamptz - interval '180 days' AND $2
      ORDER BY completed_at DESC LIMIT 1000)
  ) done ORDER BY done_at DESC LIMIT 1000`;
