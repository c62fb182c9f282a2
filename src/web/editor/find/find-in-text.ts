import { Fragment, Slice, type Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";

export type Query = { words: string; isCaseKept: boolean; isWholeWord: boolean; isPattern: boolean };
export type Match = { from: number; to: number };

/** More than this nobody walks through, and a pattern that fits everywhere would fill the memory. */
export const MOST_MATCHES = 20_000;

const LETTER = "[\\p{L}\\p{N}_]";

/** Null while there is nothing to look for; throws with words of the browser where a pattern makes no sense. */
export function patternOf({ words, isCaseKept, isWholeWord, isPattern }: Query): RegExp | null {
  if (words === "") return null;
  const source = isPattern ? words : words.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const whole = isWholeWord ? `(?<!${LETTER})(?:${source})(?!${LETTER})` : source;
  return new RegExp(whole, isCaseKept ? "gu" : "giu");
}

/** What stands in one block, one sign for one place; known until the block changes. */
const texts = new WeakMap<Node, string>();

export function textOfBlock(block: Node): string {
  const known = texts.get(block);
  if (known !== undefined) return known;
  let text = "";
  block.forEach((child) => {
    text += child.isText ? child.text! : "\uFFFC".repeat(child.nodeSize);
  });
  texts.set(block, text);
  return text;
}

/** Every block with text, and where its text begins. */
export function blocksWithText(doc: Node): { text: string; start: number }[] {
  const blocks: { text: string; start: number }[] = [];
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    if (node.content.size > 0) blocks.push({ text: textOfBlock(node), start: pos + 1 });
    return false;
  });
  return blocks;
}

/** Where the pattern is in each text, as pairs; what fits nothing at all is passed over. */
export function findInTexts(
  found: string[],
  pattern: RegExp,
  most = MOST_MATCHES,
): [number, number, number][] {
  const matches: [index: number, from: number, to: number][] = [];
  for (const [index, text] of found.entries()) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      if (match[0] === "") pattern.lastIndex += 1;
      else matches.push([index, match.index, match.index + match[0].length]);
      if (matches.length >= most) return matches;
    }
  }
  return matches;
}

/** What a match becomes: with a pattern, $1 and $<name> mean its parts. */
function replaced(
  text: string,
  match: Match,
  start: number,
  pattern: RegExp,
  query: Query,
  by: string,
): string {
  if (!query.isPattern) return by;
  const once = new RegExp(pattern.source, pattern.flags.replace("g", "y"));
  once.lastIndex = match.from - start;
  // The whole text and not the match alone: what stands around it may be part of the pattern.
  const rest = text.slice(match.to - start);
  const result = text.replace(once, by);
  return result.slice(match.from - start, result.length - rest.length);
}

/** Others may have written since a match was found: what stands in its place now is not to be replaced. */
function stillThere(doc: Node, matches: Match[], pattern: RegExp): Match[] {
  const once = new RegExp(pattern.source, pattern.flags.replace("g", "y"));
  return matches.filter(({ from, to }) => {
    if (to > doc.content.size) return false;
    const $from = doc.resolve(from);
    if (!$from.parent.isTextblock) return false;
    once.lastIndex = $from.parentOffset;
    return once.exec(textOfBlock($from.parent))?.[0].length === to - from;
  });
}

/** One match; it keeps the formatting of its first letter. Null when it is not there any more. */
export function replaceOne(state: EditorState, match: Match, query: Query, by: string): Transaction | null {
  const pattern = patternOf(query);
  if (!pattern || stillThere(state.doc, [match], pattern).length === 0) return null;
  const $from = state.doc.resolve(match.from);
  const text = textOfBlock($from.parent);
  const words = replaced(text, match, $from.start(), pattern, query, by);
  return words === ""
    ? state.tr.delete(match.from, match.to)
    : state.tr.replaceWith(match.from, match.to, state.schema.text(words, marksAt(state.doc, match.from)));
}

const marksAt = (doc: Node, pos: number) => doc.nodeAt(pos)?.marks ?? [];

/**
 * All of them in one step: thousands of steps would each be looked at by every part of the editor, and one press undoes
 * them. Only the blocks that change are made anew.
 */
export function replaceAll(
  { doc, schema, tr }: EditorState,
  found: Match[],
  query: Query,
  by: string,
): Transaction | null {
  const pattern = patternOf(query);
  const matches = pattern ? stillThere(doc, found, pattern) : [];
  const [first] = matches;
  const last = matches.at(-1);
  if (!pattern || !first || !last) return null;
  let next = 0;
  const rebuild = (node: Node, pos: number): Node => {
    const end = pos + node.nodeSize;
    const upcoming = matches[next];
    if (!upcoming || upcoming.from >= end) return node;
    if (!node.isTextblock) {
      const children: Node[] = [];
      node.forEach((child, offset) => children.push(rebuild(child, pos + 1 + offset)));
      return node.copy(Fragment.from(children));
    }
    const text = textOfBlock(node);
    let at = 0;
    let content = Fragment.empty;
    for (let match = matches[next]; match && match.from < end; match = matches[++next]) {
      const offset = match.from - pos - 1;
      const words = replaced(text, match, pos + 1, pattern, query, by);
      content = content.append(node.content.cut(at, offset));
      if (words) content = content.append(Fragment.from(schema.text(words, marksAt(doc, match.from))));
      at = match.to - pos - 1;
    }
    return node.copy(content.append(node.content.cut(at)));
  };
  return withBlocks(tr, doc.resolve(first.from).before(1), doc.resolve(last.to).after(1), rebuild);
}

/** Puts what `rebuild` makes of the outermost blocks in their place. */
function withBlocks(
  tr: Transaction,
  from: number,
  to: number,
  rebuild: (node: Node, pos: number) => Node,
): Transaction {
  const blocks: Node[] = [];
  tr.doc.nodesBetween(from, to, (node, pos) => {
    blocks.push(rebuild(node, pos));
    return false;
  });
  return tr.replace(from, to, new Slice(Fragment.from(blocks), 0, 0));
}
