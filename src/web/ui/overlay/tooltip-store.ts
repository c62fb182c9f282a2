import type { ReactNode } from "react";
import { create } from "zustand";

type Side = "top" | "right" | "bottom";

export type TooltipContent = { words: ReactNode; keys?: string | undefined; side: Side };

/** `owner` tells one control's tooltip from another's. */
export type ShownTooltip = TooltipContent & { owner: object; anchor: HTMLElement };

/** The pointer rests for 700 ms; from one control to the next within 300 ms the words come at once. */
const REST_MS = 700;
const NEXT_MS = 300;
/** Time to move the pointer from the control onto the words. */
const LEAVE_MS = 100;

/** One tooltip is shown at a time. Drawn by TooltipHost. */
export const useTooltip = create<{ shown: ShownTooltip | null }>(() => ({ shown: null }));

let timer: ReturnType<typeof setTimeout> | undefined;
let hiddenAt = -NEXT_MS;

export function showTooltip(next: ShownTooltip, isAtOnce = false): void {
  clearTimeout(timer);
  const { shown } = useTooltip.getState();
  const isNext = shown !== null || performance.now() - hiddenAt < NEXT_MS;
  const show = () => useTooltip.setState({ shown: next });
  if (isAtOnce || isNext) show();
  else timer = setTimeout(show, REST_MS);
}

/** The words of a control that changed while they are shown. */
export function updateTooltip(owner: object, content: TooltipContent): void {
  const { shown } = useTooltip.getState();
  if (shown?.owner === owner) useTooltip.setState({ shown: { ...shown, ...content } });
}

export function hideTooltip(): void {
  clearTimeout(timer);
  if (useTooltip.getState().shown) hiddenAt = performance.now();
  useTooltip.setState({ shown: null });
}

/** Hides when the pointer has not come back, to the control or its words, after a moment. */
export function leaveTooltip(): void {
  clearTimeout(timer);
  timer = setTimeout(hideTooltip, LEAVE_MS);
}

export const keepTooltip = (): void => clearTimeout(timer);
