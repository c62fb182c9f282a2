import { useEffect, useLayoutEffect, useRef } from "react";
import type { Workspace, WorkspaceChange } from "#contract/workspace.ts";
import { toast } from "../../ui/toast-store.ts";
import { cachedFrame, frameWasChanged, updateWorkspace, useWorkspace } from "./frame.ts";
import { t } from "../../lib/messages/t.ts";

export type EditMode = "dashboard" | "sidebar";

const FIELD = { dashboard: "isDashboardEditing", sidebar: "isSidebarEditing" } as const;
const WORDS = {
  dashboard: {
    on: t("Dashboard edit mode enabled"),
    off: t("Dashboard edit mode disabled"),
    failed: t("Failed to update dashboard edit mode"),
  },
  sidebar: {
    on: t("Sidebar edit mode enabled"),
    off: t("Sidebar edit mode disabled"),
    failed: t("Failed to update sidebar edit mode"),
  },
};

const INACTIVE_MS = 30 * 60_000;
const CHECK_MS = 5 * 60_000;
const BOTH_OFF = { isDashboardEditing: false, isSidebarEditing: false };

export const isEditing = (workspace: Workspace | undefined) =>
  Boolean(workspace?.isDashboardEditing || workspace?.isSidebarEditing);

/** Whether this page ended editing last: its own switches say themselves what they did. */
let wasEndedHere = false;

function changeHere(given: WorkspaceChange, failure?: string): Promise<boolean> {
  // Shown at once, so the frame knows already whether anything is still edited.
  const isDone = updateWorkspace(given, failure);
  wasEndedHere = !isEditing(cachedFrame()?.workspace);
  return isDone;
}

/** Switching on gives an hour from now. */
export async function setEditMode(mode: EditMode, isOn: boolean): Promise<void> {
  const isDone = await changeHere({ [FIELD[mode]]: isOn }, WORDS[mode].failed);
  if (isDone) toast.success(WORDS[mode][isOn ? "on" : "off"]);
}

/** Sizes are saved as they are let go; this locks them. */
export async function saveLayout(): Promise<void> {
  if (await changeHere(BOTH_OFF)) toast.success(t("Layout saved and locked"));
}

const sayItEnded = () => toast.info(t("Edit mode automatically disabled due to inactivity"));

/** What makes a person active; moving the pointer over the page is enough. */
const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "wheel"] as const;

/**
 * Ends the edit modes after thirty idle minutes, and looks every five whether their hour is over. The server says when it
 * is, because the clock of this device may be wrong, and leaves its end standing. What another device locked has none, and ends
 * here without a word.
 */
export function useEditModeEnd(): void {
  const workspace = useWorkspace();
  const isOn = isEditing(workspace);
  const hasEnd = (workspace?.editModeExpiresAt ?? null) !== null;
  const wasOn = useRef(isOn);
  // With what is drawn, or a press that comes between would be taken for the end of the hour.
  useLayoutEffect(() => {
    if (wasOn.current && !isOn && !wasEndedHere && hasEnd) sayItEnded();
    if (!wasOn.current && isOn) wasEndedHere = false;
    wasOn.current = isOn;
  }, [isOn, hasEnd]);
  useEffect(() => {
    if (!isOn) return;
    let lastSeen = Date.now();
    const endIfIdle = () => {
      if (Date.now() - lastSeen < INACTIVE_MS) return;
      void changeHere(BOTH_OFF).then((isDone) => isDone && sayItEnded());
    };
    let idle = setTimeout(endIfIdle, INACTIVE_MS);
    const handleLife = () => {
      // Sixty moves a second need not move the timer sixty times.
      if (Date.now() - lastSeen < 1000) return;
      lastSeen = Date.now();
      clearTimeout(idle);
      idle = setTimeout(endIfIdle, INACTIVE_MS);
    };
    const timer = setInterval(frameWasChanged, CHECK_MS);
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, handleLife, { passive: true });
    return () => {
      clearTimeout(idle);
      clearInterval(timer);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, handleLife);
    };
  }, [isOn]);
}
