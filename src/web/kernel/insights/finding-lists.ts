import { api, persistQueries, queryClient } from "../../platform/api.ts";
import { send } from "../../platform/send.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import type { refreshWhenSettled } from "../refresh-when-settled.ts";

/** A finding as it was and as a decision makes it; kept on this device with the call that tells the server. */
type Move<Finding> = { before: Finding; after: Finding };

type Path = Parameters<typeof send>[0];

type Options<List, Finding, Input> = {
  /** Of the API. What of its calls waits for the server is a move each. */
  resource: "promises" | "contradictions" | "gaps";
  settling: ReturnType<typeof refreshWhenSettled>;
  /** A list with what a decision makes of it; `input` is what the list was asked for with. */
  moved: (list: List, move: Move<Finding>, input: Input) => List;
};

/**
 * Lists of what is found in one's notes, with what was decided about it here: shown at once, also without a connection and after a reload,
 * and sent when the server is there.
 */
export function findingLists<List, Finding, Input = undefined>({
  resource,
  settling,
  moved,
}: Options<List, Finding, Input>) {
  const waiting = () =>
    (currentDevice()?.outbox.unsent() ?? []).filter(
      ({ path, about }) => path[0] === resource && about !== undefined,
    );

  /** Shows a move in every list that this page knows, also after a reload. */
  function show(move: Move<Finding>): void {
    const queryKey = api[resource].list.key();
    // An answer that is on its way knows nothing of the change, and would take it off the page for a moment.
    void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
    for (const [key, list] of queryClient.getQueriesData<List>({ queryKey })) {
      const { input } = (key[1] ?? {}) as { input?: Input };
      if (list) queryClient.setQueryData(key, moved(list, move, input as Input));
    }
    persistQueries(queryKey);
  }

  /** A list as the server has it, with what it doesn't know yet. */
  async function ask(list: () => Promise<List>, input: Input): Promise<List> {
    const before = waiting();
    const answer = await list();
    const calls = [...new Set([...before, ...waiting()])];
    // Whatever the server makes of them is asked for then.
    if (calls.length > 0) settling.refresh();
    return calls.reduce<List>((shown, { about }) => moved(shown, about as Move<Finding>, input), answer);
  }

  /** Shows a move and tells the server of it, now or later; takes it back when the server refuses it. */
  async function put<Answer>(move: Move<Finding>, path: Path, input: unknown, call: () => Promise<Answer>) {
    show(move);
    return settling.attempt(
      () => show({ before: move.after, after: move.before }),
      () => send(path, input, call, move),
    );
  }

  return { show, ask, put };
}
