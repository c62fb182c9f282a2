import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { clsx } from "clsx";

/** A menu that opens from `trigger`, which must be a button element. */
export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "end";
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-40 outline-none">
          <Base.Popup className="max-h-[min(24rem,var(--available-height))] min-w-44 overflow-y-auto rounded-md border border-line-strong bg-raised p-1 shadow-pop outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemClass =
  "flex h-8 w-full cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-disabled:opacity-40 data-highlighted:bg-pressed pointer-coarse:h-11";

type MenuItemProps = {
  icon?: ReactNode;
  hint?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, hint, isDanger, isDisabled, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item
      className={clsx(itemClass, isDanger && "text-danger")}
      disabled={isDisabled}
      onClick={onSelect}
    >
      {icon && <span className={isDanger ? "" : "text-muted"}>{icon}</span>}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint && <span className="text-xs text-faint">{hint}</span>}
    </Base.Item>
  );
}

export function MenuDivider() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
