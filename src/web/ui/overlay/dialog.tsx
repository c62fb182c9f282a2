import type { ReactNode } from "react";
import { useOverlays } from "./overlays.ts";

export type DialogProps = {
  title: string;
  description?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** A dialog that must be answered: no cross, no closing by Escape or a press outside. */
  isModalOnly?: boolean;
  /**
   * All but the small size take the whole of a phone's page. A narrow and a medium one are as high as its content until that scrolls; a large one is
   * nearly the whole page, for what is read in it; one at the side is as high as the page.
   */
  size?: "small" | "narrow" | "medium" | "large" | "side";
};

/** A dialog over the page; focus stays in it and returns to its opener. */
export function Dialog(props: DialogProps) {
  const parts = useOverlays(props.isOpen);
  return parts && <parts.OpenDialog {...props} />;
}

/** The row of buttons that ends a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>;
}
