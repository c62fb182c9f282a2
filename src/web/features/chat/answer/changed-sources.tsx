import type { ChatMessage } from "#contract/chat.ts";
import { Button } from "../../../ui/button.tsx";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import type { Receipt } from "./use-receipts.ts";

type ChangedSourcesProps = {
  answer: ChatMessage;
  receipts: readonly Receipt[];
  onAskAgain: () => void;
};

/** Says that what an answer rests on is no longer what it was, and how it reads now. */
export function ChangedSources({ answer, receipts, onAskAgain }: ChangedSourcesProps) {
  return (
    <details className="rounded-md border border-line bg-warn-soft px-3 py-2 text-sm">
      <summary className="cursor-default font-medium text-warn">
        {plural(receipts.length, {
          one: "{count} source has changed since this answer",
          other: "{count} sources have changed since this answer",
        })}
      </summary>
      <ul className="mt-2 flex flex-col gap-3">
        {receipts.map(({ citation, now }) => {
          const cited = answer.citations[citation - 1];
          return (
            cited && (
              <li key={citation} dir="auto">
                <p className="font-medium">{`${citation}. ${cited.title || t("Untitled")}`}</p>
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
            )
          );
        })}
      </ul>
      <Button className="mt-3" onClick={onAskAgain}>
        {t("Ask again")}
      </Button>
    </details>
  );
}

/** What stands between the words that both begin and end with. */
function Difference({ before, after }: { before: string; after: string }) {
  const [from, to] = [before, after].map((text) => text.split(/(?<=\s)/)) as [string[], string[]];
  let start = 0;
  while (start < Math.min(from.length, to.length) && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < Math.min(from.length, to.length) - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const middle = (words: string[]) => words.slice(start, words.length - end).join("");
  return (
    <p className="whitespace-pre-line">
      {from.slice(0, start).join("")}
      <del className="text-muted">{middle(from)}</del> <ins>{middle(to)}</ins>
      {end > 0 && to.slice(-end).join("")}
    </p>
  );
}
