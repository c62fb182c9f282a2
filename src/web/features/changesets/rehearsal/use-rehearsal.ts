import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "../../../platform/api.ts";
import { type Place, wishOf } from "./places.ts";

/** Each answer is tried anew by the server; live changes ask for another. */
const FRESH_MS = 30_000;
const PAGE_SIZE = 100;

export const usePlaces = (id: string) =>
  useQuery(api.rehearsals.places.queryOptions({ input: { id }, staleTime: FRESH_MS }));

export function useListedNotes(id: string, place: Place, query: string) {
  const wish = query ? { query } : wishOf(place);
  return useInfiniteQuery(
    api.rehearsals.notes.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, ...wish, limit: PAGE_SIZE, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      staleTime: FRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
}

export const useRehearsedNote = (id: string, noteId: string) =>
  useQuery(api.rehearsals.note.queryOptions({ input: { id, noteId }, staleTime: FRESH_MS }));
