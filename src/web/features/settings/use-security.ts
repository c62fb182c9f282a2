import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../platform/api.ts";
import { NotConfirmedError } from "../../kernel/account/confirm-identity.ts";
import { tellFailed } from "../../kernel/failed-changes.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { t } from "../../lib/messages/t.ts";

export const useSecurity = () => useQuery(api.security.status.queryOptions({ input: {}, staleTime: 0 }));
export const useSessions = () => useQuery(api.security.sessions.queryOptions({ input: {}, staleTime: 0 }));

/** After a change: what is shown of it is asked for again. */
export const refreshSecurity = () => queryClient.invalidateQueries({ queryKey: api.security.key() });

/**
 * Says what went wrong, unless the person only closed the question, and offers to try again: in the toast, and on the row whose
 * RetryMark has the id `mark`.
 */
export function sayFailure(
  error: unknown,
  mark: string | null,
  again: () => unknown,
  fallback = t("Failed to save settings"),
): void {
  if (!(error instanceof NotConfirmedError)) tellFailed(mark, errorMessage(error, fallback), again);
}
