import type { Picture } from "#contract/gallery.ts";
import { changeBanner, isAccentTaken, isAnimated, SHOWN_ANEW, takeAccent } from "./change-banner.ts";

type Chosen = Pick<Picture, "url" | "kind" | "type" | "name">;

/** Null where it can't be had now: the banner is shown nevertheless. */
const fileOf = ({ url, type, name }: Chosen): Promise<File | null> =>
  fetch(`${url}/original`)
    .then(async (answer) => (answer.ok ? new File([await answer.blob()], name, { type }) : null))
    .catch(() => null);

/**
 * Shows a picture or video of the gallery behind the dashboard's greeting. Its bytes are fetched only where something in them must be known:
 * on a slow line a video would have to come as a whole first.
 */
export async function setBanner(chosen: Chosen): Promise<boolean> {
  const { url, kind, type } = chosen;
  const isTold = kind === "video" || type !== "image/webp";
  const early = isTold ? null : await fileOf(chosen);
  const isMoving =
    kind === "image" && (type === "image/gif" || (early !== null && (await isAnimated(early))));
  const bannerSettings = { ...SHOWN_ANEW, isAnimated: isMoving };
  if (!(await changeBanner({ bannerUrl: url, bannerType: kind, bannerSettings }))) return false;
  if (!isAccentTaken()) return true;
  const file = early ?? (await fileOf(chosen));
  if (file) await takeAccent(file);
  return true;
}
