import { useEffect, useState } from "react";
import { create } from "zustand";
import { updateWorkspace, useWorkspace } from "./frame.ts";
import { local } from "../../platform/local.ts";
import { t } from "../../lib/messages/t.ts";
import { resized } from "./resized.ts";

const KEY = "cairn-sidebar";
const SIZES = "cairn-sidebar-sizes";

/** Whether the sidebar shows words or icons only; a matter of this device's screen. */
export const useSidebar = create<{ isCollapsed: boolean }>(() => ({
  isCollapsed: local.get(KEY) === "collapsed",
}));

export function toggleSidebar(): void {
  const isCollapsed = !useSidebar.getState().isCollapsed;
  local.set(KEY, isCollapsed ? "collapsed" : "expanded");
  useSidebar.setState({ isCollapsed });
}

export type PanelSize = {
  key: string;
  initial: number;
  min: number;
  max: number;
  /** Which sizes of the workspace it is one of: the frame's, or those of the sidebar's own sections. */
  home?: "panelSizes" | "sidebarPanelSizes";
  /** What the list of what can be undone says of a change. */
  words?: string;
};

const WORDS = {
  panelSizes: t("Changed the sidebar's width"),
  sidebarPanelSizes: t("Changed the sidebar's sections"),
};

/** The sidebar's width, in percent of the window: the app's, and the one of windows below 768 px. */
export const WIDE: PanelSize = { key: "sidebar", initial: 18, min: 15, max: 50 };
export const NARROW: PanelSize = { key: "sidebarNarrow", initial: 12, min: 8, max: 15 };
export const COLLAPSED_PERCENT = 4;

function kept(): Record<string, number> {
  try {
    return JSON.parse(local.get(SIZES) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

async function keepSize(home: keyof typeof WORDS, key: string, size: number): Promise<void> {
  if (!(await updateWorkspace({ [home]: { [key]: size } }))) throw new Error("The size was not put back");
}

/**
 * A panel's size in percent. It comes from the workspace; this device remembers it for the first paint, which must not
 * jump when the workspace arrives.
 */
export function usePanelSize({ key, initial, min, max, home = "panelSizes", words }: PanelSize) {
  const workspace = useWorkspace();
  // Sections were kept among the frame's sizes once.
  const saved = workspace?.[home][key] ?? workspace?.panelSizes[key];
  const [moving, setMoving] = useState<number | null>(null);
  useEffect(() => {
    if (saved !== undefined) local.set(SIZES, JSON.stringify({ ...kept(), [key]: saved }));
  }, [key, saved]);
  const size = moving ?? saved ?? kept()[key] ?? initial;
  return {
    size: Math.min(max, Math.max(min, size)),
    move: setMoving,
    save: async (value: number) => {
      const before = saved ?? initial;
      const isKept = await updateWorkspace({ [home]: { [key]: value } });
      setMoving(null);
      if (!isKept) return;
      resized(`${home}.${key}`, words ?? WORDS[home], before, value, (size) => keepSize(home, key, size));
    },
  };
}
