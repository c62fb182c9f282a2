import { Button } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";

type Props = { name: string; percent: number; cancel: () => void };

/** How far a new banner has come on its way to the server. */
export function BannerUpload({ name, percent, cancel }: Props) {
  return (
    <div className="absolute inset-0 z-30 grid place-items-center bg-panel/80 p-4">
      <div className="flex w-full max-w-sm items-center gap-3 rounded-lg bg-raised p-3 shadow-pop">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm">{t("Uploading {name}", { name })}</p>
          <progress
            aria-label={t("Uploading {name}", { name })}
            max={100}
            value={percent}
            className="mt-1.5 h-1.5 w-full accent-[var(--accent-fill)]"
          />
        </div>
        <Button onClick={cancel}>{t("Cancel")}</Button>
      </div>
    </div>
  );
}
