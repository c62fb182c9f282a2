import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import type { ActivityLog } from "./activity-log.ts";

/** The specification's page of the log. */
export const PAGE_SIZE = 50;
const RECENT = 10;

/** What the address of the page holds. */
export type ActivitySearch = { group?: string; q?: string; from?: string; to?: string; page?: string };

const DAY_MS = 24 * 60 * 60_000;

/** Days of the reader's own calendar, both included. */
export function filterOf({ groups }: ActivityLog, { group, q, from, to }: ActivitySearch) {
  const types = groups.find(({ id }) => id === group)?.types;
  const start = from ? new Date(`${from}T00:00`) : null;
  const end = to ? new Date(new Date(`${to}T00:00`).getTime() + DAY_MS) : null;
  return {
    ...(types && { types }),
    ...(q && { query: q }),
    ...(start && !Number.isNaN(start.getTime()) && { from: start.toISOString() }),
    ...(end && !Number.isNaN(end.getTime()) && { to: end.toISOString() }),
  };
}

export const pageOf = (search: ActivitySearch) => Math.max(1, Math.floor(Number(search.page ?? 1)) || 1);

export function activityOptions(log: ActivityLog, search: ActivitySearch) {
  const input = { ...filterOf(log, search), offset: (pageOf(search) - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  return api.activity.list.queryOptions({ input, placeholderData: keepPreviousData, staleTime: 0 });
}

export function recentActivityOptions({ groups }: ActivityLog) {
  // A visit of the dashboard is no news on the dashboard.
  const types = groups.flatMap((group) => group.types).filter((type) => type !== "dashboard_viewed");
  return api.activity.list.queryOptions({ input: { types, limit: RECENT }, staleTime: 0 });
}
