import { Download, FileText, PenLine, Plus, RefreshCw, RotateCcw, Star, StarOff, Trash2 } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import { liveNotes } from "./list/live-notes.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { cachedNote } from "../../kernel/notes/note-cache.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { deferred } from "../../ui/deferred.tsx";
import { MoveNoteDialog } from "./move-note-dialog.tsx";
import { noteActions, notesActions, noteSelectionActions } from "./note-actions.ts";
import { RenameNoteDialog } from "./rename-note-dialog.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { api, invalidate } from "../../platform/api.ts";
import { t } from "../../lib/messages/t.ts";

type OfNote = { note: Note };
type OfNotes = { notes: Note[] };

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "rename-note": OfNote;
    "move-note": OfNote;
    "tag-notes": OfNotes;
    "export-notes": OfNotes;
    "print-notes": OfNotes & { hasOrigins?: boolean };
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
  panels: [
    {
      id: "info",
      area: "note",
      title: t("Info"),
      rank: 1,
      View: deferred(async () => (await import("./head/info-panel.tsx")).InfoPanel),
    },
    {
      id: "links",
      area: "note",
      title: t("Links"),
      rank: 3,
      View: deferred(async () => (await import("./head/links-panel.tsx")).LinksPanel),
    },
  ],
  subjects: { note: { find: (id) => cachedNote(id) ?? null, nameOf: titleOf } },
  live: liveNotes,
  trash: {
    note: {
      icon: FileText,
      singular: t("Note"),
      plural: t("Notes"),
      count: (count) => plural(count, { one: "{count} note", other: "{count} notes" }),
      pathOf: (id) => `/app/editor/${id}`,
      refresh: () => invalidate(api.notes.key()),
    },
  },
  activity: {
    groups: [{ id: "notes", words: t("Notes") }],
    types: {
      note_created: { icon: Plus, words: t("Note created"), group: "notes" },
      note_updated: { icon: PenLine, words: t("Note updated"), group: "notes" },
      note_deleted: { icon: Trash2, words: t("Note deleted"), group: "notes" },
      note_restored: { icon: RotateCcw, words: t("Note restored"), group: "notes" },
      note_favorited: { icon: Star, words: t("Added to favorites"), group: "notes" },
      note_unfavorited: { icon: StarOff, words: t("Removed from favorites"), group: "notes" },
      notes_refreshed: { icon: RefreshCw, words: t("Notes refreshed"), group: "transfer" },
      export_notes: { icon: Download, words: t("Notes exported"), group: "transfer" },
    },
    fields: {
      title: t("Title"),
      tags: t("Tags"),
      category: t("Category"),
      words: t("Words"),
      folderId: t("Folder"),
    },
    pathOf: { note: (id) => `/app/editor/${id}` },
  },
});
