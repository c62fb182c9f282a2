import { useIsOffline } from "../../../platform/connection.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";

export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const isOffline = useIsOffline();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 py-10 text-sm text-muted">
      <p>{isOffline ? t("You're offline.") : t("Couldn't load.")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}
