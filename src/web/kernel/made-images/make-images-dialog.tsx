import { Sparkles } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { MadeImageChoice } from "./made-image-choice.tsx";
import { type Ask, useMakeImages } from "./use-make-images.ts";

type Props = {
  title: string;
  description: string;
  placeholder: string;
  ask: Ask;
  /** Whether a failure has been told elsewhere already. */
  isTold?: (error: unknown) => boolean;
  onChoose: (file: File) => void;
  onClose: () => void;
  /** What else can be wished for. */
  children?: ReactNode;
};

/** Asks for words, has pictures made of them, and hands out the one that is taken. */
export function MakeImagesDialog(props: Props) {
  const { title, description, placeholder, ask, isTold, onChoose, onClose, children } = props;
  const [prompt, setPrompt] = useState("");
  const [error, setError] = useState<string>();
  const { images, failure, isBusy, make } = useMakeImages(ask, isTold);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wanted = prompt.trim();
    setError(wanted === "" ? t("Please enter a prompt") : undefined);
    if (wanted !== "") void make(wanted);
  };
  const handleChoose = (file: File) => {
    onClose();
    onChoose(file);
  };
  return (
    <Dialog title={title} description={description} isOpen onClose={onClose} size="narrow">
      <form noValidate className="flex flex-col gap-3" onSubmit={handleSubmit}>
        <Field
          label={t("Prompt")}
          dir="auto"
          value={prompt}
          maxLength={2000}
          placeholder={placeholder}
          error={error}
          onChange={({ target }) => setPrompt(target.value)}
        />
        {children}
        <FormError words={failure} />
        <p role="status" className="text-sm text-muted empty:hidden">
          {isBusy
            ? t("Making pictures. This may take a minute.")
            : images.length > 0 && t("Choose the picture you want to use.")}
        </p>
        {!isBusy && images.length > 0 && (
          <MadeImageChoice images={images} prompt={prompt} onChoose={handleChoose} />
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
