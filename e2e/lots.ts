import { createHash } from "node:crypto";
import type { TestInfo } from "@playwright/test";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";

/** Numbers that depend on the seed and the test alone, and not on what its worker ran before (decision 42). */
export function randomOf({ title }: TestInfo): () => number {
  return randomFrom(seed ^ createHash("sha256").update(title).digest().readInt32LE());
}
