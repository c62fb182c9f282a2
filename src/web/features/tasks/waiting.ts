import { useQueries } from "@tanstack/react-query";
import type { Task } from "#contract/tasks.ts";
import { knownTask } from "../../kernel/tasks/task-lists.ts";
import { api } from "../../platform/api.ts";

/** Tasks by their ids, from the lists or the server; one that is gone is left out. */
export function useTasksById(ids: readonly string[]): Task[] {
  const answers = useQueries({
    queries: ids.map((taskId) =>
      api.tasks.get.queryOptions({
        input: { taskId },
        staleTime: 30_000,
        // One that is gone stays gone.
        retry: false,
        placeholderData: () => knownTask(taskId),
      }),
    ),
  });
  return answers.flatMap(({ data }) => data ?? []);
}

/** What a task still waits for: those that come before it and are not done. */
export const useWaits = ({ waitsFor, completed }: Task): Task[] =>
  useTasksById(completed ? [] : waitsFor).filter((task) => !task.completed);
