import { api } from "../../../platform/api.ts";

/** What leads to a note: of the server alone, and kept by nobody. */
export const backlinksOptions = (noteId: string) =>
  api.notes.backlinks.queryOptions({ input: { noteId }, retry: 0, persister: undefined });
