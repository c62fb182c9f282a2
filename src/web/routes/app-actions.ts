import {
  Activity,
  Blocks,
  CalendarDays,
  ChartColumn,
  FileUp,
  FolderKanban,
  FolderOpen,
  Keyboard,
  LayoutDashboard,
  MessageSquare,
  NotebookText,
  Paperclip,
  PenLine,
  Search,
  SearchCheck,
  Settings,
  Shapes,
  Signpost,
  SquareSlash,
  Star,
  TextSelect,
  Trash2,
  Undo2,
  Users,
  type LucideIcon,
} from "lucide-react";
import { editorCommands } from "../editor/editor-commands.ts";
import { floatNote } from "../features/floating/float-note.ts";
import { folderCommands, foldersCommands } from "../features/folders/folder-commands.ts";
import { frameCommands } from "../features/frame/frame-commands.ts";
import { noteCommands, notesCommands, noteSelectionCommands } from "../features/notes/note-commands.ts";
import { startTour } from "../features/onboarding/tour-state.ts";
import { selectionCommands } from "../features/selection/selection-commands.ts";
import type { SignOut } from "../lib/sign-out.ts";
import type { Action } from "../lib/actions/action.ts";
import { openPalette } from "../lib/actions/open-palette.ts";
import { openDialog, usePalette } from "../lib/actions/palette-store.ts";
import { readSelection } from "../lib/actions/selected-text.ts";
import { toast } from "../ui/toast-store.ts";
import { canUndo, undoLast } from "../ui/undo.ts";
import { goToSearch } from "./focus-search.ts";

/** A page to go to; by its keys it says where one has arrived. */
const goTo = (id: string, title: string, icon: LucideIcon, href: string, keywords = ""): Action => ({
  id: `go.${id}`,
  title,
  group: "Go to",
  icon,
  keywords: `page open ${keywords}`,
  href,
  run: ({ go, via }) => {
    go(href);
    if (via === "keys") toast.info(`Navigated to ${title}`);
  },
});

const pages: Action[] = [
  goTo("dashboard", "Dashboard", LayoutDashboard, "/app/dashboard", "home overview"),
  goTo("explorer", "Explorer", FolderOpen, "/app/explorer", "files folders all notes"),
  goTo("editor", "Editor", PenLine, "/app/editor", "write"),
  goTo("notes", "Notes", NotebookText, "/app/notes", "list"),
  goTo("favorites", "Favorites", Star, "/app/explorer?view=favorites", "starred"),
  goTo("chat", "Chat", MessageSquare, "/app/chat", "ai assistant"),
  goTo("projects", "Projects", FolderKanban, "/app/projects", "tasks"),
  goTo("analytics", "Analytics", ChartColumn, "/app/analytics", "statistics charts"),
  goTo("activity", "Activity", Activity, "/app/activity", "history log"),
  goTo("settings", "Settings", Settings, "/app/settings", "preferences account profile"),
  goTo("seo", "SEO", SearchCheck, "/app/seo", "search engines"),
  goTo("files", "Files", Paperclip, "/app/files", "attachments pictures videos documents uploads media"),
  goTo("calendar", "Calendar", CalendarDays, "/app/calendar", "events schedule"),
  goTo("components", "Component Library", Blocks, "/app/components", "widgets"),
  goTo("gallery", "Component gallery", Shapes, "/app/component-gallery", "design system tokens buttons"),
  goTo("shared", "Team", Users, "/app/shared", "shared with me people sharing published collaborate"),
  goTo("trash", "Trash", Trash2, "/app/explorer?view=trash", "deleted"),
];

const general: Action[] = [
  {
    id: "note.capture",
    title: "Quick capture",
    group: "General",
    icon: PenLine,
    keywords: "write down inbox jot",
    run: ({ go }) => go("/app/capture"),
  },
  {
    id: "palette.open",
    title: "Command palette",
    group: "General",
    icon: SquareSlash,
    worksInEditor: true,
    isAvailable: ({ via }) => via !== "palette",
    run: ({ note }) => openPalette(note),
  },
  {
    id: "selection.actions",
    title: "Actions for the selected text",
    group: "Selection",
    icon: TextSelect,
    worksInEditor: true,
    isAvailable: ({ via }) => via === "keys" && readSelection() !== null,
    run: ({ note }) => openPalette(note),
  },
  {
    id: "search.open",
    title: "Search",
    group: "General",
    icon: Search,
    keywords: "find explorer notes",
    run: ({ go }) => {
      goToSearch(go);
      toast.info("Search opened");
    },
  },
  {
    id: "import.open",
    title: "Import...",
    group: "General",
    icon: FileUp,
    keywords: "obsidian notion evernote joplin markdown word docx pdf epub html opml csv upload bring",
    run: () => openDialog({ kind: "import" }),
  },
  {
    id: "keys.map",
    title: "Keyboard shortcuts",
    group: "General",
    icon: Keyboard,
    keywords: "help keys hotkeys map",
    run: () => usePalette.setState({ isMapOpen: true }),
  },
  {
    id: "tour.start",
    title: "Take the tour",
    group: "General",
    icon: Signpost,
    keywords: "onboarding help guide welcome introduction",
    run: async ({ go }) => {
      if (await startTour()) go("/app/dashboard");
    },
  },
  {
    id: "toast.undo",
    title: "Undo the last deletion",
    group: "General",
    icon: Undo2,
    keywords: "restore back",
    isAvailable: canUndo,
    run: () => {
      if (undoLast()) toast.info("Undone");
    },
  },
];

const withAfter = (actions: Action[], id: string, ...added: Action[]): Action[] =>
  actions.flatMap((action) => (action.id === id ? [action, ...added] : [action]));

const isOnNote = ({ group }: Action) => group === "Note";

/**
 * Every action of the app, in the order in which lists show them; `later` are those whose code comes later. What can be done with a
 * note stands before its deletion, whenever it came.
 */
export const appActions = (onSignOut: SignOut, later: Action[]): Action[] => [
  ...notesCommands,
  ...foldersCommands,
  ...general,
  ...frameCommands(onSignOut),
  ...pages,
  ...withAfter(
    withAfter(noteCommands, "note.duplicate", ...later.filter(isOnNote)),
    "note.newTab",
    floatNote,
  ),
  ...folderCommands,
  ...editorCommands,
  ...later.filter((action) => !isOnNote(action)),
  ...selectionCommands,
  ...noteSelectionCommands,
];
