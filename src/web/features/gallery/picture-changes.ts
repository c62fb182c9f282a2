import type { Picture } from "#contract/gallery.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { ChangedSince, undoable, withUndoWaiting } from "../../kernel/undo.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { hidePictures, pictureNow, refreshGallery, showPicture, whileChanging } from "./gallery-query.ts";
import { type AboutWords, forgetKept, type PictureWords } from "./keep-words.ts";
import { nameOf } from "./use-picture.ts";

/** As many as one call takes. */
const AT_ONCE = 200;

const portions = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) =>
    all.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );

/** Into the trash, also without a connection: then it happens when there is one. */
export async function removePictures(pictures: Picture[]): Promise<void> {
  const ids = pictures.map(({ id }) => id);
  const takeBack = hidePictures(ids);
  const removed: string[] = [];
  let kept = 0;
  try {
    await whileChanging(async () => {
      for (const pictureIds of portions(ids)) {
        const sent = await send(["gallery", "remove"], { pictureIds }, () =>
          api.gallery.remove.call({ pictureIds }),
        );
        removed.push(...pictureIds);
        if (sent.how === "sent") kept += sent.answer.keptFiles.length;
      }
    });
    tellRemoved(pictures, kept);
  } catch (error) {
    const left = pictures.filter(({ id }) => !removed.includes(id));
    takeBack(left.map(({ id }) => id));
    // What was removed before it failed can be taken back apart.
    if (removed.length > 0) {
      const gone = pictures.filter(({ id }) => removed.includes(id));
      tellRemoved(gone, kept, true);
    }
    tellFailed(left[0]?.id ?? null, failureWords(error, t("Failed to delete image")), () =>
      removePictures(left),
    );
  } finally {
    refreshGallery();
  }
}

function tellRemoved(pictures: Picture[], kept: number, isQuiet = false): void {
  const ids = pictures.map(({ id }) => id);
  const done = plural(pictures.length, {
    one: "Image deleted successfully",
    other: "{count} images deleted",
  });
  const words = [done, keptWords(kept, pictures.length === 1)].filter(Boolean).join(". ");
  undoable(words, () => restore(ids), { redo: () => removePictures(pictures), isQuiet });
  for (const id of ids) settle(id);
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

/** Title, description and tags: shown at once, and taken back by Ctrl+Z once the gallery is closed. True when it holds. */
export async function changePicture(picture: Picture, words: PictureWords): Promise<boolean> {
  const { id } = picture;
  const before = only(picture, words);
  try {
    const after = await withUndoWaiting(put(picture, words));
    forgetKept(id, words);
    undoable(t("Picture changed"), () => putBack(id, after, before), {
      redo: () => changePicture(picture, words),
      isQuiet: true,
    });
    return true;
  } catch (error) {
    tellFailed(id, failureWords(error, t("Failed to save the picture")), () => changePicture(picture, words));
    return false;
  }
}

/** Answers what stands there then: the server may have put it otherwise. */
async function put(picture: Picture, words: PictureWords, onlyIf?: PictureWords): Promise<PictureWords> {
  const { id } = picture;
  const before = only(picture, words);
  const takeBack = showPicture(picture, words);
  const input = { pictureId: id, ...words, onlyIf };
  try {
    const sent = await whileChanging(() =>
      send(["gallery", "update"], input, () => api.gallery.update.call(input), {
        name: nameOf(picture),
        before,
      } satisfies AboutWords),
    );
    settle(id);
    return sent.how === "sent" ? { ...words, ...only(sent.answer, words) } : words;
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    refreshGallery();
  }
}

const only = (picture: Picture, words: PictureWords): PictureWords =>
  Object.fromEntries((Object.keys(words) as (keyof PictureWords)[]).map((field) => [field, picture[field]]));

/** Unless somebody wrote something else since. */
async function putBack(id: string, after: PictureWords, before: PictureWords): Promise<void> {
  const now = await pictureNow(id);
  const fields = Object.keys(before) as (keyof PictureWords)[];
  const isStill = (field: keyof PictureWords) =>
    JSON.stringify(now?.[field]) === JSON.stringify(after[field]);
  if (!now || !fields.every(isStill)) throw new ChangedSince();
  await put(now, before, after);
}

/** Needs the server, which alone makes addresses. */
export async function setPublic(picture: Picture, isPublic: boolean): Promise<void> {
  const { id } = picture;
  try {
    const changed = await whileChanging(() => api.gallery.update.call({ pictureId: id, isPublic }));
    settle(id);
    const { publicUrl, updatedAt } = changed;
    showPicture(picture, { isPublic: changed.isPublic, publicUrl, updatedAt });
  } catch (error) {
    const failure = isPublic
      ? t("Failed to make the picture public")
      : t("Failed to make the picture private");
    tellFailed(id, failureWords(error, failure), () => setPublic(picture, isPublic));
  } finally {
    refreshGallery();
  }
}
