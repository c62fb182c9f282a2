import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  ASPECT_RATIOS,
  BANNER_DEFAULTS,
  BANNER_HEIGHT,
  BANNER_OPACITY,
  BANNER_RADIUS,
  type BannerLook,
  QUALITIES,
} from "#contract/shared/banner.ts";
import { frameOptions, useWorkspace } from "../../../kernel/workspace/frame.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { BannerSketch, SCREENS } from "./banner-sketch.tsx";
import { showDraft } from "./banner-store.ts";
import { changeBanner } from "../../../kernel/workspace/change-banner.ts";
import { type Shown, shownOf } from "./look.ts";

const QUALITY_WORDS = { low: t("Low"), medium: t("Medium"), high: t("High"), auto: t("Auto") };

/** How the banner shows its picture; the dashboard shows it while the dialog is open, and keeps it when saved. */
export function BannerSettingsDialog({ onClose }: { onClose: () => void }) {
  const shown = shownOf(useWorkspace());
  // Another device may have changed them since this one heard of it.
  const { isError, refetch, isFetching } = useQuery({ ...frameOptions(), refetchOnMount: "always" });
  useEffect(() => () => showDraft(null), []);
  return (
    <Dialog title={t("Banner settings")} isOpen onClose={onClose} size="side">
      {isError && (
        <div role="alert" className="mb-4 flex items-center justify-between gap-2 text-sm text-danger">
          {t("Failed to load dashboard settings")}
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            {t("Retry")}
          </Button>
        </div>
      )}
      {shown ? (
        <Form shown={shown} onClose={onClose} />
      ) : (
        <p className="text-sm text-muted">{t("Choose an image or video for your banner first.")}</p>
      )}
    </Dialog>
  );
}

const FAILURE = { message: t("Failed to save settings") };

function Form({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const [draft, setDraft] = useState<Partial<BannerLook>>({});
  const look = { ...shown.look, ...draft };
  const set = (part: Partial<BannerLook>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    showDraft(next);
  };
  const handleSave = () => {
    if (Object.keys(draft).length > 0)
      void changeBanner(
        { bannerSettings: draft },
        { words: t("Settings saved successfully"), failure: FAILURE },
      );
    onClose();
  };
  // What belongs to the picture itself stays.
  const { focusX, focusY, poster, isAnimated } = shown.look;
  const isVideo = shown.type === "video";
  return (
    <div className="flex flex-col gap-5">
      <BannerSketch screen={SCREENS[0]!} shown={{ ...shown, look }} />
      {isVideo && (
        <fieldset className="flex flex-col gap-2.5">
          <legend className="mb-2 text-sm font-medium text-muted">{t("Video")}</legend>
          <Switch label={t("Autoplay")} isOn={look.autoplay} onChange={(autoplay) => set({ autoplay })} />
          <Switch label={t("Loop")} isOn={look.loop} onChange={(loop) => set({ loop })} />
          <Switch label={t("Muted")} isOn={look.muted} onChange={(muted) => set({ muted })} />
          <Switch
            label={t("Show Controls")}
            isOn={look.showControls}
            onChange={(showControls) => set({ showControls })}
          />
          {look.autoplay && !look.muted && (
            <p className="text-xs text-faint">
              {t("Browsers start a video with sound only after you press play.")}
            </p>
          )}
        </fieldset>
      )}
      <Select
        label={t("Aspect Ratio")}
        value={look.aspectRatio}
        onChange={({ target }) => set({ aspectRatio: target.value as BannerLook["aspectRatio"] })}
      >
        {ASPECT_RATIOS.map((ratio) => (
          <option key={ratio} value={ratio}>
            {ratio === "auto" ? t("Auto") : ratio}
          </option>
        ))}
      </Select>
      {!isVideo && (
        <Select
          label={t("Quality")}
          value={look.quality}
          onChange={({ target }) => set({ quality: target.value as BannerLook["quality"] })}
        >
          {QUALITIES.map((quality) => (
            <option key={quality} value={quality}>
              {QUALITY_WORDS[quality]}
            </option>
          ))}
        </Select>
      )}
      <Range
        label={t("Opacity")}
        words={`${look.opacity}%`}
        {...BANNER_OPACITY}
        value={look.opacity}
        onChange={(opacity) => set({ opacity })}
      />
      <Range
        label={t("Border Radius")}
        words={t("{count} px", { count: look.borderRadius })}
        {...BANNER_RADIUS}
        value={look.borderRadius}
        onChange={(borderRadius) => set({ borderRadius })}
      />
      <Range
        label={t("Height")}
        words={look.height === null ? t("As the banner") : `${look.height}%`}
        {...BANNER_HEIGHT}
        step={5}
        value={look.height ?? 25}
        onChange={(height) => set({ height })}
      />
      <Switch
        label={t("Parallax Effect")}
        isOn={look.parallaxEffect}
        onChange={(parallaxEffect) => set({ parallaxEffect })}
      />
      <Switch
        label={t("Blur Background")}
        isOn={look.blurBackground}
        onChange={(blurBackground) => set({ blurBackground })}
      />
      <DialogActions>
        <Button look="quiet" onClick={() => set({ ...BANNER_DEFAULTS, focusX, focusY, poster, isAnimated })}>
          {t("Reset to default")}
        </Button>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="primary" onClick={handleSave}>
          {t("Save")}
        </Button>
      </DialogActions>
    </div>
  );
}

type RangeProps = {
  label: string;
  words: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
};

function Range({ label, words, onChange, ...rest }: RangeProps) {
  return (
    <label className="flex flex-col gap-1.5 text-sm">
      <span className="flex justify-between gap-2">
        <span className="font-medium">{label}</span>
        <span className="text-muted tabular-nums">{words}</span>
      </span>
      <input
        type="range"
        {...rest}
        aria-label={label}
        aria-valuetext={words}
        className="h-6 w-full accent-[var(--accent-fill)] pointer-coarse:h-11"
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </label>
  );
}
