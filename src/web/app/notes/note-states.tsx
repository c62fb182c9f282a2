import type { NoteAccess } from "#contract/sharing.ts";
import { Link } from "@tanstack/react-router";
import { FileQuestion, UserX } from "lucide-react";
import { useEffect, useState } from "react";
import { exportUnsent } from "../../features/accounts/export-unsent.ts";
import { forgetSharedNote } from "../../kernel/notes/shared-notes.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Above a text that became one to read while somebody was writing in it: what stands there has not all arrived. */
export function UnsentWords() {
  return (
    <Banner tone="warn" action={<SaveCopyButton />}>
      {t(
        "You can no longer edit this note. Your latest changes didn't reach the server and are only on this device.",
      )}
    </Banner>
  );
}

function SaveCopyButton() {
  return (
    <Button onClick={() => void exportUnsent().catch(() => toast.error(t("Couldn't save the copy")))}>
      {t("Save a copy")}
    </Button>
  );
}

/**
 * The share has ended while the page was open, or before; what the device had of the note goes. What was written and did not
 * reach the server any more is nobody else's: it is handed out.
 */
export function NoLongerShared({ noteId }: { noteId: string }) {
  const [hasUnsent, setHasUnsent] = useState(false);
  useEffect(() => void forgetSharedNote(noteId).then(setHasUnsent), [noteId]);
  return (
    <>
      <h1 className="sr-only">{t("Note")}</h1>
      <EmptyState
        icon={<UserX size={20} />}
        title={t("This note is no longer shared with you")}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {hasUnsent && <SaveCopyButton />}
            <Link to="/app/shared" className={buttonClass("primary")}>
              {t("Shared with me")}
            </Link>
          </div>
        }
      >
        {t("Its owner stopped sharing it or moved it to the trash.")}
        {hasUnsent && ` ${t("Your latest changes didn't reach the server and are only on this device.")}`}
      </EmptyState>
    </>
  );
}

export function NoSuchNote() {
  return (
    <>
      <h1 className="sr-only">{t("Note")}</h1>
      <EmptyState
        icon={<FileQuestion size={20} />}
        title={t("Note not found")}
        action={
          <Link to="/app/explorer" className={buttonClass("primary")}>
            {t("Open the explorer")}
          </Link>
        }
      >
        {t("This note doesn't exist, or you don't have access to it.")}
      </EmptyState>
    </>
  );
}

/** In the place of the save state, where there is nothing to save. */
export function ReadOnlyMark({ role }: { role: NoteAccess["role"] }) {
  return (
    <span className="text-xs whitespace-nowrap text-muted">
      {role === "commenter" ? t("You can comment") : t("View only")}
    </span>
  );
}
