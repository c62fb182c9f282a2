import { useEffect, useSyncExternalStore } from "react";
import type { overlayParts } from "./overlay-parts.tsx";
import { toast } from "../toast-store.ts";
import { t } from "../../lib/messages/t.ts";

type Parts = typeof overlayParts;

let parts: Parts | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/**
 * Fetches the code of menus and dialogs, which no page needs before somebody opens one. Repeatable.
 * @param isAhead Nobody has pressed anything yet: what does not arrive is asked for again when somebody does.
 */
export function loadOverlays(isAhead = false): Promise<void> {
  return (loading ??= fetchParts(isAhead));
}

async function fetchParts(isAhead: boolean): Promise<void> {
  try {
    const { overlayParts } = await import("./overlay-parts.tsx");
    parts = overlayParts;
    for (const listener of listeners) listener();
  } catch {
    loading = null;
    if (!isAhead) toast.error(t("Failed to load page. Please refresh to try again."));
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The parts that menus and dialogs are made of; null until they have been fetched, which `isWanted` begins. */
export function useOverlays(isWanted: boolean): Parts | null {
  const loaded = useSyncExternalStore(subscribe, () => parts);
  useEffect(() => {
    if (isWanted) void loadOverlays();
  }, [isWanted]);
  return loaded;
}
