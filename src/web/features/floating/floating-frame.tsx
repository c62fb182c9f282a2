import { clsx } from "clsx";
import { Ellipsis, ExternalLink, Maximize2, Minimize2, Minus, PictureInPicture2, X } from "lucide-react";
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { ActionItems } from "../../kernel/actions/action-items.tsx";
import { actionContext } from "../../kernel/actions/here.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuDivider, MenuItem } from "../../ui/overlay/menu.tsx";
import { isElsewhere, useDrag } from "./drag.ts";
import {
  bringToFront,
  closeWindow,
  fillWith,
  isOpener,
  leaveWindows,
  minimize,
  rememberOpener,
  stopMoving,
  useFloatingWindows,
} from "./floating-store.ts";
import { GRIPS, type Grip } from "./geometry.ts";
import { moveByKey } from "./move-keys.ts";
import { canPopOut, popOut } from "./pop-out.ts";
import { rectOf, type FloatingNote } from "./windows.ts";
import "./floating.css";
import { t } from "../../lib/messages/t.ts";

type FloatingFrameProps = {
  window: FloatingNote;
  title: string;
  /** Says where the text stands. */
  status: ReactNode;
  onOpen: () => void;
  children: ReactNode;
};

/** A window over the page: its title bar, its edges, and what its note shows. */
export function FloatingFrame({ window, title, status, onOpen, children }: FloatingFrameProps) {
  const { id } = window;
  const titleId = useId();
  const frame = useFocusWhenAsked(id);
  const area = useFloatingWindows((state) => state.area);
  const layer = useFloatingWindows((state) => state.windows.findIndex((other) => other.id === id));
  const isMoving = useFloatingWindows((state) => state.moving?.id === id);
  const { x, y, width, height } = rectOf(window, area);
  const close = () => {
    closeWindow(id);
    leaveWindows();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Out of the text to its window, and from there to the page.
    if (event.target !== frame.current) return void setTimeout(() => takeLostFocus(frame.current), LET_GO_MS);
    event.preventDefault();
    leaveWindows();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog that takes the focus and is moved by keys
    <section
      ref={frame}
      role="dialog"
      aria-labelledby={titleId}
      data-modeless
      data-floating={id}
      tabIndex={-1}
      style={{ left: x, top: y, width, height, zIndex: layer }}
      className={clsx(
        "floating-note pointer-events-auto absolute flex flex-col overflow-hidden rounded-md border bg-bg shadow-pop outline-none focus-visible:ring-2 focus-visible:ring-accent",
        isMoving ? "border-accent" : "border-line-strong",
      )}
      onPointerDownCapture={() => bringToFront(id)}
      onFocus={(event) => {
        rememberOpener(event.relatedTarget);
        bringToFront(id);
      }}
      onBlur={(event) => {
        if (isMoving && !event.currentTarget.contains(event.relatedTarget)) stopMoving(true);
      }}
      // Before the button that has the focus, whose menu an arrow would open.
      onKeyDownCapture={isMoving ? moveByKey : undefined}
      onKeyDown={handleKey}
    >
      <TitleBar
        window={window}
        title={title}
        titleId={titleId}
        status={status}
        onOpen={onOpen}
        onClose={close}
      />
      {isMoving && (
        <p role="status" className="border-b border-line bg-accent-soft px-3 py-1.5 text-xs">
          {t(
            "Arrow keys move, with Shift resize, with Ctrl snap. Enter keeps the change, Escape cancels it.",
          )}
        </p>
      )}
      <div className="floating-body relative min-h-0 flex-1 scroll-pt-20 scroll-pb-4 overflow-y-auto">
        {children}
      </div>
      {window.fill !== "full" && GRIPS.map((grip) => <Edge key={grip} window={window} grip={grip} />)}
    </section>
  );
}

/** The text lets go of the focus in the next frame. */
const LET_GO_MS = 60;

const AFTER_MENUS_MS = 150;

function takeLostFocus(frame: HTMLElement | null): void {
  if (document.activeElement === document.body) frame?.focus();
}

/** The element, which gets the focus when its window is asked for. */
function useFocusWhenAsked(id: string) {
  const frame = useRef<HTMLElement>(null);
  const isAsked = useFloatingWindows((state) => state.focusId === id);
  useEffect(() => {
    if (!isAsked) return;
    const take = () =>
      frame.current?.contains(document.activeElement) || frame.current?.focus({ preventScroll: true });
    take();
    // A menu that closes gives the focus back to its opener once more. Where a person went meanwhile it stays.
    const again = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === document.body || isOpener(activeElement) || activeElement?.closest("[role=menu]"))
        take();
      useFloatingWindows.setState({ focusId: null });
    }, AFTER_MENUS_MS);
    return () => clearTimeout(again);
  }, [isAsked]);
  return frame;
}

type TitleBarProps = Omit<FloatingFrameProps, "children"> & { titleId: string; onClose: () => void };

function TitleBar({ window, title, titleId, status, onOpen, onClose }: TitleBarProps) {
  const { id, fill } = window;
  const toggleFull = () => fillWith(id, fill === "full" ? null : "full");
  return (
    <header
      {...useDrag(window, null)}
      onDoubleClick={(event) => {
        if (!isElsewhere(event)) toggleFull();
      }}
      className="flex h-10 shrink-0 cursor-default touch-none items-center gap-1 border-b border-line bg-panel ps-3 pe-1.5 select-none"
    >
      <h2 id={titleId} dir="auto" title={title} className="min-w-12 flex-1 truncate text-sm font-medium">
        {title}
      </h2>
      <span className="floating-status min-w-0 truncate pe-1">{status}</span>
      <WindowMenu window={window} title={title} onOpen={onOpen} />
      <IconButton
        label={t("Minimize")}
        title={t("Minimize")}
        onClick={() => {
          minimize(id);
          requestAnimationFrame(() =>
            document.querySelector<HTMLElement>(`[data-docked="${id}"] button`)?.focus(),
          );
        }}
      >
        <Minus size={15} />
      </IconButton>
      <IconButton
        label={fill ? t("Restore") : t("Maximize")}
        title={fill ? t("Restore") : t("Maximize")}
        onClick={() => fillWith(id, fill ? null : "full")}
      >
        {fill ? <Minimize2 size={14} /> : <Maximize2 size={14} />}
      </IconButton>
      <IconButton label={t("Close")} title={t("Close")} onClick={onClose}>
        <X size={15} />
      </IconButton>
    </header>
  );
}

function WindowMenu({ window, title, onOpen }: Pick<TitleBarProps, "window" | "title" | "onOpen">) {
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for the {title} window", { title })} title={t("Window")}>
          <Ellipsis size={15} />
        </IconButton>
      }
    >
      <MenuItem icon={<ExternalLink size={15} />} onSelect={onOpen}>
        {t("Open in Editor")}
      </MenuItem>
      {canPopOut() && (
        <MenuItem icon={<PictureInPicture2 size={15} />} onSelect={() => void popOut(window, title)}>
          {t("Pop Out into Its Own Window")}
        </MenuItem>
      )}
      <MenuDivider />
      <ActionItems group="Window" context={actionContext("menu")} />
    </Menu>
  );
}

const EDGES: Record<Grip, string> = {
  n: "inset-x-2 top-0 h-1.5 cursor-ns-resize",
  s: "inset-x-2 bottom-0 h-1.5 cursor-ns-resize",
  e: "inset-y-2 right-0 w-1.5 cursor-ew-resize",
  w: "inset-y-2 left-0 w-1.5 cursor-ew-resize",
  ne: "top-0 right-0 size-2.5 cursor-nesw-resize",
  nw: "top-0 left-0 size-2.5 cursor-nwse-resize",
  se: "right-0 bottom-0 size-4 cursor-nwse-resize",
  sw: "bottom-0 left-0 size-2.5 cursor-nesw-resize",
};

/** For pointers only: with keys a window is resized by the arrows. */
function Edge({ window, grip }: { window: FloatingNote; grip: Grip }) {
  return (
    <div
      aria-hidden="true"
      data-grip={grip}
      {...useDrag(window, grip)}
      className={clsx("absolute z-30 touch-none", EDGES[grip])}
    />
  );
}
