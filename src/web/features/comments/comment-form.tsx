import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { MentionList } from "../../kernel/people/mention-list.tsx";
import { api } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { t } from "../../lib/messages/t.ts";

const NOBODY: { id: string; name: string }[] = [];

type CommentFormProps = {
  /** Those who may read it can be mentioned. */
  noteId: string;
  label: string;
  action: string;
  initial?: string;
  isFocused?: boolean;
  /** Answers whether it was taken; what was not stays written, and keeps its id when it is sent again. */
  onSubmit: (text: string, commentId: string) => Promise<boolean>;
  onCancel?: () => void;
};

/** A few lines and a button; Ctrl+Enter sends, Escape gives up. */
export function CommentForm({
  noteId,
  label,
  action,
  initial = "",
  isFocused = false,
  onSubmit,
  onCancel,
}: CommentFormProps) {
  const id = useId();
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const { data } = useQuery(
    api.comments.people.queryOptions({ input: { noteId }, enabled: /[@＠]/.test(text), staleTime: 60_000 }),
  );
  const people = data?.people ?? NOBODY;
  const [isBusy, setIsBusy] = useState(false);
  const [commentId, setCommentId] = useState(uuidV7);
  const submit = async () => {
    if (isBusy || text.trim() === "") return;
    setIsBusy(true);
    const isTaken = await onSubmit(text.trim(), commentId);
    setIsBusy(false);
    if (!isTaken) return;
    setText("");
    setCommentId(uuidV7());
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    } else if (event.key === "Escape" && onCancel) {
      event.stopPropagation();
      onCancel();
    }
  };
  const isShort = text === "" && !isFocused;
  return (
    <form onSubmit={handleSubmit} className="mt-2">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <textarea
          ref={field}
          id={id}
          value={text}
          rows={isShort ? 1 : 3}
          maxLength={10_000}
          placeholder={label}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for a moment ago
          autoFocus={isFocused}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
          className={`${inputClass} resize-y px-2.5 py-1.5 text-sm pointer-coarse:text-base`}
        />
        <MentionList field={field} people={people} />
      </div>
      {!isShort && (
        <div className="mt-1.5 flex justify-end gap-2">
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              {t("Cancel")}
            </Button>
          )}
          <Button type="submit" look="primary" isBusy={isBusy} disabled={text.trim() === ""}>
            {action}
          </Button>
        </div>
      )}
    </form>
  );
}
