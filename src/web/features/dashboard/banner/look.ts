import { BANNER_DEFAULTS, BANNER_HEIGHT, type BannerLook } from "#contract/shared/banner.ts";

export type Size = { width: number; height: number };
export type Focus = { x: number; y: number };

/** What is shown, whatever an older page kept of it. */
export type Shown = { url: string; type: "image" | "video"; look: BannerLook };

type Source = { bannerUrl: string | null; bannerType: "image" | "video" | null; bannerSettings: object };

export function shownOf(workspace: Source | undefined): Shown | null {
  if (!workspace?.bannerUrl || !workspace.bannerType) return null;
  return {
    url: workspace.bannerUrl,
    type: workspace.bannerType,
    look: { ...BANNER_DEFAULTS, ...workspace.bannerSettings },
  };
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
const tenth = (value: number) => Math.round(value * 10) / 10;
export const percentOf = (value: number): number => tenth(clamp(value, 0, 100));
export const heightOf = (value: number): number =>
  Math.round(clamp(value, BANNER_HEIGHT.min, BANNER_HEIGHT.max));

const RATIOS = { auto: null, "16:9": 16 / 9, "4:3": 4 / 3, "21:9": 21 / 9, "1:1": 1 };

/** The frame that a picture fills, in pixels: as high as was chosen, and as wide as its ratio makes it, but never wider than the banner. */
export function frameOf({ height, aspectRatio }: BannerLook, banner: Size, windowHeight: number): Size {
  const wanted = height === null ? banner.height : (windowHeight * height) / 100;
  const ratio = RATIOS[aspectRatio];
  if (ratio === null) return { width: banner.width, height: wanted };
  const width = Math.min(banner.width, wanted * ratio);
  return { width, height: width / ratio };
}

/** As large as it is drawn to fill its frame. */
export function drawnSize(picture: Size, frame: Size): Size {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/**
 * Where the focus is after the picture was dragged by so many pixels. At p percent the picture's point at p percent lies on the
 * banner's point at p percent: so it is in sight in a banner of any shape. What neither overlaps nor leaves room doesn't move.
 */
export function draggedFocus(focus: Focus, by: Focus, drawn: Size, banner: Size): Focus {
  const moved = (from: number, delta: number, room: number) =>
    Math.abs(room) < 1 ? from : percentOf(from + (delta / room) * 100);
  return {
    x: moved(focus.x, by.x, banner.width - drawn.width),
    y: moved(focus.y, by.y, banner.height - drawn.height),
  };
}

/** Where something lies in a banner, in pixels, when its focus is at so many percent. */
export const offsetOf = (percent: number, room: number): number => (room * percent) / 100;

type Motion = {
  /** What the person pressed last; null before that. */
  pressed: "play" | "pause" | null;
  isAuto: boolean;
  isInView: boolean;
  isPageHidden: boolean;
  /** The device asks for less: reduced motion, saved data, a battery that is nearly empty. */
  isSparing: boolean;
};

/** Nothing moves where nobody sees it; a press counts more than what the device prefers. */
export function mayMove({ pressed, isAuto, isInView, isPageHidden, isSparing }: Motion): boolean {
  if (!isInView || isPageHidden || pressed === "pause") return false;
  return pressed === "play" || (isAuto && !isSparing);
}

/** Black over the picture where words stand: white on it has a contrast of 4.5 on any picture, also on a white one. */
export const SCRIM = 0.6;
