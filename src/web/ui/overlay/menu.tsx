import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import {
  cloneElement,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
} from "react";
import { loadOverlays, useOverlays } from "./overlays.ts";

type Trigger = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLButtonElement> }>;

/** A menu that opens from `trigger`, which must be a button element. */
export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: Trigger;
  children: ReactNode;
  align?: "start" | "end";
}) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const parts = useOverlays(isOpen);
  const open = () => {
    setHasOpened(true);
    setIsOpen(true);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPointerEnter: () => void loadOverlays(),
        onFocus: () => void loadOverlays(),
        onClick: () => (isOpen ? setIsOpen(false) : open()),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          open();
        },
      })}
      {parts && hasOpened && (
        <parts.OpenMenu isOpen={isOpen} onOpenChange={setIsOpen} anchor={anchor} align={align}>
          {children}
        </parts.OpenMenu>
      )}
    </>
  );
}

const itemClass =
  "flex h-8 w-full cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-disabled:opacity-40 data-highlighted:bg-pressed pointer-coarse:h-11";

type MenuItemProps = {
  icon?: ReactNode;
  hint?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** The menu stays open after it. */
  isStaying?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

/** Drawn in an open menu only, by when its parts are there. */
export function MenuItem({
  icon,
  hint,
  isDanger,
  isDisabled,
  isStaying = false,
  onSelect,
  children,
}: MenuItemProps) {
  const parts = useOverlays(true);
  if (!parts) return null;
  return (
    <parts.MenuItem
      className={clsx(itemClass, isDanger && "text-danger")}
      disabled={isDisabled}
      closeOnClick={!isStaying}
      onClick={onSelect}
    >
      {icon && <span className={isDanger ? "" : "text-muted"}>{icon}</span>}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint && <span className="text-xs text-faint">{hint}</span>}
    </parts.MenuItem>
  );
}

/** A menu beside an item of another. */
export function Submenu({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  const parts = useOverlays(true);
  if (!parts) return null;
  const trigger = (
    <>
      <span className="text-muted">{icon}</span>
      <span className="flex-1">{label}</span>
      <ChevronRight size={14} aria-hidden="true" className="text-faint" />
    </>
  );
  return (
    <parts.OpenSubmenu
      label={label}
      className={clsx(itemClass, "data-popup-open:bg-pressed")}
      trigger={trigger}
    >
      {children}
    </parts.OpenSubmenu>
  );
}

export function MenuDivider() {
  const parts = useOverlays(true);
  return parts && <parts.MenuSeparator className="my-1 h-px bg-line" />;
}
