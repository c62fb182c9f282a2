import { api } from "../../../platform/api.ts";
import type { ListFilter } from "../../../kernel/notes/note-cache.ts";

const FIRST_PAGE = 50;
const LARGEST_PAGE = 500;

/** Where a page begins and how many notes it has; the first one has no cursor. */
type Page = { cursor: string; limit: number };

/** Whoever goes deep into a list gets ever more at once: a change elsewhere asks again for all pages that are there. */
export const pageSize = (before: number): number => Math.min(FIRST_PAGE * 2 ** before, LARGEST_PAGE);

/** One filter, one list; the input is the same object shape everywhere, so that every screen shares one cache. */
export function noteListOptions(filter: ListFilter) {
  return api.notes.list.infiniteOptions({
    input: (page: Page | undefined) => ({
      ...filter,
      cursor: page?.cursor,
      limit: page?.limit ?? FIRST_PAGE,
    }),
    initialPageParam: undefined as Page | undefined,
    getNextPageParam: ({ nextCursor }, pages) =>
      nextCursor ? { cursor: nextCursor, limit: pageSize(pages.length) } : undefined,
    // What is on the screen stays while another filter's notes are fetched.
    placeholderData: (previous) => previous,
  });
}
