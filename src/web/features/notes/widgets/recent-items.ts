import type { Note } from "#contract/notes.ts";

/** A note is new as long as nothing was done with it a minute later. */
const NEW_MS = 60_000;
const MOST_CREATED = 2;
const MOST_EDITED = 5;
const MOST_ITEMS = 5;

export type RecentItem = { id: string; kind: "created" | "edited"; note: Note; at: string };

/**
 * What a person did last with notes: at most two that were made and not gone on with, and the five changed last; five in all, the newest
 * first.
 *
 * @param notes The one changed last first
 */
export function recentItems(notes: readonly Note[]): RecentItem[] {
  const isNew = ({ createdAt, updatedAt }: Note) =>
    Math.abs(Date.parse(updatedAt) - Date.parse(createdAt)) < NEW_MS;
  const item = (note: Note, kind: RecentItem["kind"], at: string): RecentItem => ({
    id: `${kind} ${note.id}`,
    kind,
    note,
    at,
  });
  const created = notes
    .filter(isNew)
    .slice(0, MOST_CREATED)
    .map((note) => item(note, "created", note.createdAt));
  const edited = notes
    .slice(0, MOST_EDITED)
    .filter((note) => !isNew(note))
    .map((note) => item(note, "edited", note.updatedAt));
  return [...created, ...edited]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, MOST_ITEMS);
}
