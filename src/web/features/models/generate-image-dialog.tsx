import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { MakeImagesDialog } from "../../kernel/made-images/make-images-dialog.tsx";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { Select } from "../../ui/overlay/select.tsx";

type Shape = "wide" | "square";
type Props = { into: Editor; insert: (image: File) => void; onClose: () => void };

/** A picture from words, put where the caret is by the same way as one of this device. */
export function GenerateImageDialog({ into, insert, onClose }: Props) {
  const [shape, setShape] = useState<Shape>("square");
  return (
    <MakeImagesDialog
      title={t("Generate image")}
      description={t("Describe the picture you'd like. Your words go to the provider of the model.")}
      placeholder={t("A fox reading under a lamp")}
      ask={async (prompt, signal) =>
        (await rpc.models.generateImages({ prompt, shape, count: 2 }, { signal })).images
      }
      onChoose={(file) => {
        if (!into.isDestroyed) insert(file);
      }}
      onClose={onClose}
    >
      <Select label={t("Shape")} value={shape} onChange={({ target }) => setShape(target.value as Shape)}>
        <option value="square">{t("Square")}</option>
        <option value="wide">{t("Wide")}</option>
      </Select>
    </MakeImagesDialog>
  );
}
