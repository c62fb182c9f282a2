import { useRef, type PointerEvent } from "react";
import type { Target } from "./model/arrangement.ts";

const FAR_PX = 4;
const EDGE_PX = 48;
const SCROLL_PX = 12;

type Drag = {
  card: HTMLElement;
  id: string;
  pointer: number;
  start: { x: number; y: number };
  isMoving: boolean;
  over: HTMLElement | null;
};

/**
 * Carries a widget's card with the pointer. Only the card and the place under it change while it moves: nothing is drawn anew by React.
 * Places are elements with `data-drop`: the name of a panel, or `before:` and the id of the widget that it would stand before.
 */
export function useDrag(onDrop: (id: string, target: Target) => void) {
  const drag = useRef<Drag | null>(null);

  const end = (isDropped: boolean) => {
    const now = drag.current;
    drag.current = null;
    if (!now) return;
    now.card.style.transform = "";
    now.card.removeAttribute("data-dragged");
    now.over?.removeAttribute("data-over");
    removeEventListener("keydown", handleEscape, true);
    const place = now.over?.dataset["drop"];
    if (isDropped && place !== undefined) onDrop(now.id, targetOf(place));
  };
  const handleEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    end(false);
  };

  return (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const card = event.currentTarget.closest<HTMLElement>("[data-slot]");
      if (event.button !== 0 || !card) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const start = { x: event.clientX, y: event.clientY };
      drag.current = { card, id, pointer: event.pointerId, start, isMoving: false, over: null };
      addEventListener("keydown", handleEscape, true);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current;
      if (!now || event.pointerId !== now.pointer) return;
      carry(now, event);
    },
    onPointerUp: () => end(drag.current?.isMoving ?? false),
    onPointerCancel: () => end(false),
  });
}

function carry(now: Drag, { clientX, clientY }: PointerEvent<HTMLElement>): void {
  const [x, y] = [clientX - now.start.x, clientY - now.start.y];
  if (!now.isMoving && Math.hypot(x, y) < FAR_PX) return;
  if (!now.isMoving) now.card.setAttribute("data-dragged", "");
  now.isMoving = true;
  // Looked up before the card is moved: asked after that, the browser would have to lay out the page for each answer.
  const over = placeAt(now.card, clientX, clientY);
  scrollNearEdge(now, clientY);
  now.card.style.transform = `translate(${clientX - now.start.x}px, ${clientY - now.start.y}px)`;
  if (over === now.over) return;
  now.over?.removeAttribute("data-over");
  over?.setAttribute("data-over", "");
  now.over = over;
}

/** The card itself lets the pointer through while it is carried (styles.css). */
function placeAt(card: HTMLElement, x: number, y: number): HTMLElement | null {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]") ?? null;
  return place?.contains(card) ? null : place;
}

function scrollNearEdge(now: Drag, y: number): void {
  const scroller = now.card.closest("[data-scroller], main");
  if (!scroller) return;
  const box = scroller.getBoundingClientRect();
  const step = y > box.bottom - EDGE_PX ? SCROLL_PX : y < box.top + EDGE_PX ? -SCROLL_PX : 0;
  if (step === 0) return;
  const before = scroller.scrollTop;
  scroller.scrollTop += step;
  // It stays under the pointer while the page moves.
  now.start.y -= scroller.scrollTop - before;
}

export function targetOf(place: string): Target {
  if (!place.startsWith("before:")) return { panel: place } as Target;
  return { before: place.slice("before:".length) || null };
}
