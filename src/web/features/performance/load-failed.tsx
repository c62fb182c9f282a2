import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";

/** What stands in the place of figures that could not be read. */
export function FiguresFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-8 text-center text-sm text-muted">
      <p>{t("Couldn't load the figures.")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}
