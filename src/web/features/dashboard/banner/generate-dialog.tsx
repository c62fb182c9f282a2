import { Sparkles } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { errorCode } from "../../../platform/rpc-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, FormError } from "../../../ui/field.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";

/** The specification's wait before an answer. */
const WAIT_MS = 3_000;
const wait = () => new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));

/** Asks the server for pictures by a description. */
export function BannerGenerateDialog({ onClose }: { onClose: () => void }) {
  const [prompt, setPrompt] = useState("");
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setOutcome(null);
    if (prompt.trim() === "") return setError(t("Please enter a prompt"));
    setError(undefined);
    setIsBusy(true);
    try {
      await Promise.all([api.workspace.generateBanner.call({ prompt: prompt.trim() }), wait()]);
      if (isOpen.current)
        toast.info(t("AI generation will be available soon. Please use image upload for now."));
    } catch (failure) {
      if (isOpen.current && errorCode(failure) === "SWITCHED_OFF")
        toast.error(t("AI generation is turned off on this server."), { title: t("Generation Disabled") });
      else setOutcome(t("Failed to generate images"));
    }
    setIsBusy(false);
  };
  return (
    <Dialog
      title={t("AI Generate")}
      description={t("Describe the banner you'd like.")}
      isOpen
      onClose={onClose}
      size="narrow"
    >
      <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void handleSubmit(event)}>
        <Field
          label={t("Prompt")}
          value={prompt}
          maxLength={2000}
          placeholder={t("A calm lake at dusk")}
          error={error}
          onChange={({ target }) => setPrompt(target.value)}
        />
        <FormError words={outcome} />
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
