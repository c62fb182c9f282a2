import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Picture } from "#contract/gallery.ts";
import { refreshWhenSettled } from "../../kernel/refresh-when-settled.ts";
import { api, invalidate, persistQueries, queryClient } from "../../platform/api.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";

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

const listKey = () => api.gallery.list.key();
const pictureKey = (pictureId: string) => api.gallery.get.queryKey({ input: { pictureId } });

/** One picture, also when it is no longer among those that were searched for. Begins with what the list knows of it. */
export function usePicture(opened: Picture | null): Picture | null {
  const options = api.gallery.get.queryOptions({ input: { pictureId: opened?.id ?? "" }, staleTime: 0 });
  const { data } = useQuery({ ...options, enabled: opened !== null, placeholderData: opened ?? undefined });
  return opened && (data ?? opened);
}

/** Of each list that the page knows, and of the pictures that are known apart. */
function showPictures(change: (pictures: Picture[]) => Picture[]): void {
  // An answer that is on its way knows nothing of the change; a first one is waited for.
  void queryClient.cancelQueries({
    queryKey: api.gallery.key(),
    predicate: ({ state }) => state.data !== undefined,
  });
  queryClient.setQueriesData<Pages>({ queryKey: listKey() }, (data) => {
    if (!data) return data;
    return { ...data, pages: data.pages.map((page) => ({ ...page, pictures: change(page.pictures) })) };
  });
  queryClient.setQueriesData<Picture>(
    { queryKey: api.gallery.get.key() },
    (data) => data && (change([data])[0] ?? data),
  );
  persistQueries(api.gallery.key());
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Shows a picture otherwise wherever it is shown; answers what takes that back, but for what was changed again meanwhile. */
export function showPicture(picture: Picture, shown: Partial<Picture>): () => void {
  const { id } = picture;
  const key = pictureKey(id);
  if (!queryClient.getQueryData(key)) queryClient.setQueryData(key, picture);
  showPictures((all) => all.map((one) => (one.id === id ? { ...one, ...shown } : one)));
  const fields = Object.keys(shown) as (keyof Picture)[];
  return () =>
    showPictures((all) =>
      all.map((one) => {
        if (one.id !== id) return one;
        const back = fields.filter((field) => same(one[field], shown[field]));
        return { ...one, ...Object.fromEntries(back.map((field) => [field, picture[field]])) };
      }),
    );
}

/** Takes pictures off every list; answers what puts some of them back where they were. */
export function hidePictures(ids: readonly string[]): (back: readonly string[]) => void {
  const before = queryClient.getQueriesData<Pages>({ queryKey: listKey() });
  showPictures((all) => all.filter(({ id }) => !ids.includes(id)));
  return (back) => {
    for (const [key, was] of before)
      queryClient.setQueryData<Pages>(key, (data) => {
        if (!data || !was) return data;
        const pages = data.pages.map((page, at) => ({
          ...page,
          pictures: withAgain(page.pictures, was.pages[at]?.pictures ?? [], back),
        }));
        return { ...data, pages };
      });
  };
}

function withAgain(now: Picture[], before: Picture[], back: readonly string[]): Picture[] {
  const fresh = now.filter(({ id }) => !before.some((one) => one.id === id));
  const there = before.flatMap((was) => {
    const known = now.find(({ id }) => id === was.id);
    return known ? [known] : back.includes(was.id) ? [was] : [];
  });
  return [...fresh, ...there];
}

/** As the server has it; without it, what this page knows. */
export const pictureNow = (pictureId: string): Promise<Picture | undefined> =>
  api.gallery.get.call({ pictureId }).catch((error: unknown) => {
    if (isUnreachable(error)) return queryClient.getQueryData(pictureKey(pictureId));
    throw error;
  });

/** Not while a change is on its way or waits: an answer from before it would take it off the page. */
export const { refresh: refreshGallery, whileChanging } = refreshWhenSettled(["gallery"], () => {
  for (const part of [api.gallery, api.files, api.trash]) invalidate(part.key());
});
