import { BannerGenerateDialog } from "./generate-dialog.tsx";
import { BannerPreviewDialog } from "./preview-dialog.tsx";
import { BannerSettingsDialog } from "./settings-dialog.tsx";

const DIALOGS = {
  settings: BannerSettingsDialog,
  preview: BannerPreviewDialog,
  generate: BannerGenerateDialog,
};

/** The dialogs of the banner's tools, which come together. */
export function BannerDialog({ which, onClose }: { which: keyof typeof DIALOGS; onClose: () => void }) {
  const Dialog = DIALOGS[which];
  return <Dialog onClose={onClose} />;
}
