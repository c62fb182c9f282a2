import { api, invalidate } from "../../platform/api.ts";

/** What is told of notes, and the texts that are looked at. */
export function refreshSeo(): void {
  invalidate(api.seo.key());
  invalidate(api.notes.body.key());
}

export const pagesQuery = () => api.seo.pages.queryOptions({ input: {}, staleTime: 0 });
export const noteQuery = (noteId: string) => api.seo.note.queryOptions({ input: { noteId }, staleTime: 0 });
/** Not kept on the device: the note is there already. */
export const bodyQuery = (noteId: string) =>
  api.notes.body.queryOptions({ input: { noteId, format: "json" }, staleTime: 0, persister: undefined });
