import { useLayoutEffect, useRef } from "react";
import type { Slot } from "./model/arrangement.ts";

/** As long as a moved card may take to be drawn where it now stands. */
const LONGEST_MS = 1_000;

let wanted: { id: string; componentKey: string; until: number } | null = null;

/** Keys go on moving a widget: its grip has the focus where it now stands, from the moment it is drawn there. */
export function focusGrip(id: string, componentKey: string): void {
  wanted = { id, componentKey, until: performance.now() + LONGEST_MS };
}

/** Not by its place alone: until the move is drawn, that is another widget's, which the next key would move. */
export function useGripFocus({ id, componentKey }: Slot) {
  const grip = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (wanted?.id !== id || wanted.componentKey !== componentKey) return;
    if (performance.now() < wanted.until) {
      grip.current?.focus();
      grip.current?.scrollIntoView({ block: "nearest" });
    }
    wanted = null;
  });
  return grip;
}
