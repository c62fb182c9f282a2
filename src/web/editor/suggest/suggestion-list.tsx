import type { Editor } from "@tiptap/core";
import { clsx } from "clsx";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { placeInWindow } from "../input/place-in-window.ts";
import {
  listKeys,
  stopAsking,
  type SuggestionState,
  type FindSuggestions,
  type Suggestion,
} from "./suggestion-plugin.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const finders = new Map<string, FindSuggestions>();

type Found = { items: Suggestion[] | null; query: string };

/** What fits the letters so far, and for which of them it was asked; null until anything is known. */
function useSuggestions(editor: Editor, { kind, query }: SuggestionState): Found {
  const [found, setFound] = useState<Found>({ items: null, query });
  useEffect(() => {
    let isLate = false;
    const find = async () => {
      const finder = finders.get(kind.id) ?? (await kind.load());
      finders.set(kind.id, finder);
      // Asked now, an earlier query would pass for the latest one.
      if (isLate) return;
      const suggestions = await finder(query, editor);
      if (!isLate) setFound({ items: suggestions, query });
    };
    // Without its code there is nothing to offer; the letters typed stay what they are.
    find().catch(() => !isLate && setFound({ items: [], query }));
    return () => void (isLate = true);
  }, [editor, kind, query]);
  return found;
}

/** The list under the caret. The text keeps the focus and names the active line. */
export function SuggestionList({ editor, asking }: { editor: Editor; asking: SuggestionState }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { items: found, query } = useSuggestions(editor, asking);
  const [pointed, setPointed] = useState<string | null>(null);
  const active = found?.find((item) => item.id === pointed) ?? found?.find((item) => !item.isNeverFirst);
  const isNothing = found?.length === 0;
  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    // The server may still look for the last letters: the choice waits for what they find.
    if (query !== asking.query && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey)
      return (listKeys.isChoiceWanted = true);
    if (!found || found.length === 0) return false;
    // Before anything is pointed at, both arrows lead into the list.
    const at = active ? found.indexOf(active) : event.key === "ArrowUp" ? 0 : -1;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && !event.shiftKey) setPointed(found.at((at + step) % found.length)!.id);
    else if (event.key === "PageDown") setPointed(found[Math.min(at + 6, found.length - 1)]!.id);
    else if (event.key === "PageUp") setPointed(found[Math.max(at - 6, 0)]!.id);
    else if (active && ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab"))
      choose(editor, asking, active);
    else return false;
    return true;
  });
  useEffect(() => {
    listKeys.press = press;
    return () => {
      listKeys.press = null;
      listKeys.isChoiceWanted = false;
    };
  }, []);
  const settle = useEffectEvent((items: Suggestion[]) => {
    // Words that fit nothing are words: the list leaves them alone. A closed name is a choice.
    if (items.length === 0 && /[ :]$|.{16}/.test(asking.query)) return stopAsking(editor);
    const isClosed = asking.kind.trigger === ":" && asking.query.endsWith(":");
    const first = items.find((item) => !item.isNeverFirst);
    if (first && (listKeys.isChoiceWanted || isClosed)) choose(editor, asking, first);
    listKeys.isChoiceWanted = false;
  });
  useEffect(() => {
    if (found) settle(found);
  }, [found]);
  useNamedActive(editor, id, active ? optionId(id, active.id) : null);
  useLayoutEffect(() => {
    const place = () => list.current && placeInWindow(list.current, editor.view.coordsAtPos(asking.from));
    place();
    addEventListener("scroll", place, true);
    visualViewport?.addEventListener("resize", place);
    return () => {
      removeEventListener("scroll", place, true);
      visualViewport?.removeEventListener("resize", place);
    };
  });
  return createPortal(
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={found?.[0]?.group === undefined ? asking.kind.label : t("Suggestions")}
        data-own-selection=""
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        hidden={!found || isNothing}
        className="fixed z-40 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain rounded-md border border-line-strong bg-raised p-1 shadow-pop"
      >
        {groupsOf(found ?? []).map(({ name, items }) => (
          <Group key={name ?? ""} name={name}>
            {items.map((item) => (
              <Line
                key={item.id}
                id={optionId(id, item.id)}
                item={item}
                isActive={item === active}
                onPoint={() => setPointed(item.id)}
                onChoose={() => choose(editor, asking, item)}
              />
            ))}
          </Group>
        ))}
      </div>
      <p role="status" className="sr-only">
        {found && plural(found.length, { one: "{count} suggestion", other: "{count} suggestions" })}
      </p>
    </>,
    document.body,
  );
}

const groupsOf = (found: Suggestion[]) =>
  Array.from(
    Map.groupBy(found, ({ group }) => group),
    ([name, items]) => ({ name, items }),
  );

/** Lines with a heading; without a name they stand in the list by themselves. */
function Group({ name, children }: { name: string | undefined; children: ReactNode }) {
  if (name === undefined) return children;
  return (
    <div role="group" aria-label={name}>
      <p aria-hidden="true" className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">
        {name}
      </p>
      {children}
    </div>
  );
}

/** The letters that asked for it go first. */
function choose(editor: Editor, { from }: SuggestionState, item: Suggestion): void {
  editor.chain().focus().deleteRange({ from, to: editor.state.selection.from }).run();
  item.run(editor);
}

const optionId = (list: string, item: string) => `${list}${item.replace(/[^\w-]/g, "_")}`;

/** The text has the focus, so it says which line is meant. */
function useNamedActive(editor: Editor, listId: string, activeId: string | null): void {
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute("aria-autocomplete", "list");
    dom.setAttribute("aria-controls", listId);
    if (activeId) dom.setAttribute("aria-activedescendant", activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
    return () => {
      for (const name of ["autocomplete", "controls", "activedescendant"])
        dom.removeAttribute(`aria-${name}`);
    };
  }, [editor, listId, activeId]);
}

type LineProps = {
  id: string;
  item: Suggestion;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Line({ id, item, isActive, onPoint, onChoose }: LineProps) {
  const { icon: Icon, sign, title, about, keys } = item;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text has the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={clsx(
        "flex min-h-9 cursor-default items-center gap-3 rounded-md px-2 py-1 text-sm select-none pointer-coarse:min-h-11",
        isActive && "bg-pressed",
      )}
    >
      <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-muted">
        {Icon ? <Icon size={16} /> : <span className="text-lg">{sign}</span>}
      </span>
      <span className="min-w-0 flex-1 truncate">
        {title}
        {about && <span className="block truncate text-xs text-muted">{about}</span>}
      </span>
      {keys && (
        <kbd aria-hidden="true" className="shrink-0 font-sans text-xs text-faint pointer-coarse:hidden">
          {shortcutWords(keys)}
        </kbd>
      )}
    </div>
  );
}
