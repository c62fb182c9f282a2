import type { Editor } from "@tiptap/core";
import type { Note } from "#contract/notes.ts";
import { titleOf } from "../features/notes/note-title.ts";
import { fillTemplate } from "../features/templates/fill-template.ts";
import { SaveTemplateDialog } from "../features/templates/save-template-dialog.tsx";
import { TemplatesDialog } from "../features/templates/templates-dialog.tsx";
import { useHere } from "../lib/actions/here.ts";
import { api } from "../lib/api.ts";
import { noteFromTemplate } from "./template-commands.ts";

type TemplateDialogsProps = {
  dialog: { kind: "templates"; into: Editor | null } | { kind: "save-template"; note: Note };
  onClose: () => void;
};

/** What actions ask about templates. */
export function TemplateDialogs({ dialog, onClose }: TemplateDialogsProps) {
  if (dialog.kind === "save-template") {
    const { note } = dialog;
    return <SaveTemplateDialog title={titleOf(note)} readText={() => readText(note)} onClose={onClose} />;
  }
  const { into } = dialog;
  return (
    <TemplatesDialog
      title={into ? "Insert a template" : "New note from a template"}
      onUse={(template) => void (into ? insert(into, template.text) : noteFromTemplate(template))}
      onClose={onClose}
    />
  );
}

/** What stands on the screen, or the server's where the note is not open. */
async function readText(note: Note): Promise<string> {
  const { editor } = useHere.getState();
  if (editor?.noteId === note.id) {
    const { toMarkdown } = await import("#document/markdown/serialize.ts");
    return toMarkdown(editor.editor.state.doc);
  }
  return (await api.notes.body.call({ noteId: note.id, format: "markdown" })).text;
}

async function insert(editor: Editor, text: string): Promise<void> {
  const { insertMarkdown } = await import("../editor/paste/insert-markdown.ts");
  const title = useHere.getState().open?.note;
  editor.view.focus();
  await insertMarkdown(editor, fillTemplate(text, title ? titleOf(title) : ""));
}
