import { api } from "../../lib/api.ts";
import type { ListFilter } from "./note-cache.ts";

const PAGE_SIZE = 50;
/** One filter, one list; the input is the same object shape everywhere, so that every screen shares one cache. */
export function noteListOptions(filter: ListFilter) {
  return api.notes.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, cursor, limit: PAGE_SIZE }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // What is on the screen stays while another filter's notes are fetched.
    placeholderData: (previous) => previous,
  });
}
