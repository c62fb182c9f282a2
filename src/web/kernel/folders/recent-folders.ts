import { queryOptions, useQuery } from "@tanstack/react-query";
import { persistQueries, queryClient } from "../../platform/api.ts";

const KEY = ["folders", "recent"];
const KEPT = 5;

/** In the store of the server's answers, because that is one per person and goes away with a sign-out. */
const options = queryOptions({
  queryKey: KEY,
  queryFn: () => queryClient.getQueryData<string[]>(KEY) ?? [],
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The folders that were chosen last on this device, newest first. */
export const useRecentFolders = (): string[] => useQuery(options).data ?? [];

export async function rememberFolder(folderId: string): Promise<void> {
  const before = await queryClient.ensureQueryData(options).catch((): string[] => []);
  queryClient.setQueryData(KEY, [folderId, ...before.filter((id) => id !== folderId)].slice(0, KEPT));
  persistQueries(KEY);
}
