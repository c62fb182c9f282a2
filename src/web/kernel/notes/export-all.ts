import { t } from "../../lib/messages/t.ts";
import { toast } from "../../ui/toast-store.ts";

/**
 * All notes of the account as one JSON file; says what came of it. Rarely wanted, and never without the server: the code comes with
 * the press.
 */
export async function exportAllNotes(): Promise<void> {
  try {
    const { downloadAllNotes } = await import("./download-all.ts");
    await downloadAllNotes();
  } catch {
    toast.failed(t("Failed to export notes"), () => void exportAllNotes());
  }
}
