import type { Import } from "#contract/imports.ts";
import { Button } from "../../ui/button.tsx";
import { progressWords } from "./import-words.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { t } from "../../lib/messages/t.ts";

type ImportProgressProps = { found: Import; isCancelling: boolean; onCancel: () => void };

/** The second and the fourth step: the server works. */
export function ImportProgress({ found, isCancelling, onCancel }: ImportProgressProps) {
  const { done = 0, total = 0 } = found.progress ?? {};
  return (
    <div className="flex flex-col gap-4 pt-2">
      <ProgressBar label={found.name} value={done} max={total} words={progressWords(found)} />
      <p role="status" className="text-sm text-muted">
        {statusWords(found, isCancelling)}
      </p>
      <div className="flex justify-end">
        <Button isBusy={isCancelling} onClick={onCancel}>
          {t("Cancel")}
        </Button>
      </div>
    </div>
  );
}

function statusWords({ status }: Import, isCancelling: boolean): string {
  const isMaking = status === "making";
  if (isCancelling) return isMaking ? t("Canceling. Imported items go to the trash.") : t("Canceling.");
  return isMaking
    ? t("Creating notes. You can close this; the import continues.")
    : t("Reading the files. Nothing is imported yet.");
}
