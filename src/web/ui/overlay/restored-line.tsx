import { t } from "../../lib/messages/t.ts";
import { Button } from "../button.tsx";
import { toast } from "../toast-store.ts";

/** Over a form in which stands what was written before and not saved. */
export function RestoredLine({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-2 rounded-md bg-hover px-3 py-1 text-sm"
    >
      <span>{t("What you wrote before is here again. It isn't saved yet.")}</span>
      <Button look="quiet" onClick={onDiscard}>
        {t("Discard")}
      </Button>
    </div>
  );
}

/** Said when a form is closed with what was written in it. */
export const tellKept = (): void =>
  toast.info(t("Not saved. What you wrote is here when you open it again."));
