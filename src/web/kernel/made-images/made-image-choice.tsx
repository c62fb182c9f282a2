import type { MadeImage } from "#contract/shared/made-image.ts";
import { t } from "../../lib/messages/t.ts";

type Props = { images: readonly MadeImage[]; prompt: string; onChoose: (file: File) => void };

/** Pictures that a model made, to take one of them. */
export function MadeImageChoice({ images, prompt, onChoose }: Props) {
  return (
    <ul aria-label={t("Pictures")} className="grid gap-3 sm:grid-cols-2">
      {images.map((image, index) => (
        <li key={image.url}>
          <button
            type="button"
            aria-label={t("Use picture {number}", { number: index + 1 })}
            className="block w-full overflow-hidden rounded-md border border-line transition-colors hover:border-accent"
            onClick={() => onChoose(fileOf(image, prompt))}
          >
            <img
              src={image.url}
              alt=""
              width={image.width}
              height={image.height}
              className="h-auto w-full object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** As if it had been chosen from this device. */
function fileOf({ url }: MadeImage, prompt: string): File {
  const [head = "", base64 = ""] = url.split(",");
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? "image/webp";
  return new File([bytes], `${prompt.trim().slice(0, 60)}.webp`, { type });
}
