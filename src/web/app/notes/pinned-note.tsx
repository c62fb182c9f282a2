import { Link } from "@tanstack/react-router";
import { SaveStatus } from "../../editor/session/save-state.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { OpenNote, useOpenNote } from "./open-note.tsx";

/** A note on a card, written in where it stands. */
export function PinnedNote({ noteId, onClose }: { noteId: string; onClose: () => void }) {
  const opened = useOpenNote(noteId);
  const { note, session } = opened;
  return (
    <div className="flex h-full flex-col">
      <p className="flex items-center justify-between gap-2 pb-1">
        <Link
          to="/app/editor/{-$noteId}"
          params={{ noteId }}
          dir="auto"
          className="tap min-w-0 truncate font-medium hover:underline"
        >
          {note ? titleOf(note) : ""}
        </Link>
        <SaveStatus session={session} />
      </p>
      <div className="-mx-4 min-h-0 flex-1 overflow-y-auto">
        <OpenNote
          opened={opened}
          excerpt={note?.excerpt ?? ""}
          close={<Button onClick={onClose}>{t("Choose another note")}</Button>}
        />
      </div>
    </div>
  );
}
