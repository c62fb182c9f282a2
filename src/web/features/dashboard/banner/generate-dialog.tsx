import { Sparkles } from "lucide-react";
import { type FormEvent, useState } from "react";
import { MadeImageChoice } from "../../../kernel/made-images/made-image-choice.tsx";
import { useMakeImages } from "../../../kernel/made-images/use-make-images.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { errorCode } from "../../../platform/rpc-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, FormError } from "../../../ui/field.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { uploadBanner } from "./upload-banner.ts";

/** The specification's wait before it is said that there are no models for pictures. */
const WAIT_MS = 3_000;
const untilWaited = (since: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, since + WAIT_MS - Date.now())));

/** Asks the server for pictures by a description; the one that is taken is uploaded as any other. */
export function BannerGenerateDialog({ onClose }: { onClose: () => void }) {
  const [prompt, setPrompt] = useState("");
  const [error, setError] = useState<string>();
  const { images, failure, isBusy, make } = useMakeImages(ask, isSwitchedOff);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wanted = prompt.trim();
    setError(wanted === "" ? t("Please enter a prompt") : undefined);
    if (wanted !== "") void make(wanted);
  };
  return (
    <Dialog
      title={t("AI Generate")}
      description={t("Describe the banner you'd like.")}
      isOpen
      onClose={onClose}
      size="narrow"
    >
      <form noValidate className="flex flex-col gap-3" onSubmit={handleSubmit}>
        <Field
          label={t("Prompt")}
          dir="auto"
          value={prompt}
          maxLength={2000}
          placeholder={t("A calm lake at dusk")}
          error={error}
          onChange={({ target }) => setPrompt(target.value)}
        />
        <FormError words={failure} />
        <p role="status" className="text-sm text-muted empty:hidden">
          {isBusy
            ? t("Making pictures. This may take a minute.")
            : images.length > 0 && t("Choose the picture you want to use.")}
        </p>
        {!isBusy && images.length > 0 && (
          <MadeImageChoice
            images={images}
            prompt={prompt}
            onChoose={(file) => {
              onClose();
              void uploadBanner(file);
            }}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            <Sparkles size={15} /> {t("Generate")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
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
