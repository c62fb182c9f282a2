import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Task } from "#contract/tasks.ts";
import { addDays, instantAt } from "#language/moment.ts";
import { api } from "../../platform/api.ts";

const PAGE_SIZE = 500;
/** More than anybody looks over at once. */
const MOST_PAGES = 4;

type Which = Pick<
  Parameters<typeof api.tasks.list.call>[0],
  "dueFrom" | "dueTo" | "startFrom" | "startTo" | "plannedFrom" | "plannedTo"
>;

/** All tasks of a project, done or not, in the order made by hand; page after page until they are there. */
export function useProjectTasks(projectId: string, which: Which = {}) {
  const list = useInfiniteQuery(
    api.tasks.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        projectId,
        ...which,
        sort: "position" as const,
        cursor,
        limit: PAGE_SIZE,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page, pages) =>
        pages.length < MOST_PAGES ? (page.nextCursor ?? undefined) : undefined,
      placeholderData: keepPreviousData,
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

/** Those that start, are due or have time set aside on these days, both included; the ends of time set aside are those of the zone. */
export function useProjectTasksOfDays(projectId: string, from: string, to: string, zone: string) {
  const lists = [
    useProjectTasks(projectId, { dueFrom: from, dueTo: to }),
    useProjectTasks(projectId, { startFrom: from, startTo: to }),
    useProjectTasks(projectId, {
      plannedFrom: instantAt(from, zone).toISOString(),
      plannedTo: instantAt(addDays(to, 1), zone).toISOString(),
    }),
  ];
  const byId = new Map<string, Task>(lists.flatMap(({ tasks = [] }) => tasks.map((task) => [task.id, task])));
  return {
    tasks: [...byId.values()],
    isCut: lists.some(({ isCut }) => isCut),
    isError: lists.some(({ isError }) => isError),
    refetch: () => lists.forEach(({ refetch }) => refetch()),
  };
}
