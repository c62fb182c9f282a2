import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileQuestion, Trash2 } from "lucide-react";
import { useCallback, useEffect, type ReactNode } from "react";
import { NoteEditor } from "../../editor/note-editor.tsx";
import { SaveStatus } from "../../editor/session/save-state.tsx";
import { useNoteSession, useNoteView } from "../../editor/session/use-note-session.ts";
import { FloatingFrame } from "../../features/floating/floating-frame.tsx";
import { closeWindow, keepWords } from "../../features/floating/floating-store.ts";
import { OutsideFrame } from "../../features/floating/outside-frame.tsx";
import type { FloatingNote } from "../../features/floating/windows.ts";
import { restoreNote } from "../../kernel/notes/note-mutations.ts";
import { cachedNote, putNote } from "../../kernel/notes/note-cache.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { api } from "../../platform/api.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { isWaitingToBeCreated } from "../../platform/send.ts";
import { useUser } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { useNoteDoors } from "./note-navigator.ts";
import { t } from "../../lib/messages/t.ts";

const NoTools = () => null;

/** A note in a window: the same text as in the editor, over the same session. */
export function FloatingNoteWindow({ window, isOutside }: { window: FloatingNote; isOutside: boolean }) {
  const { id, noteId, note: words } = window;
  const user = useUser();
  const navigate = useNavigate();
  useNoteDoors();
  const { data: note, error } = useQuery(
    api.notes.get.queryOptions({ input: { noteId }, placeholderData: () => cachedNote(noteId) }),
  );
  const session = useNoteSession(noteId);
  const view = useNoteView(session);
  const title = titleOf(note ?? words);
  useEffect(() => {
    if (note) keepWords(id, { title: note.title, content: note.excerpt });
  }, [id, note]);
  const keepExcerpt = useCallback(
    (excerpt: string) => {
      keepWords(id, { content: excerpt });
      const known = cachedNote(noteId);
      if (known && known.excerpt !== excerpt)
        putNote({ ...known, excerpt, updatedAt: new Date().toISOString() });
    },
    [id, noteId],
  );
  if (!user) return null;
  const isNewHere = isWaitingToBeCreated(noteId);
  const hasText = view.isReady && session !== null && session.fragment.length > 0;
  const isGone = error !== null && errorCode(error) === "NOT_FOUND" && !isNewHere;
  const Frame = isOutside ? OutsideFrame : FloatingFrame;
  return (
    <Frame
      window={window}
      title={title}
      status={<SaveStatus session={session} />}
      onOpen={() => void navigate({ to: "/app/editor/{-$noteId}", params: { noteId } })}
    >
      {isGone && (
        <Notice
          icon={<FileQuestion size={15} />}
          words={t("Note not found. It was deleted, or you don't have access to it.")}
        >
          <Button onClick={() => closeWindow(id)}>{t("Close")}</Button>
        </Notice>
      )}
      {note?.trashedAt && (
        <Notice icon={<Trash2 size={15} />} words={t("This note is in the trash.")}>
          <Button look="primary" onClick={() => void restoreNote(note)}>
            {t("Restore")}
          </Button>
          <Button onClick={() => closeWindow(id)}>{t("Close")}</Button>
        </Notice>
      )}
      {view.phase === "loading" && !view.isReady && words.content && (
        <p className="px-9 pt-3 text-sm text-muted">{words.content}</p>
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
    </Frame>
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
