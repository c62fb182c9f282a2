import {
  useEffect,
  useRef,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import type { Note } from "#contract/notes.ts";
import { extended, NOTHING, toggled } from "../../../lib/selection.ts";
import { startDrag } from "../../../lib/drag-store.ts";
import { placeAfter } from "../../../lib/list-steps.ts";
import { deferred } from "../../../ui/deferred.tsx";
import {
  clearSelection,
  listNotesHere,
  look,
  targets,
  select,
  selectAll,
  useSelection,
  type LoadAll,
} from "./note-selection.ts";
import { plural } from "../../../lib/messages/plural.ts";

const SelectionBar = deferred(() => import("./selection-bar.tsx").then((module) => module.SelectionBar));

const QuickLook = deferred(() => import("../quick-look.tsx").then((module) => module.QuickLook));

const LONG_PRESS_MS = 450;
const SLACK = 10;
const FOCUS_AFTER_MS = 50;

type SelectableNotesProps = {
  notes: readonly Note[];
  /** Brings a note into sight before it gets the focus. */
  onReveal?: (index: number) => void;
  /** How many notes stand beside each other. */
  columns?: number;
  /** How many of them do; the others stand below, one in each line. Absent: all. */
  inColumns?: number;
  /** Fetches the notes of the list that are not there yet; absent when all are. */
  onLoadAll?: LoadAll | undefined;
  children: ReactNode;
};

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-note-id]") : null;

/** The list as a place to select in, by mouse, keyboard and finger; a bar offers what can be done with the selected. */
export function SelectableNotes(props: SelectableNotesProps) {
  const { notes, onReveal, columns = 1, inColumns = notes.length, onLoadAll, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const isSelecting = useSelection(({ selection }) => selection.ids.size > 0);
  useEffect(() => listNotesHere(notes), [notes]);
  useEffect(
    () => () => {
      clearSelection();
      look(null);
      listNotesHere([]);
    },
    [],
  );
  const touch = useTouchSelecting();
  const looking = useSelection((state) => state.looking);
  const handleListKey = useListKeys(notes, place, { columns, inColumns }, onReveal, onLoadAll);
  const handleKey = (event: KeyboardEvent) => {
    const id = rowOf(event.target)?.dataset["noteId"];
    const isLook = event.key === " " && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!id || !isLook || !(event.target as Element).matches("a")) return handleListKey(event);
    event.preventDefault();
    look(id);
  };
  const handleMove = (id: string) => {
    onReveal?.(notes.findIndex((note) => note.id === id));
    look(id);
  };
  const handleClick = (event: MouseEvent) => {
    const id = rowOf(event.target)?.dataset["noteId"];
    if (!id || touch.swallows(event)) return;
    const { selection } = useSelection.getState();
    const isMark = (event.target as Element).closest("[data-select]") !== null;
    const isByFinger =
      touch.isFinger() && selection.ids.size > 0 && !(event.target as Element).closest("button");
    if (!isMark && !isByFinger && !event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    select(
      event.shiftKey
        ? extended(
            selection,
            notes.map((note) => note.id),
            id,
          )
        : toggled(selection, id),
    );
  };
  return (
    <div
      ref={place}
      // What is pressed are the rows in it.
      role="presentation"
      className="relative h-full"
      onClickCapture={handleClick}
      onKeyDown={handleKey}
      {...touch.handlers}
      onDragStart={handleDrag}
      // With Shift a press selects notes and no text.
      onMouseDown={(event) => event.shiftKey && rowOf(event.target) && event.preventDefault()}
    >
      {isSelecting && <SelectionBar onLoadAll={onLoadAll} />}
      {children}
      {looking !== null && (
        <QuickLook
          notes={notes}
          noteId={looking}
          hasMore={onLoadAll !== undefined}
          onMove={handleMove}
          onClose={() => {
            look(null);
            // After the dialog has given the focus back to where it was opened.
            setTimeout(() => focusRow(place.current, looking), FOCUS_AFTER_MS);
          }}
        />
      )}
    </div>
  );
}

/** Drags a note, or with a selected one the whole selection. */
function handleDrag(event: DragEvent): void {
  const id = rowOf(event.target)?.dataset["noteId"];
  const note = useSelection.getState().listed.find((listed) => listed.id === id);
  if (!note || event.defaultPrevented) return;
  const notes = targets(note);
  event.dataTransfer.effectAllowed = "copyMove";
  startDrag({ kind: "notes", notes });
  if (notes.length === 1) return;
  const picture = document.createElement("div");
  picture.className =
    "fixed -top-20 left-0 rounded-md bg-accent-fill px-3 py-1.5 text-sm font-medium text-on-accent";
  picture.textContent = plural(notes.length, { other: "{count} notes" });
  document.body.append(picture);
  event.dataTransfer.setDragImage(picture, 12, 12);
  setTimeout(() => picture.remove());
}

/** A long press selects; the click and the menu that would follow it do not come. */
function useTouchSelecting() {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const isFinger = useRef(false);
  const hasSelected = useRef(false);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  const handlers = {
    onPointerDownCapture: (event: PointerEvent) => {
      isFinger.current = event.pointerType === "touch";
      hasSelected.current = false;
      const id = rowOf(event.target)?.dataset["noteId"];
      end();
      if (!id || !isFinger.current || (event.target as Element).closest("button")) return;
      const timer = setTimeout(() => {
        press.current = null;
        hasSelected.current = true;
        select(toggled(useSelection.getState().selection, id));
      }, LONG_PRESS_MS);
      press.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMoveCapture: (event: PointerEvent) => {
      const begun = press.current;
      if (begun && Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > SLACK) end();
    },
    onPointerUpCapture: end,
    onPointerCancelCapture: end,
    onContextMenuCapture: (event: MouseEvent) => {
      if (isFinger.current && rowOf(event.target) && !(event.target as Element).closest("button"))
        event.preventDefault();
    },
  };
  const swallows = (event: MouseEvent) => {
    if (!hasSelected.current) return false;
    hasSelected.current = false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { handlers, swallows, isFinger: () => isFinger.current };
}

/** Arrows move the focus, with Shift they select; Ctrl+A selects all, Escape none, Ctrl+Space one more or less. */
function useListKeys(
  notes: readonly Note[],
  place: { current: HTMLDivElement | null },
  rows: { columns: number; inColumns: number },
  onReveal: ((index: number) => void) | undefined,
  onLoadAll: LoadAll | undefined,
) {
  return (event: KeyboardEvent) => {
    const { selection } = useSelection.getState();
    const id = rowOf(event.target)?.dataset["noteId"];
    const isMod = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || event.altKey) return;
    if (event.key === "Escape" && selection.ids.size > 0) {
      event.preventDefault();
      return clearSelection();
    }
    if (isMod && event.key.toLowerCase() === "a" && !event.shiftKey) {
      event.preventDefault();
      return void selectAll(onLoadAll);
    }
    if (!id) return;
    if (isMod && event.key === " ") {
      event.preventDefault();
      return select(toggled(selection, id));
    }
    const at = notes.findIndex((note) => note.id === id);
    const to = placeAfter(event.key, at, { ...rows, all: notes.length });
    if (to === null || isMod) return;
    event.preventDefault();
    const next = notes[to];
    if (!next || at < 0) return;
    if (event.shiftKey) {
      const begun = selection.ids.size === 0 ? toggled(NOTHING, id) : selection;
      select(
        extended(
          begun,
          notes.map((note) => note.id),
          next.id,
        ),
      );
    }
    if (to < rows.inColumns) onReveal?.(to);
    focusRow(place.current, next.id);
  };
}

/** A row that was scrolled into sight is drawn a frame or two later. */
function focusRow(place: HTMLElement | null, id: string, tries = 10): void {
  const link = place?.querySelector<HTMLElement>(`[data-note-id="${CSS.escape(id)}"] a`);
  if (link) link.focus();
  else if (tries > 0) requestAnimationFrame(() => focusRow(place, id, tries - 1));
}
