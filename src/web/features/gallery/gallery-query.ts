import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Picture } from "#contract/gallery.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";

const PAGE_SIZE = 60;

export type GallerySearch = { query: string; tag: string };

export function useGallery({ query, tag }: GallerySearch) {
  return useInfiniteQuery(
    api.gallery.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(query.trim() && { query: query.trim() }),
        ...(tag && { tag }),
        cursor,
        limit: PAGE_SIZE,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
}

export const useGalleryTags = () =>
  useQuery(api.gallery.tags.queryOptions({ input: {}, staleTime: 0 })).data?.tags ?? [];

type Pages = InfiniteData<{ pictures: Picture[]; nextCursor: string | null }>;

/** Changes what every list of the page shows; answers what puts it back. */
export function showPictures(change: (pictures: Picture[]) => Picture[]): () => void {
  const queryKey = api.gallery.list.key();
  void queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueriesData<Pages>({ queryKey });
  queryClient.setQueriesData<Pages>({ queryKey }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => ({ ...page, pictures: change(page.pictures) }));
    return { ...data, pages };
  });
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

export function refreshGallery(): void {
  for (const part of [api.gallery, api.files, api.trash]) invalidate(part.key());
}
