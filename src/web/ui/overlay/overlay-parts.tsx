import { Dialog } from "@base-ui/react/dialog";
import { Menu } from "@base-ui/react/menu";
import { Popover } from "@base-ui/react/popover";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from "react";
import { Tooltip } from "@base-ui/react/tooltip";
import { OPEN_DIALOG } from "../../lib/covered.ts";
import type { DialogProps } from "./dialog.tsx";
import { hideTooltip, keepTooltip, leaveTooltip, type ShownTooltip } from "./tooltip-store.ts";
import { t } from "../../lib/messages/t.ts";

type OpenMenuProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  align: "start" | "end";
  children: ReactNode;
};

const popupClass =
  "max-h-[min(36rem,var(--available-height))] min-w-44 overflow-y-auto rounded-md border border-line-strong bg-raised p-1 shadow-pop outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

/**
 * Who took the focus while a menu or a dialog closed keeps it: the dialog that took its place. One that is open and about to take it
 * gets it: asked for by both within a frame, the focus would go to the one who asked last.
 */
function focusAfter(closing: Element | null, opener: HTMLElement | null): HTMLElement | boolean {
  const { activeElement: active } = document;
  const over = [...document.querySelectorAll(OPEN_DIALOG)].findLast((dialog) => dialog !== closing);
  if (over && opener && !over.contains(opener)) return false;
  const isFree =
    !active ||
    active === document.body ||
    closing?.contains(active) ||
    active.closest("[role=menu], [data-base-ui-focus-guard]") !== null;
  if (!isFree) return active === opener;
  // Nothing had it: given to the page itself, it would go to the first link there.
  if (opener === document.body) return false;
  if (opener?.isConnected) return opener;
  // Opened from a menu or another dialog: what opened that. Deleted meanwhile, it is not sought at the page's beginning: what stands in
  // its place gets the focus (keepFocus).
  return opener === null || opener.closest("[role=menu], [role=dialog]") !== null;
}

/**
 * Tab closes a menu and gives the focus back: from a menu at the end of the page it would lead to nowhere. Heard by the whole page,
 * since a menu that has just been drawn gets the focus a frame later.
 */
function useCloseByTab(isOpen: boolean, close: () => void) {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "Tab") return;
      event.preventDefault();
      closeNow();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [isOpen]);
}

/** A menu beside the element that opened it, which gets the focus back. */
function OpenMenu({ isOpen, onOpenChange, anchor, align, children }: OpenMenuProps) {
  useCloseByTab(isOpen, () => onOpenChange(false));
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(open, details) => {
        const { target } = details.event;
        // A press on the opener closes by itself; closed here as well, its click would open the menu again.
        if (!open && target instanceof Node && anchor.current?.contains(target)) details.cancel();
        else onOpenChange(open);
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          sideOffset={4}
          align={align}
          className="menu-place z-40 outline-none"
        >
          <Menu.Popup finalFocus={() => focusAfter(null, anchor.current)} className={popupClass}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

type OpenPopoverProps = {
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** Something to choose from, beside the element that opened it, which gets the focus back. */
function OpenPopover({ label, isOpen, onOpenChange, anchor, children }: OpenPopoverProps) {
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, details) => {
        const { target } = details.event;
        // As with a menu: its opener closes it by itself.
        if (!open && target instanceof Node && anchor.current?.contains(target)) details.cancel();
        else onOpenChange(open);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          sideOffset={6}
          align="end"
          collisionPadding={8}
          className="menu-place z-40"
        >
          <Popover.Popup
            aria-label={label}
            initialFocus={() =>
              document.querySelector<HTMLElement>("[data-popover] button[tabindex='0']") ?? true
            }
            finalFocus={anchor}
            data-popover=""
            className={clsx(popupClass, "p-2!")}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

export type MenuAtProps = {
  place: DOMRect;
  label: string;
  /** Gets the focus when the menu closes. */
  opener: HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
};

/**
 * It is there until it has closed: taken away at once, it would give the focus back after the dialog that an item opened has asked
 * for it.
 */
function OpenMenuAt({ place, label, opener, onClose, children }: MenuAtProps) {
  const [isOpen, setIsOpen] = useState(true);
  useCloseByTab(isOpen, () => setIsOpen(false));
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(open) => !open && setIsOpen(false)}
      onOpenChangeComplete={(open) => !open && onClose()}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={{ getBoundingClientRect: () => place }}
          sideOffset={2}
          align="start"
          className="menu-place z-40 outline-none"
        >
          <Menu.Popup aria-label={label} finalFocus={() => focusAfter(null, opener)} className={popupClass}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

export type SubmenuProps = { label: string; className: string; trigger: ReactNode; children: ReactNode };

function OpenSubmenu({ label, className, trigger, children }: SubmenuProps) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={className}>{trigger}</Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place z-40 outline-none" sideOffset={2} alignOffset={-4}>
          <Menu.Popup aria-label={label} className={popupClass}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

const WHOLE_PHONE =
  "inset-0 flex flex-col p-3 pt-[max(0.75rem,env(safe-area-inset-top))] sm:rounded-md sm:border sm:p-5";
const sizes = {
  small:
    "top-[max(4rem,18dvh)] left-1/2 max-h-[76dvh] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 overflow-y-auto rounded-md border p-5",
  narrow: `${WHOLE_PHONE} sm:inset-x-[max(1.5rem,calc(50vw-15rem))] sm:top-[12dvh] sm:bottom-auto sm:max-h-[76dvh]`,
  medium: `${WHOLE_PHONE} sm:inset-x-[max(1.5rem,calc(50vw-24rem))] sm:top-[10dvh] sm:bottom-auto sm:max-h-[80dvh]`,
  side: `${WHOLE_PHONE} sm:start-auto sm:w-96 sm:rounded-none! sm:border-y-0! sm:border-e-0!`,
  large: `${WHOLE_PHONE} sm:inset-x-[max(1.5rem,calc(50vw-36rem))] sm:inset-y-[4dvh]`,
};

const COLUMN = "mt-3 flex min-h-0 flex-1 flex-col";
const contents = {
  small: "mt-4",
  narrow: COLUMN,
  medium: COLUMN,
  side: COLUMN,
  large: "mt-3 min-h-0 flex-1",
};

const EVERY_MS = 300;
const WRITTEN_IN = "input:enabled:not([type=hidden]), textarea:enabled, select:enabled";

/**
 * The focus comes into a dialog a frame after it is drawn, unless anything else asks for the focus within that frame, and what comes late
 * to the page below may take it again: then nothing would have it, or keys would go to that page. So it is looked for now and again.
 */
function useKeys(popup: RefObject<HTMLElement | null>, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    let last: HTMLElement | undefined;
    const handleIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && popup.current?.contains(target)) last = target;
    };
    const look = () => {
      const { activeElement: active } = document;
      if (active !== document.body && !active?.closest("main")) return;
      const top = [...document.querySelectorAll<HTMLElement>(OPEN_DIALOG)].at(-1);
      if (!top || top !== popup.current) return;
      const had = last?.isConnected ? last : undefined;
      const isOff = had?.matches(":disabled") ?? false;
      // A button that is off while its work is done has the keys again when it is on (keep-focus.ts).
      if (isOff && active === document.body) return;
      const first = () => top.querySelector<HTMLElement>(WRITTEN_IN) ?? top.querySelector("button");
      ((isOff ? undefined : had) ?? first())?.focus();
    };
    addEventListener("focusin", handleIn);
    const timer = setInterval(look, EVERY_MS);
    return () => {
      removeEventListener("focusin", handleIn);
      clearInterval(timer);
    };
  }, [isOpen, popup]);
}

function OpenDialog(props: DialogProps) {
  const { title, description, isOpen, onClose, children, isModalOnly = false, size = "small" } = props;
  const popup = useRef<HTMLDivElement>(null);
  useKeys(popup, isOpen);
  // Once loaded, a dialog stands ready while it is closed: the opener is who has the focus when it opens.
  const [was, setWas] = useState({ isOpen: false, opener: document.activeElement as HTMLElement | null });
  if (was.isOpen !== isOpen)
    setWas({ isOpen, opener: isOpen ? (document.activeElement as HTMLElement | null) : was.opener });
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => !open && !isModalOnly && onClose()}
      disablePointerDismissal={isModalOnly}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={popup}
          finalFocus={() => focusAfter(popup.current, was.opener)}
          className={clsx(
            "fixed z-40 border-line-strong bg-raised shadow-pop transition-[opacity,transform] data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0",
            sizes[size],
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Dialog.Title className="min-w-0 text-lg font-semibold wrap-anywhere">{title}</Dialog.Title>
            {!isModalOnly && (
              // As high as the first line of the title, however large a finger needs it.
              <span className="-mr-1 grid h-6 shrink-0 place-content-center">
                <Dialog.Close
                  aria-label={t("Close")}
                  className="tap grid size-7 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
                >
                  <X size={16} />
                </Dialog.Close>
              </span>
            )}
          </div>
          {description && (
            <Dialog.Description className="mt-1 text-sm text-muted">{description}</Dialog.Description>
          )}
          <div className={contents[size]}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function OpenTooltip({ anchor, side, words, keys }: ShownTooltip) {
  return (
    <Tooltip.Root open onOpenChange={(isOpen) => !isOpen && hideTooltip()}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} side={side} sideOffset={6} className="z-50">
          <Tooltip.Popup
            onPointerEnter={keepTooltip}
            onPointerLeave={leaveTooltip}
            className="flex items-center gap-2 rounded-md border border-line-strong bg-raised px-2 py-1 text-xs shadow-pop"
          >
            <span>{words}</span>
            {keys && <kbd className="font-sans text-faint">{keys}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** One object, because it is fetched as one. */
export const overlayParts = {
  OpenMenu,
  OpenMenuAt,
  OpenSubmenu,
  OpenPopover,
  MenuItem: Menu.Item,
  MenuSeparator: Menu.Separator,
  OpenDialog,
  OpenTooltip,
};
