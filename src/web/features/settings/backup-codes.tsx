import { Copy, Download } from "lucide-react";
import { downloadText } from "../../platform/device/download.ts";
import { PRODUCT } from "../../lib/product.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/overlay/dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Shown this once; the server keeps only what they hash to. */
export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join("\n");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t("Copied.")),
      () => toast.error(t("Your browser doesn't allow copying here. Download them instead.")),
    );
  return (
    <>
      <p className="text-sm text-muted">
        {t(
          "Each code signs you in once if you can't use the app. They're shown only now, so store them with your passwords.",
        )}
      </p>
      <ol aria-label={t("Backup codes")} className="mt-4 grid grid-cols-2 gap-2 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="rounded-md bg-bg px-3 py-1.5 text-center select-all">
            {code}
          </li>
        ))}
      </ol>
      <DialogActions>
        <Button look="quiet" onClick={() => void copy()}>
          <Copy size={15} /> {t("Copy")}
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            downloadText(
              `${PRODUCT.toLowerCase()}-backup-codes.txt`,
              `${PRODUCT} backup codes\n\n${text}\n`,
              "text/plain",
            )
          }
        >
          <Download size={15} /> {t("Download")}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t("I've saved them")}
        </Button>
      </DialogActions>
    </>
  );
}
