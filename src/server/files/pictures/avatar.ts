import type { Profile } from "#contract/accounts.ts";
import type { CurrentSession } from "../../accounts/accounts.ts";
import { AVATARS, dropAvatars, getProfile, setAvatar } from "../../accounts/profiles.ts";
import type { Database } from "../../db/client.ts";
import { imageTypeOf, saveImage } from "../files.ts";
import { type ImageSource, squareOf } from "./images.ts";
import type { Storage } from "../storage/storage.ts";

const SIDE = 256;

/** Makes an uploaded image the person's picture; of the one before nothing stays. */
export async function saveAvatar(
  db: Database,
  storage: Storage,
  session: CurrentSession,
  source: ImageSource,
): Promise<Profile> {
  await imageTypeOf(source);
  const square = await squareOf(source, SIDE);
  // The profile's row has to be there to be changed.
  await getProfile(db, session);
  const upload = { name: "avatar.webp", source: square, bucket: AVATARS };
  const file = await saveImage(db, storage, session.userId, upload);
  const profile = await setAvatar(db, session.userId, file.url);
  for (const key of await dropAvatars(db, session.userId, file.id)) await storage.removeFile(key);
  return profile;
}
