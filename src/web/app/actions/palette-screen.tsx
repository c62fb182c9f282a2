import { CircleHelp, FileText, Hash, Keyboard, Search, SquareChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { TITLE_FIT, titleFit } from "#contract/shared/search-order.ts";
import {
  lastNoteItems,
  recentNoteItem,
  searchItem,
  tagItems,
  useNoteItems,
} from "../../features/notes/list/use-note-items.ts";
import { useNearItems } from "../../features/notes/list/use-near-items.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { Palette, type PalettePage } from "../../features/palette/palette.tsx";
import {
  actionSections,
  filtered,
  itemOfAction,
  type PaletteItem,
  type Section,
} from "../../features/palette/palette-items.ts";
import { useRecent, type Recent } from "../../features/palette/recent.ts";
import { isAvailable, type Action, type ActionContext } from "../../kernel/actions/action.ts";
import { actionContext, useActionContext } from "../../kernel/actions/here.ts";
import { noteOf } from "../../kernel/actions/subject.ts";
import { usePalette } from "../../kernel/actions/palette-store.ts";
import { useActions } from "../../kernel/actions/registry.ts";
import { type FoundGroup, useFound } from "../../kernel/use-found.ts";
import { markWords, queryWords } from "../../lib/match-parts.ts";
import { api } from "../../platform/api.ts";
import { say } from "../../ui/state-line.ts";
import { goToSearch } from "./focus-search.ts";
import { t } from "../../lib/messages/t.ts";

type Opening = NonNullable<ReturnType<typeof usePalette.getState>["palette"]>;

const RECENT = 6;
const RECENT_ACTIONS = 3;
/** Of each kind besides notes. */
const FOUND = 5;

/** The palette with everything it finds: actions of all features, notes, tags. */
export function PaletteScreen({ opening }: { opening: Opening }) {
  const { mode, subject, selection, opener, restore } = opening;
  const [query, setQuery] = useState(() => usePalette.getState().typed);
  const [pages, setPages] = useState<PalettePage[]>([]);
  const { actions, areComplete } = useActions();
  const recent = useRecent();
  const isWords = pages.length === 0 && mode === "command" && !/^[>#?]/.test(query);
  const found = useNoteItems(isWords ? query : "");
  const planned = useFound(isWords ? query : "", FOUND);
  const near = useNearItems(isWords ? query : "", found.items);
  const context: ActionContext = { ...actionContext("palette", { selection }), subject, isRow: false };
  const page = pages.at(-1);
  const close = () => {
    usePalette.setState({ palette: null });
    // The focus first: the selection goes with it.
    if (restore) setTimeout(restore);
  };
  const search = () => {
    const words = query.replace(/^[>#?]/, "").trim();
    usePalette.setState({ palette: null });
    goToSearch(
      useActionContext.getState().go,
      words ? `/app/explorer?q=${encodeURIComponent(words)}` : undefined,
    );
    say(t("Search opened"));
  };
  const withActions = (section: Section): Section => ({
    ...section,
    items: section.items.map((item) => ({
      ...item,
      actions: item.note && (() => noteItems(actions, context, item)),
    })),
  });
  const sections = page
    ? [{ title: page.title, items: filtered(query, page.items, 200) }]
    : mode === "selection"
      ? selectionSections(actions, context, query)
      : commandSections(actions, context, query, recent, [
          { title: t("Notes"), items: found.items },
          ...planned.groups.map(sectionOf(query)),
          // It comes last, so that nothing found by its words moves.
          { title: t("By meaning"), items: near },
        ]).map(withActions);
  const isAnswered = isWords && !found.isAway && !found.isPending && !planned.isPending && areComplete;
  const isVain = isAnswered && sections.every(({ items }) => items.every((item) => item.isLastResort));
  useTellVain(isVain ? query.trim() : "");
  const remark = selection
    ? `“${selection.text.trim().replace(/\s+/g, " ").slice(0, 90)}”`
    : found.isAway && isWords && query.trim()
      ? t("Offline: searching only titles, tags and first lines on this device.")
      : undefined;
  return (
    <Palette
      mode={mode}
      query={query}
      onQuery={setQuery}
      pages={pages}
      onPages={setPages}
      sections={sections}
      isPending={!page && (!areComplete || (isWords && (found.isPending || planned.isPending)))}
      remark={remark}
      onSearch={search}
      onClose={close}
      opener={opener}
    />
  );
}

/** Whoever has looked at it for so long means these words, and not those they are the beginning of. */
const SETTLED_MS = 2_000;

/** Keeps for the page of gaps what nothing here says. */
function useTellVain(query: string): void {
  useEffect(() => {
    if (query === "") return undefined;
    const tell = () => void api.gaps.tell.call({ query, place: "palette" }).catch(() => null);
    const timer = setTimeout(tell, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [query]);
}

/** What can be done with a note that was found: what its menu offers, and opening it first of all. */
function noteItems(
  actions: Action[],
  here: ActionContext,
  { id, note, href, run }: PaletteItem,
): PaletteItem[] {
  const context: ActionContext = {
    ...here,
    subject: note ? { kind: "note", item: note } : null,
    isRow: true,
  };
  const others = actionSections(actions, context, ["Note"], {}).flatMap(({ items }) => items);
  return [
    { id: `${id}.open`, title: t("Open"), icon: FileText, keys: "Enter", href, run },
    // Done to one note, it is no command to offer again.
    ...others.map(({ recent: _recent, ...item }) => item),
  ];
}

function selectionSections(actions: Action[], context: ActionContext, query: string): Section[] {
  return actionSections(actions, context, ["Selection", "Assistant", "Text"], {
    Selection: t("Selection"),
    Assistant: t("Assistant"),
    Text: t("Format"),
  }).map(({ title, items }) => ({ title, items: filtered(query, items) }));
}

/** What stands under the field, by how the query begins. */
function commandSections(
  actions: Action[],
  context: ActionContext,
  query: string,
  recent: Recent[],
  found: Section[],
): Section[] {
  const rest = query.slice(1);
  const note = noteOf(context);
  if (query.startsWith("#")) return [{ title: t("Tags"), items: filtered(rest, tagItems()) }];
  if (query.startsWith("?")) return [{ title: t("Help"), items: filtered(rest, helpItems()) }];
  const all = actionSections(actions, context, ["Note", "View", "Block", "Window", "General", "Go to"], {
    Note: note ? t("Note: {title}", { title: titleOf(note) }) : t("Note"),
    View: t("Viewing this note"),
    Block: t("Block at the cursor"),
    Window: t("Window"),
    General: t("Commands"),
    "Go to": t("Go to"),
  });
  if (query.startsWith(">") && !rest.trim()) return all;
  if (!query.trim()) return [{ title: t("Recent"), items: recentItems(recent, actions, context) }, ...all];
  const about = (section: Section) =>
    section.items.map((item) => ({
      ...item,
      about: item.id.startsWith("note.") ? noteAbout(context, item) : undefined,
    }));
  const commands = all.flatMap(about);
  if (query.startsWith(">")) return [{ title: t("Commands"), items: filtered(rest, commands) }];
  const fitOf = (item: PaletteItem | undefined) => (item ? titleFit(item.title, [query]) : TITLE_FIT.none);
  const fitting = { title: t("Commands"), items: filtered(query, commands, 8) };
  return [
    // A note of that name comes before commands that only have its letters somewhere.
    ...[fitting, ...found].toSorted((one, other) => fitOf(one.items[0]) - fitOf(other.items[0])),
    { title: t("Search"), items: [{ ...searchItem(query), isLastResort: true }] },
  ];
}

/** What was found besides notes, as lines of the palette. */
const sectionOf =
  (query: string) =>
  ({ title, items }: FoundGroup): Section => ({
    title,
    items: items.map(({ id, title: name, about, icon, href }) => ({
      id,
      title: name,
      marked: markWords(name, queryWords(query)),
      about,
      icon,
      href,
      run: () => useActionContext.getState().go(href),
    })),
  });

const noteAbout = (context: ActionContext, { id }: PaletteItem) => {
  const note = noteOf(context);
  return note && id !== "note.create" ? titleOf(note) : undefined;
};

/** The notes opened last, then those changed last, then what was done last. */
function recentItems(recent: Recent[], actions: Action[], context: ActionContext): PaletteItem[] {
  const noteId = noteOf(context)?.id;
  const opened = recent.flatMap((entry) => {
    const item = entry.kind === "note" && entry.id !== noteId ? recentNoteItem(entry.id, entry.title) : null;
    return item ? [item] : [];
  });
  const changed = lastNoteItems(RECENT * 2).filter(
    (item) => item.id !== `note.${noteId}` && !opened.some(({ id }) => id === item.id),
  );
  const done = recent.flatMap((entry): PaletteItem[] => {
    const action = entry.kind === "action" && actions.find(({ id }) => id === entry.id);
    return action && isAvailable(action, context) && action.group !== "Note"
      ? [{ ...itemOfAction(action, context), id: `recent.${action.id}` }]
      : [];
  });
  return [...[...opened, ...changed].slice(0, RECENT), ...done.slice(0, RECENT_ACTIONS)];
}

function helpItems(): PaletteItem[] {
  const nothing = () => undefined;
  return [
    {
      id: "help.notes",
      title: t("Search notes"),
      about: t("just type"),
      icon: Search,
      query: "",
      run: nothing,
    },
    {
      id: "help.commands",
      title: t("Only commands"),
      about: t("start with >"),
      icon: SquareChevronRight,
      query: ">",
      run: nothing,
    },
    {
      id: "help.tags",
      title: t("Notes with a tag"),
      about: t("start with #"),
      icon: Hash,
      query: "#",
      run: nothing,
    },
    {
      id: "help.keys",
      title: t("All keyboard shortcuts"),
      icon: Keyboard,
      keys: "?",
      run: () => usePalette.setState({ isMapOpen: true }),
    },
    {
      id: "help.api",
      title: t("API documentation"),
      about: t("opens in a new tab"),
      icon: CircleHelp,
      href: "/api/docs",
      run: () => void open("/api/docs", "_blank", "noopener"),
    },
  ];
}
