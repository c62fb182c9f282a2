import { t } from "../../lib/messages/t.ts";

/** "45 min", "2 h", "1 h 30 min". */
export function minutesInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t("{minutes} min", { minutes: rest });
  return rest === 0 ? t("{hours} h", { hours }) : t("{hours} h {minutes} min", { hours, minutes: rest });
}

const WRITTEN = /^\s*(?:(\d+(?:[.,]\d+)?)\s*h(?:ours?|rs?)?)?\s*(?:(\d+)\s*(?:m(?:in(?:utes?)?)?)?)?\s*$/i;

/** A week, the longest estimate. */
const WEEK = 10_080;

/** Reads "30", "45m", "1h30", "1.5 h"; null for what says no time, or none between a minute and the most. */
export function readMinutes(written: string, most = WEEK): number | null {
  const [, hours, minutes] = WRITTEN.exec(written) ?? [];
  if (!hours && !minutes) return null;
  const all = Math.round(Number((hours ?? "0").replace(",", ".")) * 60) + Number(minutes ?? 0);
  return all >= 1 && all <= most ? all : null;
}
