import { newId } from "../../platform/ids.ts";
import { willWait } from "../../platform/uploads/waiting-uploads.ts";
import { toast } from "../../ui/toast-store.ts";
import { refuseImage } from "../uploads/image-rules.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** A picture that came within what was copied, and the id of the file it is to be. */
type PastedImage = { id: string; file: File };

export type PastedImages = {
  images: PastedImage[];
  /** Why others did not come along, in words to show. */
  refusals: string[];
  /** Pictures that the other program only named, as files of its own computer. */
  lost: number;
};

export const NO_IMAGES: PastedImages = { images: [], refusals: [], lost: 0 };

const DATA = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i;

function fileOf(src: string, name: string): File | null {
  const [, type, base64] = DATA.exec(src) ?? [];
  if (!type || !base64) return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new File([bytes], name, { type: type.toLowerCase() });
  } catch {
    return null;
  }
}

/** The end of a file name that its type has. */
const endOf = (file: File) => (file.type === "image/jpeg" ? "jpg" : file.type.replace("image/", ""));

/**
 * Takes the pictures out of copied HTML that are written within it, and gives them the address of the file they will be. Those
 * of other sites stay what they are, an address: nothing is fetched for a paste.
 */
export function takeImages(root: Element): PastedImages {
  const taken: PastedImages = { images: [], refusals: [], lost: 0 };
  for (const image of root.querySelectorAll("img[src]")) {
    const src = image.getAttribute("src")!.trim();
    if (!/^[a-z][a-z0-9+.-]*:/i.test(src) || /^https?:/i.test(src)) continue;
    const alt = image.getAttribute("alt")?.trim() ?? "";
    const file = fileOf(src, alt || "image");
    const refusal = file && refuseImage(file);
    if (file && !refusal) {
      const id = newId();
      taken.images.push({
        id,
        file: new File([file], `${alt.slice(0, 80) || "image"}.${endOf(file)}`, { type: file.type }),
      });
      image.setAttribute("src", `/files/${id}`);
      continue;
    }
    if (refusal) taken.refusals.push(refusal);
    else taken.lost++;
    image.replaceWith(alt);
  }
  return taken;
}

function sendImage({ id, file }: PastedImage, noteId: string | undefined): void {
  const taking = import("../../platform/uploads/uploads.ts").then(({ queueUpload }) =>
    queueUpload(file, "image", { noteId, id }),
  );
  willWait(id, taking);
  taking.catch((error: unknown) =>
    toast.failed(error instanceof Error ? error.message : t("Failed to upload image"), () =>
      sendImage({ id, file }, noteId),
    ),
  );
}

/** Sends what was taken, with the server or as soon as there is one; the text has the pictures at once. */
export function sendImages({ images, refusals, lost }: PastedImages, noteId: string | undefined): void {
  if (images.length > 0) {
    for (const image of images) sendImage(image, noteId);
  }
  if (refusals[0]) toast.error(refusals[0]);
  else if (lost > 0)
    toast.info(
      plural(lost, {
        one: "{count} image couldn't be pasted because the other app didn't include it. Copy it separately, or drop its file here.",
        other:
          "{count} images couldn't be pasted because the other app didn't include them. Copy each one separately, or drop its file here.",
      }),
    );
}

/** Whether copied HTML is nothing but one picture, which lies beside it on the clipboard as a file. */
export function isOnlyAnImage(html: string): boolean {
  const bare = html.replace(/<!--[\s\S]*?-->/g, "").replace(/<(style|title|script)\b[\s\S]*?<\/\1\s*>/gi, "");
  return (
    (bare.match(/<img\b/gi)?.length ?? 0) === 1 &&
    bare
      .replace(/<[^>]*>/g, "")
      .replace(/&nbsp;/g, " ")
      .trim() === ""
  );
}
