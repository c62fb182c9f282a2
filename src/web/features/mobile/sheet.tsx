import { X } from "lucide-react";
import { useEffect, useId, type ReactNode, type RefObject } from "react";
import { IconButton } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";

type SheetProps = {
  title: string;
  dialog: RefObject<HTMLDialogElement | null>;
  children: ReactNode;
};

/**
 * A sheet at the foot of the screen: the platform's dialog, because `showModal` gives the focus within the press itself,
 * without which a phone shows no keyboard. The Back gesture closes it where the platform says so, and so do Escape, a
 * press beside it and its cross.
 */
export function Sheet({ title, dialog, children }: SheetProps) {
  const id = useId();
  useEffect(() => {
    const element = dialog.current!;
    // The dialog itself is hit only beside what it shows.
    const handlePress = (event: MouseEvent) => event.target === element && element.close();
    element.addEventListener("click", handlePress);
    return () => {
      element.removeEventListener("click", handlePress);
      element.close();
    };
  }, [dialog]);
  return (
    <dialog ref={dialog} aria-labelledby={id} className="sheet">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <IconButton label={t("Close")} onClick={() => dialog.current?.close()}>
          <X size={18} />
        </IconButton>
      </div>
      {children}
    </dialog>
  );
}
