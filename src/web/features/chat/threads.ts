import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ChatScope, ChatThread, WholeThread } from "#contract/chat.ts";
import { undoable } from "../../kernel/undo.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";
import { refreshThreads } from "./ask-thread.ts";
import { keepToLeaf } from "./branches.ts";

const PAGE = 60;

/** The newest conversations, page by page, or those that have the words. */
export const useThreads = (query: string) =>
  useInfiniteQuery(
    api.chat.list.infiniteOptions({
      input: (before: string | undefined) => ({
        ...(query && { query }),
        ...(before && { before }),
        limit: PAGE,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ threads }) => (threads.length < PAGE ? undefined : threads.at(-1)!.updatedAt),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );

type Change = {
  name?: string;
  folder?: string;
  leafId?: string;
  scope?: ChatScope;
  providerId?: string | null;
  usesTools?: boolean;
};

const keyOf = (threadId: string) => api.chat.get.queryKey({ input: { threadId } });

const showChange = (threadId: string, change: Partial<ChatThread>) =>
  queryClient.setQueryData<WholeThread>(
    keyOf(threadId),
    (whole) => whole && { ...whole, thread: { ...whole.thread, ...change } },
  );

/** Shows at once; taken back where it is refused. */
export async function changeThread(threadId: string, change: Change): Promise<boolean> {
  const before = queryClient.getQueryData<WholeThread>(keyOf(threadId))?.thread;
  if (change.leafId) keepToLeaf(threadId, null);
  showChange(threadId, change);
  const input = { threadId, ...change };
  try {
    await send(["chat", "update"], input, () => rpc.chat.update(input));
    refreshThreads();
    return true;
  } catch (error) {
    if (before) showChange(threadId, before);
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

export async function removeThread({ id: threadId, name }: ChatThread): Promise<void> {
  try {
    await send(["chat", "remove"], { threadId }, () => rpc.chat.remove({ threadId }));
  } catch (error) {
    toast.error(failureWords(error, t("Couldn't delete the chat.")));
    return;
  }
  refreshThreads();
  undoable(t("Deleted {name}", { name }), async () => {
    await send(["chat", "restore"], { threadId }, () => rpc.chat.restore({ threadId }));
    refreshThreads();
    invalidate(keyOf(threadId));
  });
}
