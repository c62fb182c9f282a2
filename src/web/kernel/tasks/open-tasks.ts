import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { accountDay } from "../account/account-clock.ts";
import { useAccountNow } from "../account/use-account-now.ts";

/** What a new card of tasks shows. */
export const FIRST_SHOWN = { shows: "today", count: 8 };

/** The first open tasks of a kind: of the day, with a due day, or all. Asked for once, whoever shows them. */
export function useOpenTasks(shows: string, limit: number) {
  const day = accountDay();
  const filter = shows === "today" ? { onDay: day, startTo: day } : shows === "dated" ? { dated: true } : {};
  return useQuery(api.tasks.list.queryOptions({ input: { completed: false, ...filter, limit } }));
}

/** How many are due on the account's day, as far as a new card of tasks has them. */
export function useDueToday(): number | undefined {
  useAccountNow();
  const today = accountDay();
  const { data } = useOpenTasks(FIRST_SHOWN.shows, FIRST_SHOWN.count);
  return data?.tasks.filter(({ dueDate }) => dueDate === today).length;
}
