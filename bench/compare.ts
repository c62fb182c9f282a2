import { round } from "./measure.ts";
import type { Result } from "./table.ts";

/** A loss above this part, and above what the rounds differ by themselves, fails the run (docs/decisions/091). */
const LOSS_MAX = 0.1;

/** `noise`: half of what the middle half of the rounds spans, as a part of the median. */
type Spread = { median: number; least: number; most: number; noise: number };

export type Comparison = {
  name: string;
  unit: string;
  /** Of the medians of all rounds. */
  before: Spread;
  now: Spread;
  /** Time against time, or rate against rate turned round: above 1 is a loss. */
  ratio: number;
  /** Of the noisier side: a ratio up to 1.1 and this is none. */
  noise: number;
};

/** The rows that both sides have, each as medians over the rounds. */
export function compare(before: Result[][], now: Result[][]): Comparison[] {
  const names = [...new Set(now.flat().map(({ name }) => name))];
  return names.flatMap((name) => {
    const [old, young] = [figuresOf(before, name), figuresOf(now, name)];
    if (old.length === 0 || young.length === 0) return [];
    const { unit } = now.flat().find((row) => row.name === name)!;
    const sides = { before: spreadOf(old), now: spreadOf(young) };
    const [above, below] = unit.endsWith("/s")
      ? [sides.before.median, sides.now.median]
      : [sides.now.median, sides.before.median];
    const noise = Math.max(sides.before.noise, sides.now.noise);
    return [{ name, unit, ...sides, noise, ratio: above === below ? 1 : round(above / below) }];
  });
}

export const lossesOf = (rows: Comparison[]) =>
  rows.filter(({ ratio, noise }) => ratio > 1 + LOSS_MAX + noise);

const figuresOf = (rounds: Result[][], name: string) =>
  rounds.flatMap((rows) => rows.filter((row) => row.name === name).map(({ figure }) => figure.p50));

function spreadOf(figures: number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (part: number) => {
    const place = part * (sorted.length - 1);
    const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
    return low + (high - low) * (place % 1);
  };
  const median = at(0.5);
  const noise = median === 0 ? 0 : round((at(0.75) - at(0.25)) / 2 / median);
  return { median: round(median), least: sorted[0]!, most: sorted.at(-1)!, noise };
}
