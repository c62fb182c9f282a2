import type { Comparison } from "#document/compare/compare.ts";
import { useMemo } from "react";
import type { Shown } from "../../../editor/changes/note-review.ts";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { t } from "../../../lib/messages/t.ts";
import { useShownState, wordsFor } from "../changed-part.tsx";
import { DecisionButtons } from "../decision-buttons.tsx";
import { idOf } from "../decisions.ts";
import { STATE_WORDS, type Way } from "../parts.ts";
import { StateLine } from "../state-line.tsx";
import { deferred } from "../../../ui/deferred.tsx";

/** The code of the editor around it, which is there. */
const VersionText = deferred(async () => (await import("../../../editor/version-text.tsx")).VersionText);

type PartCardProps = {
  shown: Shown;
  noteId: string;
  /** What is new, by its places in the text after. */
  comes: Comparison["changes"];
  isCurrent: boolean;
  onDecide: (way: Way) => void;
};

const STANDING_WORDS = {
  written: STATE_WORDS.changed,
  gone: t("The text it was made for was deleted since"),
};

/** A part in the text: under the blocks that it changes stands what they would become. */
export function PartCard({ shown, noteId, comes, isCurrent, onDecide }: PartCardProps) {
  const { part, standing, key } = shown;
  const ref = { noteId, part: part.part };
  const state = useShownState(part.changesetId, ref, standing === "ready" ? "proposed" : "changed");
  const doc = useMemo(() => JSON.stringify({ type: "doc", content: part.after }), [part.after]);
  const isWaiting = state === "proposed" || state === "changed";
  return (
    <article
      data-change-id={key}
      data-own-selection=""
      tabIndex={-1}
      aria-label={t("Proposed change")}
      aria-current={isCurrent || undefined}
      className="rounded-md border border-line-strong bg-panel text-sm focus:outline-2 focus:outline-accent aria-[current]:border-accent"
    >
      {part.after.length > 0 ? (
        <div className="part-text px-3 py-2">
          <VersionText doc={doc} changes={comes} label={t("What it becomes")} isPart />
        </div>
      ) : (
        <p className="px-3 py-2 text-muted">{t("This text would be taken out.")}</p>
      )}
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        <StateLine
          state={state}
          words={
            isWaiting && standing !== "ready"
              ? STANDING_WORDS[standing]
              : isWaiting
                ? part.title
                : STATE_WORDS[state]
          }
        />
        <RetryMark id={idOf(part.changesetId, ref)} isCompact />
        {isWaiting && (
          <DecisionButtons
            states={[standing === "ready" ? "proposed" : "changed"]}
            can={(way) => way === "refuse" || standing === "ready"}
            words={wordsFor(t("proposed change"))}
            isOne
            isPrimary={isCurrent}
            onDecide={onDecide}
          />
        )}
      </div>
    </article>
  );
}
