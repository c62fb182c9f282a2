import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { SaveStatus } from "../../editor/session/save-state.tsx";
import { FloatingFrame } from "../../features/floating/floating-frame.tsx";
import { closeWindow, keepWords } from "../../features/floating/floating-store.ts";
import { OutsideFrame } from "../../features/floating/outside-frame.tsx";
import type { FloatingNote } from "../../features/floating/windows.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { OpenNote, useOpenNote } from "./open-note.tsx";

/** A note in a window. */
export function FloatingNoteWindow({ window, isOutside }: { window: FloatingNote; isOutside: boolean }) {
  const { id, noteId, note: words } = window;
  const navigate = useNavigate();
  const opened = useOpenNote(noteId);
  const { note, session } = opened;
  useEffect(() => {
    if (note) keepWords(id, { title: note.title, content: note.excerpt });
  }, [id, note]);
  const keepExcerpt = useCallback((content: string) => keepWords(id, { content }), [id]);
  const Frame = isOutside ? OutsideFrame : FloatingFrame;
  return (
    <Frame
      window={window}
      title={titleOf(note ?? words)}
      status={<SaveStatus session={session} />}
      onOpen={() => void navigate({ to: "/app/editor/{-$noteId}", params: { noteId } })}
    >
      <OpenNote
        opened={opened}
        excerpt={words.content}
        onExcerpt={keepExcerpt}
        close={<Button onClick={() => closeWindow(id)}>{t("Close")}</Button>}
      />
    </Frame>
  );
}
