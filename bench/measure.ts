/** Milliseconds of repeated runs; the median is what to quote on a machine with neighbours. */
export type Figure = { p50: number; p95: number; runs: number };

export async function repeat(runs: number, run: (index: number) => Promise<unknown>): Promise<Figure> {
  const warmUp = Math.min(20, Math.ceil(runs / 10));
  for (let index = 0; index < warmUp; index++) await run(index);
  const times: number[] = [];
  for (let index = 0; index < runs; index++) {
    const startedAt = performance.now();
    await run(index);
    times.push(performance.now() - startedAt);
  }
  return summarise(times);
}

export function summarise(times: number[]): Figure {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), runs: times.length };
}

export const round = (value: number) => Math.round(value * 100) / 100;
