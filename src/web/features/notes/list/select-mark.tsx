import { clsx } from "clsx";
import { Check, FileText } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import { useSelection } from "./note-selection.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { t } from "../../../lib/messages/t.ts";

/** Where a note is selected: its icon, which becomes a box under the pointer, by the keyboard and while others are selected. */
export function SelectMark({ note }: { note: Note }) {
  const isSelected = useSelection(({ selection }) => selection.ids.has(note.id));
  const isSelecting = useSelection(({ selection }) => selection.ids.size > 0);
  return (
    <button
      type="button"
      role="checkbox"
      data-select=""
      aria-checked={isSelected}
      aria-label={t("Select {title}", { title: titleOf(note) })}
      className="group/mark tap relative z-10 grid size-6 shrink-0 place-items-center rounded-md"
    >
      <FileText
        size={15}
        aria-hidden="true"
        className={clsx(
          "text-faint",
          isSelecting
            ? "hidden"
            : "group-focus-visible/mark:hidden pointer-fine:group-focus-within:hidden pointer-fine:group-hover:hidden",
        )}
      />
      <span
        aria-hidden="true"
        className={clsx(
          "size-4 place-items-center rounded-[4px] border",
          isSelected ? "border-transparent bg-accent-fill text-on-accent" : "border-field-line",
          isSelecting
            ? "grid"
            : "hidden group-focus-visible/mark:grid pointer-fine:group-focus-within:grid pointer-fine:group-hover:grid",
        )}
      >
        {isSelected && <Check size={12} strokeWidth={3} />}
      </span>
    </button>
  );
}
