import { useOverlays } from "./overlays.ts";
import { useTooltip } from "./tooltip-store.ts";

/** Draws the tooltip of whichever control asks for one. */
export function TooltipHost() {
  const shown = useTooltip((state) => state.shown);
  const parts = useOverlays(shown !== null);
  return parts && shown?.anchor.isConnected && <parts.OpenTooltip {...shown} />;
}
