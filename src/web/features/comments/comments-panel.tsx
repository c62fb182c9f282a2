import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import type { CommentThread } from "#contract/comments.ts";
import { forgetStrayMarks, placesOf, showThread, unmark } from "../../editor/comments/comment-places.ts";
import { useComments } from "../../editor/comments/comment-store.ts";
import { useAfterPause } from "../../editor/view/use-after-pause.ts";
import type { PageNote } from "../../kernel/workspace/page-note.ts";
import { closePanel, isSlotBeside } from "../../kernel/workspace/slot.ts";
import { Button } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { createThread, giveUpThread } from "./comment-mutations.ts";
import { CommentForm } from "./comment-form.tsx";
import { ThreadCard } from "./thread-card.tsx";
import { useThreads } from "./use-threads.ts";
import { t } from "../../lib/messages/t.ts";

const PAUSE_MS = 400;

/** The threads of the note, in the order of its text. */
export function CommentsPanel({ page: { noteId, note, editor } }: { page: PageNote }) {
  return note && editor && <Threads key={editor.instanceId} noteId={noteId} editor={editor} />;
}

/** Who closes the threads has given up what they were about to comment on. */
function useGiveUp(): void {
  useEffect(
    () => () => {
      useComments.getState().draft?.drop();
      if (isSlotBeside()) useComments.setState({ active: null });
    },
    [],
  );
}

function Threads({ noteId, editor }: { noteId: string; editor: Editor }) {
  const { active, draft, isOwner, mayComment } = useComments();
  const { threads, isFresh, isAway } = useThreads(noteId);
  useGiveUp();
  useEffect(() => {
    if (isFresh) forgetStrayMarks(editor, new Set(threads?.map(({ id }) => id)));
  }, [isFresh, threads, editor]);
  const [isResolvedShown, setIsResolvedShown] = useState(false);
  const [places, setPlaces] = useState(() => placesOf(editor));
  useAfterPause(editor, PAUSE_MS, () => setPlaces(placesOf(editor)));
  const far = Infinity;
  const inOrder = (threads ?? []).toSorted(
    (one, other) => (places.get(one.id) ?? far) - (places.get(other.id) ?? far),
  );
  const open = inOrder.filter(({ resolvedAt }) => resolvedAt === null);
  const resolved = inOrder.filter(({ resolvedAt }) => resolvedAt !== null);
  const go = (thread: CommentThread) => {
    if (!isSlotBeside()) closePanel();
    useComments.setState({ active: thread.id });
    if (!showThread(editor, thread.id)) toast.info(t("The text of this thread is no longer in the note"));
  };
  // The answer to a try may have been lost on its way.
  const [tried, setTried] = useState<string | null>(null);
  const hasTried = tried !== null && tried === draft?.commentId;
  const add = async (text: string): Promise<boolean> => {
    if (!draft) return false;
    const { threadId, commentId, quote } = draft;
    setTried(commentId);
    const marked = draft.mark();
    if (!marked) {
      toast.info(t("That text was deleted."));
      return false;
    }
    const isAdded = await createThread(noteId, { threadId, commentId, quote, text, ...marked });
    if (isAdded) {
      draft.drop();
      useComments.setState({ active: threadId });
      setPlaces(placesOf(editor));
    } else draft.takeBack();
    return isAdded;
  };
  const card = (thread: CommentThread) => (
    <ThreadCard
      key={thread.id}
      thread={thread}
      isActive={thread.id === active}
      isAdrift={!places.has(thread.id)}
      mayComment={mayComment ?? false}
      isOwner={isOwner}
      onGo={() => go(thread)}
      onEmpty={() => unmark(editor, thread.id)}
    />
  );
  return (
    <div className="flex flex-col gap-3 pb-8">
      {draft && (
        <section aria-label={t("New comment")} className="rounded-md border border-accent bg-raised p-3">
          <p className="line-clamp-2 border-s-2 border-warn ps-2 text-sm text-muted">{draft.quote}</p>
          <CommentForm
            key={draft.threadId}
            noteId={noteId}
            label={t("Comment")}
            action={t("Comment")}
            isFocused
            onSubmit={add}
            onCancel={() => {
              if (hasTried) giveUpThread(noteId, draft.commentId);
              draft.drop();
              editor.view.focus();
            }}
          />
        </section>
      )}
      {threads === undefined ? (
        isAway ? (
          <p className="text-sm text-muted">{t("Can't load comments while offline.")}</p>
        ) : (
          <SkeletonRows count={3} />
        )
      ) : (
        <>
          {open.length > 0 && <ul className="flex flex-col gap-3">{open.map(card)}</ul>}
          {open.length === 0 && !draft && (
            <p className="px-1 text-sm text-muted">
              {t("No open comments. Select text and choose Comment to start a thread.")}
            </p>
          )}
          {resolved.length > 0 && (
            <Button
              look="quiet"
              aria-expanded={isResolvedShown}
              onClick={() => setIsResolvedShown(!isResolvedShown)}
              className="self-start"
            >
              {isResolvedShown
                ? t("Hide resolved")
                : t("Show resolved ({count})", { count: resolved.length })}
            </Button>
          )}
          {isResolvedShown && <ul className="flex flex-col gap-3">{resolved.map(card)}</ul>}
        </>
      )}
    </div>
  );
}
