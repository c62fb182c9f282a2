/** Words that mean about the same, as a model for embeddings knows them: each line is a direction of its own. */
const CONCEPTS: readonly (readonly string[])[] = [
  ["roof", "attic", "ceiling", "gutter"],
  ["leak", "storm", "rain", "water", "drip"],
  ["doctor", "physician", "blood", "clinic"],
  ["train", "railway", "ticket", "station"],
  ["money", "invoice", "refund", "bill"],
  ["bread", "bake", "flour", "oven"],
  ["garden", "tomato", "soil", "seed"],
  ["music", "violin", "concert", "choir"],
];
/** Beside the concepts, what else a text says: as long as real vectors are wide enough for their signs to differ. */
const OTHERS = 248;

/** A vector of 256 numbers that is near another one where the texts speak of the same things, whatever their words. */
export function conceptVector(text: string): number[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const ofConcepts = CONCEPTS.map(
    (concept) => words.filter((word) => concept.some((part) => word.startsWith(part))).length,
  );
  const vector = Array.from({ length: CONCEPTS.length + OTHERS }, () => 0);
  // A concept shows in many numbers, as it does in real ones.
  for (const [concept, count] of ofConcepts.entries())
    for (let at = 0; at < vector.length; at += 1) vector[at]! += count * 3 * noise(concept + 1, at);
  for (const word of words) {
    const seed = [...word].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 65_521, 7);
    for (let at = 0; at < vector.length; at += 1) vector[at]! += 0.2 * noise(seed + 100, at);
  }
  return vector;
}

/** The same for the same two numbers: from -1 to 1. */
function noise(seed: number, at: number): number {
  const mixed = Math.imul(seed * 374_761_393 + at * 668_265_263, 1_274_126_177);
  return (((mixed ^ (mixed >>> 15)) >>> 0) % 2_000) / 1_000 - 1;
}
