import { useQuery } from "@tanstack/react-query";
import type { LedgerPromise, PromiseDecision, PromiseStatus } from "#contract/promises.ts";
import { findingLists } from "../../kernel/insights/finding-lists.ts";
import { accountToday, isoDay } from "../../lib/dates.ts";
import { api } from "../../platform/api.ts";
import { settling } from "./refresh-promises.ts";

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
  // What only became a task stays where it is.
  if (from.status === to.status)
    return { promises: promises.map((each) => (each.id === to.id ? to : each)), counts };
  const others = promises.filter(({ id }) => id !== from.id);
  const after = { ...counts };
  if (from.status) after[from.status] = Math.max(after[from.status] - 1, 0);
  if (to.status) after[to.status] += 1;
  return { promises: to.status === status ? [...others, to].toSorted(byDue) : others, counts: after };
}

export const promiseLists = findingLists<Listed, LedgerPromise, { status: PromiseStatus }>({
  resource: "promises",
  settling,
  moved: (list, { before, after }, { status }) => withMoved(list, status, before, after),
});

export const usePromises = (status: PromiseStatus) =>
  useQuery({
    ...api.promises.list.queryOptions({ input: { status }, staleTime: 0 }),
    queryFn: ({ signal }) =>
      promiseLists.ask(() => api.promises.list.call({ status }, { signal }), { status }),
  });
