/** How often and how long something took: exact but for the times, which are counted in buckets. */
export type Timings = {
  count: number;
  errors: number;
  /** Milliseconds, of all together. */
  sum: number;
  max: number;
  /** How many fell into each bucket, by its number; two of them add up to one. */
  buckets: Record<string, number>;
};

/** Each bucket is 19 % wider than the one before it; its middle is at most 9 % from what fell into it. */
const STEPS_PER_DOUBLING = 4;
const LEAST_MS = 0.25;
/** Ends at 262 s. */
const LAST_BUCKET = 80;

const bucketOf = (ms: number): number =>
  Math.min(LAST_BUCKET, Math.max(0, Math.ceil(STEPS_PER_DOUBLING * Math.log2(ms / LEAST_MS))));

const middleOf = (bucket: number): number => LEAST_MS * 2 ** ((bucket - 0.5) / STEPS_PER_DOUBLING);

export const noTimings = (): Timings => ({ count: 0, errors: 0, sum: 0, max: 0, buckets: {} });

/** @param ms Of one more */
export function addTime(timings: Timings, ms: number, isError = false): void {
  const bucket = bucketOf(ms);
  timings.count++;
  if (isError) timings.errors++;
  timings.sum += ms;
  timings.max = Math.max(timings.max, ms);
  timings.buckets[bucket] = (timings.buckets[bucket] ?? 0) + 1;
}

/** Adds the second to the first. */
export function addTimings(into: Timings, from: Timings): void {
  into.count += from.count;
  into.errors += from.errors;
  into.sum += from.sum;
  into.max = Math.max(into.max, from.max);
  for (const [bucket, count] of Object.entries(from.buckets))
    into.buckets[bucket] = (into.buckets[bucket] ?? 0) + count;
}

/** @param share 0.95 for the time that 95 % took at most; within 9 % of the true one. 0 where there is none */
export function percentile({ buckets, count, max }: Timings, share: number): number {
  let left = Math.ceil(share * count);
  if (left === 0) return 0;
  for (const bucket of Object.keys(buckets)
    .map(Number)
    .toSorted((a, b) => a - b)) {
    left -= buckets[bucket]!;
    if (left <= 0) return Math.min(max, middleOf(bucket));
  }
  return max;
}

/** Where buckets end that are four of ours wide, each twice the one before it; what is above the last stands in one more. */
export const BUCKET_ENDS_MS: readonly number[] = Array.from(
  { length: LAST_BUCKET / STEPS_PER_DOUBLING },
  (_, step) => LEAST_MS * 2 ** step,
);

/** How many fell into each of these, and above them. */
export function timingsPerBucket({ buckets }: Timings): number[] {
  const counts = Array<number>(BUCKET_ENDS_MS.length + 1).fill(0);
  for (const [bucket, count] of Object.entries(buckets))
    counts[Math.ceil(Number(bucket) / STEPS_PER_DOUBLING)]! += count;
  return counts;
}
