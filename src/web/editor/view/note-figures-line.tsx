import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { charactersOf, countBetween, readingTime, wordsOf, type Figures } from "./note-figures.ts";
import { useAfterPause } from "./use-after-pause.ts";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";

const PAUSE_MS = 300;

type Counted = { whole: Figures; selected: Figures | null };

function count({ state }: Editor): Counted {
  const { from, to, empty } = state.selection;
  // Of a chosen picture or a space there is nothing to tell.
  const selected = empty ? null : countBetween(state.doc, from, to);
  return { whole: countBetween(state.doc), selected: selected?.words ? selected : null };
}

/** Words and reading time under the text; pressed, characters as well. Counted in the pauses of writing. */
export function NoteFiguresLine({ editor }: { editor: Editor }) {
  const [{ whole, selected }, setCounted] = useState<Counted>(() => count(editor));
  const [isLong, setIsLong] = useState(false);
  useAfterPause(editor, PAUSE_MS, () => setCounted(count(editor)), true);
  const words = selected
    ? t("{selected} of {words}", { selected: selected.words.toLocaleString(language), words: wordsOf(whole) })
    : wordsOf(whole);
  const characters = charactersOf(selected ?? whole);
  return (
    <div className="pointer-events-none bottom-0 flex justify-end p-2 sm:sticky print:hidden">
      <button
        type="button"
        title={isLong ? undefined : t("Show characters too")}
        aria-expanded={isLong}
        onClick={() => setIsLong(!isLong)}
        className="tap pointer-events-auto rounded-md bg-bg px-2 py-1 text-xs text-faint tabular-nums hover:text-ink"
      >
        {words}
        {isLong && ` · ${characters}`}
        {` · ${readingTime(selected ?? whole)}`}
      </button>
    </div>
  );
}
