import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { type CSSProperties, type ReactNode, type Ref, useEffect, useRef } from "react";
import type { Workspace } from "#contract/workspace.ts";
import { updateWorkspace, useWorkspace } from "../../kernel/workspace/frame.ts";
import { usePanelSize } from "../../kernel/workspace/sidebar-store.ts";
import { t } from "../../lib/messages/t.ts";
import { afterFirstAnswers } from "../../platform/first-answers.ts";
import { local } from "../../platform/local.ts";
import { IconButton } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { Splitter } from "../../ui/splitter.tsx";
import { BannerFace } from "./banner/banner-face.tsx";
import { useBanner } from "./banner/banner-store.ts";
import { shownOf } from "./banner/look.ts";

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

const BannerEditing = deferred(async () => (await import("./banner/banner-editing.tsx")).BannerEditing);
const BannerFiles = deferred(
  afterFirstAnswers(async () => (await import("./banner/banner-files.tsx")).BannerFiles),
);

/** Greeting, clock and weather on a quiet ground, or on the picture that was chosen. It can be folded away to its first line. */
export function DashboardBanner({ greeting, heading, isEditing, weather }: BannerProps) {
  const workspace = useWorkspace();
  const { size: percent, move, save } = usePanelSize(BANNER);
  const isFolded = useFolded(workspace);
  const fold = (is: boolean) => void updateWorkspace({ customSettings: { [FOLDED]: is } });
  const box = useRef<HTMLElement>(null);
  const { draft } = useBanner();
  const saved = shownOf(workspace);
  const shown = saved && draft ? { ...saved, look: { ...saved.look, ...draft } } : saved;
  const isOpen = isEditing && !isFolded;
  return (
    <section
      ref={box}
      aria-label={t("Banner")}
      className={`banner-ground relative border-b border-line ${isFolded ? "h-14" : "h-[clamp(200px,35vh,300px)] md:h-[max(7rem,var(--banner-height))]"}`}
      style={{ "--banner-height": `${percent}vh` } as CSSProperties}
    >
      <BannerFace
        shown={shown}
        windowHeight={window.innerHeight}
        isFolded={isFolded}
        weather={weather}
        title={(className) => (
          <h1 ref={heading} tabIndex={-1} className={className}>
            {greeting}
          </h1>
        )}
      />
      {isOpen ? (
        <BannerEditing shown={shown} banner={box} />
      ) : (
        <BannerFiles banner={box} isEditing={isEditing} />
      )}
      <IconButton
        label={isFolded ? t("Show the banner") : t("Fold the banner away")}
        className={`absolute! z-20 ${shown ? "bg-panel! text-ink! shadow-pop" : ""} ${isFolded ? "end-2 top-3.5" : "end-2 top-2"}`}
        onClick={() => fold(!isFolded)}
      >
        {isFolded ? <ChevronsUpDown size={15} /> : <ChevronsDownUp size={15} />}
      </IconButton>
      {isOpen && (
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
          className="absolute! inset-x-0 -bottom-1 max-md:hidden"
        />
      )}
    </section>
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
