import type { Picture } from "#contract/gallery.ts";
import { changeBanner, isAnimated, SHOWN_ANEW, takeAccent } from "./change-banner.ts";

type Chosen = Pick<Picture, "url" | "kind" | "type" | "name">;

/** Shows a picture or video of the gallery behind the dashboard's greeting. */
export async function setBanner({ url, kind, type, name }: Chosen): Promise<boolean> {
  const bytes = await fetch(`${url}/original`).then(
    (answer) => (answer.ok ? answer.blob() : null),
    () => null,
  );
  const file = bytes && new File([bytes], name, { type });
  const isMoving = file !== null && kind === "image" && (await isAnimated(file));
  const bannerSettings = { ...SHOWN_ANEW, isAnimated: isMoving };
  if (!(await changeBanner({ bannerUrl: url, bannerType: kind, bannerSettings }))) return false;
  if (file) await takeAccent(file);
  return true;
}
