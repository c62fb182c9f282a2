import { Dialog as Base } from "@base-ui/react/dialog";
import { ChevronRight, Search } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from "react";
import { chordOf } from "../../kernel/actions/chords.ts";
import { keysOf } from "../../kernel/actions/key-store.ts";
import { usePalette } from "../../kernel/actions/palette-store.ts";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { toast } from "../../ui/toast-store.ts";
import { itemOfChoice, type PaletteItem, type Section } from "./palette-items.ts";
import { optionId, PaletteList } from "./palette-list.tsx";
import { remember } from "./recent.ts";
import { plural } from "../../lib/messages/plural.ts";
import { rich } from "../../lib/messages/rich.ts";
import { t } from "../../lib/messages/t.ts";

/** A page inside the palette: the answers to what an action asks. */
export type PalettePage = { title: string; items: PaletteItem[] };

type PaletteProps = {
  mode: "command" | "selection";
  query: string;
  onQuery: (query: string) => void;
  pages: PalettePage[];
  onPages: (pages: PalettePage[]) => void;
  sections: Section[];
  /** More may be found than is shown yet. */
  isPending: boolean;
  /** Said under the field: that it is offline, or what is selected. */
  remark?: string | undefined;
  /** The palette's own key, pressed again. */
  onSearch: () => void;
  onClose: () => void;
  /** What gets the focus back. */
  opener: HTMLElement | null;
};

const PLACEHOLDERS = {
  command: t("Search notes, tasks, events and commands"),
  selection: t("What would you like to do with the selection?"),
};

const ENTER_WAITS_MS = 1_000;

/** Commands, pages and notes under one field, which keeps the focus while the keys move through the lines. */
export function Palette(props: PaletteProps) {
  const { mode, query, onQuery, pages, onPages, isPending, remark, onSearch, onClose, opener } = props;
  const sections = props.sections.filter(({ items }) => items.length > 0);
  const listId = useId();
  const [pointed, setPointed] = useState<string | null>(null);
  const items = sections.flatMap((section) => section.items);
  const pointedItem = items.find((item) => item.id === pointed);
  const active = pointedItem ?? items[0];
  const isReady = !isPending || (active && (!active.isLastResort || active === pointedItem));
  const [entered, setEntered] = useState<{ isNewTab: boolean } | null>(() =>
    usePalette.getState().isEntered ? { isNewTab: false } : null,
  );
  const field = useRef<HTMLInputElement>(null);
  const ask = (next: string) => {
    setPointed(null);
    setEntered(null);
    onQuery(next);
    // A press on a line took the focus there, and the line is gone.
    field.current?.focus();
  };
  const turnTo = (next: PalettePage[]) => {
    onPages(next);
    ask("");
  };
  const choose = async (item: PaletteItem, isNewTab: boolean) => {
    if (item.query !== undefined) return ask(item.query);
    if (item.choices) {
      const choices = await Promise.resolve(item.choices()).catch(() => null);
      if (!choices) return toast.error(t("Couldn't load the choices."));
      return turnTo([
        ...pages,
        { title: item.title.replace(/\.{3}$/, ""), items: choices.map(itemOfChoice) },
      ]);
    }
    onClose();
    if (item.recent) void remember(item.recent);
    if (isNewTab && item.href) open(item.href, "_blank", "noopener");
    // After the palette has given the focus back, or a dialog opened now would lose it.
    else setTimeout(() => void item.run());
  };
  const taken = useRef<{ isNewTab: boolean }>(null);
  const takeEntered = useEffectEvent((given: { isNewTab: boolean }) => {
    if (!active || taken.current === given) return;
    taken.current = given;
    void choose(active, given.isNewTab);
  });
  // Enter came before what it is meant for; it waits a second for it.
  useEffect(() => {
    if (!entered) return undefined;
    if (isReady) return takeEntered(entered);
    const timer = setTimeout(() => takeEntered(entered), ENTER_WAITS_MS);
    return () => clearTimeout(timer);
  }, [entered, isReady]);
  const showActions = ({ title, actions }: PaletteItem) => {
    if (actions) turnTo([...pages, { title, items: actions() }]);
  };
  const handleKey = (event: KeyboardEvent) => {
    const chord = chordOf(event);
    if (chord && keysOf("palette.open").includes(chord)) {
      event.preventDefault();
      if (!event.repeat) onSearch();
    } else if (event.key === "Enter" && (active || isPending)) {
      event.preventDefault();
      const isNewTab = event.ctrlKey || event.metaKey;
      if (event.repeat) return;
      if (active && isReady) void choose(active, isNewTab);
      else setEntered({ isNewTab });
    } else if (event.key === "Tab" && !event.shiftKey && active?.actions) {
      event.preventDefault();
      if (!event.repeat) showActions(active);
    } else if (event.key === "Backspace" && query === "" && pages.length > 0) {
      event.preventDefault();
      turnTo(pages.slice(0, -1));
    } else {
      const next = moved(event, items, active);
      if (!next) return;
      event.preventDefault();
      setEntered(null);
      setPointed(next.id);
    }
  };
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Base.Popup
          finalFocus={() => opener ?? true}
          data-palette={mode}
          className="fixed top-[max(1rem,12dvh)] left-1/2 z-40 flex w-[min(40rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col overflow-hidden rounded-md border border-line-strong bg-raised shadow-pop"
        >
          <Base.Title className="sr-only">{t("Command palette")}</Base.Title>
          <Trail pages={pages} onBack={(depth) => turnTo(pages.slice(0, depth))} />
          <div className="flex items-center gap-2.5 border-b border-line px-4">
            <Search size={16} aria-hidden="true" className="shrink-0 text-faint" />
            <input
              ref={field}
              type="text"
              role="combobox"
              aria-expanded={items.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active && optionId(listId, active.id)}
              aria-label={pages.at(-1)?.title ?? PLACEHOLDERS[mode]}
              placeholder={pages.at(-1) ? t("Choose...") : PLACEHOLDERS[mode]}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={query}
              maxLength={300}
              onChange={(event) => ask(event.target.value)}
              onKeyDown={handleKey}
              className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none"
            />
          </div>
          {remark && <p className="border-b border-line px-4 py-1.5 text-xs text-muted">{remark}</p>}
          <PaletteList
            id={listId}
            sections={sections}
            activeId={active?.id ?? null}
            onPoint={setPointed}
            onChoose={(item, isNewTab) => void choose(item, isNewTab)}
            onActions={showActions}
          />
          <p role="status" className="sr-only">
            {plural(items.length, { one: "{count} result", other: "{count} results" })}
          </p>
          {items.length === 0 && <Nothing query={query} />}
          <Foot
            canBeTab={active?.href !== undefined}
            hasActions={active?.actions !== undefined}
            hasPages={pages.length > 0}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The item a key moves to; the ends are joined. */
function moved(event: KeyboardEvent, items: PaletteItem[], active: PaletteItem | undefined) {
  const at = active ? items.indexOf(active) : -1;
  const isDown = event.key === "ArrowDown" || (event.ctrlKey && event.key === "n");
  const isUp = event.key === "ArrowUp" || (event.ctrlKey && event.key === "p");
  if (isDown) return items[(at + 1) % items.length];
  if (isUp) return items[(at - 1 + items.length) % items.length];
  if (event.key === "PageDown") return items[Math.min(at + 8, items.length - 1)];
  if (event.key === "PageUp") return items[Math.max(at - 8, 0)];
  return undefined;
}

function Trail({ pages, onBack }: { pages: PalettePage[]; onBack: (depth: number) => void }) {
  if (pages.length === 0) return null;
  return (
    <nav aria-label={t("Palette location")} className="flex items-center gap-1 px-3 pt-2 text-xs text-muted">
      <button
        type="button"
        onClick={() => onBack(0)}
        className="tap rounded-md px-1.5 py-0.5 hover:bg-hover hover:text-ink"
      >
        {t("Commands")}
      </button>
      {pages.map((page, depth) => (
        <span key={depth} className="flex min-w-0 items-center gap-1">
          <ChevronRight size={12} aria-hidden="true" className="text-faint" />
          <span
            className="truncate px-1.5 py-0.5 text-ink"
            aria-current={depth === pages.length - 1 ? "page" : undefined}
          >
            {page.title}
          </span>
        </span>
      ))}
    </nav>
  );
}

function Nothing({ query }: { query: string }) {
  return (
    <div className="px-6 pt-4 pb-8 text-center text-sm text-muted">
      <p className="font-medium text-ink">
        {query.trim() === "#" ? t("No tags on this device yet") : t("Nothing found")}
      </p>
      <p className="mt-1">
        {rich(
          "Try fewer letters. Start with {more} for commands, {hash} for tags, {question} for help.",
          SIGNS,
        )}
      </p>
    </div>
  );
}

type FootProps = { canBeTab: boolean; hasActions: boolean; hasPages: boolean };

function Foot({ canBeTab, hasActions, hasPages }: FootProps) {
  return (
    <p
      aria-hidden="true"
      className="flex items-center gap-4 border-t border-line px-4 py-2 text-xs text-faint pointer-coarse:hidden"
    >
      <span>{rich("{key} choose", { key: <Key>{shortcutWords("Enter")}</Key> })}</span>
      {hasActions && <span>{rich("{key} actions", { key: <Key>{shortcutWords("Tab")}</Key> })}</span>}
      {canBeTab && <span>{rich("{key} new tab", { key: <Key>{shortcutWords("Mod+Enter")}</Key> })}</span>}
      {hasPages && <span>{rich("{key} back", { key: <Key>{shortcutWords("Backspace")}</Key> })}</span>}
      <span className="flex-1" />
      <span className="max-sm:hidden">{rich("{more} commands {hash} tags {question} help", SIGNS)}</span>
    </p>
  );
}

/** What a query begins with to search something else than notes. */
const SIGNS = { more: <Key>&gt;</Key>, hash: <Key>#</Key>, question: <Key>?</Key> };

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-md border border-line-strong px-1 font-sans text-xs text-muted">{children}</kbd>
  );
}
