/** Milliseconds of repeated runs; the median is what to quote on a machine with neighbours, and the quarters tell how far to trust it. */
export type Figure = { p50: number; p95: number; p25?: number; p75?: number; runs: number };

export async function repeat(runs: number, run: (index: number) => Promise<unknown>): Promise<Figure> {
  const [figure] = await inTurn(runs, run);
  return figure!;
}

/**
 * Several things measured in turn, one run of each after the other: what the machine does meanwhile meets all of them alike, so
 * that a subject and its floor can be compared.
 */
export async function inTurn(
  runs: number,
  ...subjects: ((index: number) => Promise<unknown>)[]
): Promise<Figure[]> {
  const warmUp = Math.min(20, Math.ceil(runs / 10));
  const times: number[][] = subjects.map(() => []);
  for (let index = 0; index < warmUp + runs; index++)
    for (const [place, run] of subjects.entries()) {
      const startedAt = performance.now();
      await run(index < warmUp ? index : index - warmUp);
      if (index >= warmUp) times[place]!.push(performance.now() - startedAt);
    }
  return times.map(summarise);
}

export function summarise(times: number[]): Figure {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return {
    p50: at(0.5),
    p95: at(0.95),
    ...(times.length > 3 ? { p25: at(0.25), p75: at(0.75) } : {}),
    runs: times.length,
  };
}

export const round = (value: number) => Math.round(value * 100) / 100;
