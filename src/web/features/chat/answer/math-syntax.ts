import { mathFromMarkdown } from "mdast-util-math";
import { math } from "micromark-extension-math";

/** What reads `$...$` and `$$...$$` in an answer; fetched with the first that has one. */
export const mathSyntax = { extensions: [math()], mdastExtensions: [mathFromMarkdown()] };
export type MathSyntax = typeof mathSyntax;
