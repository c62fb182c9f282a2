import { api, queryClient } from "../../platform/api.ts";
import { isId } from "../../platform/ids.ts";
import { isWaitingToBeCreated } from "../../platform/send.ts";

/**
 * Asks for the note of an address while the code of its page is still on its way; the page finds the answer, or that it was asked. What
 * goes wrong is the page's matter, which asks again.
 */
export function askForNote({ params: { noteId = "" } }: { params: { noteId?: string | undefined } }): void {
  if (!isId(noteId) || isWaitingToBeCreated(noteId)) return;
  void queryClient.prefetchQuery(api.notes.get.queryOptions({ input: { noteId } }));
}
