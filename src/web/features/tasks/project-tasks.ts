import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { Task } from "#contract/tasks.ts";
import { addDays, instantAt } from "#language/moment.ts";
import { api } from "../../platform/api.ts";

const PAGE_SIZE = 500;

type Which = Pick<
  Parameters<typeof api.tasks.list.call>[0],
  "dueFrom" | "dueTo" | "startFrom" | "startTo" | "plannedFrom" | "plannedTo"
>;

type Page = { tasks: Task[]; nextCursor: string | null };

/** One function for all: of the same pages it is not asked again, and what is drawn of the list is not arranged anew. */
const allOf = ({ pages }: { pages: Page[] }): Task[] => pages.flatMap(({ tasks }) => tasks);

export const projectTasksQuery = (projectId: string, which: Which = {}) =>
  api.tasks.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      projectId,
      ...which,
      sort: "position" as const,
      cursor,
      limit: PAGE_SIZE,
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: allOf,
  });

/** All tasks of a project, done or not, in the order made by hand; page after page until they are there. */
export function useProjectTasks(projectId: string, which: Which = {}) {
  const list = useInfiniteQuery(projectTasksQuery(projectId, which));
  const { hasNextPage, isFetching, isError, error, fetchNextPage, refetch, data: tasks } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return { tasks, isComplete: !hasNextPage, error, refetch: useCallback(() => void refetch(), [refetch]) };
}

/** Those that start, are due or have time set aside on these days, both included; the ends of time set aside are those of the zone. */
export function useProjectTasksOfDays(projectId: string, from: string, to: string, zone: string) {
  const due = useProjectTasks(projectId, { dueFrom: from, dueTo: to });
  const started = useProjectTasks(projectId, { startFrom: from, startTo: to });
  const planned = useProjectTasks(projectId, {
    plannedFrom: instantAt(from, zone).toISOString(),
    plannedTo: instantAt(addDays(to, 1), zone).toISOString(),
  });
  const lists = [due, started, planned];
  const tasks = useMemo(
    () => eachOnce([due.tasks, started.tasks, planned.tasks]),
    [due.tasks, started.tasks, planned.tasks],
  );
  return {
    tasks,
    isError: lists.some(({ error }) => error !== null),
    refetch: () => lists.forEach(({ refetch }) => refetch()),
  };
}

const eachOnce = (lists: readonly (Task[] | undefined)[]): Task[] => [
  ...new Map(lists.flatMap((tasks = []) => tasks.map((task) => [task.id, task] as const))).values(),
];
