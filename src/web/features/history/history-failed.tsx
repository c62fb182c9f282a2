import { errorCode, isUnreachable } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";

/** Why there is no history to see, in words that are true. */
export function HistoryFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (errorCode(error) === "NOT_FOUND")
    return (
      <p role="alert" className="px-6 py-16 text-center text-sm text-muted">
        {t("Only people who can edit this note can see its history.")}
      </p>
    );
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center text-sm text-muted">
      <p className="max-w-sm text-balance">
        {isUnreachable(error)
          ? t("Can't load the history while offline. Your note and your changes are safe on this device.")
          : t("Couldn't load the history.")}
      </p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}
