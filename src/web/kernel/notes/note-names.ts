import { QueryObserver } from "@tanstack/react-query";
import { api, queryClient } from "../../platform/api.ts";
import { isWaitingToBeCreated } from "../../platform/send.ts";
import { useActionContext } from "../actions/here.ts";
import { knownNotes } from "./note-cache.ts";
import { createNote } from "./note-mutations.ts";

export type NamedNote = { id: string; title: string };

/**
 * Shows a note; a block of it when the address names one. Not in the same moment: with the address that a dialog gives back as it closes
 * it would be one entry of the history, and Back would find that dialog open.
 */
export function openNotePath(path: string): void {
  setTimeout(() => useActionContext.getState().go(path));
}

/** Makes a note with a title and says so; null when it was refused. */
export const createNamedNote = (title: string): Promise<string | null> => createNote(null, undefined, title);

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Tells the title that a note has, now and whenever it changes; nothing while it is unknown, as it is without the server or
 * when the note is gone.
 */
export function followTitle(noteId: string, tell: (title: string) => void): () => void {
  // What a list of this page knows is not asked for again: a note may have hundreds of links.
  const initialData = knownNotes().find(({ id }) => id === noteId);
  const options = api.notes.get.queryOptions({
    input: { noteId },
    retry: false,
    // The server knows nothing yet of one that is being made here, and its "no such note" would be everybody's answer.
    enabled: () => !isWaitingToBeCreated(noteId),
    ...(initialData && { initialData }),
  });
  const observer = new QueryObserver(queryClient, options);
  const look = ({ data }: { data: { title: string } | undefined }) => {
    const title = data?.title.trim();
    if (title) tell(title);
  };
  look(observer.getCurrentResult());
  return observer.subscribe(look);
}

/** The note that a title means: the one changed last of those that have it. */
export async function noteOfTitle(title: string): Promise<NamedNote | null> {
  const known = knownNotes().find((note) => same(note.title, title));
  if (known) return known;
  const listed = (await recent()).find((note) => same(note.title, title));
  if (listed) return listed;
  return (await search(`"${title.replaceAll('"', " ")}"`)).find((note) => same(note.title, title)) ?? null;
}

/** Nobody is asked at each key. */
const SEARCH_PAUSE_MS = 150;
let lastAsked = 0;

/** Notes whose title has the words: those that are known here, then what the server finds besides. */
export async function findNotes(query: string): Promise<NamedNote[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title }: NamedNote) =>
    title.trim() !== "" && words.every((word) => title.toLowerCase().includes(word));
  const found = knownNotes().filter(fits);
  const asked = ++lastAsked;
  if (words.length > 0) await new Promise((resolve) => setTimeout(resolve, SEARCH_PAUSE_MS));
  // A query that another follows is of no interest any more.
  if (asked !== lastAsked) return found;
  const asking = [recent(), ...(words.length > 0 ? [search(query)] : [])];
  const further = distinct((await Promise.all(asking)).flat());
  return [...found, ...further.filter((note) => fits(note) && !found.some(({ id }) => id === note.id))];
}

const distinct = (notes: NamedNote[]) => [...new Map(notes.map((note) => [note.id, note])).values()];

const RECENT_MS = 5_000;
let recentNotes: { at: number; asked: Promise<NamedNote[]> } | undefined;

/** What was changed last: search learns of a new note a second later, and this page may have no list. Asked once in a while. */
function recent(): Promise<NamedNote[]> {
  if (!recentNotes || Date.now() - recentNotes.at > RECENT_MS) {
    const asked = api.notes.list.call({ limit: 50 }).then(
      ({ notes }) => notes.map(({ id, title }) => ({ id, title })),
      () => [],
    );
    recentNotes = { at: Date.now(), asked };
  }
  return recentNotes.asked;
}

async function search(query: string): Promise<NamedNote[]> {
  const answer = await api.notes.search.call({ query, limit: 20 }).catch(() => null);
  return answer?.hits.map(({ note }) => ({ id: note.id, title: note.title })) ?? [];
}
