import type { BackupKeep } from "../platform/settings.ts";

/** What separates the periods, in the machine's time zone; a week begins on Monday. */
const PERIODS: Record<keyof BackupKeep, (at: Date) => string> = {
  daily: (at) => `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`,
  weekly: (at) => {
    const monday = new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7));
    return PERIODS.daily(monday);
  },
  monthly: (at) => `${at.getFullYear()}-${at.getMonth()}`,
};

/**
 * Which backups stay: the newest of each of the last so many days, weeks and months, counting only those that have one,
 * so that a machine that slept for a year comes back to its backups and not to none.
 */
export function chooseKept<T extends { at: Date }>(backups: T[], keep: BackupKeep): Set<T> {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  // Whatever the numbers say, never the last one.
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [period, nameOf] of Object.entries(PERIODS) as [keyof BackupKeep, (typeof PERIODS)["daily"]][]) {
    const seen = new Set<string>();
    for (const backup of newestFirst) {
      const name = nameOf(backup.at);
      if (seen.has(name)) continue;
      if (seen.size === keep[period]) break;
      seen.add(name);
      kept.add(backup);
    }
  }
  return kept;
}

/** The last moment at or before `now` at which a backup was to be made. */
export function lastDue(now: Date, hour: number): Date {
  const due = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour);
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
}

/** A backup of a clock that ran ahead says nothing about today; a few minutes are two machines' disagreement. */
const AHEAD_MS = 60 * 60 * 1000;

export function isDue(made: Date[], now: Date, hour: number): boolean {
  const due = lastDue(now, hour);
  return !made.some((at) => at >= due && at.getTime() <= now.getTime() + AHEAD_MS);
}
