/** A colour as the screen has it, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** Lightness 0 to 1, chroma 0 to about 0.37, hue in degrees: steps that look alike are alike. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** A hex colour of which `alpha` (0 to 1) covers what is below. */
export const veilOf = (rgb: Rgb, alpha: number): string =>
  hexOf(rgb) +
  Math.round(alpha * 255)
    .toString(16)
    .padStart(2, "0");

const toLinear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const fromLinear = (light: number): number =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

/** Relative luminance of WCAG 2. */
export function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

const ratio = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Contrast of WCAG 2: 1 to 21. */
export const contrast = (one: Rgb, other: Rgb): number => ratio(luminance(one), luminance(other));

/** What is seen where a translucent colour lies on an opaque one; browsers mix the coded values. */
export const over = (top: Rgb, alpha: number, below: Rgb): Rgb => {
  const seen = Math.round(alpha * 255) / 255;
  const mix = (at: 0 | 1 | 2) => Math.round(top[at] * seen + below[at] * (1 - seen));
  return [mix(0), mix(1), mix(2)];
};

export function oklchOf(rgb: Rgb): Oklch {
  const [red, green, blue] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return [lightness, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360];
}

function linearOf([lightness, chroma, hue]: Oklch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

const isShown = (linear: number[]) => linear.every((light) => light >= -0.0001 && light <= 1.0001);

/** The nearest colour a screen can show: lightness and hue stay, the chroma gives way. */
export function screenOf([lightness, chroma, hue]: Oklch): Rgb {
  let [kept, refused] = [0, chroma];
  if (isShown(linearOf([lightness, chroma, hue]))) kept = chroma;
  else
    for (let step = 0; step < 16; step += 1) {
      const half = (kept + refused) / 2;
      if (isShown(linearOf([lightness, half, hue]))) kept = half;
      else refused = half;
    }
  const [red, green, blue] = linearOf([lightness, kept, hue]);
  const channel = (light: number) => Math.round(fromLinear(Math.min(1, Math.max(0, light))));
  return [channel(red), channel(green), channel(blue)];
}

/** How far the lightness moves at a time: finer than anybody can tell apart. */
export const REPAIR_STEP = 0.002;

/**
 * The colour itself where it has `least` contrast on every ground, else the nearest of the same hue that has it: only
 * the lightness moves, in the direction that needs the smaller move and no further than needed. Where none of the
 * hue has it, the best of black and white.
 */
export function repaired(colour: Rgb, grounds: readonly Rgb[], least: number): Rgb {
  const lights = grounds.map(luminance);
  const worst = (rgb: Rgb) => {
    const own = luminance(rgb);
    return Math.min(...lights.map((light) => ratio(own, light)));
  };
  if (worst(colour) >= least) return colour;
  const [lightness, chroma, hue] = oklchOf(colour);
  for (let move = REPAIR_STEP; move <= 1; move += REPAIR_STEP) {
    const nearest = [lightness + move, lightness - move]
      .filter((moved) => moved >= 0 && moved <= 1)
      .map((moved) => screenOf([moved, chroma, hue]))
      .find((rgb) => worst(rgb) >= least);
    if (nearest) return nearest;
  }
  const white: Rgb = [255, 255, 255];
  const black: Rgb = [0, 0, 0];
  return worst(white) >= worst(black) ? white : black;
}
