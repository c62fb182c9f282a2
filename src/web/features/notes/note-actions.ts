import {
  Copy,
  Download,
  ExternalLink,
  Eye,
  FolderInput,
  History,
  Link2,
  PencilLine,
  RefreshCw,
  RotateCcw,
  Star,
  TextSelect,
  Trash2,
  UserPlus,
} from "lucide-react";
import type { Note } from "#contract/notes.ts";
import type { Action, ActionContext } from "../../kernel/actions/action.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { noteOf } from "../../kernel/actions/subject.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { api, queryClient } from "../../platform/api.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { rpc } from "../../platform/rpc.ts";
import { removeNotes, toggleFavorites } from "./many-notes.ts";
import { createNote, duplicateNote, restoreNote } from "../../kernel/notes/note-mutations.ts";
import { isListedHere, look, targets } from "./list/note-selection.ts";
import { refreshSoon } from "./refresh-soon.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const pathOf = (note: Note) => `/app/editor/${note.id}`;
const urlOf = (note: Note) => `${location.origin}${pathOf(note)}`;

const isKept = (context: ActionContext) => noteOf(context)?.trashedAt === null;

/** An action on the note that is meant. */
const onNote = (work: (note: Note) => unknown) => (context: ActionContext) => {
  const note = noteOf(context);
  if (note) void work(note);
};

async function remove(note: Note): Promise<void> {
  const { open } = useActionContext.getState();
  const notes = targets(note);
  if ((await removeNotes(notes)) && notes.some(({ id }) => id === open?.note.id)) open?.onRemoved();
}

/** How many a menu of a selected note is about. */
const countOf = (context: ActionContext) => {
  const note = noteOf(context);
  return note ? targets(note).length : 1;
};
const isAlone = (context: ActionContext) => isKept(context) && countOf(context) <= 1;
/** What only the owner of a note may do with it. */
const isOwn = (context: ActionContext) => isKept(context) && !noteOf(context)?.isForeign;

/** Of another's note only who may change it sees what it said before. */
const hasHistory = (context: ActionContext) => {
  const note = noteOf(context);
  if (!note || note.trashedAt !== null) return false;
  const access = api.sharing.access.queryKey({ input: { noteId: note.id } });
  return !note.isForeign || queryClient.getQueryData(access)?.role === "editor";
};

let isCreating = false;

/** A second press while the note is being made is the first. */
async function create(context: ActionContext, text?: string): Promise<void> {
  if (isCreating) return;
  isCreating = true;
  try {
    const folderId = /^\/(?:app|mobile)\/folders\/([^/]+)$/.exec(context.path)?.[1] ?? null;
    const noteId = await createNote(folderId, text);
    if (noteId) context.go(`/app/editor/${noteId}`);
  } finally {
    isCreating = false;
  }
}

/** The selected words as a quotation, and where they were taken from. */
function quoted(context: ActionContext): string {
  const note = noteOf(context);
  const lines = (context.selection?.text ?? "").trim().split(/\r?\n/);
  const quote = lines.map((line) => `> ${line.replace(/([\\`*_[\]<>#|~])/g, "\\$1")}`).join("\n");
  if (!note) return `${quote}\n`;
  return `${quote}\n\nFrom [${titleOf(note).replace(/([\\[\]*_`<>])/g, "\\$1")}](${pathOf(note)})\n`;
}

/** What can be done with a note, wherever it is listed or open; its menus are made of these. */
export const noteActions: Action[] = [
  {
    id: "note.look",
    title: t("Quick Look"),
    group: "Note",
    icon: Eye,
    keywords: t("preview peek read"),
    // What the row itself does on this key.
    editorKeys: "Space",
    isAvailable: (context) => isAlone(context) && context.isRow && isListedHere(noteOf(context)?.id ?? ""),
    run: onNote((note) => look(note.id)),
  },
  {
    id: "note.favorite",
    title: (context) => (noteOf(context)?.isFavorite ? t("Remove from Favorites") : t("Add to Favorites")),
    group: "Note",
    icon: Star,
    keywords: t("star pin"),
    isAvailable: isOwn,
    run: onNote((note) => toggleFavorites(targets(note))),
  },
  {
    id: "note.rename",
    title: t("Rename..."),
    group: "Note",
    icon: PencilLine,
    keywords: t("title name"),
    isAvailable: (context) => isAlone(context) && isOwn(context),
    run: onNote((note) => openDialog({ kind: "rename-note", note })),
  },
  {
    id: "note.move",
    title: (context) => plural(countOf(context), { one: "Move To...", other: "Move {count} Notes To..." }),
    group: "Note",
    icon: FolderInput,
    keywords: t("folder note"),
    isAvailable: isOwn,
    run: onNote((note) => openDialog({ kind: "move-note", note })),
  },
  {
    id: "note.duplicate",
    title: t("Duplicate"),
    group: "Note",
    icon: Copy,
    keywords: t("copy clone"),
    isAvailable: isAlone,
    run: onNote(duplicateNote),
  },
  {
    id: "note.share",
    title: t("Share..."),
    group: "Note",
    icon: UserPlus,
    keywords: t("publish public page invite people link collaborate web"),
    isAvailable: (context) => isAlone(context) && isOwn(context),
    run: onNote((note) => openDialog({ kind: "share", thing: { note } })),
  },
  {
    id: "note.newTab",
    title: t("Open in a New Tab"),
    group: "Note",
    icon: ExternalLink,
    startsGroup: true,
    isAvailable: (context) => noteOf(context) !== null && context.isRow,
    run: onNote((note) => void open(pathOf(note), "_blank", "noopener")),
  },
  {
    id: "note.export",
    title: (context) => plural(countOf(context), { one: "Export...", other: "Export {count} Notes..." }),
    group: "Note",
    icon: Download,
    keywords: t("download save markdown html word docx pdf print json"),
    isAvailable: isKept,
    run: onNote((note) => openDialog({ kind: "export-notes", notes: targets(note) })),
  },
  {
    id: "note.copyLink",
    title: t("Copy Link"),
    group: "Note",
    icon: Link2,
    keywords: t("url address share"),
    startsGroup: true,
    isAvailable: (context) => noteOf(context) !== null,
    run: onNote((note) => copyText(urlOf(note), t("Link copied"))),
  },
  {
    id: "note.copyMarkdown",
    title: t("Copy as Markdown"),
    group: "Note",
    icon: Copy,
    isAvailable: isKept,
    run: onNote((note) =>
      copyText(
        () => rpc.notes.body({ noteId: note.id, format: "markdown" }).then((body) => body.text),
        t("Copied as Markdown"),
      ),
    ),
  },
  {
    id: "note.history",
    title: t("History"),
    group: "Note",
    icon: History,
    keywords: t("versions revisions compare changes earlier"),
    isAvailable: hasHistory,
    run: onNote((note) => openDialog({ kind: "note-history", note })),
  },
  {
    id: "note.restore",
    title: t("Restore"),
    group: "Note",
    icon: RotateCcw,
    startsGroup: true,
    keywords: t("trash undelete"),
    isAvailable: (context) => Boolean(noteOf(context)?.trashedAt),
    run: onNote(restoreNote),
  },
  {
    id: "note.remove",
    title: (context) => plural(countOf(context), { one: "Delete", other: "Delete {count} Notes" }),
    group: "Note",
    icon: Trash2,
    keywords: t("trash remove"),
    startsGroup: true,
    isDanger: true,
    isUndoable: true,
    // By a key only from its row: in an open note the key is too close to those that write.
    isAvailable: (context) => isOwn(context) && (context.via !== "keys" || context.isRow),
    run: onNote(remove),
  },
];

/** Actions about notes that are about no note in particular. */
export const notesActions: Action[] = [
  {
    id: "note.create",
    title: t("New Note"),
    group: "General",
    icon: PencilLine,
    keywords: t("create write add"),
    run: (context) => create(context),
  },
  {
    id: "notes.refresh",
    after: "note.fromTemplate",
    title: t("Refresh Notes"),
    group: "General",
    icon: RefreshCw,
    keywords: t("reload fetch update list sync"),
    // What pulling the list down does on a phone.
    run: refreshSoon,
  },
];

export const noteSelectionActions: Action[] = [
  {
    id: "selection.newNote",
    after: "selection.search",
    title: t("New Note from Selection"),
    group: "Selection",
    icon: TextSelect,
    keywords: t("create quote"),
    isAvailable: ({ selection }) => selection !== null,
    run: (context) => create(context, quoted(context)),
  },
];
