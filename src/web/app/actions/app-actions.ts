import {
  Blocks,
  CalendarDays,
  ChartColumn,
  FolderKanban,
  FolderOpen,
  Keyboard,
  LayoutDashboard,
  MessageSquare,
  NotebookText,
  PenLine,
  Search,
  SearchCheck,
  Shapes,
  SquareSlash,
  Star,
  TextSelect,
  Undo2,
} from "lucide-react";
import type { Action } from "../../kernel/actions/action.ts";
import { goTo } from "../../kernel/actions/go-to.ts";
import { openPalette } from "../../kernel/actions/open-palette.ts";
import { usePalette } from "../../kernel/actions/palette-store.ts";
import { readSelection } from "../../kernel/actions/selected-text.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { toast } from "../../ui/toast-store.ts";
import { canUndo, undoLast } from "../../ui/undo.ts";
import { goToSearch } from "./focus-search.ts";

/** The pages that no noun has brought along yet. */
const pages: Action[] = [
  goTo({
    id: "dashboard",
    title: "Dashboard",
    icon: LayoutDashboard,
    href: "/app/dashboard",
    keywords: "home overview",
  }),
  goTo({
    id: "explorer",
    title: "Explorer",
    icon: FolderOpen,
    href: "/app/explorer",
    keywords: "files folders all notes",
  }),
  goTo({ id: "editor", title: "Editor", icon: PenLine, href: "/app/editor", keywords: "write" }),
  goTo({ id: "notes", title: "Notes", icon: NotebookText, href: "/app/notes", keywords: "list" }),
  goTo({
    id: "favorites",
    title: "Favorites",
    icon: Star,
    href: "/app/explorer?view=favorites",
    keywords: "starred",
  }),
  goTo({ id: "chat", title: "Chat", icon: MessageSquare, href: "/app/chat", keywords: "ai assistant" }),
  goTo({ id: "projects", title: "Projects", icon: FolderKanban, href: "/app/projects", keywords: "tasks" }),
  goTo({
    id: "analytics",
    title: "Analytics",
    icon: ChartColumn,
    href: "/app/analytics",
    keywords: "statistics charts",
  }),
  goTo({ id: "seo", title: "SEO", icon: SearchCheck, href: "/app/seo", keywords: "search engines" }),
  goTo({
    id: "calendar",
    title: "Calendar",
    icon: CalendarDays,
    href: "/app/calendar",
    keywords: "events schedule",
  }),
  goTo({
    id: "components",
    title: "Component Library",
    icon: Blocks,
    href: "/app/components",
    keywords: "widgets",
  }),
  goTo({
    id: "gallery",
    title: "Component gallery",
    icon: Shapes,
    href: "/app/component-gallery",
    keywords: "design system tokens buttons",
  }),
];

/** What belongs to no noun, or to the palette itself. */
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
    run: ({ subject }) => openPalette(subject),
  },
  {
    id: "selection.actions",
    title: "Actions for the selected text",
    group: "Selection",
    icon: TextSelect,
    worksInEditor: true,
    isAvailable: ({ via }) => via === "keys" && readSelection() !== null,
    run: ({ subject }) => openPalette(subject),
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
    id: "keys.map",
    after: "import.open",
    title: "Keyboard shortcuts",
    group: "General",
    icon: Keyboard,
    keywords: "help keys hotkeys map",
    run: () => usePalette.setState({ isMapOpen: true }),
  },
  {
    id: "toast.undo",
    after: "tour.start",
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

/** The app's own actions, beside those of its nouns. */
export const app = defineManifest({ actions: [...general, ...pages] });
