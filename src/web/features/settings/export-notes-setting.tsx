import { Download } from "lucide-react";
import { useState } from "react";
import { downloadText } from "../../lib/download.ts";
import { rpc } from "../../lib/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { collectNotes, exportName } from "./notes-export.ts";

/** A log that fails disturbs nobody. */
function logExport(count: number): void {
  const metadata = { export_format: "json", notes_count: count };
  void rpc.activity.log({ type: "export_notes", title: "Exported notes", metadata }).catch(() => undefined);
}

export function ExportNotesSetting() {
  const [done, setDone] = useState<number | null>(null);
  const handleExport = async () => {
    setDone(0);
    try {
      const notes = await collectNotes(setDone);
      if (notes.length === 0) toast.error("No notes to export");
      else {
        const now = new Date();
        const content = { exported_at: now.toISOString(), total_notes: notes.length, notes };
        downloadText(exportName(now), JSON.stringify(content, null, 2), "application/json");
        toast.success(`Successfully exported ${notes.length} notes`);
        logExport(notes.length);
      }
    } catch {
      toast.error("Failed to export notes");
    }
    setDone(null);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button isBusy={done !== null} onClick={() => void handleExport()}>
        <Download size={15} /> Export notes
      </Button>
      <span role="status" className="text-sm text-muted">
        {done !== null && done > 0 && `${done} notes read`}
      </span>
    </div>
  );
}
