import { useQuery } from "@tanstack/react-query";
import type { Editor } from "@tiptap/core";
import { X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { CommentThread } from "#contract/comments.ts";
import {
  forgetStrayMarks,
  paintThreads,
  placesOf,
  showThread,
  unmark,
} from "../../editor/comments/comment-places.ts";
import { leaveComments, toggleComments, useComments } from "../../editor/comments/comment-store.ts";
import { useAfterPause } from "../../editor/view/use-after-pause.ts";
import { api } from "../../platform/api.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { createThread, giveUpThread, isGivenUp, takeBackGivenUp } from "./comment-mutations.ts";
import { CommentForm } from "./comment-form.tsx";
import { ThreadCard } from "./thread-card.tsx";
import { t } from "../../lib/messages/t.ts";

type CommentsSideProps = { noteId: string; editor: Editor; isOwner: boolean; mayComment: boolean };

/** Text and threads stand side by side from this width of the window on. */
const BESIDE = "(min-width: 64rem)";
const PAUSE_MS = 400;

/** Marks what is commented on in the text, and shows the threads beside it, or over it where there is no room. */
export function CommentsSide(props: CommentsSideProps) {
  const { noteId, editor, mayComment } = props;
  const { isOpen, active } = useComments();
  const { data, dataUpdatedAt, error, isFetchedAfterMount, isFetching } = useQuery(
    api.comments.list.queryOptions({ input: { noteId }, retry: 0, persister: undefined }),
  );
  const threads = useMemo(() => data?.threads.filter((thread) => !isGivenUp(thread)), [data]);
  // With every answer, also one that says the same again.
  useEffect(() => takeBackGivenUp(data?.threads ?? []), [data, dataUpdatedAt]);
  useEffect(() => useComments.setState({ mayComment }), [mayComment, noteId, editor]);
  useEffect(() => {
    if (!threads) return;
    const open = new Set(threads.filter(({ resolvedAt }) => resolvedAt === null).map(({ id }) => id));
    useComments.setState({ open });
    paintThreads(open, active);
  }, [threads, active]);
  useEffect(
    () => () => {
      const { draft } = useComments.getState();
      if (draft?.editor === editor) draft.drop();
      leaveComments();
      paintThreads(new Set(), null);
    },
    [noteId, editor],
  );
  const isFresh = threads !== undefined && isFetchedAfterMount && !isFetching;
  useEffect(() => {
    if (isOpen && isFresh) forgetStrayMarks(editor, new Set(threads.map(({ id }) => id)));
  }, [isOpen, isFresh, threads, editor]);
  const isBeside = useIsBeside();
  if (!isOpen) return null;
  const list = (
    <Threads
      {...props}
      threads={threads}
      isAway={error !== null && isUnreachable(error)}
      isBeside={isBeside}
    />
  );
  if (!isBeside)
    return (
      <Dialog title={t("Comments")} isOpen onClose={() => closeFor(editor)}>
        {list}
      </Dialog>
    );
  return (
    <aside
      aria-label={t("Comments")}
      className="sticky top-0 z-10 h-dvh max-h-full w-80 shrink-0 self-start overflow-y-auto border-s border-line bg-bg px-3 py-2 print:hidden"
    >
      <div className="flex items-center justify-between ps-1">
        <h2 className="text-sm font-medium">{t("Comments")}</h2>
        <IconButton label={t("Close comments")} onClick={() => closeFor(editor)}>
          <X size={15} />
        </IconButton>
      </div>
      {list}
    </aside>
  );
}

function closeFor(editor: Editor): void {
  useComments.getState().draft?.drop();
  toggleComments();
  editor.view.focus();
}

function useIsBeside(): boolean {
  const [isBeside, setIsBeside] = useState(() => matchMedia(BESIDE).matches);
  useEffect(() => {
    const media = matchMedia(BESIDE);
    const handleChange = () => setIsBeside(media.matches);
    media.addEventListener("change", handleChange);
    return () => media.removeEventListener("change", handleChange);
  }, []);
  return isBeside;
}

type ThreadsProps = CommentsSideProps & {
  threads: CommentThread[] | undefined;
  isAway: boolean;
  isBeside: boolean;
};

function Threads({ noteId, editor, isOwner, mayComment, threads, isAway, isBeside }: ThreadsProps) {
  const { active, draft } = useComments();
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
    if (!isBeside) toggleComments();
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
      mayComment={mayComment}
      isOwner={isOwner}
      onGo={() => go(thread)}
      onEmpty={() => unmark(editor, thread.id)}
    />
  );
  return (
    <div className="flex flex-col gap-3 pt-2 pb-8">
      {draft && (
        <section aria-label={t("New comment")} className="rounded-md border border-accent bg-raised p-3">
          <p className="line-clamp-2 border-s-2 border-warn ps-2 text-sm text-muted">{draft.quote}</p>
          <CommentForm
            key={draft.threadId}
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
