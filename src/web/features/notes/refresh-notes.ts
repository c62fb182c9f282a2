import { knownNotes } from "../../kernel/notes/note-cache.ts";
import { api, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Asks the server for the notes on the screen anew and says how it went. */
export async function refreshNotes(): Promise<void> {
  try {
    // Tried once, by itself: the lists would try for seconds before they say that nobody answers.
    await rpc.notes.list({ trashed: false, limit: 1 });
    await Promise.all([
      queryClient.refetchQueries({ queryKey: api.notes.key(), type: "active" }, { throwOnError: true }),
      queryClient.refetchQueries({ queryKey: api.folders.key(), type: "active" }, { throwOnError: true }),
    ]);
  } catch {
    toast.error(t("Failed to refresh notes"));
    return;
  }
  toast.success(t("Notes data refreshed"));
  // In what form they came, as the specification's log has it.
  const metadata = { export_format: "json", notes_count: knownNotes().length };
  const input = { type: "notes_refreshed", title: t("Refreshed the notes"), metadata } as const;
  // The log is no part of the refreshing.
  void api.activity.log.call(input).catch(() => {});
}
