import { api, queryClient } from "../../platform/api.ts";
import { t } from "../../lib/messages/t.ts";

/** A note's title from this page's memory, for where only its id is at hand. */
export function cachedTitle(noteId: string): string {
  const note = queryClient.getQueryData(api.notes.get.queryKey({ input: { noteId } }));
  return note?.title.trim() || t("Untitled");
}
