import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";

type DialogProps = {
  title: string;
  description?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** A dialog that must be answered: no cross, no closing by Escape or a press outside. */
  isModalOnly?: boolean;
};

/** A dialog over the page; focus stays in it and returns to its opener. */
export function Dialog({ title, description, isOpen, onClose, children, isModalOnly = false }: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && !isModalOnly && onClose()}
      disablePointerDismissal={isModalOnly}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className="fixed top-[max(4rem,18dvh)] left-1/2 z-40 max-h-[76dvh] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 overflow-y-auto rounded-md border border-line-strong bg-raised p-5 shadow-pop transition-[opacity,transform] data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            {!isModalOnly && (
              <Base.Close
                aria-label="Close"
                className="tap -mt-0.5 -mr-1 grid size-7 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
              >
                <X size={16} />
              </Base.Close>
            )}
          </div>
          {description && (
            <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>
          )}
          <div className="mt-4">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The row of buttons that ends a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>;
}
