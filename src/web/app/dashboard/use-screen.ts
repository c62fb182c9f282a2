import { useSyncExternalStore } from "react";
import type { ScreenKind } from "../../features/dashboard/model/arrangement.ts";

const tablet = matchMedia("(max-width: 1023px)");
const phone = matchMedia("(max-width: 639px)");

function watch(listener: () => void): () => void {
  tablet.addEventListener("change", listener);
  phone.addEventListener("change", listener);
  return () => {
    tablet.removeEventListener("change", listener);
    phone.removeEventListener("change", listener);
  };
}

/** Which arrangement the window has room for. */
export const useScreen = (): ScreenKind =>
  useSyncExternalStore(watch, () => (phone.matches ? "mobile" : tablet.matches ? "tablet" : "desktop"));
