import { signedIn } from "../base.ts";
import { getPicture, listPictures, listTags } from "./list-pictures.ts";
import { removePictures } from "./picture-trash.ts";
import { addPicture, restorePicture, updatePicture } from "./pictures.ts";

const { gallery } = signedIn;

export const galleryRoutes = {
  list: gallery.list.handler(({ input, context }) => listPictures(context.db, context.userId, input)),
  tags: gallery.tags.handler(async ({ context }) => ({ tags: await listTags(context.db, context.userId) })),
  get: gallery.get.handler(({ input, context }) => getPicture(context.db, context.userId, input.pictureId)),
  add: gallery.add.handler(({ input, context }) => addPicture(context, context.userId, input)),
  update: gallery.update.handler(({ input, context }) => updatePicture(context.db, context.userId, input)),
  remove: gallery.remove.handler(({ input, context }) =>
    removePictures(context.db, context.userId, input.pictureIds),
  ),
  restore: gallery.restore.handler(({ input, context }) =>
    restorePicture(context.db, context.userId, input.pictureId),
  ),
};
