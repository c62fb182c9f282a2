import { queryOptions, useQuery } from "@tanstack/react-query";
import { persistQueries, queryClient } from "../../platform/api.ts";

export type Recent = { kind: "action" | "note"; id: string; title: string };

const KEY = ["palette", "recent"];
/** Of each kind, so that what was done does not push out what was opened. */
const KEPT = 20;

/** In the store of the server's answers, because that is one per person and goes away with a sign-out. */
const options = queryOptions({
  queryKey: KEY,
  queryFn: () => queryClient.getQueryData<Recent[]>(KEY) ?? [],
  staleTime: Infinity,
  gcTime: Infinity,
});

/** What was done and opened last on this device, newest first. */
export function useRecent(): Recent[] {
  return useQuery(options).data ?? [];
}

export async function remember(recent: Recent): Promise<void> {
  const before = await queryClient.ensureQueryData(options).catch((): Recent[] => []);
  const others = before.filter((entry) => entry.kind !== recent.kind || entry.id !== recent.id);
  let same = 0;
  const kept = [recent, ...others].filter((entry) => entry.kind !== recent.kind || ++same <= KEPT);
  queryClient.setQueryData(KEY, kept);
  persistQueries(KEY);
}
