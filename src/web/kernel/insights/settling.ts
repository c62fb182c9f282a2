import { create } from "zustand";
import { queryClient } from "../../platform/api.ts";

/** Rows of the lists of findings that were decided here, until these lists say so themselves. */
const useSettling = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

let inFlight = 0;

/** What is left of a list once everything has gone that was decided, answered or not. */
export function useUnsettled<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const { ids } = useSettling();
  return rows.filter(({ id }) => !ids.has(id));
}

/** For what is nested in groups. */
export const useIsSettling = (): ((id: string) => boolean) => {
  const { ids } = useSettling();
  return (id) => ids.has(id);
};

/** A row that is back: it was refused, or its decision is undone. */
export function unsettle(id: string): void {
  const { ids } = useSettling.getState();
  if (ids.has(id)) useSettling.setState({ ids: new Set([...ids].filter((each) => each !== id)) });
}

/**
 * Takes a row off its list at once, and lets the list have it back when the work fails. Those that go one after the other stay away until
 * the last one is answered and the list has come anew: an answer from between would bring the later ones back for a moment.
 */
export async function whileSettling(
  id: string,
  queryKey: readonly unknown[],
  work: () => Promise<unknown>,
): Promise<void> {
  useSettling.setState(({ ids }) => ({ ids: new Set([...ids, id]) }));
  inFlight += 1;
  try {
    await work();
  } catch (error) {
    unsettle(id);
    throw error;
  } finally {
    inFlight -= 1;
    if (inFlight === 0) void clearOnceAsked(queryKey);
  }
}

async function clearOnceAsked(queryKey: readonly unknown[]): Promise<void> {
  const { ids } = useSettling.getState();
  await queryClient.invalidateQueries({ queryKey });
  if (inFlight === 0) ids.forEach(unsettle);
}
