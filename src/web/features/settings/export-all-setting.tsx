import { Download } from "lucide-react";
import { useState } from "react";
import { confirmed } from "../../kernel/account/confirm-identity.ts";
import { settle } from "../../kernel/failed-changes.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { downloadFrom } from "../../platform/device/download.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { sayFailure } from "./use-security.ts";
import { t } from "../../lib/messages/t.ts";

/** What marks the button when the export failed. */
const EXPORT_ALL = "export-everything";

export function ExportAllSetting() {
  const [isBusy, setIsBusy] = useState(false);
  const handleExport = async () => {
    settle(EXPORT_ALL);
    setIsBusy(true);
    try {
      const { url } = await confirmed(() => rpc.security.prepareExport({}));
      // The name comes with the answer.
      downloadFrom(url, "");
      toast.info(t("Your export is downloading."));
    } catch (error) {
      sayFailure(error, EXPORT_ALL, handleExport, t("Couldn't start the export. Try again in a moment."));
    }
    setIsBusy(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button isBusy={isBusy} onClick={() => void handleExport()}>
        <Download size={15} /> {t("Export everything")}
      </Button>
      <RetryMark id={EXPORT_ALL} />
    </div>
  );
}
