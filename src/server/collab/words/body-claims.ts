import type { Node } from "@tiptap/pm/model";
import { proseOf } from "#document/text/prose.ts";
import { type Claim, claimsIn } from "#language/claims/claims.ts";

/** A claim and the block it stands in. */
export type FoundClaim = Claim & { blockId: string | null };

/** More than anybody claims in one note. */
const CLAIMS_MAX = 200;

/** What people claim in a note in their own words, each sentence once. Pure. */
export function claimsOfBody(doc: Node): FoundClaim[] {
  const found = new Map<string, FoundClaim>();
  for (const { blockId, text } of proseOf(doc))
    for (const claim of claimsIn(text))
      if (found.size < CLAIMS_MAX && !found.has(claim.sentence))
        found.set(claim.sentence, { ...claim, blockId });
  return [...found.values()];
}
