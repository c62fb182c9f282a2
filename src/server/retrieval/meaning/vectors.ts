/** Signs of so many sums of a vector's numbers say in which region it lies. */
const SIGNS = 8;
export const TOPICS = 2 ** SIGNS;
const LARGEST = 127;

/** A vector of length 1, in signed bytes: a fourth of its size, for a thousandth of its angles. */
export function toBytes(vector: readonly number[]): Int8Array {
  const length = lengthOf(vector) || 1;
  // Most numbers of a long vector are small; the largest one uses all of a byte.
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / length || 1;
  return Int8Array.from(vector, (number) => Math.round((number / length / largest) * LARGEST));
}

/** "1" for each number above zero. */
export const toBits = (vector: ArrayLike<number>): string =>
  Array.from(vector, (number) => (number > 0 ? "1" : "0")).join("");

/** The cosine of the angle between two vectors of whatever lengths: 1 for the same direction. */
export function likeness(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  for (let at = 0; at < one.length; at += 1) product += one[at]! * other[at]!;
  return product / (lengthOf(one) * lengthOf(other) || 1);
}

function lengthOf(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at += 1) sum += vector[at]! ** 2;
  return Math.sqrt(sum);
}

/** The region of a vector, from 0 to 255. Vectors of similar direction mostly have the same one, or one that differs in few signs. */
export function topicOf(vector: ArrayLike<number>): number {
  return sumsOf(vector).reduce((topic, sum, sign) => topic | (sum > 0 ? 1 << sign : 0), 0);
}

/** The regions in which neighbors of a vector lie, the likeliest first: another sign is the likelier, the closer to zero its sum is. */
export function topicsNear(vector: ArrayLike<number>, most: number): number[] {
  const sums = sumsOf(vector).map(Math.abs);
  const own = topicOf(vector);
  const costOf = (flipped: number) =>
    sums.reduce((cost, sum, sign) => (flipped & (1 << sign) ? cost + sum ** 2 : cost), 0);
  return Array.from({ length: TOPICS }, (_, flipped) => ({ topic: own ^ flipped, cost: costOf(flipped) }))
    .toSorted((one, other) => one.cost - other.cost)
    .slice(0, most)
    .map(({ topic }) => topic);
}

function sumsOf(vector: ArrayLike<number>): number[] {
  const sums = Array.from({ length: SIGNS }, () => 0);
  // A generator of Park and Miller: the same signs on each node and after each restart, for vectors are kept by them.
  let seed = 20_261_127;
  for (let at = 0; at < vector.length; at += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    for (let sign = 0; sign < SIGNS; sign += 1)
      sums[sign]! += (seed >> (sign + 8)) & 1 ? vector[at]! : -vector[at]!;
  }
  return sums;
}
