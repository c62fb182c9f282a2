import type { Query, QueryClient } from "@tanstack/react-query";

const PAUSE_MS = 15_000;

type Options = {
  /** Whether it could be answered now. */
  mayAsk: (error: unknown) => boolean;
  /** Runs it when no change is on its way, which an answer from before would take off the page. */
  when: (run: () => void) => void;
  pauseMs?: number;
};

/**
 * What was asked for anew after a change and failed, because the server was away or too busy, stays on the screen as it was before the
 * change; and nothing tells of that change a second time. It is asked for again after a pause, and by the answer of this function.
 */
export function askFailedAgain(
  client: QueryClient,
  { mayAsk, when, pauseMs = PAUSE_MS }: Options,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (isWanted: (query: Query) => boolean) =>
    when(() => {
      const predicate = (query: Query) =>
        query.state.status === "error" && mayAsk(query.state.error) && isWanted(query);
      void client.refetchQueries({ type: "active", predicate }, { cancelRefetch: false });
    });
  // Where there is nothing to be seen, a button to try again is: it must not go away under the finger.
  const isShown = ({ state }: Query) => state.data !== undefined;
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    if (!isShown(event.query) || !mayAsk(event.action.error)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      ask(isShown);
    }, pauseMs);
  });
  return () => ask(() => true);
}
