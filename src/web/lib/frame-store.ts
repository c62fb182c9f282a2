import { create } from "zustand";
import { local } from "./local.ts";

const KEY = "cairn-sidebar";

/** Whether the sidebar shows words or icons only; kept on this device. */
export const useFrame = create<{ isCollapsed: boolean }>(() => ({
  isCollapsed: local.get(KEY) === "collapsed",
}));

export function toggleSidebar(): void {
  const isCollapsed = !useFrame.getState().isCollapsed;
  local.set(KEY, isCollapsed ? "collapsed" : "expanded");
  useFrame.setState({ isCollapsed });
}
