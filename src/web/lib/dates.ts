import { t } from "./messages/t.ts";

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const sameYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const anyYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** "now", "5 min. ago", "3 hr. ago", "yesterday", then the date: what a row says of its last change. */
export function ago(iso: string, now = new Date()): string {
  const then = new Date(iso);
  const seconds = Math.round((now.getTime() - then.getTime()) / 1000);
  if (seconds < 45) return t("now");
  if (seconds < 45 * 60) return relative.format(-Math.max(1, Math.round(seconds / 60)), "minute");
  const days = dayNumber(now) - dayNumber(then);
  if (days <= 0) return relative.format(-Math.max(1, Math.round(seconds / 3600)), "hour");
  if (days < 7) return relative.format(-days, "day");
  return (then.getFullYear() === now.getFullYear() ? sameYear : anyYear).format(then);
}

/** The instant in full, for the hover. */
export function inFull(iso: string): string {
  return full.format(new Date(iso));
}

export function clockTime(date: Date): string {
  return clock.format(date);
}

/** Days in the reader's own time zone, so that "yesterday" changes at their midnight. */
function dayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}
