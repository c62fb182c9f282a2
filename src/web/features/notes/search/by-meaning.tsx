import { clsx } from "clsx";
import { useEffect, useMemo, type ComponentType } from "react";
import type { Note } from "#contract/notes.ts";
import { useNearNotes } from "../../../kernel/meaning/use-near-notes.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import type { NoteRowProps } from "../list/note-row.tsx";
import { handleNearKey } from "./near-keys.ts";

type ByMeaningProps = {
  query: string;
  /** Found by their words, and listed above. */
  besides: readonly Note[];
  Row: ComponentType<NoteRowProps>;
  /** What is listed here: the list around it selects and steps through these too. */
  onFound: (notes: readonly Note[]) => void;
};

const NONE: readonly Note[] = [];

/** Below what has the words: notes that say something like them. What is asked and what went wrong stands at the end, so that nothing moves. */
export function ByMeaning({ query, besides, Row, onFound }: ByMeaningProps) {
  const { hits, isAnswered, isAsking, fault } = useNearNotes(query);
  const near = useMemo(
    () => hits.filter(({ note }) => besides.every(({ id }) => id !== note.id)),
    [hits, besides],
  );
  useEffect(() => onFound(near.map(({ note }) => note)), [near, onFound]);
  useEffect(() => () => onFound(NONE), [onFound]);
  return (
    <section aria-labelledby={near.length > 0 ? "by-meaning" : undefined} data-near={isAnswered ? "now" : ""}>
      {near.length > 0 && (
        <>
          <h2 id="by-meaning" className="px-3 pt-4 pb-1 text-xs font-medium text-faint">
            {t("By meaning")}
          </h2>
          {/* What has the keys are the rows in it. */}
          <div role="presentation" onKeyDown={handleNearKey}>
            <ul>
              {near.map(({ note, snippet }) => (
                <li key={note.id} className="pb-0.5">
                  <Row isSelectable note={note} snippet={snippet} reason={t("by meaning")} />
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
      <p
        role="status"
        // Under what says that nothing was found.
        className={clsx(
          "px-3 text-xs text-faint",
          besides.length + near.length === 0 && "-mt-10 text-center",
        )}
      >
        {(fault || isAsking) && (
          <span className="block py-2" dir="auto">
            {fault ? t("Not searched by meaning. {reason}", { reason: fault }) : t("Searching by meaning...")}
          </span>
        )}
        {isAnswered && near.length > 0 && (
          <span className="sr-only">
            {plural(near.length, { one: "{count} note by meaning", other: "{count} notes by meaning" })}
          </span>
        )}
      </p>
    </section>
  );
}
