import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import type { ChatScope, ChatThread, WholeThread } from "#contract/chat.ts";
import { undoable } from "../../kernel/undo.ts";
import { api, invalidate, persistQueries, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import type { WaitingCall } from "../../platform/sync/outbox.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";
import { askAgainLater, attempt, refreshThreads } from "./ask-thread.ts";
import { keepToLeaf } from "./branches.ts";

const PAGE = 60;

type ListInput = { query?: string; before?: string; limit: number };
/** `older` is where the next page begins: what is left out of a full one doesn't make it the last. */
type Page = { threads: ChatThread[]; older?: string | undefined };
type Pages = { pages: Page[]; pageParams: unknown[] };

/** The newest conversations, page by page, or those that have the words. */
export function useThreads(query: string) {
  const input = (before: string | undefined): ListInput => ({
    ...(query && { query }),
    ...(before && { before }),
    limit: PAGE,
  });
  return useInfiniteQuery({
    queryKey: api.chat.list.infiniteKey({ input, initialPageParam: undefined as string | undefined }),
    queryFn: ({ pageParam, signal }) => listNow(input(pageParam), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ older }: Page) => older,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const deletions = (): WaitingCall[] =>
  (currentDevice()?.outbox.unsent() ?? []).filter(({ path }) =>
    /^chat\.(remove|restore)$/.test(path.join(".")),
  );

/** As the server has them, without those that were deleted here and that it doesn't know of yet. */
async function listNow(input: ListInput, signal: AbortSignal): Promise<Page> {
  const before = deletions();
  const { threads } = await api.chat.list.call(input, { signal });
  const gone = new Set<string>();
  for (const { path, input: given } of new Set([...before, ...deletions()])) {
    const { threadId } = given as { threadId: string };
    if (path[1] === "remove") gone.add(threadId);
    else gone.delete(threadId);
  }
  // Whether they are deleted is asked for once they are sent.
  if (gone.size > 0) refreshThreads();
  return {
    threads: threads.filter(({ id }) => !gone.has(id)),
    older: threads.length < PAGE ? undefined : threads.at(-1)!.updatedAt,
  };
}

/** An answer that is on its way knows nothing of a change, and would take it off the page. */
const giveUpAnswers = (queryKey: QueryKey) =>
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });

/** Changes every list of conversations that this page knows; answers what puts them back. */
function mapLists(change: (pages: ChatThread[][], query: string | undefined) => ChatThread[][]): () => void {
  const queryKey = api.chat.list.key();
  giveUpAnswers(queryKey);
  const before = queryClient.getQueriesData<Pages>({ queryKey });
  for (const [key, list] of before) {
    // What the palette has found has no pages.
    if (!list?.pages) continue;
    const { input } = (key[1] ?? {}) as { input?: ListInput };
    const changed = change(
      list.pages.map(({ threads }) => threads),
      input?.query,
    );
    const pages = list.pages.map((page, index) => ({ ...page, threads: changed[index] ?? [] }));
    queryClient.setQueryData(key, { ...list, pages });
  }
  // What is done without the server stands so after a reload as well.
  persistQueries(queryKey);
  return () => {
    for (const [key, list] of before) queryClient.setQueryData(key, list);
    persistQueries(queryKey);
  };
}

const leaveOut = (threadId: string) =>
  mapLists((pages) => pages.map((threads) => threads.filter(({ id }) => id !== threadId)));

/** At its place among all of them; whether a search finds it the server says. */
const showAgain = (thread: ChatThread) =>
  mapLists((pages, query) => {
    if (query || pages.flat().some(({ id }) => id === thread.id)) return pages;
    const found = pages.findIndex((threads) => threads.some((other) => other.updatedAt < thread.updatedAt));
    const at = found < 0 ? pages.length - 1 : found;
    return pages.map((threads, index) =>
      index === at
        ? [...threads, thread].toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
        : threads,
    );
  });

type Change = {
  name?: string;
  folder?: string;
  leafId?: string;
  scope?: ChatScope;
  providerId?: string | null;
  usesTools?: boolean;
};

const keyOf = (threadId: string) => api.chat.get.queryKey({ input: { threadId } });

/** In its conversation and in the lists; answers what takes it back. */
function showChange(threadId: string, change: Partial<ChatThread>): () => void {
  const key = keyOf(threadId);
  const put = (whole: WholeThread | undefined, given: Partial<ChatThread>) => {
    if (whole)
      queryClient.setQueryData<WholeThread>(key, { ...whole, thread: { ...whole.thread, ...given } });
    persistQueries(key);
  };
  const whole = queryClient.getQueryData<WholeThread>(key);
  const before = whole?.thread;
  giveUpAnswers(key);
  askAgainLater(threadId);
  // Given up, an answer on its way leaves what stood there before it was asked for.
  put(whole, change);
  const takeBack = mapLists((pages) =>
    pages.map((threads) => threads.map((one) => (one.id === threadId ? { ...one, ...change } : one))),
  );
  return () => {
    if (before) put(queryClient.getQueryData(key), before);
    takeBack();
  };
}

/** Shows at once; taken back where it is refused. */
export async function changeThread(threadId: string, change: Change): Promise<boolean> {
  if (change.leafId) keepToLeaf(threadId, null);
  const input = { threadId, ...change };
  try {
    await attempt(showChange(threadId, change), () =>
      send(["chat", "update"], input, () => rpc.chat.update(input)),
    );
    return true;
  } catch (error) {
    toast.error(failureWords(error, t("Couldn't change the chat.")));
    return false;
  }
}

export async function renameThread({ id, name, folder }: ChatThread, next: { name: string; folder: string }) {
  const put = (value: typeof next) => changeThread(id, value);
  if (!(await put(next))) return;
  undoable(
    next.folder === folder
      ? t("Renamed to {name}", { name: next.name })
      : t("Moved to {folder}", { folder: next.folder || t("Chats") }),
    async () => void (await put({ name, folder })),
    { redo: () => put(next) },
  );
}

export async function removeThread(thread: ChatThread): Promise<void> {
  const { id: threadId, name } = thread;
  const input = { threadId };
  try {
    await attempt(leaveOut(threadId), () => send(["chat", "remove"], input, () => rpc.chat.remove(input)));
  } catch (error) {
    toast.error(failureWords(error, t("Couldn't delete the chat.")));
    return;
  }
  undoable(t("Deleted {name}", { name }), async () => {
    await attempt(showAgain(thread), () => send(["chat", "restore"], input, () => rpc.chat.restore(input)));
    invalidate(keyOf(threadId));
  });
}
