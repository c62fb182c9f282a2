/** How the dashboard's banner shows its picture or video. Numbers in percent unless said otherwise. */
export type BannerLook = {
  /** Which point of the picture stays in sight whatever the window's shape: from its left and from its top. */
  focusX: number;
  focusY: number;
  /** Of the window's height, 20 to 200; null as high as the banner. */
  height: number | null;
  autoplay: boolean;
  loop: boolean;
  muted: boolean;
  showControls: boolean;
  aspectRatio: (typeof ASPECT_RATIOS)[number];
  quality: (typeof QUALITIES)[number];
  opacity: number;
  /** Pixels. */
  borderRadius: number;
  parallaxEffect: boolean;
  blurBackground: boolean;
  /** The file of a picture that is shown until a video plays. */
  poster: string | null;
  /** An image that moves, and so can be stopped. */
  isAnimated: boolean;
};

export const ASPECT_RATIOS = ["auto", "16:9", "4:3", "21:9", "1:1"] as const;
export const QUALITIES = ["low", "medium", "high", "auto"] as const;
export const BANNER_HEIGHT = { min: 20, max: 200 };
export const BANNER_OPACITY = { min: 10, max: 100, step: 5 };
export const BANNER_RADIUS = { min: 0, max: 24, step: 2 };

export const BANNER_DEFAULTS: BannerLook = {
  focusX: 50,
  focusY: 50,
  height: null,
  autoplay: true,
  loop: true,
  muted: true,
  showControls: false,
  aspectRatio: "auto",
  quality: "auto",
  opacity: 100,
  borderRadius: 0,
  parallaxEffect: false,
  blurBackground: false,
  poster: null,
  isAnimated: false,
};
