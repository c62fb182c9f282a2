import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../platform/api.ts";

const PAGE_SIZE = 500;
/** More than anybody looks over at once. */
const MOST_PAGES = 4;

/** All tasks of a project, done or not, in the order made by hand; page after page until they are there. */
export function useProjectTasks(projectId: string) {
  const list = useInfiniteQuery(
    api.tasks.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        projectId,
        sort: "position" as const,
        cursor,
        limit: PAGE_SIZE,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page, pages) =>
        pages.length < MOST_PAGES ? (page.nextCursor ?? undefined) : undefined,
      staleTime: 0,
    }),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage, data } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    tasks: data?.pages.flatMap((page) => page.tasks),
    isCut: Boolean(data?.pages.length === MOST_PAGES && data.pages.at(-1)?.nextCursor),
    isError,
    refetch: () => void list.refetch(),
  };
}
