import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { CITATION_MARK } from "#contract/wire/answers.ts";
import { t } from "../../lib/messages/t.ts";

type Node = { type: string; value?: string; children?: Node[] };

/** What is said at once: short enough to begin soon, long enough to sound like speech. */
const PART_MAX = 600;

/** Markdown as it is read aloud, part by part: no marks, no addresses; of code that there is some. */
export function spokenParts(markdown: string): string[] {
  const root = fromMarkdown(markdown.replaceAll(CITATION_MARK, ""), {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return blocksOf(root as Node)
    .map((words) => words.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean)
    .flatMap(cut);
}

function blocksOf(node: Node): string[] {
  if (node.type === "code") return [t("Some code follows, which isn't read aloud.")];
  if (node.type === "html" || node.type === "definition") return [];
  if (node.type === "tableRow")
    return [
      (node.children ?? [])
        .map((cell) => wordsOf(cell).trim())
        .filter(Boolean)
        .join(", "),
    ];
  if (["paragraph", "heading"].includes(node.type)) return [wordsOf(node)];
  return (node.children ?? []).flatMap(blocksOf);
}

const wordsOf = (node: Node): string =>
  node.type === "break"
    ? " "
    : node.type === "html"
      ? ""
      : (node.value ?? (node.children ?? []).map(wordsOf).join(""));

/** At ends of sentences, else between words. */
function cut(words: string): string[] {
  if (words.length <= PART_MAX) return [words];
  const start = words.slice(0, PART_MAX);
  const sentence = /^[\s\S]*[.!?。！？](?=\s|$)/u.exec(start)?.[0].length ?? 0;
  const at = sentence > 100 ? sentence : start.lastIndexOf(" ") > 0 ? start.lastIndexOf(" ") : PART_MAX;
  return [words.slice(0, at).trim().toWellFormed(), ...cut(words.slice(at).trim())];
}
