import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { Note } from "#contract/notes.ts";
import { offerUndo, updated, updateNote } from "../../../kernel/notes/note-mutations.ts";
import { t } from "../../../lib/messages/t.ts";

/** How long the title stands still before it is sent. */
const REST = 600;

type TitleFieldProps = {
  note: Note;
  isEditable: boolean;
  onLeave: () => void;
  /** Receives what sends a title still being typed; it answers false when the server refused it. */
  onFlush: (flush: () => Promise<boolean>) => void;
};

/**
 * The title. While it is being typed the field is the truth, otherwise the note is: another device's title shows at
 * once, but never under the fingers.
 */
export function TitleField({ note, isEditable, onLeave, onFlush }: TitleFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const before = useRef(note.title);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<string | null>(null);

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    const title = latest.current;
    latest.current = null;
    return title === null || updateNote(note.id, { title });
  }, [note.id]);

  useEffect(() => onFlush(flush), [flush, onFlush]);
  // Leaving the page must not swallow the last letters.
  useEffect(() => () => void flush(), [flush]);

  const handleChange = (value: string) => {
    const title = value.replace(/[\r\n]+/g, " ");
    setTyped(title);
    latest.current = title;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), REST);
  };
  const handleBlur = async () => {
    const isChanged = typed !== null && typed !== before.current;
    const isKept = await flush();
    setTyped(null);
    if (!isChanged || !isKept) return;
    const change = { title: typed };
    offerUndo({ ...note, title: before.current }, change, updated(note, change));
  };
  const handleKey = (event: KeyboardEvent) => {
    if ((event.key === "Enter" || event.key === "ArrowDown") && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <textarea
      dir="auto"
      aria-label={t("Title")}
      placeholder={t("Untitled")}
      rows={1}
      maxLength={1000}
      readOnly={!isEditable}
      autoFocus={note.title === "" && note.wordCount === 0}
      value={typed ?? note.title}
      onFocus={() => (before.current = note.title)}
      onChange={(event) => handleChange(event.target.value)}
      onBlur={() => void handleBlur()}
      onKeyDown={handleKey}
      className="field-sizing-content block w-full resize-none bg-transparent text-2xl font-semibold tracking-tight outline-none sm:text-[2rem] sm:leading-[2.5rem]"
    />
  );
}
