import type { Editor } from "@tiptap/core";
import { Sparkles } from "lucide-react";
import { type FormEvent, useState } from "react";
import { MadeImageChoice } from "../../kernel/made-images/made-image-choice.tsx";
import { useMakeImages } from "../../kernel/made-images/use-make-images.ts";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";

type Shape = "wide" | "square";
type Props = { into: Editor; insert: (image: File) => void; onClose: () => void };

/** A picture from words, put where the caret is by the same way as one of this device. */
export function GenerateImageDialog({ into, insert, onClose }: Props) {
  const [prompt, setPrompt] = useState("");
  const [shape, setShape] = useState<Shape>("square");
  const [error, setError] = useState<string>();
  const { images, failure, isBusy, make } = useMakeImages(
    async (wanted, signal) =>
      (await rpc.models.generateImages({ prompt: wanted, shape, count: 2 }, { signal })).images,
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wanted = prompt.trim();
    setError(wanted === "" ? t("Please enter a prompt") : undefined);
    if (wanted !== "") void make(wanted);
  };
  const choose = (file: File) => {
    onClose();
    if (!into.isDestroyed) insert(file);
  };
  return (
    <Dialog
      title={t("Generate image")}
      description={t("Describe the picture you'd like. Your words go to the provider of the model.")}
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
          placeholder={t("A fox reading under a lamp")}
          error={error}
          onChange={({ target }) => setPrompt(target.value)}
        />
        <Select label={t("Shape")} value={shape} onChange={({ target }) => setShape(target.value as Shape)}>
          <option value="square">{t("Square")}</option>
          <option value="wide">{t("Wide")}</option>
        </Select>
        <FormError words={failure} />
        <p role="status" className="text-sm text-muted empty:hidden">
          {isBusy
            ? t("Making pictures. This may take a minute.")
            : images.length > 0 && t("Choose the picture you want to use.")}
        </p>
        {!isBusy && images.length > 0 && (
          <MadeImageChoice images={images} prompt={prompt} onChoose={choose} />
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
