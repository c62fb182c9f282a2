import { type CSSProperties, type ReactNode, useState } from "react";
import { onAccountClock } from "../../../kernel/account/account-clock.ts";
import { usePreferences } from "../../../kernel/workspace/frame.ts";
import { browserTimeZone, clockTime, longDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { useSecond } from "../../../lib/use-second.ts";
import { useIsOffline } from "../../../platform/connection.ts";
import { deferred } from "../../../ui/deferred.tsx";
import { useTimeChoices } from "../../../ui/dates/time.tsx";
import { SCRIM, type Shown } from "./look.ts";

const BannerPicture = deferred(async () => (await import("./banner-picture.tsx")).BannerPicture);

type FaceProps = {
  shown: Shown | null;
  windowHeight: number;
  isFolded: boolean;
  /** The greeting, in the classes it is given. */
  title: (className: string) => ReactNode;
  weather?: ReactNode;
  isPreview?: boolean;
};

/** What the banner shows: the picture or a quiet ground, and the greeting, date, clock and weather over it. */
export function BannerFace(props: FaceProps) {
  const { shown, windowHeight, isFolded, title, weather, isPreview = false } = props;
  const [missing, setMissing] = useState<string | null>(null);
  // What could not be loaded without the server is asked for again with it.
  const attempt = `${shown?.url} ${useIsOffline()}`;
  const isShown = shown !== null && missing !== attempt;
  return (
    <div className="@container flex size-full flex-col justify-end overflow-hidden">
      {isShown && (
        <BannerPicture
          shown={shown}
          windowHeight={windowHeight}
          isPreview={isPreview}
          onMissing={() => setMissing(attempt)}
        />
      )}
      <div
        style={{ "--scrim": SCRIM } as CSSProperties}
        className={`pointer-events-none flex min-w-0 items-end gap-4 px-4 @min-[40rem]:px-6 ${isFolded ? "h-full items-center!" : "pb-5"} ${isShown ? `banner-words ${shown.look.blurBackground ? "banner-blurred" : ""}` : ""}`}
      >
        <div className="min-w-0 flex-1">
          {!isFolded && <Day />}
          {title(
            `font-semibold tracking-tight ${isFolded ? "truncate text-xl" : "line-clamp-2 wrap-anywhere text-2xl @min-[40rem]:text-3xl"}`,
          )}
        </div>
        <div className="pointer-events-auto flex shrink-0 items-end gap-5 text-end">
          {weather}
          <Clock isSmall={isFolded} />
        </div>
      </div>
    </div>
  );
}

const useClock = (): Date => {
  const zone = usePreferences()?.settings.timeZone ?? browserTimeZone();
  return onAccountClock(useSecond(), zone);
};

function Day() {
  const now = useClock();
  return <p className="text-sm text-muted">{longDay(now, now)}</p>;
}

function Clock({ isSmall }: { isSmall: boolean }) {
  useTimeChoices();
  const now = useClock();
  return (
    <time
      aria-label={t("Time")}
      className={`tabular-nums ${isSmall ? "pe-10 text-base" : "text-xl font-light @min-[40rem]:text-3xl"}`}
    >
      {clockTime(now)}
      {!isSmall && (
        <span aria-hidden="true" className="hidden ps-1 text-base text-muted @min-[40rem]:inline">
          {String(now.getSeconds()).padStart(2, "0")}
        </span>
      )}
    </time>
  );
}
