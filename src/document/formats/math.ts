import type { Node } from "@tiptap/pm/model";
import { escape, wrap } from "../html/html-elements.ts";
import { isFormula } from "../markdown/is-formula.ts";
import type { NodeFormat } from "./format.ts";

const sourceOf = ({ attrs }: Node) => String(attrs.source ?? "");

export const mathInline: NodeFormat = {
  html: (node) => wrap("code", { "data-math": true }, escape(sourceOf(node))),
  inlineMarkdown: ({ attrs }, { letterAfter }) => ({
    type: "verbatim",
    value: writeFormula(String(attrs.source ?? ""), Number(attrs.dollars), letterAfter),
  }),
};

export const mathBlock: NodeFormat = {
  html: (node) => wrap("pre", { "data-math": true }, escape(sourceOf(node))),
  markdown: (node) => ({ type: "math", value: sourceOf(node), meta: node.attrs.meta }),
};

/** With as many dollars as its source and what follows it need, to be read as a formula again. */
function writeFormula(source: string, dollars: number, letterAfter: string): string {
  const formula = source.replaceAll("\n", " ");
  if (formula.trim() === "") return "";
  let count = Math.max(1, dollars || 1);
  const runs = new Set([...formula.matchAll(/\$+/g)].map(([run]) => run.length));
  const isRead = () =>
    !runs.has(count) && isFormula(`${"$".repeat(count)}${formula}${"$".repeat(count)}`, letterAfter);
  while (!isRead()) count++;
  // A dollar at an edge would be counted to the fence.
  const edge = formula.startsWith("$") || formula.endsWith("$") ? " " : "";
  return `${"$".repeat(count)}${edge}${formula}${edge}${"$".repeat(count)}`;
}
