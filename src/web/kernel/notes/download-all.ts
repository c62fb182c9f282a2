import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { downloadText } from "../../platform/device/download.ts";
import { toast } from "../../ui/toast-store.ts";
import { exportName } from "./notes-export.ts";

/** In one answer of the server, which logs it; its head says how many notes follow. */
async function fetchNotes(): Promise<{ bytes: Uint8Array<ArrayBuffer>; count: number }> {
  const response = await fetch("/api/export/notes");
  if (!response.ok) throw new Error(t("The server responded with {status}", { status: response.status }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const head = new TextDecoder().decode(bytes.subarray(0, 200));
  return { bytes, count: Number(/"total_notes": (\d+)/.exec(head)?.[1] ?? 0) };
}

export async function downloadAllNotes(): Promise<void> {
  const { bytes, count } = await fetchNotes();
  if (count === 0) return toast.error(t("No notes to export"));
  downloadText(exportName(new Date()), bytes, "application/json");
  toast.success(plural(count, { other: "Successfully exported {count} notes" }));
}
