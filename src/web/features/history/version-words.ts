import type { NoteVersion } from "#contract/note-versions.ts";

const sameYear = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const anyYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long", year: "numeric" });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** "Today", "Yesterday", then the date, in the reader's own time zone. */
export function dayWords(iso: string, now = new Date()): string {
  const then = new Date(iso);
  const days = dayNumber(now) - dayNumber(then);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return (then.getFullYear() === now.getFullYear() ? sameYear : anyYear).format(then);
}

const dayNumber = (date: Date) =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

export const timeWords = (iso: string): string => clock.format(new Date(iso));

/** What a version is called where it has no name. */
export function kindWords({ kind, isCurrent }: NoteVersion): string | null {
  if (isCurrent) return "Current version";
  if (kind === "restored") return "After a restore";
  return kind === "beforeRestore" ? "Before a restore" : null;
}

/** "+12 −3 words", for those who hear it as words too; null where it was never counted. */
export function changedWords(added: number | null, removed: number | null): string | null {
  if (added === null || removed === null) return null;
  if (added === 0 && removed === 0) return "No words changed";
  const parts = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`].filter(Boolean);
  return `${parts.join(", ")} ${added + removed === 1 ? "word" : "words"}`;
}

/** "You", "You and Tom", "Ann, Tom and 2 others". */
export function authorWords(authors: NoteVersion["authors"], userId: string): string | null {
  const names = authors.map(({ id, name }) => (id === userId ? "You" : name || "Somebody"));
  const ordered = names.toSorted((a, b) => Number(b === "You") - Number(a === "You"));
  if (ordered.length === 0) return null;
  if (ordered.length > 3) return `${ordered.slice(0, 2).join(", ")} and ${ordered.length - 2} others`;
  return ordered.length === 1 ? ordered[0]! : `${ordered.slice(0, -1).join(", ")} and ${ordered.at(-1)}`;
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
