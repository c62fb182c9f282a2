import {
  filled,
  keepInside,
  placeOfNew,
  START,
  tiles,
  type Fill,
  type Point,
  type Rect,
  type Size,
} from "./geometry.ts";

/** A note in a window of its own. The last of a list lies on top. */
export type FloatingNote = {
  id: string;
  noteId: string;
  /** As this device last met it: shown until the note itself is there. */
  note: { title: string; content: string };
  position: { x: number; y: number };
  size: Size;
  isMinimized: boolean;
  /** What it fills; its own place and size wait meanwhile. */
  fill: Fill | null;
};

type Windows = readonly FloatingNote[];

/** More than these nobody finds again; the server keeps no more either. */
export const MOST_WINDOWS = 20;

/** Where a window stands now. What is kept is where it was put: a browser window that grows again gets it back. */
export const rectOf = ({ fill, position, size }: FloatingNote, area: Size): Rect =>
  fill ? filled(fill, area) : keepInside({ ...position, ...size }, area);

export const change = (windows: Windows, id: string, part: Partial<FloatingNote>): FloatingNote[] =>
  windows.map((window) => (window.id === id ? { ...window, ...part } : window));

export function toFront(windows: Windows, id: string): FloatingNote[] {
  const meant = windows.find((window) => window.id === id);
  return meant ? [...windows.filter((window) => window !== meant), meant] : [...windows];
}

export const put = (windows: Windows, id: string, { x, y, width, height }: Rect): FloatingNote[] =>
  change(windows, id, { position: { x, y }, size: { width, height }, fill: null });

/** Opens a note; one that floats already comes to the front instead. */
export function opened(
  windows: Windows,
  note: { noteId: string; title: string; content: string },
  id: string,
  area: Size,
  corner?: Point,
): FloatingNote[] {
  const known = windows.find(({ noteId }) => noteId === note.noteId);
  if (known) return change(toFront(windows, known.id), known.id, { isMinimized: false });
  if (windows.length >= MOST_WINDOWS) return [...windows];
  const { x, y, width, height } = placeOfNew(windows.length, area, corner);
  const { noteId, title, content } = note;
  return [
    ...windows,
    {
      id,
      noteId,
      note: { title, content },
      position: { x, y },
      size: { width, height },
      isMinimized: false,
      fill: null,
    },
  ];
}

export const closed = (windows: Windows, id: string): FloatingNote[] =>
  windows.filter((window) => window.id !== id);

/** The one on top of those that are not minimized. */
export const topOf = (windows: Windows): FloatingNote | undefined =>
  windows.findLast(({ isMinimized }) => !isMinimized);

/** Its neighbour in the order of opening, minimized ones included: again and again, every window has its turn. */
export function after(windows: Windows, id: string | undefined): FloatingNote | undefined {
  const inOrder = windows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const index = inOrder.findIndex((window) => window.id === id);
  return inOrder[(index + 1) % inOrder.length];
}

const arranged = (windows: Windows, place: (index: number, window: FloatingNote) => Rect): FloatingNote[] => {
  let index = 0;
  return windows.reduce<FloatingNote[]>(
    (all, window) => (window.isMinimized ? all : put(all, window.id, place(index++, window))),
    [...windows],
  );
};

export function tiled(windows: Windows, area: Size): FloatingNote[] {
  const rects = tiles(windows.filter(({ isMinimized }) => !isMinimized).length, area);
  return arranged(windows, (index) => rects[index]!);
}

/** One behind the other; what was tiled or drawn large becomes small enough for that. */
export function cascaded(windows: Windows, area: Size, corner?: Point): FloatingNote[] {
  const most = {
    width: Math.max(START.width, Math.round(area.width / 2)),
    height: Math.max(START.height, Math.round(area.height / 2)),
  };
  return arranged(windows, (index, { size }) =>
    keepInside(
      {
        ...placeOfNew(index, area, corner),
        width: Math.min(size.width, most.width),
        height: Math.min(size.height, most.height),
      },
      area,
    ),
  );
}
