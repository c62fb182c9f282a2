import { PERSISTER_KEY_PREFIX, type PersistedQuery } from "@tanstack/query-persist-client-core";
import type { Query } from "@tanstack/react-query";
import { invalidate, keptStore, persistQueries, queryClient } from "./api.ts";
import { errorCode } from "./rpc-errors.ts";
import { currentDevice } from "./sync/device-sync.ts";
import { isDraft } from "./sync/drafts.ts";

/*
 * Answers that the device keeps follow access: what the server says is not there for this person goes at once, and whoever learns that
 * access to something has ended names it here, for what nobody asks about any more.
 */

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const keyOf = (queryHash: string) => `${PERSISTER_KEY_PREFIX}-${queryHash}`;

/** Made here, and the server has not heard of it yet: that it does not know it says nothing. */
function isOnItsWay(query: Query): boolean {
  const ids = query.queryHash.match(UUID) ?? [];
  const outbox = currentDevice()?.outbox;
  const calls = JSON.stringify([outbox?.calls(), outbox?.inHand()]);
  return ids.some((id) => isDraft(id) || calls.includes(id));
}

/** Refused or named, and still on the page: what stands there stays until it is closed, for the words that are written in it. */
const refused = new WeakSet<Query>();

let isStarted = false;

type Lost = { userId: string; ids: string[] };
/** Other tabs have answers in their memory, and would write them to the disk again with their next change. */
let otherTabs: BroadcastChannel | null = null;

/** From now on what answers NOT_FOUND is not kept, nor what another tab lets go of. */
export function startDroppingRefused(): void {
  if (isStarted) return;
  isStarted = true;
  if (typeof BroadcastChannel !== "undefined") {
    otherTabs = new BroadcastChannel("cairn-lost-answers");
    otherTabs.addEventListener("message", ({ data: { userId, ids } }: MessageEvent<Lost>) => {
      if (currentDevice()?.userId === userId) void dropHere(new Set(ids));
    });
  }
  queryClient.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === "updated" && event.action.type === "success") refused.delete(query);
    if (event.type === "updated" && event.action.type === "error") {
      if (errorCode(event.action.error) !== "NOT_FOUND" || isOnItsWay(query)) return;
      refused.add(query);
      void keptStore()?.removeItem(keyOf(query.queryHash));
    }
    // After those who hear of the error have read it.
    if (refused.has(query) && query.getObserversCount() === 0)
      setTimeout(() => {
        if (refused.has(query) && query.getObserversCount() === 0) queryClient.getQueryCache().remove(query);
      });
  });
}

/** Whether it names one of these ids, as a value or by a key, however deep. */
function mentions(value: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof value === "string") return ids.has(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((one) => mentions(one, ids));
  return Object.entries(value).some(([key, one]) => ids.has(key) || mentions(one, ids));
}

type Kept = Pick<PersistedQuery, "queryKey" | "queryHash"> & { data: unknown };

/** What memory and disk have of answers. */
async function keptAnswers(): Promise<Kept[]> {
  const stored = (await keptStore()?.values()) ?? [];
  const inMemory = queryClient.getQueryCache().getAll();
  return [...stored, ...inMemory].map(({ queryKey, queryHash, state }) => ({
    queryKey,
    queryHash,
    data: state.data,
  }));
}

/** The ids of kept things that `isOne`, wherever in an answer they are. */
export async function keptIds(isOne: (thing: Record<string, unknown>) => boolean): Promise<string[]> {
  const ids = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const thing = value as Record<string, unknown>;
    if (typeof thing["id"] === "string" && isOne(thing)) ids.add(thing["id"]);
    for (const one of Object.values(thing)) look(one);
  };
  for (const { data } of await keptAnswers()) look(data);
  return [...ids];
}

/** Such as what was opened last: no server is asked for it, and the rest of it stays. */
const isOwnList = (queryKey: readonly unknown[], data: unknown): data is unknown[] =>
  typeof queryKey[0] === "string" && Array.isArray(data);

/** Lets go of every answer that names one of these, on the disk and in memory of all tabs; what is shown now is asked for anew. */
export async function dropAnswersAbout(ids: ReadonlySet<string>): Promise<void> {
  await dropHere(ids);
  const userId = currentDevice()?.userId;
  if (userId) otherTabs?.postMessage({ userId, ids: [...ids] } satisfies Lost);
}

async function dropHere(ids: ReadonlySet<string>): Promise<void> {
  const about = (await keptAnswers()).filter(
    ({ queryKey, data }) => mentions(queryKey, ids) || mentions(data, ids),
  );
  for (const { queryKey, queryHash, data } of about) {
    if (isOwnList(queryKey, data)) {
      queryClient.setQueryData(
        queryKey,
        data.filter((one) => !mentions(one, ids)),
      );
      persistQueries(queryKey);
      continue;
    }
    await keptStore()?.removeItem(keyOf(queryHash));
    const query = queryClient.getQueryCache().get(queryHash);
    if (!query) continue;
    if (query.getObserversCount() === 0) queryClient.getQueryCache().remove(query);
    else {
      refused.add(query);
      invalidate(queryKey);
    }
  }
}
