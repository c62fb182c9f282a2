import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Star, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { Note } from "#contract/notes.ts";
import { openDialog } from "../../../kernel/actions/dialogs.ts";
import { IconButton } from "../../../ui/button.tsx";
import { FolderTrail } from "./folder-trail.tsx";
import { changeNote, toggleFavorite, updated } from "../../../kernel/notes/note-mutations.ts";
import { NoteMenu } from "../note-menu.tsx";
import { CategoryField } from "./category-field.tsx";
import { TagField } from "./tag-field.tsx";
import { TitleField } from "./title-field.tsx";
import { rich } from "../../../lib/messages/rich.ts";
import { t } from "../../../lib/messages/t.ts";

type NoteHeadProps = {
  note: Note;
  /** Says where the text stands. */
  status: ReactNode;
  /** Stands in the place of the folders. */
  lead?: ReactNode;
  /** Before the menu of the note: what its text offers. */
  tools?: ReactNode;
  isEditable: boolean;
  /** Nothing was written yet, so there is nothing to share or delete. */
  isDraft?: boolean;
  onLeaveTitle: () => void;
  /** Receives what saves a title that is still being typed; for Ctrl+S. */
  onTitleFlush: (flush: () => Promise<boolean>) => void;
};

const change = (note: Note, part: { tags?: string[]; category?: string }) =>
  changeNote(note, part, updated(note, part));

/** A note of somebody else lies in no folder of one's own. */
function SharedTrail() {
  return (
    <Link to="/app/shared" className="rounded-md text-sm text-muted hover:text-ink">
      {t("Shared with me")}
    </Link>
  );
}

/** Everything about a note but its text. */
export function NoteHead({
  note,
  status,
  lead,
  tools,
  isEditable,
  isDraft = false,
  onLeaveTitle,
  onTitleFlush,
}: NoteHeadProps) {
  return (
    <div>
      <div
        className={clsx(
          "note-chrome print:hidden",
          "@container flex items-center gap-2",
          lead
            ? "sticky top-0 z-20 min-h-14 flex-wrap bg-bg px-2 pt-[env(safe-area-inset-top)]"
            : "h-12 px-4",
        )}
      >
        {lead ?? (note.isForeign ? <SharedTrail /> : <FolderTrail folderId={note.folderId} />)}
        <span className="flex-1" />
        {status}
        {!note.isForeign && !isDraft && (
          <>
            {!note.trashedAt && (
              <IconButton label={t("Share")} onClick={() => openDialog({ kind: "share", thing: { note } })}>
                <UserPlus size={16} />
              </IconButton>
            )}
            <IconButton
              label={note.isFavorite ? t("Remove from Favorites") : t("Add to Favorites")}
              onClick={() => void toggleFavorite(note)}
            >
              <Star size={16} className={note.isFavorite ? "fill-accent text-accent" : ""} />
            </IconButton>
          </>
        )}
        {tools}
        {!isDraft && <NoteMenu note={note} />}
      </div>
      <div className="note-width mx-auto max-w-3xl px-4 pt-3 pb-4 sm:px-6 sm:pt-6">
        <TitleField
          key={note.id}
          note={note}
          isEditable={isEditable}
          onLeave={onLeaveTitle}
          onFlush={onTitleFlush}
        />
        {lead && note.folderId && (
          <div className="mt-1">
            <FolderTrail folderId={note.folderId} />
          </div>
        )}
        <div className="note-chrome mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm print:hidden">
          <CategoryField
            key={note.category}
            category={note.category}
            isEditable={isEditable}
            onChange={(category) => void change(note, { category })}
          />
          {(isEditable || note.tags.length > 0) && (
            <span className="h-4 w-px bg-line-strong max-sm:hidden" aria-hidden="true" />
          )}
          <TagField
            tags={note.tags}
            isEditable={isEditable}
            onChange={(tags) => void change(note, { tags })}
          />
        </div>
        {note.trashedAt && (
          <p className="mt-3 text-sm text-warn">
            {rich("This note is in the <trash>trash</trash>.", {
              trash: (words) => (
                <Link to="/app/explorer" search={{ view: "trash" }} className="underline">
                  {words}
                </Link>
              ),
            })}
          </p>
        )}
      </div>
    </div>
  );
}
