import { round } from "./measure.ts";
import type { Result } from "./table.ts";

/** A loss above this part fails the run (docs/decisions/091). */
const LOSS_MAX = 0.1;

type Spread = { median: number; least: number; most: number };

export type Comparison = {
  name: string;
  unit: string;
  /** Of the medians of all rounds. */
  before: Spread;
  now: Spread;
  /** Time against time, or rate against rate turned round: above 1 is a loss. */
  ratio: number;
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
    return [{ name, unit, ...sides, ratio: above === below ? 1 : round(above / below) }];
  });
}

export const lossesOf = (rows: Comparison[]) => rows.filter(({ ratio }) => ratio > 1 + LOSS_MAX);

const figuresOf = (rounds: Result[][], name: string) =>
  rounds.flatMap((rows) => rows.filter((row) => row.name === name).map(({ figure }) => figure.p50));

function spreadOf(figures: number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return { median: round((low + high) / 2), least: sorted[0]!, most: sorted.at(-1)! };
}
