import type { LiveReactions } from "../../../kernel/live.ts";
import { api, invalidate, queryClient } from "../../../platform/api.ts";
import { takeInChanges } from "./paged-lists.ts";

/** What leads to a note changes with the other notes; one that is being written would ask for its own every second. */
function refreshBacklinks(changed: ReadonlySet<string>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: api.notes.backlinks.key() })) {
    const noteId = (queryKey[1] as { input?: { noteId?: string } } | undefined)?.input?.noteId;
    if (noteId && (changed.size > 1 || !changed.has(noteId)))
      invalidate(api.notes.backlinks.key({ input: { noteId } }));
  }
}

export const liveNotes = {
  note: (ids) => {
    void takeInChanges(ids);
    invalidate(api.notes.search.key());
    for (const noteId of ids) {
      invalidate(api.notes.get.key({ input: { noteId } }));
      invalidate(api.notes.versions.key({ input: { noteId } }));
    }
    refreshBacklinks(ids);
  },
  folder: () => invalidate(api.notes.list.key()),
  share: () => invalidate(api.notes.key()),
} satisfies LiveReactions;
