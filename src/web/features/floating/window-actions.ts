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
    title: "Move or resize with the arrow keys",
    group: "Window",
    icon: Move,
    keywords: "floating window keyboard position size",
    worksInEditor: true,
    isAvailable: isOneShown,
    run: onTop(startMoving),
  },
  {
    id: "window.left",
    title: "Fill the left half",
    group: "Window",
    icon: PanelLeft,
    keywords: "floating window snap",
    isAvailable: isOneShown,
    run: onTop((id) => fillWith(id, "left")),
  },
  {
    id: "window.right",
    title: "Fill the right half",
    group: "Window",
    icon: PanelRight,
    keywords: "floating window snap",
    isAvailable: isOneShown,
    run: onTop((id) => fillWith(id, "right")),
  },
  {
    id: "window.next",
    title: "Next floating window",
    group: "Window",
    icon: RefreshCw,
    startsGroup: true,
    keywords: "cycle switch focus",
    worksInEditor: true,
    isAvailable: isAnyOpen,
    run: nextWindow,
  },
  {
    id: "window.tile",
    title: "Tile all floating windows",
    group: "Window",
    icon: LayoutGrid,
    keywords: "arrange grid side by side",
    isAvailable: isOneShown,
    run: tileAll,
  },
  {
    id: "window.cascade",
    title: "Cascade all floating windows",
    group: "Window",
    icon: Layers,
    keywords: "arrange stack",
    isAvailable: isOneShown,
    run: cascadeAll,
  },
  {
    id: "window.minimize",
    title: "Minimize the floating window",
    group: "Window",
    icon: Minus,
    startsGroup: true,
    keywords: "hide dock",
    isAvailable: isOneShown,
    run: onTop((id) => {
      minimize(id);
      const next = topWindow();
      if (next) focusWindow(next.id);
    }),
  },
  {
    id: "window.minimizeAll",
    title: "Minimize all floating windows",
    group: "Window",
    icon: ChevronsDown,
    keywords: "hide dock desktop",
    isAvailable: isOneShown,
    run: minimizeAll,
  },
  {
    id: "window.close",
    title: "Close the floating window",
    group: "Window",
    icon: X,
    keywords: "dismiss",
    isAvailable: isOneShown,
    run: onTop(closeWindow),
  },
];
