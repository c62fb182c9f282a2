import { useEffect, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { followTheme } from "./pop-out.ts";

/** The content of a window of the system; drawn by this page, so that everything in it lives on. */
export function PoppedOut({ outside, children }: { outside: Window; children: ReactNode }) {
  useEffect(() => followTheme(outside.document), [outside]);
  return createPortal(children, outside.document.body);
}
