import { create } from "zustand";
import { newId } from "../../platform/ids.ts";
import { toast } from "../../ui/toast-store.ts";
import type { Fill, Rect, Size } from "./geometry.ts";
import * as windows from "./windows.ts";
import type { FloatingNote } from "./windows.ts";
import { plural } from "../../lib/messages/plural.ts";

type Desk = {
  windows: FloatingNote[];
  /** The room they have: the browser's window. */
  area: Size;
  /** The window that gets the focus when it is drawn. */
  focusId: string | null;
  /** The one that is moved by keys, and where it stood before. */
  moving: { id: string; before: FloatingNote } | null;
  /** Where the dragged window would snap to. */
  preview: Fill | null;
  /** The one shown in a window of the system. */
  outside: { id: string; window: Window } | null;
};

const room = (): Size => ({ width: innerWidth, height: innerHeight });

export const useFloatingWindows = create<Desk>(() => ({
  windows: [],
  area: room(),
  focusId: null,
  moving: null,
  preview: null,
  outside: null,
}));

export const measureArea = (): void => useFloatingWindows.setState({ area: room() });

const arrange = (work: (all: FloatingNote[], area: Size) => FloatingNote[], rest: Partial<Desk> = {}): void =>
  useFloatingWindows.setState(({ windows: all, area }) => ({ windows: work(all, area), ...rest }));

/** What had the focus before a window got it. */
let opener: HTMLElement | null = null;

export function rememberOpener(element: Element | null): void {
  if (element instanceof HTMLElement && !element.closest("[data-floating]")) opener = element;
}

export const isOpener = (element: Element | null): boolean => element !== null && element === opener;

/** Gives the focus back to the page, where it was; a window that was asked for a moment ago does not take it again. */
export function leaveWindows(): void {
  useFloatingWindows.setState({ focusId: null });
  const target = opener?.isConnected && opener !== document.body ? opener : document.getElementById("main");
  target?.focus();
}

/** The upper left corner of the main area; right to left the sidebar is at its other side. */
const mainCorner = () => document.getElementById("main")?.getBoundingClientRect();

/** Opens a note in a window; one that floats already comes to the front. */
export function float(note: { id: string; title: string; excerpt: string }): void {
  rememberOpener(document.activeElement);
  const { windows: all, outside } = useFloatingWindows.getState();
  const known = all.find(({ noteId }) => noteId === note.id);
  if (known && outside?.id === known.id) return outside.window.focus();
  if (!known && all.length >= windows.MOST_WINDOWS)
    return toast.info(
      plural(windows.MOST_WINDOWS, { other: "{count} windows are already open. Close one first." }),
    );
  const id = known?.id ?? newId();
  const given = { noteId: note.id, title: note.title, content: note.excerpt };
  arrange((before, area) => windows.opened(before, given, id, area, mainCorner()), { focusId: id });
}

export const focusWindow = (id: string): void =>
  arrange((all) => windows.change(windows.toFront(all, id), id, { isMinimized: false }), { focusId: id });

/** Nothing happens to the one that is on top: every press on a window asks for it. */
export function bringToFront(id: string): void {
  if (useFloatingWindows.getState().windows.at(-1)?.id !== id) arrange((all) => windows.toFront(all, id));
}

export function closeWindow(id: string): void {
  const { outside } = useFloatingWindows.getState();
  if (outside?.id === id) outside.window.close();
  arrange((all) => windows.closed(all, id), { moving: null });
}

export const minimize = (id: string): void =>
  arrange((all) => windows.change(all, id, { isMinimized: true }), { moving: null });

export const minimizeAll = (): void =>
  arrange((all) => all.map((window) => ({ ...window, isMinimized: true })), { moving: null });

export const fillWith = (id: string, fill: Fill | null): void =>
  arrange((all) => windows.change(all, id, { fill }));

export const putWindow = (id: string, rect: Rect): void => arrange((all) => windows.put(all, id, rect));

/** What a window shows before its note is there, on the next visit. */
export function keepWords(id: string, words: Partial<FloatingNote["note"]>): void {
  const known = useFloatingWindows.getState().windows.find((window) => window.id === id)?.note;
  if (known && Object.entries(words).some(([key, value]) => known[key as keyof typeof known] !== value))
    arrange((all) => windows.change(all, id, { note: { ...known, ...words } }));
}

export const tileAll = (): void => arrange(windows.tiled);
export const cascadeAll = (): void => arrange((all, area) => windows.cascaded(all, area, mainCorner()));

export const topWindow = (): FloatingNote | undefined => windows.topOf(useFloatingWindows.getState().windows);

/** The next window has its turn, from the one that has the focus. */
export function nextWindow(): void {
  const { windows: all } = useFloatingWindows.getState();
  const here = document.activeElement?.closest<HTMLElement>("[data-floating]")?.dataset["floating"];
  if (!here) rememberOpener(document.activeElement);
  const next = here || all.length < 2 ? windows.after(all, here) : (topWindow() ?? all[0]);
  if (next) focusWindow(next.id);
}

/** From now on the arrows move the window, until Enter or Escape. */
export function startMoving(id: string): void {
  const before = useFloatingWindows.getState().windows.find((window) => window.id === id);
  if (before) arrange((all) => windows.toFront(all, id), { moving: { id, before }, focusId: id });
}

export function stopMoving(isKept: boolean): void {
  const { moving } = useFloatingWindows.getState();
  if (!moving) return;
  arrange((all) => (isKept ? all : windows.change(all, moving.id, moving.before)), { moving: null });
}
