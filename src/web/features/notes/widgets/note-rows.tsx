import type { Note } from "#contract/notes.ts";
import { SwipeRow } from "../list/swipe-row.tsx";
import { Results } from "../search/results.tsx";

/** Notes on a card, with all that a row of the explorer can. */
export function NoteRows({ label, notes }: { label: string; notes: readonly Note[] }) {
  return (
    <Results>
      <ul aria-label={label} className="-mx-3">
        {notes.map((note) => (
          <li key={note.id}>
            <SwipeRow note={note} hidesFolder />
          </li>
        ))}
      </ul>
    </Results>
  );
}
