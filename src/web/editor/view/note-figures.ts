import type { Node } from "@tiptap/pm/model";
import { countWords } from "#document/text/words.ts";

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
  words === 1 ? "1 word" : `${words.toLocaleString("en")} words`;

export const charactersOf = ({ characters }: Figures): string =>
  characters === 1 ? "1 character" : `${characters.toLocaleString("en")} characters`;

/** At 200 words a minute, whole minutes upwards. */
export function readingTime({ words }: Figures): string {
  return words === 0 ? "nothing to read" : `${Math.ceil(words / WORDS_A_MINUTE)} min to read`;
}
