import { Button } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";

/** What a list says that neither the server nor this device has. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-8 text-center text-sm text-muted">
      <p>{t("Couldn't load your notes.")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}
