import { clsx } from "clsx";
import { X } from "lucide-react";
import { useId } from "react";
import { useTagTyping } from "../../kernel/tags/use-tag-typing.ts";
import { t } from "../../lib/messages/t.ts";
import { inputClass } from "../../ui/field.tsx";
import { useGalleryTags } from "./gallery-query.ts";

/** As the contract has it. */
const MOST = 30;

/** Enter or a comma adds one, Backspace takes the last away; those other pictures have are offered. */
export function PictureTags({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
  const id = useId();
  const known = useGalleryTags();
  const { typed, setTyped, has, add, remove, handleKeyDown } = useTagTyping(tags, onChange, MOST);
  return (
    <div className="flex shrink-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {t("Tags")}
      </label>
      {tags.length > 0 && (
        <ul aria-label={t("Tags")} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex h-6 max-w-full items-center rounded-md bg-hover ps-2.5 text-xs text-muted"
            >
              <span dir="auto" className="truncate">
                {tag}
              </span>
              <button
                type="button"
                aria-label={t("Remove tag {tag}", { tag })}
                className="tap grid size-6 shrink-0 place-items-center rounded-md text-faint hover:text-ink"
                onClick={() => remove(tag)}
              >
                <X size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        list={`${id}-known`}
        placeholder={t("Add tag")}
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKeyDown}
        onBlur={add}
        className={clsx(inputClass, "h-9 text-sm")}
      />
      <datalist id={`${id}-known`}>
        {known
          .filter(({ tag }) => !has(tag))
          .map(({ tag }) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
      </datalist>
    </div>
  );
}
