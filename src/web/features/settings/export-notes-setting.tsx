import { Download } from "lucide-react";
import { useState } from "react";
import { exportAllNotes } from "../../kernel/notes/export-all.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";

export function ExportNotesSetting() {
  const [isBusy, setIsBusy] = useState(false);
  const handleExport = async () => {
    setIsBusy(true);
    await exportAllNotes();
    setIsBusy(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button isBusy={isBusy} onClick={() => void handleExport()}>
        <Download size={15} /> {t("Export notes")}
      </Button>
    </div>
  );
}
