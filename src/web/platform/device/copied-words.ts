import type { TextOrigin } from "#document/marks/origin.ts";
import { local } from "../local.ts";

/** Until sign-out, for all tabs. */
const KEY = "cairn-copied";
/** Of a text that is longer nothing is remembered. */
const MOST_LETTERS = 200_000;
const PROMPT_MAX = 200;

type Copied = { words: string; origin: TextOrigin };
const lettersOf = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** That these words, which go to the clipboard now, are a model's: letters alone don't say so where they are pasted. */
export function rememberCopied(text: string, model: string, prompt: string | null): void {
  const words = lettersOf(text);
  if (words === "" || words.length > MOST_LETTERS) return;
  const origin = { kind: "ai" as const, from: null, model, prompt: prompt && prompt.slice(0, PROMPT_MAX) };
  local.set(KEY, JSON.stringify({ words, origin } satisfies Copied));
}

/** Which model wrote what is pasted, where it was copied from its answer. */
export function originOfCopied(text: string): TextOrigin | null {
  const kept = local.get(KEY);
  if (!kept) return null;
  const { words, origin } = JSON.parse(kept) as Copied;
  return words === lettersOf(text) ? origin : null;
}
