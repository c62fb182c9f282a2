import { api } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import { changeNote, updated } from "./note-mutations.ts";
import { cachedNote } from "./note-cache.ts";
import { t } from "../../lib/messages/t.ts";

/** One after the other: each change sends all tags of the note. */
let tagging: Promise<void> = Promise.resolve();

export function tagNote(noteId: string, tag: string, isGiven: boolean): Promise<void> {
  tagging = tagging
    .then(() => tagNow(noteId, tag, isGiven))
    .catch((error: unknown) => toast.error(failureWords(error, t("Failed to update note"))));
  return tagging;
}

/** As the text of the note says it. Tags are compared without regard to case; a note of somebody else keeps its own. */
async function tagNow(noteId: string, tag: string, isGiven: boolean): Promise<void> {
  const note = cachedNote(noteId) ?? (await api.notes.get.call({ noteId }));
  if (note.isForeign) return;
  const others = note.tags.filter((known) => known.toLowerCase() !== tag.toLowerCase());
  if (isGiven === others.length < note.tags.length) return;
  const change = { tags: isGiven ? [...note.tags, tag] : others };
  await changeNote(note, change, updated(note, change));
}
