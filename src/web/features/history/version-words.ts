import type { NoteVersion } from "#contract/note-versions.ts";
import { clockTime, dayNumber, longDay } from "../../lib/dates.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** "Today", "Yesterday", then the date, in the reader's own time zone. */
export function dayWords(iso: string, now = new Date()): string {
  const then = new Date(iso);
  const days = dayNumber(now) - dayNumber(then);
  if (days === 0) return t("Today");
  if (days === 1) return t("Yesterday");
  return longDay(then, now);
}

export const timeWords = (iso: string): string => clockTime(new Date(iso));

/** What a version is called where it has no name. */
export function kindWords({ kind, isCurrent }: NoteVersion): string | null {
  if (isCurrent) return t("Current version");
  if (kind === "restored") return t("After restoring");
  return kind === "beforeRestore" ? t("Before restoring") : null;
}

/** "+12 −3 words", for those who hear it as words too; null where it was never counted. */
export function changedWords(added: number | null, removed: number | null): string | null {
  if (added === null || removed === null) return null;
  if (added === 0 && removed === 0) return t("No words changed");
  if (removed === 0) return plural(added, { one: "{count} added word", other: "{count} added words" });
  if (added === 0) return plural(removed, { one: "{count} removed word", other: "{count} removed words" });
  return t("{added} added, {removed} removed words", { added, removed });
}

const YOU = t("You");

/** "You", "You and Tom", "Ann, Tom and 2 others". */
export function authorWords(authors: NoteVersion["authors"], userId: string): string | null {
  const names = authors.map(({ id, name }) => (id === userId ? YOU : name || t("Someone")));
  const ordered = names.toSorted((a, b) => Number(b === YOU) - Number(a === YOU));
  if (ordered.length === 0) return null;
  if (ordered.length > 3)
    return plural(
      ordered.length - 2,
      { other: "{names} and {count} others" },
      { names: ordered.slice(0, 2).join(", ") },
    );
  return ordered.length === 1
    ? ordered[0]!
    : t("{first} and {last}", { first: ordered.slice(0, -1).join(", "), last: ordered.at(-1)! });
}

/** Versions in the order given, gathered by day. */
export function byDay(versions: NoteVersion[], now = new Date()): { day: string; versions: NoteVersion[] }[] {
  const days: { day: string; versions: NoteVersion[] }[] = [];
  for (const version of versions) {
    const day = dayWords(version.endedAt, now);
    const last = days.at(-1);
    if (last?.day === day) last.versions.push(version);
    else days.push({ day, versions: [version] });
  }
  return days;
}
