import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { type ReactNode, type Ref, useEffect } from "react";
import type { Workspace } from "#contract/workspace.ts";
import { onAccountClock } from "../../kernel/account/account-clock.ts";
import { updateWorkspace, usePreferences, useWorkspace } from "../../kernel/workspace/frame.ts";
import { usePanelSize } from "../../kernel/workspace/sidebar-store.ts";
import { browserTimeZone, clockTime, longDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { local } from "../../platform/local.ts";
import { useSecond } from "../../lib/use-second.ts";
import { useTimeChoices } from "../../ui/dates/time.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Splitter } from "../../ui/splitter.tsx";

/** Percent of the window's height. */
const BANNER_SIZE = { initial: 25, min: 15, max: 50 };
const BANNER = { key: "banner", words: t("Changed the banner's height"), ...BANNER_SIZE };

type BannerProps = {
  greeting: ReactNode;
  heading: Ref<HTMLHeadingElement>;
  isEditing: boolean;
  /** Beside the clock. */
  weather?: ReactNode;
};

/** Greeting, clock and weather on a quiet ground, or on the picture that was chosen. It can be folded away to its first line. */
export function DashboardBanner({ greeting, heading, isEditing, weather }: BannerProps) {
  const workspace = useWorkspace();
  const { size: percent, move, save } = usePanelSize(BANNER);
  const isFolded = useFolded(workspace);
  const fold = (is: boolean) => void updateWorkspace({ customSettings: { [FOLDED]: is } });
  return (
    <div
      className="banner-ground relative flex flex-col justify-end border-b border-line px-4 sm:px-6"
      style={{ height: isFolded ? "3.5rem" : `max(7rem, ${percent}vh)` }}
    >
      <div className={`flex min-w-0 items-end gap-4 ${isFolded ? "h-full items-center!" : "pb-5"}`}>
        <div className="min-w-0 flex-1">
          {!isFolded && <Day />}
          <h1
            ref={heading}
            tabIndex={-1}
            className={`truncate font-semibold tracking-tight ${isFolded ? "text-xl" : "text-2xl sm:text-3xl"}`}
          >
            {greeting}
          </h1>
        </div>
        <div className="flex shrink-0 items-end gap-5 text-end">
          {weather}
          <Clock isSmall={isFolded} />
        </div>
      </div>
      <IconButton
        label={isFolded ? t("Show the banner") : t("Fold the banner away")}
        className={`absolute! ${isFolded ? "end-1 top-3" : "end-2 top-2"}`}
        onClick={() => fold(!isFolded)}
      >
        {isFolded ? <ChevronsUpDown size={15} /> : <ChevronsDownUp size={15} />}
      </IconButton>
      {isEditing && !isFolded && (
        <Splitter
          label={t("Height of the banner")}
          direction="vertical"
          isQuiet
          value={percent}
          {...BANNER_SIZE}
          boxOf={(splitter) => ({
            top: splitter.parentElement!.getBoundingClientRect().top,
            height: window.innerHeight,
          })}
          onMove={move}
          onDone={(size) => void save(size)}
          className="absolute! inset-x-0 -bottom-1"
        />
      )}
    </div>
  );
}

const FOLDED = "isBannerFolded";
const FOLDED_HERE = "cairn-banner-folded";

/** This device remembers it for the first paint, which must not jump when the workspace arrives. */
function useFolded(workspace: Workspace | undefined): boolean {
  const isFolded = workspace && workspace.customSettings[FOLDED] === true;
  useEffect(() => {
    if (isFolded === true) local.set(FOLDED_HERE, "yes");
    if (isFolded === false) local.remove(FOLDED_HERE);
  }, [isFolded]);
  return isFolded ?? local.get(FOLDED_HERE) === "yes";
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
      className={`tabular-nums ${isSmall ? "pe-10 text-base" : "text-2xl font-light sm:text-3xl"}`}
    >
      {clockTime(now)}
      {!isSmall && (
        <span aria-hidden="true" className="hidden ps-1 text-base text-muted sm:inline">
          {String(now.getSeconds()).padStart(2, "0")}
        </span>
      )}
    </time>
  );
}
