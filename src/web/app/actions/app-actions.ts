import {
  Blocks,
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
import { say } from "../../ui/state-line.ts";
import { canUndo, undoEntry, undoLast, useUndos } from "../../kernel/undo.ts";
import { goToSearch } from "./focus-search.ts";
import { t } from "../../lib/messages/t.ts";

/** The pages that no noun has brought along yet. */
const pages: Action[] = [
  goTo({
    id: "dashboard",
    title: t("Dashboard"),
    icon: LayoutDashboard,
    href: "/app/dashboard",
    keywords: t("home overview"),
  }),
  goTo({
    id: "explorer",
    title: t("Explorer"),
    icon: FolderOpen,
    href: "/app/explorer",
    keywords: t("files folders all notes"),
  }),
  goTo({ id: "editor", title: t("Editor"), icon: PenLine, href: "/app/editor", keywords: t("write") }),
  goTo({ id: "notes", title: t("Notes"), icon: NotebookText, href: "/app/notes", keywords: t("list") }),
  goTo({
    id: "favorites",
    title: t("Favorites"),
    icon: Star,
    href: "/app/explorer?view=favorites",
    keywords: t("starred"),
  }),
  goTo({ id: "chat", title: t("Chat"), icon: MessageSquare, href: "/app/chat", keywords: t("ai assistant") }),
  goTo({
    id: "projects",
    title: t("Projects"),
    icon: FolderKanban,
    href: "/app/projects",
    keywords: t("tasks"),
  }),
  goTo({
    id: "analytics",
    title: t("Analytics"),
    icon: ChartColumn,
    href: "/app/analytics",
    keywords: t("statistics charts"),
  }),
  goTo({ id: "seo", title: t("SEO"), icon: SearchCheck, href: "/app/seo", keywords: t("search engines") }),
  goTo({
    id: "components",
    title: t("Component Library"),
    icon: Blocks,
    href: "/app/components",
    keywords: t("widgets"),
  }),
  goTo({
    id: "gallery",
    title: t("Component gallery"),
    icon: Shapes,
    href: "/app/component-gallery",
    keywords: t("design system tokens buttons"),
  }),
];

/** What belongs to no noun, or to the palette itself. */
const undos = () => useUndos.getState().entries;

const general: Action[] = [
  {
    id: "note.capture",
    title: t("Quick Capture"),
    group: "General",
    icon: PenLine,
    keywords: t("inbox jot draft"),
    run: ({ go }) => go("/app/capture"),
  },
  {
    id: "palette.open",
    title: t("Command Palette"),
    group: "General",
    icon: SquareSlash,
    worksInEditor: true,
    isAvailable: ({ via }) => via !== "palette",
    run: ({ subject }) => openPalette(subject),
  },
  {
    id: "selection.actions",
    title: t("Actions for the Selected Text"),
    group: "Selection",
    icon: TextSelect,
    worksInEditor: true,
    isAvailable: ({ via }) => via === "keys" && readSelection() !== null,
    run: ({ subject }) => openPalette(subject),
  },
  {
    id: "search.open",
    title: t("Search"),
    group: "General",
    icon: Search,
    keywords: t("find explorer notes"),
    run: ({ go }) => {
      goToSearch(go);
      say(t("Search opened"));
    },
  },
  {
    id: "keys.map",
    after: "import.open",
    title: t("Keyboard Shortcuts"),
    group: "General",
    icon: Keyboard,
    keywords: t("help keys hotkeys map"),
    run: () => usePalette.setState({ isMapOpen: true }),
  },
  {
    id: "toast.undo",
    after: "tour.start",
    title: ({ via }) => {
      const last = via === "palette" && undos().at(-1);
      return last ? t("Undo: {what}", { what: last.words }) : t("Undo the Last Change");
    },
    group: "General",
    icon: Undo2,
    keywords: t("restore back"),
    isAvailable: canUndo,
    run: () => void undoLast(),
  },
  {
    id: "undo.list",
    after: "toast.undo",
    title: t("Undo..."),
    group: "General",
    icon: Undo2,
    keywords: t("restore back list changes"),
    isAvailable: () => undos().length > 0,
    choices: () =>
      [...undos()]
        .reverse()
        .map(({ id, words }) => ({ id: String(id), title: words, run: () => void undoEntry(id) })),
    run: () => void undoLast(),
  },
];

/** The app's own actions, beside those of its nouns. */
export const app = defineManifest({ actions: [...general, ...pages] });
