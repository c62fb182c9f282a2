import type { Editor } from "@tiptap/core";
import { memo, useCallback, useEffect, useState, type ComponentType } from "react";
import { Announcements } from "./announcements.tsx";
import { BlockTools } from "./blocks/block-tools.tsx";
import { NoteSheet } from "./note-sheet.tsx";
import { useWritingChoices } from "./view/writing-choices.ts";
import type { NoteSession } from "../platform/sync/types.ts";
import { isCaretInSight } from "./input/caret-in-sight.ts";
import { excerptBelowTitle } from "./input/title-once.ts";
import { editorExtensions } from "./editor-extensions.ts";
import { EditorPlace } from "./editor-place.tsx";
import { deferred } from "../ui/deferred.tsx";
import "./note-text.css";
import "./note-parts.css";
import "./note-modes.css";
import "./printed-links.ts";
import { SuggestionHost } from "./suggest/suggestion-host.tsx";
import { useEditor } from "./use-editor.ts";
import { enterText, leaveText } from "./active-editors.ts";
import { Toolbar } from "./toolbar/toolbar.tsx";
import { t } from "../lib/messages/t.ts";

const TaskDates = deferred(async () => (await import("./tasks/task-dates.tsx")).TaskDates);
const LinkDialog = deferred(async () => (await import("./toolbar/link-dialog.tsx")).LinkDialog);

type TextEditorProps = {
  session: NoteSession;
  isEditable: boolean;
  user: { id: string; name: string };
  onEditor?: ((editor: Editor | null) => void) | undefined;
  /** The first words, when the text was changed here: lists show them before the server has derived them. */
  onExcerpt?: ((excerpt: string) => void) | undefined;
  /** The tools of the text: above it, or above a phone's keyboard. */
  Tools?: ComponentType<{ editor: Editor; onLink: () => void }> | undefined;
  /** In a window of its own the text has no outline, find bar or focus mode: those belong to the page. */
  isInWindow?: boolean | undefined;
};

const EXCERPT_LENGTH = 200;
/** Pixels around the caret when the text is scrolled to it: the tools lie over the first line, the figures over the last. */
const CLEAR = { top: 64, bottom: 44, left: 5, right: 5 };

/** Drawn again only when one of its properties changes: everything else of an editor happens without React. */
export const TextEditor = memo(function TextEditor(props: TextEditorProps) {
  const { session, isEditable, user, onEditor, onExcerpt, isInWindow = false, Tools = Toolbar } = props;
  const { noteId } = session;
  const [isLinking, setIsLinking] = useState(false);
  const editor = useEditor(
    {
      extensions: editorExtensions({ session, user, onLink: () => setIsLinking(true) }),
      // What an editor without content makes anyway, but without parsing HTML, which Trusted Types forbid. The Yjs
      // document replaces it before the first paint.
      content: { type: "doc", content: [{ type: "paragraph" }] },
      editable: isEditable,
      // The rules stand in note-text.css: the content security policy allows no style element.
      injectCSS: false,
      editorProps: {
        scrollMargin: CLEAR,
        scrollThreshold: CLEAR,
        handleScrollToSelection: (view) => isCaretInSight(view, CLEAR),
        attributes: {
          class: "note-text",
          // Lists, quotations and tables of a whole text in Arabic or Hebrew begin at the right as well.
          dir: "auto",
          role: "textbox",
          "aria-multiline": "true",
          "aria-label": t("Note text"),
        },
      },
    },
    [session],
  );
  useEffect(() => {
    if (editor.isEditable !== isEditable) editor.setEditable(isEditable, false);
  }, [editor, isEditable]);
  useEffect(() => {
    onEditor?.(editor);
    return () => onEditor?.(null);
  }, [editor, onEditor]);
  useEffect(() => {
    let isChanged = false;
    const note = () => (isChanged = true);
    editor.on("update", note);
    return () => {
      editor.off("update", note);
      if (isChanged) onExcerpt?.(excerptBelowTitle(editor.state).slice(0, EXCERPT_LENGTH));
    };
  }, [editor, onExcerpt]);
  useEffect(() => {
    const open = { editor, noteId, openLink: () => setIsLinking(true) };
    const enter = () => enterText(open);
    enter();
    editor.on("focus", enter);
    return () => {
      editor.off("focus", enter);
      leaveText(open);
    };
  }, [editor, noteId]);
  const { isSpellChecked } = useWritingChoices();
  useEffect(() => void (editor.view.dom.spellcheck = isSpellChecked), [editor, isSpellChecked]);
  const link = useCallback(() => setIsLinking(true), []);
  const page = (
    <>
      <EditorPlace editor={editor} className="note-page" />
      <BlockTools editor={editor} noteId={noteId} />
    </>
  );
  return (
    <>
      {isEditable && <Tools editor={editor} onLink={link} />}
      {isInWindow ? (
        <div data-note-sheet="window" className="relative">
          {page}
        </div>
      ) : (
        <NoteSheet editor={editor} session={session} hasTopTools={Tools === Toolbar}>
          {page}
        </NoteSheet>
      )}
      <TaskDates editor={editor} noteId={noteId} />
      <SuggestionHost editor={editor} />
      {!isInWindow && <Announcements />}
      {isLinking && <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />}
    </>
  );
});
