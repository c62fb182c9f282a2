import { z } from "zod";
import { text } from "./base.ts";
import { QUERY_MAX } from "./search-query.ts";

/** What tasks and events are searched by. */
export const SearchInput = z.object({
  query: text(QUERY_MAX).describe(
    'Words, a "phrase", tag:name and -word for what may not occur; case and accents do not matter. What else is asked of notes is true of none',
  ),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});
