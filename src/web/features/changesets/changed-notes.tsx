import { useCallback, useState } from "react";
import { chunksOf } from "../../lib/chunks.ts";
import { ChangedNote } from "./changed-note.tsx";
import { NearOnly } from "./near-only.tsx";
import type { ChangedNote as Note } from "./parts.ts";

/** More than somebody reads at once are folded: a changeset may have a thousand notes. */
const OPEN_AT_FIRST = 20;
/** Folded notes are drawn by so many at once, each of so many pixels. */
const GROUP = 25;
const FOLDED_PIXELS = 48;

/** What becomes of the texts, by note. */
export function ChangedNotes({ changesetId, notes }: { changesetId: string; notes: readonly Note[] }) {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const handleFold = useCallback(
    (noteId: string, isOpen: boolean) => setFolds((before) => new Map(before).set(noteId, isOpen)),
    [],
  );
  const draw = (isOpen: boolean) => (note: Note) => (
    <ChangedNote
      key={note.noteId}
      changesetId={changesetId}
      note={note}
      isOpen={folds.get(note.noteId) ?? isOpen}
      onFold={handleFold}
    />
  );
  return (
    <>
      {notes.slice(0, OPEN_AT_FIRST).map(draw(true))}
      {chunksOf(notes.slice(OPEN_AT_FIRST), GROUP).map((group) => (
        <NearOnly key={group[0]!.noteId} estimate={group.length * FOLDED_PIXELS}>
          {group.map(draw(false))}
        </NearOnly>
      ))}
    </>
  );
}
