import { useEffect } from "react";
import { writeCrashRecord } from "../../platform/unsaved/crash-record.ts";
import { Button } from "../../ui/button.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

export const MAX_TRIES = 3;

type RecoveryProps = {
  error: unknown;
  /** How often the user has tried again already. */
  tries: number;
  onRetry: () => void;
  /** What has to go first, or the next page breaks as this one did. */
  beforeLeaving?: () => Promise<void>;
};

/**
 * The last net, for errors of the frame itself. What is typed is in the device's store by then, so trying again, leaving
 * or reloading loses nothing; what happened is kept beside it.
 */
export function RecoveryScreen({ error, tries, onRetry, beforeLeaving }: RecoveryProps) {
  useEffect(() => writeCrashRecord(error, tries), [error, tries]);
  const left = MAX_TRIES - tries;
  const leave = (go: () => void) => void (beforeLeaving?.() ?? Promise.resolve()).then(go, go);
  return (
    <main role="alert" className="grid min-h-dvh place-items-center p-6">
      <div className="flex max-w-md flex-col gap-3 text-center">
        <h1 className="text-xl font-semibold">{t("Something went wrong")}</h1>
        <p className="text-muted">{t("We encountered an unexpected error. Your work has been preserved.")}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          {left > 0 && (
            <Button look="primary" onClick={onRetry}>
              {plural(left, {
                one: "Try Again ({count} attempt left)",
                other: "Try Again ({count} attempts left)",
              })}
            </Button>
          )}
          {/* A fresh page, so that nothing of what broke comes along. */}
          <Button onClick={() => leave(() => location.assign("/app/dashboard"))}>
            {t("Go to Dashboard")}
          </Button>
          <Button onClick={() => leave(() => location.reload())}>{t("Reload Page")}</Button>
        </div>
        <p className="mt-2 text-xs text-faint">{t("If this problem persists, please contact support.")}</p>
      </div>
    </main>
  );
}
