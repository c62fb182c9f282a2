import type { ChatMessage, Citation } from "#contract/chat.ts";
import { Button } from "../../../ui/button.tsx";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { Difference } from "./difference.tsx";
import type { Receipt } from "../receipts.ts";

type ChangedSourcesProps = {
  answer: ChatMessage;
  receipts: readonly Receipt[];
  onAskAgain: () => void;
};

/** Says that what an answer rests on is no longer what it was, and how it reads now. */
export function ChangedSources({ answer, receipts, onAskAgain }: ChangedSourcesProps) {
  const passages = changedPassages(answer.citations, receipts);
  return (
    <details className="rounded-md border border-line bg-warn-soft px-3 py-2 text-sm">
      <summary className="cursor-default font-medium text-warn">
        {plural(passages.length, {
          one: "{count} source has changed since this answer",
          other: "{count} sources have changed since this answer",
        })}
      </summary>
      <ul className="mt-2 flex flex-col gap-3">
        {passages.map(({ numbers, cited, now }) => (
          <li key={numbers[0]} dir="auto">
            <p className="font-medium">{`${numbers.join(", ")}. ${cited.title || t("Untitled")}`}</p>
            {now === null ? (
              <>
                <p className="whitespace-pre-line text-muted">
                  <del>{cited.text}</del>
                </p>
                <p>{t("It was deleted.")}</p>
              </>
            ) : (
              <Difference before={cited.text} after={now} />
            )}
          </li>
        ))}
      </ul>
      <Button className="mt-3" onClick={onAskAgain}>
        {t("Ask again")}
      </Button>
    </details>
  );
}

/** An answer may cite one passage for several of its sentences: it has changed once. */
function changedPassages(citations: readonly Citation[], receipts: readonly Receipt[]) {
  const known = receipts.flatMap(({ citation, now }) => {
    const cited = citations[citation - 1];
    return cited ? [{ citation, cited, now }] : [];
  });
  const same = Map.groupBy(known, ({ cited: { id, blockId, text }, now }) =>
    JSON.stringify([id, blockId, text, now]),
  );
  return [...same.values()].map((alike) => ({
    ...alike[0]!,
    numbers: alike.map(({ citation }) => citation),
  }));
}
