import { Download } from "lucide-react";
import { useState } from "react";
import { downloadText } from "../../platform/device/download.ts";
import { exportName } from "../../kernel/notes/notes-export.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";
import { plural } from "../../lib/messages/plural.ts";

/** In one answer of the server, which logs it; its head says how many notes follow. */
async function fetchNotes(): Promise<{ bytes: Uint8Array<ArrayBuffer>; count: number }> {
  const response = await fetch("/api/export/notes");
  if (!response.ok) throw new Error(t("The server responded with {status}", { status: response.status }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const head = new TextDecoder().decode(bytes.subarray(0, 200));
  return { bytes, count: Number(/"total_notes": (\d+)/.exec(head)?.[1] ?? 0) };
}

export function ExportNotesSetting() {
  const [isBusy, setIsBusy] = useState(false);
  const handleExport = async () => {
    setIsBusy(true);
    try {
      const { bytes, count } = await fetchNotes();
      if (count === 0) toast.error(t("No notes to export"));
      else {
        downloadText(exportName(new Date()), bytes, "application/json");
        toast.success(plural(count, { other: "Successfully exported {count} notes" }));
      }
    } catch {
      toast.error(t("Failed to export notes"));
    }
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
