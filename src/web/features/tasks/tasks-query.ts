import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Task } from "#contract/tasks.ts";
import { blankTask } from "../../kernel/tasks/task-mutations.ts";
import { knownTask } from "../../kernel/tasks/task-lists.ts";
import { api } from "../../platform/api.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { t } from "../../lib/messages/t.ts";

const PAGE_SIZE = 100;

/** What the address of the page holds. */
export type TasksSearch = {
  view?: string;
  tag?: string;
  /** "board" shows the columns of the status. */
  layout?: string;
  /** "yes": in Anytime, those too that start on a later day. */
  later?: string;
  /** The task that is open. */
  task?: string;
  /** "yes": the line that adds one has the focus. */
  add?: string;
};

export const VIEWS = [
  { id: "today", title: t("My Day") },
  { id: "upcoming", title: t("Upcoming") },
  { id: "anytime", title: t("Anytime") },
  { id: "assigned", title: t("Assigned to Me") },
  { id: "done", title: t("Done") },
] as const;
export type TasksView = (typeof VIEWS)[number]["id"];

/** What an address asks for on a day (YYYY-MM-DD); what it says wrongly is as if it said nothing. */
export function choicesOf({ view, tag, layout, later }: TasksSearch, day: string) {
  return {
    view: VIEWS.find(({ id }) => id === view)?.id ?? "today",
    tag: tag?.trim() || undefined,
    isBoard: layout === "board",
    hasLater: later === "yes",
    day,
  };
}
export type TaskChoices = ReturnType<typeof choicesOf> & {
  /** Of this project alone. */
  projectId?: string;
};

type ListInput = Parameters<typeof api.tasks.list.call>[0];

function inputOf({ view, tag, day, hasLater, projectId }: TaskChoices): ListInput {
  const filter = { ...(tag && { tag }), ...(projectId && { projectId }) };
  if (view === "today") return { ...filter, completed: false, onDay: day, startTo: day };
  if (view === "assigned") return { ...filter, completed: false, assigned: true };
  if (view === "upcoming") return { ...filter, completed: false, dated: true };
  if (view === "anytime")
    return { ...filter, completed: false, sort: "position", ...(!hasLater && { startTo: day }) };
  return { ...filter, completed: true, sort: "completed" };
}

export function useTasks(choices: TaskChoices) {
  const input = inputOf(choices);
  return useInfiniteQuery(
    api.tasks.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, cursor, limit: PAGE_SIZE }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
}

/**
 * What was done of tasks that repeat, as far back as tasks that are done are loaded; each as a task of its own to show.
 * @param isWanted Of Done without a tag: what was done knows no tags.
 */
export function useInstances(isWanted: boolean) {
  const list = useInfiniteQuery(
    api.tasks.completions.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: PAGE_SIZE }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      enabled: isWanted,
      staleTime: 0,
    }),
  );
  const completions = isWanted ? (list.data?.pages.flatMap((page) => page.completions) ?? []) : [];
  return {
    instances: completions.filter(({ isInstance }) => isInstance),
    /** Before this moment there may be others. */
    from: list.hasNextPage ? (completions.at(-1)?.completedAt ?? "") : "",
    hasMore: isWanted && list.hasNextPage && !list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
  };
}

/** What was done, the latest first: tasks, and instances of those that went on to their next day. */
export const doneInOrder = (
  tasks: readonly Task[],
  { instances, from }: Pick<ReturnType<typeof useInstances>, "instances" | "from">,
): Task[] => {
  const shown = instances.map(({ id, title, dueDate, completedAt }) => ({
    ...blankTask(id, { title, dueDate }),
    completedAt,
    status: "done" as const,
    completed: true,
  }));
  return [...tasks, ...shown]
    .filter(({ completedAt }) => (completedAt ?? "") >= from)
    .toSorted((one, other) => ((one.completedAt ?? "") < (other.completedAt ?? "") ? 1 : -1));
};

type Opened = {
  /** As it was last seen. */
  task: Task | undefined;
  /** The server has no such task for this person: it was deleted, or is no longer shared. */
  isGone: boolean;
};

/** The task that an address names, from the lists or the server. */
export function useTask(taskId: string | undefined): Opened {
  const { data, error } = useQuery(
    api.tasks.get.queryOptions({
      input: { taskId: taskId ?? "" },
      enabled: Boolean(taskId),
      placeholderData: () => knownTask(taskId ?? ""),
    }),
  );
  if (!taskId) return { task: undefined, isGone: false };
  const isGone = errorCode(error) === "NOT_FOUND";
  // Without the server it is what the lists know: one that was made here is nowhere else.
  return { task: data ?? (isGone ? undefined : knownTask(taskId)), isGone };
}
