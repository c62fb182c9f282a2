import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { focusAfter, popupClass } from "./overlay-parts.tsx";

type MenuAtProps = {
  place: DOMRect;
  label: string;
  /** Gets the focus when the menu closes. */
  opener: HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
};

/** A menu at a place of the page: a context menu. */
export function MenuAt({ place, label, opener, onClose, children }: MenuAtProps) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={{ getBoundingClientRect: () => place }}
          sideOffset={2}
          align="start"
          className="menu-place z-40 outline-none"
        >
          <Base.Popup aria-label={label} finalFocus={() => focusAfter(null, opener)} className={popupClass}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
