import { MakeImagesDialog } from "../../../kernel/made-images/make-images-dialog.tsx";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { errorCode } from "../../../platform/rpc-errors.ts";
import { toast } from "../../../ui/toast-store.ts";
import { uploadBanner } from "./upload-banner.ts";

/** The specification's wait before it is said that there are no models for pictures. */
const WAIT_MS = 3_000;
const untilWaited = (since: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, since + WAIT_MS - Date.now())));

/** Asks the server for pictures by a description; the one that is taken is uploaded as any other. */
export function BannerGenerateDialog({ onClose }: { onClose: () => void }) {
  return (
    <MakeImagesDialog
      title={t("AI Generate")}
      description={t("Describe the banner you'd like.")}
      placeholder={t("A calm lake at dusk")}
      ask={ask}
      isTold={isSwitchedOff}
      onChoose={(file) => void uploadBanner(file)}
      onClose={onClose}
    />
  );
}

async function ask(prompt: string, signal: AbortSignal) {
  const since = Date.now();
  const { images } = await api.workspace.generateBanner.call({ prompt }, { signal });
  if (images.length > 0) return images;
  await untilWaited(since);
  if (!signal.aborted)
    toast.info(t("AI generation will be available soon. Please use image upload for now."));
  return images;
}

function isSwitchedOff(error: unknown): boolean {
  if (errorCode(error) !== "SWITCHED_OFF") return false;
  toast.error(t("AI generation is turned off on this server."), { title: t("Generation Disabled") });
  return true;
}
