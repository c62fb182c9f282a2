import { useNearNotes } from "../../../kernel/meaning/use-near-notes.ts";
import { itemOf } from "./use-note-items.ts";

/** Of a line of the palette. */
const ABOUT_LENGTH = 120;

/** Notes that say something like the query, as lines of the palette: those that aren't among what was found by its words. */
export function useNearItems(query: string, besides: readonly { id: string }[]) {
  const { hits, isAnswered } = useNearNotes(query);
  if (!isAnswered) return [];
  return hits
    .map(({ note, snippet }) => ({ ...itemOf(note), about: snippet.slice(0, ABOUT_LENGTH) }))
    .filter((item) => besides.every(({ id }) => id !== item.id));
}
