import { useRef, type MouseEvent, type PointerEvent } from "react";
import { fillWith, putWindow, useFloatingWindows } from "./floating-store.ts";
import { fillAt, moved, resized, type Fill, type Grip, type Point, type Rect } from "./geometry.ts";
import { rectOf, type FloatingNote } from "./windows.ts";

type Drag = { from: Point; rect: Rect; hasMoved: boolean };

/** A press that shakes is no drag. */
const SHAKE = 4;

type Press = { target: EventTarget; currentTarget: Element };

/** A press on a button, or in a menu that React draws as part of the window though it lies elsewhere. */
export const isElsewhere = ({ target, currentTarget }: Press): boolean =>
  !currentTarget.contains(target as Element) || (target as Element).closest("button, a") !== null;

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

/** What makes an element one that a window is dragged by: by its grip to resize it, without one to move it. */
export function useDrag(window: FloatingNote, grip: Grip | null) {
  const drag = useRef<Drag | null>(null);
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || isElsewhere(event)) return;
    event.currentTarget.closest<HTMLElement>("[data-floating]")?.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      from: pointOf(event),
      rect: rectOf(window, useFloatingWindows.getState().area),
      hasMoved: false,
    };
  };
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const { area } = useFloatingWindows.getState();
    const at = pointOf(event);
    const by = { x: at.x - drag.current.from.x, y: at.y - drag.current.from.y };
    if (!drag.current.hasMoved && Math.hypot(by.x, by.y) < SHAKE) return;
    if (!drag.current.hasMoved && !grip && window.fill) drag.current.rect = takenOff(window, at);
    drag.current.hasMoved = true;
    const { rect } = drag.current;
    putWindow(window.id, grip ? resized(rect, grip, by, area) : moved(rect, by, area));
    if (!grip) useFloatingWindows.setState({ preview: fillAt(at, area) });
  };
  const handleUp = () => {
    const { preview } = useFloatingWindows.getState();
    if (drag.current?.hasMoved && preview) fillFrom(window.id, preview, drag.current.rect);
    drag.current = null;
    useFloatingWindows.setState({ preview: null });
  };
  return {
    // Or the browser would begin to drag whatever lies where the window has just been.
    onMouseDown: (event: MouseEvent) => {
      if (!isElsewhere(event)) event.preventDefault();
    },
    onPointerDown: handleDown,
    onPointerMove: handleMove,
    onPointerUp: handleUp,
    onPointerCancel: handleUp,
  };
}

/** Taken off the edge again it has the place from which it was dragged there. */
function fillFrom(id: string, preview: Fill, { x, y, width, height }: Rect): void {
  putWindow(id, { x, y, width, height });
  fillWith(id, preview);
}

/** A window that filled something has its own size again, under the pointer that pulls it away. */
function takenOff({ size }: FloatingNote, { x, y }: Point): Rect {
  return { x: x - size.width / 2, y: y - 16, ...size };
}
