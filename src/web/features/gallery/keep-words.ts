import type { Picture } from "#contract/gallery.ts";
import { t } from "../../lib/messages/t.ts";
import { forgetForm, keepForm, keptForm } from "../../platform/unsaved/kept-form.ts";
import { toast } from "../../ui/toast-store.ts";
import { refreshGallery } from "./gallery-query.ts";

export type PictureWords = Partial<Pick<Picture, "title" | "description" | "tags">>;
/** What a change that waits on this device was made of. */
export type AboutWords = { name: string; before: PictureWords };
export type RefusedWords = {
  input: PictureWords & { pictureId: string; onlyIf?: PictureWords | undefined };
  about: AboutWords | undefined;
};

/** What is written in a field and not saved, kept on this device. */
export type KeptText = { text: string };
export const formOf = (pictureId: string, field: "title" | "description") => `picture ${pictureId} ${field}`;

/** A picture that was deleted meanwhile may come back from the trash: then its fields have the words. They are told at once, too. */
export function keepWords({ input, about }: RefusedWords): boolean {
  if (input.onlyIf) return tellNotUndone();
  for (const field of ["title", "description"] as const) {
    const text = input[field];
    if (text)
      keepForm<KeptText>(formOf(input.pictureId, field), { text }, { text: about?.before[field] ?? "" });
  }
  const words = [input.title, input.description, input.tags?.join(", ")].filter(Boolean).join("\n");
  const message = t("Couldn't save the picture: it was deleted or changed.");
  toast.error(words ? `${message}\n${words}` : message, { title: about?.name ?? t("Gallery picture") });
  refreshGallery();
  return true;
}

/** Of an undo that waited nobody has written a word. */
function tellNotUndone(): boolean {
  toast.info(t("Changed again since; not undone"));
  refreshGallery();
  return true;
}

/** Saved, also when its field is gone by now. */
export function forgetKept(pictureId: string, saved: PictureWords): void {
  for (const field of ["title", "description"] as const) {
    const name = formOf(pictureId, field);
    if (keptForm<KeptText>(name)?.text.trim() === saved[field]) forgetForm(name);
  }
}
