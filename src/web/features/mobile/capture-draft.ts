import { local } from "../../platform/local.ts";

export type Draft = { title: string; text: string };

const EMPTY: Draft = { title: "", text: "" };
const keyOf = (userId: string) => `cairn-capture-${userId}`;

/** What was begun and not yet saved; it outlives a closed sheet, a reload and a dead battery. */
export function readDraft(userId: string): Draft {
  try {
    const { title, text } = JSON.parse(local.get(keyOf(userId)) ?? "") as Partial<Draft>;
    return { title: String(title ?? ""), text: String(text ?? "") };
  } catch {
    return EMPTY;
  }
}

export function keepDraft(userId: string, draft: Draft): void {
  if (isBlank(draft)) local.remove(keyOf(userId));
  else local.set(keyOf(userId), JSON.stringify(draft));
}

export const isBlank = ({ title, text }: Draft) => title.trim() === "" && text.trim() === "";

/** A new line is a new line: Markdown would join what a person wrote one below the other. */
export function asMarkdown(text: string): string {
  if (text.includes("```")) return text;
  return text.replace(/([^\s])[ \t]*\n(?=[^\s])/g, "$1  \n");
}
