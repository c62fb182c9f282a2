import { useId, useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { DESCRIPTION_MAX } from "#seo/checks/description-rules.ts";
import { cutTo, TITLE_ROOM, TITLE_SIZE } from "#seo/text-width.ts";

type Shown = {
  title: string;
  description: string;
  /** Of the page; null where it is not published. */
  slug: string | null;
  /** Of a file of ours; null without one. */
  picture: string | null;
};

/** As many letters as previews on other sites show in their two lines. */
const SOCIAL_MAX = 110;

function cutLetters(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  return `${start.slice(0, Math.max(start.lastIndexOf(" "), most - 20)).toWellFormed()} ...`;
}

/** How the page is listed by search engines and shown by sites that link to it. */
export function Previews({ shown }: { shown: Shown }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-medium">
        {t("Previews")}
      </h2>
      <SearchPreview {...shown} />
      <SocialPreview {...shown} />
    </section>
  );
}

/** In the colors and sizes of result pages, which are the same in a dark app. */
function SearchPreview({ title, description, slug }: Shown) {
  const { host } = location;
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-xs text-muted">{t("Search result")}</figcaption>
      <div className="rounded-md border border-line bg-white p-3">
        <div className="font-[Arial,sans-serif] text-[#202124]" dir="auto">
          <p className="truncate text-xs text-[#4d5156]" dir="ltr">
            {host} › p{slug && ` › ${slug}`}
          </p>
          <p className="mt-0.5 text-xl leading-[26px] text-[#1a0dab]">
            {cutTo(title || t("Untitled"), TITLE_SIZE, TITLE_ROOM)}
          </p>
          <p className="mt-1 text-sm leading-[22px] text-[#4d5156]">
            {cutLetters(description, DESCRIPTION_MAX)}
          </p>
        </div>
      </div>
    </figure>
  );
}

function SocialPreview({ title, description, picture }: Shown) {
  const [missing, setMissing] = useState<string | null>(null);
  const { host } = location;
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-xs text-muted">{t("Shared link")}</figcaption>
      <div className="max-w-lg overflow-hidden rounded-md border border-line bg-white font-[Arial,sans-serif] text-[#202124]">
        {picture && missing !== picture ? (
          <img
            src={picture}
            alt=""
            className="aspect-[1.91/1] w-full object-cover"
            onError={() => setMissing(picture)}
          />
        ) : (
          <div className="grid aspect-[4/1] w-full place-items-center bg-[#eef0f2] text-xs text-[#4d5156]">
            {t("No picture")}
          </div>
        )}
        <div className="p-3" dir="auto">
          <p className="truncate text-xs text-[#4d5156] uppercase" dir="ltr">
            {host}
          </p>
          <p className="mt-0.5 line-clamp-2 text-base leading-5 font-semibold">{title || t("Untitled")}</p>
          <p className="mt-0.5 line-clamp-2 text-sm text-[#4d5156]">{cutLetters(description, SOCIAL_MAX)}</p>
        </div>
      </div>
    </figure>
  );
}
