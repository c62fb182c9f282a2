/** The rule by which an accent colour is taken from a picture. Pure; docs/decisions says why it is as it is. */

const MAX_WIDTH = 400;
const MAX_HEIGHT = 300;

/** A picture is looked at in at most 400 by 300 points; small ones are not enlarged. */
export function sampleSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Seconds into a video at which it is looked at: 2, or a quarter of its length where that is less. */
export const frameTime = (duration: number): number => Math.min(2, duration / 4);

/** Half transparent points and more count as not there. */
const LEAST_ALPHA = 128;
const MOST_COMMON = 10;
const LEAST_BRIGHTNESS = 50;
const MOST_BRIGHTNESS = 200;
/** Between the strongest and the weakest channel; below it a colour looks grey. */
const SATURATED = 40;

type Counted = { key: number; count: number; red: number; green: number; blue: number };

/**
 * Colours are alike when the upper four bits of their channels are; a group is known by the average of its points. Of
 * the ten largest groups the most saturated wins, first among those that are saturated and of an average brightness
 * from 50 to 200, else among all ten. The larger group wins a tie, then the darker key. null where nothing is seen.
 */
export function accentOf(rgba: Uint8ClampedArray): string | null {
  const common = groupsOf(rgba)
    .sort((one, other) => other.count - one.count || one.key - other.key)
    .slice(0, MOST_COMMON)
    .map(({ count, red, green, blue }) => [
      Math.round(red / count),
      Math.round(green / count),
      Math.round(blue / count),
    ]);
  const preferred = common.filter((colour) => {
    const brightness = (colour[0]! + colour[1]! + colour[2]!) / 3;
    return spread(colour) >= SATURATED && brightness >= LEAST_BRIGHTNESS && brightness <= MOST_BRIGHTNESS;
  });
  let best: number[] | null = null;
  for (const colour of preferred.length > 0 ? preferred : common)
    if (!best || spread(colour) > spread(best)) best = colour;
  return best && `#${best.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

const spread = (colour: number[]): number => Math.max(...colour) - Math.min(...colour);

function groupsOf(rgba: Uint8ClampedArray): Counted[] {
  const groups = new Map<number, Counted>();
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3]! < LEAST_ALPHA) continue;
    const [red, green, blue] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!];
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const group = groups.get(key);
    if (!group) groups.set(key, { key, count: 1, red, green, blue });
    else {
      group.count += 1;
      group.red += red;
      group.green += green;
      group.blue += blue;
    }
  }
  return [...groups.values()];
}
