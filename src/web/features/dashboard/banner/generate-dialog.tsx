import { Sparkles } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { MadeImage } from "#contract/shared/made-image.ts";
import { failedToMake } from "../../../kernel/made-images/make-images.ts";
import { MadeImageChoice } from "../../../kernel/made-images/made-image-choice.tsx";
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
  const { images, outcome, isBusy, generate } = useGenerate();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wanted = prompt.trim();
    setError(wanted === "" ? t("Please enter a prompt") : undefined);
    if (wanted !== "") void generate(wanted);
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
        <FormError words={outcome} />
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

function useGenerate() {
  const [images, setImages] = useState<readonly MadeImage[]>([]);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const generate = async (prompt: string) => {
    setOutcome(null);
    setIsBusy(true);
    const since = Date.now();
    try {
      const made = (await api.workspace.generateBanner.call({ prompt })).images;
      if (made.length === 0) await untilWaited(since);
      if (isOpen.current && made.length === 0)
        toast.info(t("AI generation will be available soon. Please use image upload for now."));
      setImages(made);
    } catch (failure) {
      if (isOpen.current && errorCode(failure) === "SWITCHED_OFF")
        toast.error(t("AI generation is turned off on this server."), { title: t("Generation Disabled") });
      else setOutcome(failedToMake(failure));
    }
    setIsBusy(false);
  };
  return { images, outcome, isBusy, generate };
}
