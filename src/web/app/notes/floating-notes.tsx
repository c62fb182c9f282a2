import { useKeptWindows } from "../../features/floating/sync-windows.ts";
import { useFloatingWindows } from "../../features/floating/floating-store.ts";
import { deferred } from "../../ui/deferred.tsx";

const FloatingWindows = deferred(async () => (await import("./floating-windows.tsx")).FloatingWindows);

/** Knows which notes float; the code of the windows comes when there are any. */
export function FloatingNotes() {
  useKeptWindows();
  const isAnyOpen = useFloatingWindows(({ windows }) => windows.length > 0);
  return isAnyOpen && <FloatingWindows />;
}
