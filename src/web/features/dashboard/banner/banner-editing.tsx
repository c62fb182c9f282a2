import type { RefObject } from "react";
import { BannerFiles } from "./banner-files.tsx";
import { HeightGrip, MoveGrip } from "./banner-grips.tsx";
import { BannerTools } from "./banner-tools.tsx";
import type { Shown } from "./look.ts";

type Props = { shown: Shown | null; banner: RefObject<HTMLElement | null> };

/** What the banner has while the dashboard is edited: once its tools are there it takes files, too. A phone's has a fixed height. */
export function BannerEditing({ shown, banner }: Props) {
  const hasPicture = shown !== null;
  return (
    <>
      <BannerFiles banner={banner} isEditing />
      {shown && <MoveGrip shown={shown} banner={banner} />}
      {shown && (
        <span className="max-md:hidden">
          <HeightGrip shown={shown} banner={banner} />
        </span>
      )}
      <div className="absolute start-2 top-2 z-20 sm:start-4">
        <span className="max-md:hidden">
          <BannerTools hasPicture={hasPicture} isMenu={false} />
        </span>
        <span className="md:hidden">
          <BannerTools hasPicture={hasPicture} isMenu />
        </span>
      </div>
    </>
  );
}
