import type { Node } from "@tiptap/pm/model";
import { countWords } from "#document/text/words.ts";
import { language } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const WORDS_A_MINUTE = 200;

export type Figures = { words: number; characters: number };

/** Blocks are the same objects until they are changed, so only those are counted again. */
const known = new WeakMap<Node, Figures>();

const inline = (node: Node, from: number, to: number) => node.textBetween(from, to, " ", " ");

function figuresOf(block: Node): Figures {
  const before = known.get(block);
  if (before) return before;
  const text = inline(block, 0, block.content.size);
  const figures = { words: countWords(text), characters: [...text].length };
  known.set(block, figures);
  return figures;
}

/** How much text there is between two places. */
export function countBetween(doc: Node, from = 0, to = doc.content.size): Figures {
  const sum: Figures = { words: 0, characters: 0 };
  doc.nodesBetween(from, to, (node, pos) => {
    if (!node.isTextblock) return true;
    const start = Math.max(0, from - pos - 1);
    const end = Math.min(node.content.size, to - pos - 1);
    const isWhole = start === 0 && end === node.content.size;
    const text = isWhole ? "" : inline(node, start, Math.max(start, end));
    const part = isWhole ? figuresOf(node) : { words: countWords(text), characters: [...text].length };
    sum.words += part.words;
    sum.characters += part.characters;
    return false;
  });
  return sum;
}

export const wordsOf = ({ words }: Figures): string =>
  plural(words, { one: "{count} word", other: "{count} words" }, { count: words.toLocaleString(language) });

export const charactersOf = ({ characters }: Figures): string =>
  plural(
    characters,
    { one: "{count} character", other: "{count} characters" },
    { count: characters.toLocaleString(language) },
  );

/** At 200 words a minute, whole minutes upwards. */
export function readingTime({ words }: Figures): string {
  return words === 0
    ? t("Nothing to read")
    : plural(Math.ceil(words / WORDS_A_MINUTE), { other: "{count} min to read" });
}
