import { useState } from "react";
import type { Import } from "#contract/imports.ts";
import { Button } from "../../ui/button.tsx";
import { ShowImported } from "./show-imported.tsx";
import { ImportItems } from "./import-items.tsx";
import { madeCount, noteCount, outcomeWords, skippedCount } from "./import-words.ts";
import { undoImport } from "./undo-import.ts";
import { t } from "../../lib/messages/t.ts";

type ImportOverProps = {
  found: Import;
  onChange: (next: Import) => void;
  onAgain: () => void;
  onClose: () => void;
};

/** The last step: what became of everything, and the way back. */
export function ImportOver({ found, onChange, onAgain, onClose }: ImportOverProps) {
  const [isBusy, setIsBusy] = useState(false);
  const handleUndo = async () => {
    setIsBusy(true);
    const next = await undoImport(found);
    if (next) onChange(next);
    setIsBusy(false);
  };
  const { plan, warned, warnedRows, present } = found;
  const hasFailed = found.status === "failed";
  const wasCancelled = found.status === "cancelled";
  const hasCome = found.status === "done" && madeCount(found) > 0;
  const canUndo = madeCount(found) > 0 && (found.status === "done" || hasFailed);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <div role="status" className="flex flex-col gap-1">
        <p className={hasFailed ? "text-base font-medium text-danger" : "text-base font-medium"}>
          {outcomeWords(found)}
          {/[.!]$/.test(outcomeWords(found)) ? "" : "."}
        </p>
        {found.status === "done" && present > 0 && (
          <p className="text-sm text-muted">
            {t("{notes} from an earlier import stayed unchanged.", { notes: noteCount(present) })}
          </p>
        )}
        {plan.skipped > 0 && !wasCancelled && (
          <p className="text-sm text-warn">{t("{files} skipped.", { files: skippedCount(found) })}</p>
        )}
        {warned > 0 && !wasCancelled && (
          <p className="text-sm text-muted">
            {t("In {notes}, some parts were kept as plain text.", { notes: noteCount(warned) })}
          </p>
        )}
        {found.status === "undone" && (
          <p className="text-sm text-muted">{t("Imported items are in the trash for 30 days.")}</p>
        )}
        {wasCancelled && found.message === null && (
          <p className="text-sm text-muted">
            {plan.notes > 0
              ? t("Nothing was added to your notes. What was already imported is in the trash for 30 days.")
              : t("Nothing was imported.")}
          </p>
        )}
      </div>
      {plan.notes + plan.tasks + plan.events + plan.skipped > 0 && (
        <ImportItems key={found.status} importId={found.id} remarks={plan.skipped + warned + warnedRows} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {canUndo && (
          <Button isBusy={isBusy} onClick={() => void handleUndo()}>
            {t("Undo this import")}
          </Button>
        )}
        <Button onClick={onAgain}>{t("Import more")}</Button>
        <Button look={hasCome ? "plain" : "primary"} onClick={onClose}>
          {t("Done")}
        </Button>
        {hasCome && <ShowImported found={found} onFollow={onClose} />}
      </div>
    </div>
  );
}
