import { useWorkspace } from "../../../kernel/workspace/frame.ts";
import { t } from "../../../lib/messages/t.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { BannerSketch, SCREENS } from "./banner-sketch.tsx";
import { shownOf } from "./look.ts";

/** The banner as wide and as high as on three screens, drawn smaller. */
export function BannerPreviewDialog({ onClose }: { onClose: () => void }) {
  const shown = shownOf(useWorkspace());
  return (
    <Dialog title={t("Preview")} isOpen onClose={onClose} size="large">
      <div
        role="region"
        aria-label={t("Preview")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
        tabIndex={0}
        className="flex h-full flex-wrap content-start gap-6 overflow-y-auto rounded-md"
      >
        {SCREENS.map((screen) => (
          <figure key={screen.id} className="min-w-0" style={{ flex: `0 1 ${screen.width}px` }}>
            <figcaption className="mb-1.5 text-sm font-medium text-muted">{screen.label}</figcaption>
            <BannerSketch screen={screen} shown={shown} />
          </figure>
        ))}
      </div>
    </Dialog>
  );
}
