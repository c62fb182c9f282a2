import type { MenuAtProps } from "./overlay-parts.tsx";
import { useOverlays } from "./overlays.ts";

/** A menu at a place of the page: a context menu. */
export function MenuAt(props: MenuAtProps) {
  const parts = useOverlays(true);
  return parts && <parts.OpenMenuAt {...props} />;
}
