import { fillTemplate } from "./fill-template.ts";

const SHOWN = 80;

/** What a template begins with, as one line without the signs of Markdown; places for words show what they would hold now. */
export function firstWords(text: string, now = new Date()): string {
  const words = fillTemplate(text.replace(/\{\{\s*title\s*\}\}/gi, "Title"), "", now)
    // What a callout is, and whether a task is done, is told by looks.
    .replace(/^\s*>\s*\[!\w+\][+-]?/gm, "")
    .replace(/^(\s*)[-*+] \[[ xX]?\]/gm, "$1")
    .replace(/^\s*\|?[\s:|-]+\|?\s*$/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])(?=\s|$)/gm, "")
    .replace(/[*_`~|]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words.length > SHOWN ? `${words.slice(0, SHOWN).trimEnd()}…` : words;
}
