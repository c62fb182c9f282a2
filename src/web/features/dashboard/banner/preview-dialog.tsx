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
      <div className="flex flex-col gap-6">
        {SCREENS.map((screen) => (
          <figure key={screen.id}>
            <figcaption className="mb-1.5 text-sm font-medium text-muted">{screen.label}</figcaption>
            <BannerSketch screen={screen} shown={shown} />
          </figure>
        ))}
      </div>
    </Dialog>
  );
}
