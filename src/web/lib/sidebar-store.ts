import { create } from "zustand";
import { local } from "./local.ts";

const KEY = "cairn-sidebar";

/** Whether the sidebar shows words or icons only; kept on this device. */
export const useSidebar = create<{ isCollapsed: boolean }>(() => ({
  isCollapsed: local.get(KEY) === "collapsed",
}));

export function toggleSidebar(): void {
  const isCollapsed = !useSidebar.getState().isCollapsed;
  local.set(KEY, isCollapsed ? "collapsed" : "expanded");
  useSidebar.setState({ isCollapsed });
}
