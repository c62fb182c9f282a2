import { Download } from "lucide-react";
import { useState } from "react";
import { downloadText } from "../../lib/download.ts";
import { collectNotes, exportName, exportText, logExport } from "../../lib/notes-export.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";

export function ExportNotesSetting() {
  const [done, setDone] = useState<number | null>(null);
  const handleExport = async () => {
    setDone(0);
    try {
      const notes = await collectNotes(setDone);
      if (notes.length === 0) toast.error("No notes to export");
      else {
        const now = new Date();
        downloadText(exportName(now), exportText(now, notes), "application/json");
        toast.success(`Successfully exported ${notes.length} notes`);
        logExport(notes.length, "json");
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
