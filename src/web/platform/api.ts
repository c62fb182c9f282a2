import { createTanstackQueryUtils, type RouterUtils } from "@orpc/tanstack-query";
import {
  experimental_createQueryPersister,
  type PersistedQuery,
  PERSISTER_KEY_PREFIX,
} from "@tanstack/query-persist-client-core";
import { hashKey, notifyManager, type QueryPersister } from "@tanstack/react-query";
import { FreshQueryClient } from "./fresh-query-client.ts";
import { openQueryStore, type QueryStore } from "./query-store.ts";
import { rpc, type Rpc } from "./rpc.ts";
import { errorStatus, isUnreachable } from "./rpc-errors.ts";
import { connectionStatus, currentDevice } from "./sync/device-sync.ts";

/** Query and mutation options of every operation: `api.notes.list.queryOptions({ input })`. */
export const api: RouterUtils<Rpc> = createTanstackQueryUtils(rpc);

const MINUTE = 60_000;

/** 1 s, doubled each time, 30 s at most. */
export const retryDelay = (failures: number) => Math.min(1000 * 2 ** failures, 30_000);

/**
 * The server could not be reached and is known to be away. Another try would only put off saying so: what failed is asked for
 * again when the connection is back, by the browser's "online" and by `startLive`.
 */
const isKnownAway = (error: unknown): boolean =>
  isUnreachable(error) &&
  (!navigator.onLine || (currentDevice() !== null && connectionStatus() === "disconnected"));

/** Everything but notes: three tries more, none when the request itself was at fault. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const status = errorStatus(error);
  return failures < 3 && !isKnownAway(error) && !(status !== undefined && status >= 400 && status < 500);
}

/** Notes: two tries more, none without a session. What cannot be there will not be there a second later either. */
export function shouldRetryNotes(failures: number, error: unknown): boolean {
  const status = errorStatus(error);
  return failures < 2 && !isKnownAway(error) && status !== 401 && status !== 404 && status !== 422;
}

let store: QueryStore | undefined;

/** Where the answers of whoever is signed in are kept. */
export const keptStore = (): QueryStore | undefined => store;

const persister = experimental_createQueryPersister<PersistedQuery>({
  // Looked up at each call, because the store belongs to whoever is signed in.
  storage: {
    getItem: (key) => store?.getItem(key),
    setItem: (key, value) => store?.setItem(key, value),
    removeItem: (key) => store?.removeItem(key),
  },
  serialize: (query) => query,
  deserialize: (query) => query,
  buster: "1",
  maxAge: 365 * 24 * 60 * MINUTE,
});

/**
 * Shows what the device has kept and always asks the server as well: it may be from another day, and what changed
 * while the page was closed is not told again.
 *
 * The persister's own function is not used: it leaves reading and writing to `notifyManager`, which is told below to lose no time, and
 * needs a moment after the answer, when it is the query's state.
 */
const restoreThenAsk: QueryPersister = async (queryFn, context, query) => {
  if (query.state.data === undefined) {
    let keptAt = 0;
    const kept = await persister.retrieveQuery(query.queryHash, ({ state }) => {
      keptAt = state.dataUpdatedAt;
    });
    if (kept !== undefined) {
      setTimeout(() => {
        query.setState({ dataUpdatedAt: keptAt });
        // Marked, so that who leaves the page before the answer, or asks for another page of it, doesn't take it for the server's.
        void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: "all" });
      });
      return kept as never;
    }
  }
  const answer = await queryFn(context);
  setTimeout(() => void persister.persistQuery(query));
  return answer;
};

// What changed is drawn in the task that changed it: by its own timer, a second press of a busy page came before the first one was to be seen.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE,
      gcTime: 30 * MINUTE,
      retry: shouldRetry,
      retryDelay,
      // Tried even when the browser says it is offline: the first try is answered from this device.
      networkMode: "offlineFirst",
      persister: restoreThenAsk,
    },
    mutations: { networkMode: "always", retry: false },
  },
});
queryClient.setQueryDefaults(api.notes.key(), { retry: shouldRetryNotes });

/** Asks the server again for what is shown, and for the rest when it is shown. */
export const invalidate = (queryKey: readonly unknown[] = []): void =>
  void queryClient.invalidateQueries({ queryKey });

/** Writes changed answers to the device as well; setQueryData alone would live only until the next reload. */
export function persistQueries(queryKey: readonly unknown[]): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    if (query.state.data !== undefined) void persister.persistQuery(query);
  }
}

/** What the device has kept of an answer, without asking the server. */
export const storedAnswer = <Answer>(queryKey: readonly unknown[]): Promise<Answer | undefined> =>
  persister.retrieveQuery<Answer>(hashKey(queryKey));

/**
 * Lets go of every answer that nothing on the page shows, so that it is asked for anew; of all of them, once the page
 * itself has gone. Without a connection the device's copies stay, being all there is.
 */
export async function forgetUnusedAnswers(): Promise<void> {
  if (!navigator.onLine) return;
  for (const query of queryClient.getQueryCache().findAll({ type: "inactive" })) {
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
    await store?.removeItem(`${PERSISTER_KEY_PREFIX}-${query.queryHash}`);
  }
}

/** Opens the device's cache of one person; everything of the last one leaves memory. */
export async function openCache(userId: string): Promise<void> {
  await closeCache();
  store = openQueryStore(userId);
}

export async function closeCache(): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.clear();
  await store?.close();
  store = undefined;
}
