import type { Node } from "@tiptap/pm/model";
import { proseOf } from "#document/text/prose.ts";
import { type Promised, promisesIn } from "#language/promises/promises.ts";

/** A promise and the block it stands in. */
export type FoundPromise = Promised & { blockId: string | null };

/** More than anybody promises in one note. */
const PROMISES_MAX = 200;

/** The promises that people make in a note in their own words, each sentence once, whatever its capitals. Pure. */
export function promisesOfBody(doc: Node, now: Date): FoundPromise[] {
  const found = new Map<string, FoundPromise>();
  for (const { blockId, text } of proseOf(doc)) {
    for (const promised of promisesIn(text, now)) {
      if (found.size >= PROMISES_MAX) return [...found.values()];
      const words = promised.sentence.toLowerCase();
      if (!found.has(words)) found.set(words, { ...promised, blockId });
    }
  }
  return [...found.values()];
}
