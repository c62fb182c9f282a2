import { useQuery } from "@tanstack/react-query";
import type { LedgerPromise, PromiseDecision, PromiseStatus } from "#contract/promises.ts";
import { accountToday, isoDay } from "../../lib/dates.ts";
import { api, persistQueries, queryClient } from "../../platform/api.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import type { WaitingCall } from "../../platform/sync/outbox.ts";
import { refreshPromises } from "./refresh-promises.ts";

export type Listed = { promises: LedgerPromise[]; counts: Record<PromiseStatus, number> };

/** What a decision makes of a promise before the server has answered. */
export function decided(
  promise: LedgerPromise,
  decision: PromiseDecision,
  today = isoDay(accountToday()),
): LedgerPromise {
  const open = promise.due !== null && promise.due < today ? "late" : "open";
  const status = decision === "open" ? open : decision === "dismissed" ? null : decision;
  return { ...promise, decision, status };
}

/** As the server lists them: those due first before the others. */
const byDue = (one: LedgerPromise, other: LedgerPromise): number => {
  const [first, second] = [one, other].map(({ due }) => due ?? "9999") as [string, string];
  return first === second ? 0 : first < second ? -1 : 1;
};

/** A list of a status with a promise as it is after a change. */
export function withMoved(
  { promises, counts }: Listed,
  status: PromiseStatus,
  from: LedgerPromise,
  to: LedgerPromise,
): Listed {
  const others = promises.filter(({ id }) => id !== from.id);
  const after = { ...counts };
  if (from.status) after[from.status] = Math.max(after[from.status] - 1, 0);
  if (to.status) after[to.status] += 1;
  return { promises: to.status === status ? [...others, to].toSorted(byDue) : others, counts: after };
}

/** Shows a promise as it is after a change in every list that this page knows, also after a reload. */
export function showMoved(from: LedgerPromise, to: LedgerPromise): void {
  const queryKey = api.promises.list.key();
  // An answer that is on its way knows nothing of the change, and would take it off the page for a moment.
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
  for (const [key, list] of queryClient.getQueriesData<Listed>({ queryKey })) {
    const { input } = (key[1] ?? {}) as { input?: { status: PromiseStatus } };
    if (list && input) queryClient.setQueryData(key, withMoved(list, input.status, from, to));
  }
  persistQueries(queryKey);
}

type Decision = { input: { promiseId: string; decision: PromiseDecision }; about: LedgerPromise };

const waiting = (): WaitingCall[] =>
  (currentDevice()?.outbox.unsent() ?? []).filter(({ path }) => path.join(".") === "promises.decide");

/** A list as the server has it, with what it doesn't know yet: what was decided without a connection stays so on the page. */
export function withWaiting(list: Listed, status: PromiseStatus, calls: readonly WaitingCall[]): Listed {
  let shown = list;
  const given = (calls as unknown as Decision[]).filter(({ about }) => about !== undefined);
  for (const ofOne of Map.groupBy(given, ({ input }) => input.promiseId).values()) {
    // The first was made of what the server has, and the last is what comes of all.
    const from = ofOne[0]!.about;
    shown = withMoved(shown, status, from, decided(from, ofOne.at(-1)!.input.decision));
  }
  return shown;
}

async function listNow(status: PromiseStatus, signal: AbortSignal): Promise<Listed> {
  const before = waiting();
  const answer = await api.promises.list.call({ status }, { signal });
  const calls = [...new Set([...before, ...waiting()])];
  // Whatever the server makes of them is asked for then.
  if (calls.length > 0) refreshPromises();
  return withWaiting(answer, status, calls);
}

export const usePromises = (status: PromiseStatus) =>
  useQuery({
    ...api.promises.list.queryOptions({ input: { status }, staleTime: 0 }),
    queryFn: ({ signal }) => listNow(status, signal),
  });
