import type { Node } from "@tiptap/pm/model";
import { proseOf } from "#document/text/prose.ts";
import { type Claim, claimsIn } from "#language/claims/claims.ts";

/** A claim and the block it stands in. */
export type FoundClaim = Claim & { blockId: string | null };

/** More than anybody claims in one note. */
const CLAIMS_MAX = 200;

/** What people claim in a note in their own words, each sentence once, whatever its capitals. Pure. */
export function claimsOfBody(doc: Node): FoundClaim[] {
  const found = new Map<string, FoundClaim>();
  for (const { blockId, text } of proseOf(doc))
    for (const claim of claimsIn(text)) {
      const words = claim.sentence.toLowerCase();
      if (found.size < CLAIMS_MAX && !found.has(words)) found.set(words, { ...claim, blockId });
    }
  return [...found.values()];
}
