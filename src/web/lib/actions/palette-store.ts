import type { Editor } from "@tiptap/core";
import { create } from "zustand";
import type { Folder } from "#contract/folders.ts";
import type { Note } from "#contract/notes.ts";
import type { Tag } from "#contract/tags.ts";
import type { SelectedText } from "./action.ts";

type PaletteOpening = {
  mode: "command" | "selection";
  /** What the palette's actions are about: as it was when it was opened, since the palette takes the focus. */
  note: Note | null;
  selection: SelectedText | null;
  /** What had the focus, and gets it back. */
  opener: HTMLElement | null;
  /** Puts the page's selection back when the palette closes. */
  restore: (() => void) | null;
};

type PaletteStore = { palette: PaletteOpening | null; isMapOpen: boolean };

/** What lies over the page by a key: the palette, hidden or in one of its two modes, and the keyboard map. */
export const usePalette = create<PaletteStore>(() => ({ palette: null, isMapOpen: false }));

type Dialog =
  | { kind: "colour-themes" }
  | { kind: "rename-note" | "move-note" | "note-history" | "share-note"; note: Note }
  | { kind: "templates"; into: Editor | null }
  | { kind: "save-template"; note: Note }
  | { kind: "tag-notes" | "export-notes" | "print-notes"; notes: Note[] }
  | { kind: "rename-tag" | "remove-tag"; tag: Tag }
  | { kind: "import"; importId?: string; folderId?: string | null }
  | { kind: "new-folder"; parent: Folder | null }
  | { kind: "rename-folder" | "move-folder" | "delete-folder" | "share-folder"; folder: Folder };

/** The dialog an action has opened; one host shows it, wherever the action was asked for. */
export const useActionDialog = create<{ dialog: Dialog | null }>(() => ({ dialog: null }));

export const openDialog = (dialog: Dialog): void => useActionDialog.setState({ dialog });
export const closeDialog = (): void => useActionDialog.setState({ dialog: null });
