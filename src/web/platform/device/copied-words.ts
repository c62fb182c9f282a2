import type { TextOrigin } from "#document/marks/origin.ts";
import { local } from "../local.ts";

/** What was copied last of an answer: until sign-out, for all tabs. The editor, whose size counts, has only what reads it. */
export type Copied = { words: string; origin: TextOrigin };
export type CopiedKey = "cairn-copied";

/** Which model wrote what is pasted, where it was copied from its answer. */
export function originOfCopied(text: string): TextOrigin | undefined {
  const kept = JSON.parse(local.get("cairn-copied" satisfies CopiedKey) ?? "{}") as Partial<Copied>;
  return kept.words === text.replaceAll(/\s+/g, " ").trim() ? kept.origin : undefined;
}
