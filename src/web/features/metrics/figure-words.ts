import type { Metric } from "#contract/metrics.ts";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";

const BEFORE = new Set(["$", "€", "£", "¥"]);
/** From there on a card has no room for all digits. */
const LONG = 10_000_000;
const TINY = 1e-6;

/** Two decimals, and of a small value three digits that say something: 0.0042 is not 0. */
export function numberWords(value: number): string {
  const size = Math.abs(value);
  const notation = size >= LONG ? "compact" : size > 0 && size < TINY ? "scientific" : "standard";
  return value.toLocaleString(language, {
    notation,
    maximumFractionDigits: 2,
    maximumSignificantDigits: 3,
    roundingPriority: "morePrecision",
  });
}

/** "$48,250", "12.5%", "1,204 visits". */
export function valueWords(value: number, unit: string): string {
  const number = numberWords(value);
  if (BEFORE.has(unit)) return value < 0 ? `−${unit}${number.slice(1)}` : `${unit}${number}`;
  return unit === "%" ? `${number}%` : [number, unit].filter(Boolean).join(" ");
}

export type Change = { direction: "up" | "down" | "same"; words: string };

/** Against the value of so many days ago, or the sum of as many days before; null where there was none. */
export function changeOf(
  { current, previous, kind, unit }: Pick<Metric, "current" | "previous" | "kind" | "unit">,
  days: number,
): Change | null {
  if (current === null || previous === null) return null;
  const isSum = kind === "count";
  const by = current - previous;
  if (by === 0)
    return {
      direction: "same",
      words: isSum ? t("As in the {days} days before", { days }) : t("Unchanged in {days} days", { days }),
    };
  const size =
    previous === 0
      ? valueWords(Math.abs(by), unit)
      : `${numberWords(Math.abs(Math.round((by / Math.abs(previous)) * 1000) / 10))}%`;
  const change = `${by > 0 ? "+" : "−"}${size}`;
  if (by > 0)
    return {
      direction: "up",
      words: isSum
        ? t("Up {change} on the {days} days before", { change, days })
        : t("Up {change} in {days} days", { change, days }),
    };
  return {
    direction: "down",
    words: isSum
      ? t("Down {change} on the {days} days before", { change, days })
      : t("Down {change} in {days} days", { change, days }),
  };
}
