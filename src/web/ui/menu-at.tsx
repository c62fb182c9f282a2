import { Menu as Base } from "@base-ui/react/menu";
import { useState, type ReactNode } from "react";
import { closeByTab, focusAfter, popupClass } from "./overlay-parts.tsx";

type MenuAtProps = {
  place: DOMRect;
  label: string;
  /** Gets the focus when the menu closes. */
  opener: HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A menu at a place of the page: a context menu. It is there until it has closed: taken away at once, it would give the focus back
 * after the dialog that an item opened has asked for it.
 */
export function MenuAt({ place, label, opener, onClose, children }: MenuAtProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && setIsOpen(false)}
      onOpenChangeComplete={(open) => !open && onClose()}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={{ getBoundingClientRect: () => place }}
          sideOffset={2}
          align="start"
          className="menu-place z-40 outline-none"
        >
          <Base.Popup
            aria-label={label}
            finalFocus={() => focusAfter(null, opener)}
            onKeyDown={closeByTab(() => setIsOpen(false))}
            className={popupClass}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
