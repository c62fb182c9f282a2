import { api, queryClient } from "./api.ts";
import { isId } from "./ids.ts";

export type NamedNote = { id: string; title: string };

/** What only the screens can do with notes; they say so when they are shown. */
export type NoteDoors = {
  /** Every note that some list of this page holds. */
  known: () => NamedNote[];
  /** Makes a note with a title and says so; null when it was refused. */
  create: (title: string) => Promise<string | null>;
  /** Shows a note; a block of it when the address names one. */
  open: (path: string) => void;
};

let doors: NoteDoors = { known: () => [], create: async () => null, open: (path) => location.assign(path) };

export function setNoteDoors(given: NoteDoors): void {
  doors = given;
}

export const openNotePath = (path: string) => doors.open(path);
export const createNamedNote = (title: string) => doors.create(title);

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The title that a note has now, as far as this page knows. */
export function currentTitle(noteId: string): string | undefined {
  const own = queryClient.getQueryData(api.notes.get.queryKey({ input: { noteId } }));
  return (own?.title ?? doors.known().find(({ id }) => id === noteId)?.title)?.trim() || undefined;
}

/** Asks the server for what is not known here; without it nothing becomes known. */
export async function askTitle(noteId: string): Promise<string | undefined> {
  if (!isId(noteId)) return undefined;
  const known = currentTitle(noteId);
  if (known !== undefined) return known;
  const note = await queryClient
    .ensureQueryData(api.notes.get.queryOptions({ input: { noteId }, retry: false }))
    .catch(() => null);
  return note?.title.trim() || undefined;
}

/** The note that a title means: the one changed last of those that have it. */
export async function noteOfTitle(title: string): Promise<NamedNote | null> {
  const known = doors.known().find((note) => same(note.title, title));
  if (known) return known;
  return (await search(`"${title.replaceAll('"', " ")}"`)).find((note) => same(note.title, title)) ?? null;
}

/**
 * Notes for a list of suggestions: those that are known here at once, then what the server finds besides. `isAll` says that
 * nothing more will come, so that only then a new one is offered.
 */
export async function findNotes(
  query: string,
  show: (notes: NamedNote[], isAll: boolean) => void,
  pause: Promise<void>,
): Promise<void> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title }: NamedNote) =>
    title.trim() !== "" && words.every((word) => title.toLowerCase().includes(word));
  const found = doors.known().filter(fits);
  show(found, false);
  // Nobody is asked at each key: a query that another follows ends here.
  await pause;
  const asked = words.length === 0 ? await recent() : await search(query);
  const further = asked.filter((note) => fits(note) && !found.some(({ id }) => id === note.id));
  show([...found, ...further], true);
}

/** What was changed last, for a page that has no list yet. */
async function recent(): Promise<NamedNote[]> {
  if (doors.known().length > 0) return [];
  const answer = await api.notes.list.call({ limit: 20 }).catch(() => null);
  return answer?.notes.map(({ id, title }) => ({ id, title })) ?? [];
}

async function search(query: string): Promise<NamedNote[]> {
  const answer = await api.notes.search.call({ query, limit: 20 }).catch(() => null);
  return answer?.hits.map(({ note }) => ({ id: note.id, title: note.title })) ?? [];
}

/** Tells whenever what is known of notes has changed. */
export function watchNames(listener: () => void): () => void {
  const path = JSON.stringify(api.notes.key()[0]);
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && JSON.stringify(query.queryKey[0]).startsWith(path.slice(0, -1))) listener();
  });
}
