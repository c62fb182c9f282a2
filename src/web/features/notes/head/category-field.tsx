import { useId, type FocusEvent, type KeyboardEvent } from "react";
import { knownCategories } from "../../../kernel/notes/note-cache.ts";
import { t } from "../../../lib/messages/t.ts";

type CategoryFieldProps = { category: string; isEditable: boolean; onChange: (category: string) => void };

/** A note's category: free text, with those already in use offered. Emptied, it is 'general' again. */
export function CategoryField({ category, isEditable, onChange }: CategoryFieldProps) {
  const listId = useId();
  const commit = (event: FocusEvent<HTMLInputElement>) => {
    const value = event.target.value.trim() || "general";
    event.target.value = value;
    if (value !== category) onChange(value);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") event.currentTarget.blur();
    if (event.key === "Escape") {
      event.currentTarget.value = category;
      event.currentTarget.blur();
    }
  };
  return (
    <label className="flex h-6 items-center gap-1 text-xs/6 text-faint">
      {t("Category")}
      <input
        defaultValue={category}
        list={listId}
        maxLength={100}
        readOnly={!isEditable}
        autoComplete="off"
        onBlur={commit}
        onKeyDown={handleKey}
        className="field-sizing-content h-6 max-w-40 min-w-12 rounded-md bg-transparent px-1 text-xs text-muted outline-offset-0 hover:bg-hover focus:bg-hover [&::-webkit-calendar-picker-indicator]:hidden!"
      />
      <datalist id={listId}>
        {knownCategories().map((known) => (
          <option key={known}>{known}</option>
        ))}
      </datalist>
    </label>
  );
}
