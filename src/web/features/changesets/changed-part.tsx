import { Link } from "@tanstack/react-router";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { t } from "../../lib/messages/t.ts";
import { decideOne, idOf } from "./decisions.ts";
import { type ButtonWords, DecisionButtons } from "./decision-buttons.tsx";
import { EXPECTED, keyOf, type Part, type Ref, STATE_WORDS } from "./parts.ts";
import { fullKey, useDeciding } from "./deciding.ts";
import { PartText } from "./part-text.tsx";
import { placeLink, StateLine } from "./state-line.tsx";

type ChangedPartProps = {
  changesetId: string;
  noteId: string;
  title: string;
  part: Part;
  /** Its place in the note's parts, from 0. */
  index: number;
  count: number;
};

/** The state of a change as it will be once what was decided here has arrived. */
export function useShownState(changesetId: string, ref: Ref, state: Part["state"]): Part["state"] {
  const way = useDeciding(({ ways }) => ways.get(fullKey(changesetId, keyOf(ref))));
  return way ? EXPECTED[way] : state;
}

export function ChangedPart({ changesetId, noteId, title, part, index, count }: ChangedPartProps) {
  const ref: Ref = { noteId, part: part.place };
  const state = useShownState(changesetId, ref, part.state);
  const id = idOf(changesetId, ref);
  const name = t("change {at} of {count} in {title}", { at: index + 1, count, title });
  const isUndecidable = state === "changed" || state === "kept" || state === "gone" || state === "merged";
  return (
    <article
      data-change-id={id}
      tabIndex={-1}
      aria-label={t("Change {at} of {count} in {title}", { at: index + 1, count, title })}
      className="scroll-mt-16 rounded-md border border-line bg-panel focus:border-accent focus:outline-2 focus:outline-accent"
    >
      <PartText before={part.before} after={part.after} label={name} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        <StateLine state={state} words={STATE_WORDS[state]}>
          {isUndecidable && (
            <Link
              to="/app/editor/{-$noteId}"
              params={{ noteId }}
              {...(part.blockId && { hash: part.blockId })}
              className={placeLink}
            >
              {t("Open the note")}
            </Link>
          )}
        </StateLine>
        <RetryMark id={id} isCompact />
        <DecisionButtons
          states={[state]}
          words={wordsFor(name)}
          isOne
          onDecide={(way) => void decideOne(changesetId, way, ref)}
        />
      </div>
    </article>
  );
}

export const wordsFor = (name: string): ButtonWords => ({
  apply: { words: t("Accept"), name: t("Accept {name}", { name }) },
  refuse: { words: t("Refuse"), name: t("Refuse {name}", { name }) },
  undo: { words: t("Undo"), name: t("Undo {name}", { name }) },
});
