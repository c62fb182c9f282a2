import { Download, PenLine, Plus, RefreshCw, RotateCcw, Star, StarOff, Trash2 } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import { liveNotes } from "./list/live-notes.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { cachedNote } from "../../kernel/notes/note-cache.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { deferred } from "../../ui/deferred.tsx";
import { MoveNoteDialog } from "./move-note-dialog.tsx";
import { noteActions, notesActions, noteSelectionActions } from "./note-actions.ts";
import { RenameNoteDialog } from "./rename-note-dialog.tsx";

type OfNote = { note: Note };
type OfNotes = { notes: Note[] };

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "rename-note": OfNote;
    "move-note": OfNote;
    "tag-notes": OfNotes;
    "export-notes": OfNotes;
    "print-notes": OfNotes;
  }
}

export const notes = defineManifest({
  actions: [...notesActions, ...noteActions, ...noteSelectionActions],
  dialogs: {
    "rename-note": RenameNoteDialog,
    "move-note": MoveNoteDialog,
    "tag-notes": deferred(async () => (await import("./tag-notes-dialog.tsx")).TagNotesDialog),
    "export-notes": deferred(async () => (await import("./exporting/export-dialog.tsx")).ExportDialog),
    "print-notes": deferred(async () => (await import("./exporting/print-dialog.tsx")).PrintDialog),
  },
  subjects: { note: { find: (id) => cachedNote(id) ?? null, nameOf: titleOf } },
  live: liveNotes,
  activity: {
    groups: [{ id: "notes", words: "Notes" }],
    types: {
      note_created: { icon: Plus, words: "Note created", group: "notes" },
      note_updated: { icon: PenLine, words: "Note updated", group: "notes" },
      note_deleted: { icon: Trash2, words: "Note deleted", group: "notes" },
      note_restored: { icon: RotateCcw, words: "Note restored", group: "notes" },
      note_favorited: { icon: Star, words: "Added to favorites", group: "notes" },
      note_unfavorited: { icon: StarOff, words: "Removed from favorites", group: "notes" },
      notes_refreshed: { icon: RefreshCw, words: "Notes refreshed", group: "transfer" },
      export_notes: { icon: Download, words: "Notes exported", group: "transfer" },
    },
    fields: { title: "Title", tags: "Tags", category: "Category", words: "Words", folderId: "Folder" },
    pathOf: { note: (id) => `/app/editor/${id}` },
  },
});
