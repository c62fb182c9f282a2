import { createHash } from "node:crypto";
import type { TestInfo } from "@playwright/test";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";

/** `npm run deep` runs each test in each of its forms. */
export const isDeep = process.env["CAIRN_DEEP"] === "1";

/**
 * For tests that differ in one thing alone: so many of them by lot, all in the deep run (decision 176). Which ones depends on the seed and
 * the choices, so that every worker draws the same.
 */
export function drawn<Choice>(choices: readonly Choice[], count: number): readonly Choice[] {
  return someBy(randomFrom(seed ^ hashOf(JSON.stringify(choices))), choices, count);
}

/** All of them in the deep run, else so many, in the order of their lots. */
export function someBy<Choice>(
  random: () => number,
  choices: readonly Choice[],
  count: number,
): readonly Choice[] {
  if (isDeep) return choices;
  const lots = choices.map((choice) => ({ choice, lot: random() })).sort((one, other) => one.lot - other.lot);
  return lots.slice(0, count).map(({ choice }) => choice);
}

/** Numbers that depend on the seed and the test alone, and not on what its worker ran before (decision 42). */
export function randomOf({ title }: TestInfo): () => number {
  return randomFrom(seed ^ hashOf(title));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest().readInt32LE();
