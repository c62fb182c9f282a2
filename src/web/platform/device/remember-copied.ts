import { local } from "../local.ts";
import type { Copied, CopiedKey } from "./copied-words.ts";

const KEY: CopiedKey = "cairn-copied";
/** Of a text that is longer nothing is remembered. */
const MOST_LETTERS = 200_000;
const PROMPT_MAX = 200;

/** That these words, which go to the clipboard now, are a model's: letters alone don't say so where they are pasted. */
export function rememberCopied(text: string, model: string, prompt: string | null): void {
  const words = text.replaceAll(/\s+/g, " ").trim();
  if (words === "" || words.length > MOST_LETTERS) return;
  const origin = { kind: "ai" as const, from: null, model, prompt: prompt && prompt.slice(0, PROMPT_MAX) };
  local.set(KEY, JSON.stringify({ words, origin } satisfies Copied));
}
