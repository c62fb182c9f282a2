import type { CommentThread } from "#contract/comments.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { errorCode, isUnreachable } from "../../platform/rpc-errors.ts";
import { undoable } from "../../kernel/undo.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

const listKey = (noteId: string) => api.comments.list.queryKey({ input: { noteId } });

type Threads = { threads: CommentThread[] };

/** Puts what the server answered into the list, so that it is there before the list was asked again. */
function putThread(thread: CommentThread): void {
  queryClient.setQueryData<Threads>(listKey(thread.noteId), (known) => {
    if (!known) return known;
    const isKnown = known.threads.some(({ id }) => id === thread.id);
    return {
      threads: isKnown
        ? known.threads.map((other) => (other.id === thread.id ? thread : other))
        : [...known.threads, thread],
    };
  });
}

/** Makes a change; says why it was not made, and keeps what was written where it stands. */
async function change(
  noteId: string,
  call: () => Promise<CommentThread | object>,
  failure: string,
  /** For what no form is left open to send again. */
  again?: () => unknown,
): Promise<boolean> {
  try {
    const answer = await call();
    if ("comments" in answer) putThread(answer);
    // Also then: of two changes of a thread, the answer to the earlier one may come last.
    invalidate(api.comments.list.key({ input: { noteId } }));
    return true;
  } catch (error) {
    if (errorCode(error) === "NOT_FOUND") {
      toast.error(t("This comment was deleted, or you can't edit it."));
      invalidate(api.comments.list.key({ input: { noteId } }));
    } else if (again) toast.failed(failure, () => void again());
    else if (isUnreachable(error))
      toast.error(t("You're offline. Your comment is kept here; try again when you're back."));
    else toast.error(failure);
    return false;
  }
}

type Begun = {
  threadId: string;
  commentId: string;
  quote: string;
  text: string;
  anchor?: { from: string; to: string };
};

/** A repeat is answered with what was said the first time, which may have been put in other words since. */
async function inTheseWords(thread: CommentThread, commentId: string, text: string): Promise<CommentThread> {
  const said = thread.comments.find(({ id }) => id === commentId);
  return said && said.text !== text ? api.comments.edit.call({ commentId, text }) : thread;
}

/** Sent again with the same ids, it is the same thread. */
export const createThread = (noteId: string, begun: Begun): Promise<boolean> =>
  change(
    noteId,
    async () =>
      inTheseWords(await api.comments.begin.call({ noteId, ...begun }), begun.commentId, begun.text),
    t("Failed to add the comment"),
  );

/** First comments that were cancelled after they had been sent: they may be there, or come later. */
const givenUp = new Set<string>();

export const isGivenUp = ({ comments }: CommentThread): boolean =>
  comments.length === 1 && givenUp.has(comments[0]!.id);

/** Cancels a thread whose answer has not come: should the server have it, it goes as soon as that is known. */
export function giveUpThread(noteId: string, commentId: string): void {
  givenUp.add(commentId);
  invalidate(api.comments.list.key({ input: { noteId } }));
}

/** Removes what was cancelled and is there all the same; what cannot be removed now is tried again with the next answer. */
export function takeBackGivenUp(threads: readonly CommentThread[]): void {
  for (const { comments, noteId } of threads.filter(isGivenUp))
    for (const { id: commentId } of comments)
      void api.comments.remove.call({ commentId }).then(
        () => invalidate(api.comments.list.key({ input: { noteId } })),
        () => undefined,
      );
}

/** Sent again with the same id, it is the same reply. */
export const replyTo = ({ id, noteId }: CommentThread, text: string, commentId: string): Promise<boolean> =>
  change(
    noteId,
    async () =>
      inTheseWords(await api.comments.reply.call({ threadId: id, commentId, text }), commentId, text),
    t("Failed to add the reply"),
  );

export const editComment = (noteId: string, commentId: string, text: string): Promise<boolean> =>
  change(noteId, () => api.comments.edit.call({ commentId, text }), t("Failed to edit the comment"));

export const removeComment = (noteId: string, commentId: string): Promise<boolean> =>
  change(
    noteId,
    () => api.comments.remove.call({ commentId }),
    t("Failed to delete the comment"),
    () => removeComment(noteId, commentId),
  );

export async function resolveThread(
  { id, noteId }: Pick<CommentThread, "id" | "noteId">,
  isResolved: boolean,
): Promise<void> {
  const isDone = await change(
    noteId,
    () => api.comments.resolve.call({ threadId: id, isResolved }),
    isResolved ? t("Failed to resolve the thread") : t("Failed to reopen the thread"),
    () => resolveThread({ id, noteId }, isResolved),
  );
  if (isDone && isResolved)
    undoable(t("Thread resolved"), async () =>
      putThread(await api.comments.resolve.call({ threadId: id, isResolved: false })),
    );
}
