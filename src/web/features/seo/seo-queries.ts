import { queryOptions } from "@tanstack/react-query";
import { api, invalidate } from "../../platform/api.ts";

/** What is told of notes, and the texts that are looked at. */
export const refreshSeo = (): void => invalidate(api.seo.key());

export const pagesQuery = () => api.seo.pages.queryOptions({ input: {}, staleTime: 0 });
export const noteQuery = (noteId: string) => api.seo.note.queryOptions({ input: { noteId }, staleTime: 0 });
/** Asked for anew with all else here. Not kept on the device: the note is there already. */
export const bodyQuery = (noteId: string) =>
  queryOptions({
    queryKey: [["seo", "body"], { noteId }],
    queryFn: () => api.notes.body.call({ noteId, format: "json" }),
    staleTime: 0,
    persister: undefined,
  });
