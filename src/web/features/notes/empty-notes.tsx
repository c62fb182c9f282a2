import { Link } from "@tanstack/react-router";
import { NotebookText, Star, Tag } from "lucide-react";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { NoteView } from "./list/note-views.tsx";
import { t } from "../../lib/messages/t.ts";

type EmptyNotesProps = {
  view: NoteView;
  isFiltered: boolean;
  isFolder: boolean;
  onCreate: () => void;
  /** Of its heading. */
  level?: 2 | 3;
  isOnCard?: boolean;
};

/** What an empty list says: the one thing to do next. */
export function EmptyNotes({
  view,
  isFiltered,
  isFolder,
  onCreate,
  level = 2,
  isOnCard = false,
}: EmptyNotesProps) {
  if (isFiltered) {
    return (
      <EmptyState
        level={level}
        icon={<Tag size={20} />}
        title={t("No notes match these filters")}
        action={
          <Link to="." search={{}} className={buttonClass()}>
            {t("Clear filters")}
          </Link>
        }
      >
        {t("Remove filters above to see more.")}
      </EmptyState>
    );
  }
  if (view === "favorites") {
    return (
      <EmptyState
        level={level}
        icon={<Star size={20} />}
        title={t("No favorites yet")}
        action={
          <Link to="." search={{}} className={buttonClass()}>
            {t("Choose a note to star")}
          </Link>
        }
      >
        {t("Star a note to keep it here.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={level}
      isOnCard={isOnCard}
      icon={<NotebookText size={20} />}
      title={isFolder ? t("This folder is empty") : t("Write your first note")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="primary" onClick={onCreate}>
            {t("New Note")}
          </Button>
          <Button onClick={() => openDialog({ kind: "import" })}>{t("Import...")}</Button>
        </div>
      }
    >
      {isFolder ? t("Create a note here, or move one in from its menu.") : t("Saved as you type.")}
    </EmptyState>
  );
}
