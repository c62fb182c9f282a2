import type { KeyboardEvent } from "react";
import { fillWith, putWindow, stopMoving, useFloatingWindows } from "./floating-store.ts";
import { moved, resized, type Fill } from "./geometry.ts";
import { rectOf } from "./windows.ts";

const STEP = 20;

const ARROWS: Record<string, { x: number; y: number; fill: Fill | null }> = {
  ArrowLeft: { x: -STEP, y: 0, fill: "left" },
  ArrowRight: { x: STEP, y: 0, fill: "right" },
  ArrowUp: { x: 0, y: -STEP, fill: "full" },
  ArrowDown: { x: 0, y: STEP, fill: null },
};

/** Arrows move the window, with Shift they resize it, with Ctrl they snap it; Enter keeps that, Escape takes it back. */
export function moveByKey(event: KeyboardEvent): void {
  const { moving, windows, area } = useFloatingWindows.getState();
  const window = windows.find(({ id }) => id === moving?.id);
  if (!window) return;
  const arrow = ARROWS[event.key];
  if (event.key === "Enter") stopMoving(true);
  else if (event.key === "Escape") stopMoving(false);
  else if (arrow && (event.ctrlKey || event.metaKey)) fillWith(window.id, arrow.fill);
  else if (arrow) {
    const rect = rectOf(window, area);
    putWindow(window.id, event.shiftKey ? resized(rect, "se", arrow, area) : moved(rect, arrow, area));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
