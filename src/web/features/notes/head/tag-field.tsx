import { Link } from "@tanstack/react-router";
import { Plus, X } from "lucide-react";
import { useTagTyping } from "../../../kernel/tags/use-tag-typing.ts";
import { t } from "../../../lib/messages/t.ts";

type TagFieldProps = { tags: string[]; isEditable: boolean; onChange: (tags: string[]) => void };

/** A note's tags: each leads to all notes that have it; Enter or a comma adds one, Backspace takes the last away. */
export function TagField({ tags, isEditable, onChange }: TagFieldProps) {
  const { typed, setTyped, add, remove, handleKeyDown } = useTagTyping(tags, onChange);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {tags.length > 0 && (
        <ul aria-label={t("Tags")} className="flex min-w-0 flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex h-6 max-w-56 items-center rounded-md bg-hover pl-2.5 text-xs text-muted"
            >
              <Link
                to="/app/explorer"
                search={{ tag }}
                className="tap flex h-6 min-w-6 items-center pr-1 hover:text-ink"
              >
                <span className="truncate">{tag}</span>
              </Link>
              {isEditable && (
                <button
                  type="button"
                  aria-label={t("Remove tag {tag}", { tag })}
                  className="tap grid size-6 shrink-0 place-items-center rounded-md text-faint hover:text-ink"
                  onClick={() => remove(tag)}
                >
                  <X size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isEditable && (
        <label className="flex h-6 items-center gap-1 text-faint focus-within:text-muted">
          <Plus size={13} aria-hidden="true" />
          <input
            aria-label={t("Add tag")}
            placeholder={t("Add tag")}
            value={typed}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={handleKeyDown}
            onBlur={add}
            className="h-6 w-24 rounded-md bg-transparent px-1 text-xs outline-offset-0"
          />
        </label>
      )}
    </div>
  );
}
