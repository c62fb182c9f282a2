import {
  ChevronsDown,
  Layers,
  LayoutGrid,
  Minus,
  Move,
  PanelLeft,
  PanelRight,
  RefreshCw,
  X,
} from "lucide-react";
import type { Action } from "../../kernel/actions/action.ts";
import { useThisDevice } from "../../platform/device/device-kind.ts";
import {
  cascadeAll,
  closeWindow,
  fillWith,
  focusWindow,
  minimize,
  minimizeAll,
  nextWindow,
  startMoving,
  tileAll,
  topWindow,
  useFloatingWindows,
} from "./floating-store.ts";
import { t } from "../../lib/messages/t.ts";

/** A phone has no room for windows. */
const hasRoom = () => !useThisDevice.getState().hasMobileViewport;

const isAnyOpen = () => hasRoom() && useFloatingWindows.getState().windows.length > 0;
const isOneShown = () => hasRoom() && topWindow() !== undefined;

/** An action on the window that lies on top. */
const onTop = (work: (id: string) => void) => () => {
  const top = topWindow();
  if (top) work(top.id);
};

/** What can be done with the windows; their menus are made of these. */
export const windowActions: Action[] = [
  {
    id: "window.move",
    title: t("Move or Resize with the Arrow Keys"),
    group: "Window",
    icon: Move,
    keywords: t("floating window keyboard position size"),
    worksInEditor: true,
    isAvailable: isOneShown,
    run: onTop(startMoving),
  },
  {
    id: "window.left",
    title: t("Snap to Left Half"),
    group: "Window",
    icon: PanelLeft,
    keywords: t("floating window snap"),
    isAvailable: isOneShown,
    run: onTop((id) => fillWith(id, "left")),
  },
  {
    id: "window.right",
    title: t("Snap to Right Half"),
    group: "Window",
    icon: PanelRight,
    keywords: t("floating window snap"),
    isAvailable: isOneShown,
    run: onTop((id) => fillWith(id, "right")),
  },
  {
    id: "window.next",
    title: t("Next Floating Window"),
    group: "Window",
    icon: RefreshCw,
    startsGroup: true,
    keywords: t("cycle switch focus"),
    worksInEditor: true,
    isAvailable: isAnyOpen,
    run: nextWindow,
  },
  {
    id: "window.tile",
    title: t("Tile All Floating Windows"),
    group: "Window",
    icon: LayoutGrid,
    keywords: t("arrange grid side by side"),
    isAvailable: isOneShown,
    run: tileAll,
  },
  {
    id: "window.cascade",
    title: t("Cascade All Floating Windows"),
    group: "Window",
    icon: Layers,
    keywords: t("arrange stack"),
    isAvailable: isOneShown,
    run: cascadeAll,
  },
  {
    id: "window.minimize",
    title: t("Minimize the Floating Window"),
    group: "Window",
    icon: Minus,
    startsGroup: true,
    keywords: t("hide dock"),
    isAvailable: isOneShown,
    run: onTop((id) => {
      minimize(id);
      const next = topWindow();
      if (next) focusWindow(next.id);
    }),
  },
  {
    id: "window.minimizeAll",
    title: t("Minimize All Floating Windows"),
    group: "Window",
    icon: ChevronsDown,
    keywords: t("hide dock desktop"),
    isAvailable: isOneShown,
    run: minimizeAll,
  },
  {
    id: "window.close",
    title: t("Close the Floating Window"),
    group: "Window",
    icon: X,
    keywords: t("dismiss"),
    isAvailable: isOneShown,
    run: onTop(closeWindow),
  },
];
