import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

/** Tooltips wait 700 ms; one after another within 300 ms they come at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={700} timeout={300}>
      {children}
    </Base.Provider>
  );
}

type TooltipProps = {
  words: ReactNode;
  keys?: string;
  children: ReactElement;
  side?: "top" | "right" | "bottom";
  isOff?: boolean;
};

/** Words beside a control; the control has its own accessible name, this is for the eye. */
export function Tooltip({ words, keys, children, side = "bottom", isOff = false }: TooltipProps) {
  return (
    <Base.Root disabled={isOff}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="flex items-center gap-2 rounded-md border border-line-strong bg-raised px-2 py-1 text-xs shadow-pop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            <span>{words}</span>
            {keys && <kbd className="font-sans text-faint">{keys}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
