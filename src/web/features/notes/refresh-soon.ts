import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Refreshes the notes; how is fetched with the first time. */
export const refreshSoon = (): Promise<void> =>
  import("./refresh-notes.ts").then(
    ({ refreshNotes }) => refreshNotes(),
    () => toast.error(t("Failed to refresh notes")),
  );
