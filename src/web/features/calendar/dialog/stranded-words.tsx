import { t } from "../../../lib/messages/t.ts";
import { copyText } from "../../../platform/device/clipboard.ts";
import { Button } from "../../../ui/button.tsx";

type StrandedWordsProps = {
  /** What was written, to be copied. */
  words: string;
  onAgain: () => void;
  onDiscard: () => void;
};

/** Over an event that can't be changed here any more, in which somebody had written before it was so. */
export function StrandedWords({ words, onAgain, onDiscard }: StrandedWordsProps) {
  return (
    <div role="status" className="flex flex-col gap-1 rounded-md bg-hover px-3 py-2 text-sm">
      <p>{t("You can no longer edit this event. What you wrote isn't saved: {words}", { words })}</p>
      <div className="flex flex-wrap justify-end gap-1">
        <Button look="quiet" onClick={onDiscard}>
          {t("Discard")}
        </Button>
        <Button look="quiet" onClick={() => void copyText(words, t("Copied"))}>
          {t("Copy")}
        </Button>
        <Button onClick={onAgain}>{t("Create in My Calendar")}</Button>
      </div>
    </div>
  );
}
