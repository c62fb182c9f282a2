import type { Picture } from "#contract/gallery.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { undoable } from "../../kernel/undo.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { refreshGallery, showPictures } from "./gallery-query.ts";

/** As many as one call takes. */
const AT_ONCE = 200;

const portions = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) =>
    all.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );

/** Into the trash, also without a connection: then it happens when there is one. */
export async function removePictures(pictures: Picture[]): Promise<void> {
  const ids = pictures.map(({ id }) => id);
  const gone = new Set(ids);
  const takeBack = showPictures((shown) => shown.filter(({ id }) => !gone.has(id)));
  const isOne = pictures.length === 1;
  let kept = 0;
  try {
    for (const pictureIds of portions(ids)) {
      const sent = await send(["gallery", "remove"], { pictureIds }, () =>
        api.gallery.remove.call({ pictureIds }),
      );
      if (sent.how === "sent") kept += sent.answer.keptFiles.length;
    }
    refreshGallery();
    const done = plural(pictures.length, {
      one: "Image deleted successfully",
      other: "{count} images deleted",
    });
    undoable([done, keptWords(kept, isOne)].filter(Boolean).join(". "), () => restore(ids), {
      redo: () => removePictures(pictures),
    });
    for (const id of ids) settle(id);
  } catch (error) {
    takeBack();
    tellFailed(ids[0] ?? null, failureWords(error, t("Failed to delete image")), () =>
      removePictures(pictures),
    );
  }
}

/** What is shown somewhere goes on being shown there. */
function keptWords(kept: number, isOne: boolean): string {
  if (kept === 0) return "";
  return isOne
    ? t("Its file stays, because it's still used.")
    : plural(kept, {
        one: "{count} file stays, because it's still used.",
        other: "{count} files stay, because they're still used.",
      });
}

async function restore(ids: string[]): Promise<void> {
  for (const part of portions(ids)) {
    const input = { items: part.map((id) => ({ kind: "picture" as const, id })) };
    await send(["trash", "restore"], input, () => api.trash.restore.call(input));
  }
  refreshGallery();
}

export type PictureWords = Partial<Pick<Picture, "title" | "description" | "tags">>;

/** Title, description and tags: shown at once, and taken back by Ctrl+Z once the gallery is closed. True when it holds. */
export async function changePicture(picture: Picture, words: PictureWords): Promise<boolean> {
  const isChanged = await sendChange(picture, words);
  if (!isChanged) return false;
  const fields = Object.keys(words) as (keyof PictureWords)[];
  const before: PictureWords = Object.fromEntries(fields.map((field) => [field, picture[field]]));
  undoable(t("Picture changed"), async () => void (await sendChange({ ...picture, ...words }, before)), {
    redo: () => changePicture(picture, words),
    isQuiet: true,
  });
  return true;
}

async function sendChange(picture: Picture, words: PictureWords): Promise<boolean> {
  const { id } = picture;
  const takeBack = showPictures((shown) => shown.map((one) => (one.id === id ? { ...one, ...words } : one)));
  const input = { pictureId: id, ...words };
  try {
    await send(["gallery", "update"], input, () => api.gallery.update.call(input));
    settle(id);
    refreshGallery();
    return true;
  } catch (error) {
    takeBack();
    tellFailed(id, failureWords(error, t("Failed to save the picture")), () => changePicture(picture, words));
    return false;
  }
}

/** Needs the server, which alone makes addresses. Answers the picture as it is then, or null. */
export async function setPublic(picture: Picture, isPublic: boolean): Promise<Picture | null> {
  const { id } = picture;
  try {
    const changed = await api.gallery.update.call({ pictureId: id, isPublic });
    settle(id);
    showPictures((shown) => shown.map((one) => (one.id === id ? changed : one)));
    return changed;
  } catch (error) {
    const failure = isPublic
      ? t("Failed to make the picture public")
      : t("Failed to make the picture private");
    tellFailed(id, failureWords(error, failure), () => setPublic(picture, isPublic));
    return null;
  }
}
