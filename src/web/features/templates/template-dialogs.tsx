import type { Editor } from "@tiptap/core";
import type { Note } from "#contract/notes.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import type { Usable } from "./built-in.ts";
import { fillTemplate } from "./fill-template.ts";
import type { NoteToBegin } from "./manifest.ts";
import { SaveTemplateDialog } from "./save-template-dialog.tsx";
import { TemplatesDialog } from "./templates-dialog.tsx";
import { useActionContext } from "../../kernel/actions/here.ts";
import { api } from "../../platform/api.ts";
import { noteFromTemplate } from "./template-actions.ts";
import { t } from "../../lib/messages/t.ts";

/** Makes a template of a note. */
export function SaveNoteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  return <SaveTemplateDialog title={titleOf(note)} readText={() => readText(note)} onClose={onClose} />;
}

type UseTemplateProps = { into: Editor | null; begin?: NoteToBegin; onClose: () => void };

/** Puts a template into the text with the caret, or begins a note with it. */
export function UseTemplateDialog({ into, begin, onClose }: UseTemplateProps) {
  const handleUse = (template: Usable) => {
    if (begin) return begin.use(fillTemplate(template.text, begin.title, begin.at, begin.words));
    void (into ? insert(into, template.text) : noteFromTemplate(template));
  };
  return (
    <TemplatesDialog
      title={into ? t("Insert a template") : t("New note from a template")}
      onUse={handleUse}
      onClose={onClose}
    />
  );
}

/** What stands on the screen, or the server's where the note is not open. */
async function readText(note: Note): Promise<string> {
  const { editor } = useActionContext.getState();
  if (editor?.noteId === note.id) {
    const { toMarkdown } = await import("#document/markdown/serialize.ts");
    return toMarkdown(editor.editor.state.doc);
  }
  return (await api.notes.body.call({ noteId: note.id, format: "markdown" })).text;
}

async function insert(editor: Editor, text: string): Promise<void> {
  const { insertMarkdown } = await import("../../editor/paste/insert-markdown.ts");
  const title = useActionContext.getState().open?.note;
  editor.view.focus();
  await insertMarkdown(editor, fillTemplate(text, title ? titleOf(title) : ""));
}
