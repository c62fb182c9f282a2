import { clsx } from "clsx";
import { Check, Ellipsis, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Comment, CommentThread } from "#contract/comments.ts";
import { ago } from "../../lib/dates.ts";
import { Time } from "../../ui/dates/time.tsx";
import { useUser } from "../../platform/session.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { editComment, removeComment, replyTo, resolveThread } from "./comment-mutations.ts";
import { CommentForm } from "./comment-form.tsx";
import { t } from "../../lib/messages/t.ts";

type ThreadCardProps = {
  thread: CommentThread;
  isActive: boolean;
  /** Its text is not in the note any more. */
  isAdrift: boolean;
  mayComment: boolean;
  /** The note is one's own: every comment in it may be deleted. */
  isOwner: boolean;
  onGo: () => void;
  onEmpty: () => void;
};

/** What was said about one range. */
export function ThreadCard({
  thread,
  isActive,
  isAdrift,
  mayComment,
  isOwner,
  onGo,
  onEmpty,
}: ThreadCardProps) {
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) card.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  const isResolved = thread.resolvedAt !== null;
  return (
    <li
      ref={card}
      className={clsx("rounded-md border p-3", isActive ? "border-accent bg-raised" : "border-line bg-panel")}
    >
      <div className="flex items-start gap-1">
        {isAdrift ? (
          <p className="min-w-0 flex-1 border-s-2 border-line-strong ps-2 text-sm text-faint">
            <span className="line-clamp-2 line-through">{thread.quote}</span>
            <span className="text-xs">{t("This text is no longer in the note")}</span>
          </p>
        ) : (
          <button
            type="button"
            onClick={onGo}
            aria-label={t("Go to: {quote}", { quote: thread.quote })}
            className="min-w-0 flex-1 border-s-2 border-warn ps-2 text-start text-sm text-muted hover:text-ink pointer-coarse:min-h-11"
          >
            <span className="line-clamp-2">{thread.quote}</span>
          </button>
        )}
        {mayComment && (
          <IconButton
            label={isResolved ? t("Reopen") : t("Resolve")}
            onClick={() => void resolveThread(thread, !isResolved)}
          >
            {isResolved ? <RotateCcw size={15} /> : <Check size={16} />}
          </IconButton>
        )}
      </div>
      <ul className="mt-2 flex flex-col gap-2.5">
        {thread.comments.map((comment) => (
          <SaidOnce
            key={comment.id}
            comment={comment}
            noteId={thread.noteId}
            mayDelete={isOwner}
            onRemoved={() => thread.comments.length === 1 && onEmpty()}
          />
        ))}
      </ul>
      {isResolved && thread.resolvedBy && (
        <p className="mt-2 text-xs text-faint">
          {t("Resolved by {name}, {resolvedAt}", {
            name: thread.resolvedBy.name || t("a former account"),
            resolvedAt: ago(thread.resolvedAt!),
          })}
        </p>
      )}
      {mayComment && (
        <CommentForm
          noteId={thread.noteId}
          label={t("Reply")}
          action={t("Reply")}
          onSubmit={(text, commentId) => replyTo(thread, text, commentId)}
        />
      )}
    </li>
  );
}

type SaidOnceProps = { comment: Comment; noteId: string; mayDelete: boolean; onRemoved: () => void };

function SaidOnce({ comment, noteId, mayDelete, onRemoved }: SaidOnceProps) {
  const user = useUser();
  const [isEditing, setIsEditing] = useState(false);
  const isMine = user?.id === comment.author.id;
  const remove = async () => {
    if (await removeComment(noteId, comment.id)) onRemoved();
  };
  return (
    <li>
      <div className="flex min-h-7 items-center gap-2 text-xs">
        <span className="truncate font-medium text-ink">{comment.author.name || t("A former account")}</span>
        <Time
          at={comment.createdAt}
          words={(when) => (comment.editedAt ? `${when}, ${t("edited")}` : when)}
          className="shrink-0 text-faint"
        />
        <span className="flex-1" />
        {(isMine || mayDelete) && (
          <Menu
            trigger={
              <IconButton label={t("Actions for this comment")}>
                <Ellipsis size={15} />
              </IconButton>
            }
          >
            {isMine && (
              <MenuItem icon={<Pencil size={15} />} onSelect={() => setIsEditing(true)}>
                {t("Edit")}
              </MenuItem>
            )}
            <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => void remove()}>
              {t("Delete")}
            </MenuItem>
          </Menu>
        )}
      </div>
      {isEditing ? (
        <CommentForm
          noteId={noteId}
          label={t("Comment")}
          action={t("Save")}
          initial={comment.text}
          isFocused
          onCancel={() => setIsEditing(false)}
          onSubmit={async (text) => {
            const isKept = await editComment(noteId, comment.id, text);
            if (isKept) setIsEditing(false);
            return isKept;
          }}
        />
      ) : (
        <p className="text-sm break-words whitespace-pre-wrap">{comment.text}</p>
      )}
    </li>
  );
}
