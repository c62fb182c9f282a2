import { useEffect } from "react";
import { updatePreferences, usePreferences } from "../../kernel/workspace/frame.ts";
import { useUser } from "../../platform/session.ts";
import { useFloatingWindows } from "./floating-store.ts";
import { areSame, fromAccount, keepWindows, keptWindows, sizeClassOf, toAccount } from "./kept-windows.ts";
import type { FloatingNote } from "./windows.ts";

/** The account hears of a change when the windows have rested this long. */
const RESTED_MS = 1_000;

/** Of the screen and not of the browser's window: that one may be made narrower for a moment. */
const sizeClass = sizeClassOf(screen.width);

/**
 * Keeps the windows on this device at once and in the account a moment later; takes over what another computer with a
 * screen of this size did, unless something was changed here since. The last writer wins.
 */
export function useKeptWindows(): void {
  const userId = useUser()?.id;
  useEffect(() => (userId ? keepFor(userId) : undefined), [userId]);
  const preferences = usePreferences();
  const told = preferences?.settings[sizeClass];
  const isLoaded = preferences !== undefined;
  useEffect(() => {
    if (!userId || !isLoaded || keptWindows(userId).isUnsent) return;
    const { windows } = useFloatingWindows.getState();
    if (areSame(told ?? [], toAccount(windows))) return;
    isTaking = true;
    useFloatingWindows.setState({ windows: fromAccount(told ?? [], windows) });
    isTaking = false;
  }, [userId, isLoaded, told]);
}

/** What comes from the account is not sent back to it. */
let isTaking = false;

function keepFor(userId: string): () => void {
  const kept = keptWindows(userId);
  let isUnsent = kept.isUnsent;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => keepWindows({ userId, isUnsent, windows: useFloatingWindows.getState().windows });
  const tell = () => {
    timer = undefined;
    const told = toAccount(useFloatingWindows.getState().windows);
    void updatePreferences({ settings: { [sizeClass]: told.length > 0 ? told : null } });
    isUnsent = false;
    keep();
  };
  const tellLater = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, RESTED_MS);
  };
  useFloatingWindows.setState({ windows: kept.windows });
  if (isUnsent) tellLater();
  const stop = useFloatingWindows.subscribe(({ windows }, before) => {
    if (windows === before.windows) return;
    closeOutside(windows);
    if (!isTaking && !areSame(toAccount(windows), toAccount(before.windows))) {
      isUnsent = true;
      tellLater();
    }
    keep();
  });
  return () => {
    stop();
    clearTimeout(timer);
    closeOutside([]);
    useFloatingWindows.setState({ windows: [], moving: null, focusId: null });
  };
}

/** What was closed elsewhere, or belongs to somebody who signed out, does not stay open outside of the page. */
function closeOutside(windows: readonly FloatingNote[]): void {
  const { outside } = useFloatingWindows.getState();
  if (outside && !windows.some(({ id }) => id === outside.id)) outside.window.close();
}
