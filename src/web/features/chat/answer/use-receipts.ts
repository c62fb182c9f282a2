import { useQuery } from "@tanstack/react-query";
import { api } from "../../../platform/api.ts";

export type Receipt = { messageId: string; citation: number; now: string | null };

/** Cited passages that have changed since, by answer; asked anew when notes change. */
export function useReceipts(threadId: string, hasCitations: boolean): Map<string, Receipt[]> {
  const { data } = useQuery({
    ...api.chat.receipts.queryOptions({ input: { threadId }, staleTime: 0 }),
    enabled: hasCitations,
    retry: 0,
  });
  return Map.groupBy(data?.changed ?? [], ({ messageId }) => messageId);
}
