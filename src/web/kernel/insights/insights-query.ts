import { useQuery } from "@tanstack/react-query";
import { DEFAULT_WRITING_GOAL } from "#contract/shared/word-origins.ts";
import { firstWeekday } from "../../lib/dates.ts";
import { api, invalidate } from "../../platform/api.ts";
import { accountDay } from "../account/account-clock.ts";
import { useAccountNow } from "../account/use-account-now.ts";
import { usePreferences } from "../workspace/frame.ts";

export const refreshInsights = () => invalidate(api.insights.key());

/** The account's figures; its day is asked for anew when that is another. */
export function useOverview() {
  useAccountNow();
  const day = accountDay();
  const query = useQuery(
    api.insights.overview.queryOptions({ input: { firstWeekday: firstWeekday() }, refetchOnMount: true }),
  );
  // What this device has kept of yesterday says nothing of today.
  const wordsToday = query.data?.day === day ? query.data.wordsToday : 0;
  return { ...query, wordsToday };
}

export const useWritingGoal = (): number => usePreferences()?.settings.writingGoal ?? DEFAULT_WRITING_GOAL;
