import type { ChangeSource } from "#contract/changesets.ts";
import { originOf, type TextOrigin } from "#document/marks/origin.ts";

/** What a text says of the words that a changeset brings. A change of many notes at once by hand is as good as typed. */
export function textOriginOf({ kind, model, prompt }: ChangeSource): TextOrigin | undefined {
  if (kind === "bulk" || kind === "rehearsal") return undefined;
  if (kind === "import") return originOf({ kind: "imported" });
  // A program that names a model tells what that wrote.
  if (kind === "api" && model === undefined) return originOf({ kind: "imported", from: "API" });
  return originOf({
    kind: "ai",
    ...(model !== undefined && { model }),
    ...(prompt !== undefined && { prompt }),
  });
}
