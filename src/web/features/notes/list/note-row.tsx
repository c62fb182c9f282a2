import { Link } from "@tanstack/react-router";
import { RotateCcw, Star } from "lucide-react";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Note } from "#contract/notes.ts";
import { Time } from "../../../ui/dates/time.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { FolderName } from "../head/folder-name.tsx";
import { Highlighted } from "../../../ui/highlighted.tsx";
import { restoreNote, toggleFavorite } from "../../../kernel/notes/note-mutations.ts";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { NoteMenu } from "../note-menu.tsx";
import { SelectMark } from "./select-mark.tsx";
import { useSelection } from "./note-selection.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { TagChips } from "../head/tag-chips.tsx";
import { t } from "../../../lib/messages/t.ts";

export type NoteRowProps = {
  note: Note;
  /** Title and text with the search's marks in them. */
  markedTitle?: string | undefined;
  snippet?: string | undefined;
  /** Why a search found it. */
  reason?: ReactNode;
  isSelected?: boolean;
  /** Opens in the panel beside the list rather than on its own page. */
  opensBeside?: boolean;
  /** Every row here is of one folder: its name would only repeat the page's. */
  hidesFolder?: boolean;
  /** When it was changed stands before its text, where the title needs the whole width. */
  hasTimeBelow?: boolean;
  /** In a list in which notes can be selected. */
  isSelectable?: boolean;
};

/** With a mouse the actions take the time's place; a finger cannot hover, so there both stand side by side. */
const hiddenWithActions =
  "transition-opacity pointer-fine:group-focus-within:opacity-0 pointer-fine:group-hover:opacity-0 pointer-fine:group-has-data-popup-open:opacity-0";
const actions =
  "flex items-center transition-opacity pointer-fine:absolute pointer-fine:right-0 pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100 pointer-fine:has-data-popup-open:opacity-100";

/** One note in a list: a real link over the whole row, its actions above it. */
export function NoteRow({
  note,
  markedTitle,
  snippet,
  reason,
  isSelected = false,
  opensBeside = false,
  hidesFolder = false,
  hasTimeBelow = false,
  isSelectable = false,
}: NoteRowProps) {
  const text = snippet ?? note.excerpt;
  const isMarked = useSelection(({ selection }) => isSelectable && selection.ids.has(note.id));
  const target = opensBeside
    ? ({ to: "/app/notes", search: { note: note.id } } as const)
    : ({ to: "/app/editor/{-$noteId}", params: { noteId: note.id } } as const);
  return (
    <article
      data-note-id={note.id}
      className={clsx(
        "group relative flex min-h-14 items-center gap-3 rounded-md px-3 py-2 transition-colors compact:min-h-9 compact:py-0.5",
        isSelectable && "gap-2! pl-1.5!",
        isMarked ? "bg-accent-soft" : isSelected ? "bg-pressed" : "hover:bg-hover",
      )}
    >
      {isSelectable && <SelectMark note={note} />}
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <Link
            {...target}
            dir="auto"
            aria-current={isSelected ? "page" : undefined}
            className="-mx-1 min-w-0 truncate px-1 font-medium row-link"
          >
            <Highlighted text={markedTitle || titleOf(note)} />
          </Link>
          {note.isFavorite && (
            <Star size={12} aria-label={t("Favorite")} className="shrink-0 fill-accent text-accent" />
          )}
        </div>
        <p
          className={clsx(
            "text-sm text-muted text-left [unicode-bidi:plaintext]",
            // What a search found in the text is why the row is there.
            snippet === undefined && "compact:hidden",
            snippet === undefined ? "truncate" : "line-clamp-2 wrap-anywhere sm:line-clamp-1",
          )}
        >
          {hasTimeBelow && (
            <>
              <Time at={note.updatedAt} className="text-faint tabular-nums" />
              <span aria-hidden="true" className="text-faint">
                {" · "}
              </span>
            </>
          )}
          {!hidesFolder && <FolderName folderId={note.folderId} />}
          {text ? <Highlighted text={text} /> : <span className="text-faint">{t("No text yet")}</span>}
        </p>
      </div>
      {!opensBeside && <TagChips tags={note.tags} className="hidden max-w-56 shrink-0 md:flex" />}
      {reason && <span className="hidden shrink-0 text-xs text-faint lg:block">{reason}</span>}
      <RetryMark id={note.id} isCompact={opensBeside} />
      <div className={clsx("relative flex shrink-0 items-center justify-end", !opensBeside && "sm:min-w-20")}>
        {!hasTimeBelow && (
          <Time
            at={note.updatedAt}
            className={clsx("text-xs text-faint tabular-nums", !note.trashedAt && hiddenWithActions)}
          />
        )}
        {note.trashedAt ? <RestoreButton note={note} /> : <RowActions note={note} isCompact={opensBeside} />}
      </div>
    </article>
  );
}

function RowActions({ note, isCompact }: { note: Note; isCompact: boolean }) {
  return (
    <div className={actions}>
      {!isCompact && (
        <IconButton
          label={note.isFavorite ? t("Remove from Favorites") : t("Add to Favorites")}
          className="max-sm:hidden"
          onClick={() => void toggleFavorite(note)}
        >
          <Star size={15} className={note.isFavorite ? "fill-accent text-accent" : ""} />
        </IconButton>
      )}
      <NoteMenu note={note} />
    </div>
  );
}

function RestoreButton({ note }: { note: Note }) {
  return (
    <Button
      className="ml-3 h-7"
      onClick={() => void restoreNote(note)}
      aria-label={t("Restore {title}", { title: titleOf(note) })}
    >
      <RotateCcw size={14} /> {t("Restore")}
    </Button>
  );
}
