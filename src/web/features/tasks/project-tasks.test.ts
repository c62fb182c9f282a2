import { InfiniteQueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { blankTask } from "../../kernel/tasks/task-mutations.ts";
import { queryClient } from "../../platform/api.ts";
import { projectTasksQuery } from "./project-tasks.ts";

const PROJECT = "0190c0de-0000-7000-8000-000000000001";
const idOf = (n: number) => `0190c0de-0000-7000-8000-${String(n).padStart(12, "0")}`;
const page = (from: number, nextCursor: string | null) => ({
  tasks: [from, from + 1].map((n) => blankTask(idOf(n), { title: `Task ${n}`, projectId: PROJECT })),
  nextCursor,
});
const PAGES = { pages: [page(10, "next"), page(20, null)], pageParams: [undefined, "next"] };
const keyOf = () => projectTasksQuery(PROJECT).queryKey;

/** As a page does at each time it is drawn: with options made anew. */
function drawn() {
  const observer = new InfiniteQueryObserver(queryClient, { ...projectTasksQuery(PROJECT), enabled: false });
  return () => {
    const options = { ...projectTasksQuery(PROJECT), enabled: false };
    observer.setOptions(options);
    return observer.getOptimisticResult(queryClient.defaultQueryOptions(options) as never).data;
  };
}

test("the tasks of a project are one list however often the page is drawn, and another once one of them changes", () => {
  queryClient.setQueryData(keyOf(), PAGES);
  const draw = drawn();
  const lists = new Set(Array.from({ length: 50 }, () => draw()!));
  expect(lists.size).toBe(1);
  const [first] = lists;
  expect(first!.map(({ title }) => title)).toEqual(["Task 10", "Task 11", "Task 20", "Task 21"]);
  // The same answer again is no other list; of another answer the tasks that stayed the same stay themselves.
  queryClient.setQueryData(keyOf(), structuredClone(PAGES));
  expect(draw()!).toBe(first);
  const changed = structuredClone(PAGES);
  changed.pages[0]!.tasks[0]!.title = "Other words";
  queryClient.setQueryData(keyOf(), changed);
  const after = draw()!;
  expect([after[0]!.title, after[1] === first![1]]).toEqual(["Other words", true]);
});
