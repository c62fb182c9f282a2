import type { CalendarColor } from "#contract/calendars.ts";

/** Of our palette, as other programs show them. */
const HEX: Record<CalendarColor, string> = {
  cyan: "#06B6D4",
  blue: "#3B82F6",
  violet: "#8B5CF6",
  pink: "#EC4899",
  red: "#EF4444",
  orange: "#F97316",
  green: "#22C55E",
  gray: "#6B7280",
};

export const hexOf = (color: CalendarColor): string => HEX[color];

/** The color of ours that is nearest to `#rrggbb` or Apple's `#rrggbbaa`; null when it is none. */
export function nearestColor(text: string): CalendarColor | null {
  const wanted = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text.trim())?.[1];
  if (wanted === undefined) return null;
  const distance = (hex: string) =>
    partsOf(hex).reduce((sum, part, index) => sum + (part - partsOf(wanted)[index]!) ** 2, 0);
  const [nearest] = (Object.entries(HEX) as [CalendarColor, string][]).toSorted(
    ([, one], [, other]) => distance(one.slice(1)) - distance(other.slice(1)),
  );
  return nearest![0];
}

const partsOf = (hex: string): number[] => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
