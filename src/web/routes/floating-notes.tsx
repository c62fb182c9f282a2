import { useKeptWindows } from "../features/floating/sync-windows.ts";
import { useDesk } from "../features/floating/floating-store.ts";
import { whenLoaded } from "../ui/when-loaded.tsx";

const FloatingDesk = whenLoaded(async () => (await import("./floating-desk.tsx")).FloatingDesk);

/** Knows which notes float; the code of the windows comes when there are any. */
export function FloatingNotes() {
  useKeptWindows();
  const isAnyOpen = useDesk(({ windows }) => windows.length > 0);
  return isAnyOpen && <FloatingDesk />;
}
