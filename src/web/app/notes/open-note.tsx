import { useQuery } from "@tanstack/react-query";
import { FileQuestion, Trash2 } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { NoteEditor } from "../../editor/note-editor.tsx";
import { useNoteSession, useNoteView } from "../../editor/session/use-note-session.ts";
import { cachedNote, putNote } from "../../kernel/notes/note-cache.ts";
import { restoreNote } from "../../kernel/notes/note-mutations.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { isWaitingToBeCreated } from "../../platform/send.ts";
import { useUser } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";

const NoTools = () => null;

/** A note that is open outside the editor's page: the same text over the same session. */
export function useOpenNote(noteId: string) {
  const { data: note, error } = useQuery(
    api.notes.get.queryOptions({ input: { noteId }, placeholderData: () => cachedNote(noteId) }),
  );
  const session = useNoteSession(noteId);
  const view = useNoteView(session);
  const isNewHere = isWaitingToBeCreated(noteId);
  const isGone = error !== null && errorCode(error) === "NOT_FOUND" && !isNewHere;
  return { noteId, note, session, view, isNewHere, isGone };
}

type OpenNoteProps = {
  opened: ReturnType<typeof useOpenNote>;
  /** Shown until the text has come. */
  excerpt: string;
  onExcerpt?: (excerpt: string) => void;
  /** Offered where there is nothing to read. */
  close: ReactNode;
};

export function OpenNote({ opened, excerpt, onExcerpt, close }: OpenNoteProps) {
  const { noteId, note, session, view, isNewHere, isGone } = opened;
  const user = useUser();
  const keepExcerpt = useCallback(
    (words: string) => {
      onExcerpt?.(words);
      const known = cachedNote(noteId);
      if (known && known.excerpt !== words)
        putNote({ ...known, excerpt: words, updatedAt: new Date().toISOString() });
    },
    [noteId, onExcerpt],
  );
  if (!user) return null;
  const hasText = view.isReady && session !== null && session.fragment.length > 0;
  return (
    <>
      {isGone && (
        <Notice
          icon={<FileQuestion size={15} />}
          words={t("Note not found. It was deleted, or you don't have access to it.")}
        >
          {close}
        </Notice>
      )}
      {note?.trashedAt && (
        <Notice icon={<Trash2 size={15} />} words={t("This note is in the trash.")}>
          <Button look="primary" onClick={() => void restoreNote(note)}>
            {t("Restore")}
          </Button>
          {close}
        </Notice>
      )}
      {view.phase === "loading" && !view.isReady && excerpt && (
        <p className="px-9 pt-3 text-sm text-muted">{excerpt}</p>
      )}
      {(!isGone || hasText) && (
        <NoteEditor
          session={session}
          isNewHere={isNewHere}
          view={view}
          user={user}
          onExcerpt={keepExcerpt}
          Tools={NoTools}
          isInWindow
        />
      )}
    </>
  );
}

function Notice({ icon, words, children }: { icon: ReactNode; words: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-warn-soft px-3 py-2 text-sm"
    >
      <span className="text-warn">{icon}</span>
      <span className="min-w-32 flex-1">{words}</span>
      {children}
    </div>
  );
}
