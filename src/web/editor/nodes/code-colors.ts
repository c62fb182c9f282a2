import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);

/** Which of our colours a class of highlight.js has. */
const COLORS: Record<string, string> = {
  keyword: "keyword",
  "selector-tag": "keyword",
  literal: "number",
  number: "number",
  symbol: "number",
  string: "string",
  regexp: "string",
  addition: "string",
  comment: "comment",
  quote: "comment",
  meta: "comment",
  title: "name",
  section: "name",
  name: "name",
  type: "type",
  built_in: "type",
  class: "type",
  attr: "attribute",
  attribute: "attribute",
  property: "attribute",
  variable: "attribute",
  deletion: "deletion",
};

type Tree = { type: string; value?: string; properties?: { className?: unknown }; children?: Tree[] };
type Piece = { color: string; from: number; to: number };

export type CodeColors = { paint(language: string, text: string): void; clear(): void };

const canPaint = typeof Highlight !== "undefined" && "highlights" in CSS;

/** One highlight for each colour, shared by all code on the page. */
function highlightOf(color: string): Highlight {
  const name = `code-${color}`;
  let highlight = CSS.highlights.get(name);
  if (!highlight) CSS.highlights.set(name, (highlight = new Highlight()));
  return highlight;
}

/**
 * Colours of one piece of code, painted by the browser over ranges of its text: no element is added, so typing costs what it
 * costs without colours, and the editor never sees them.
 */
export function createColors(code: HTMLElement): CodeColors {
  let painted: [Highlight, AbstractRange][] = [];
  const clear = () => {
    for (const [highlight, range] of painted) highlight.delete(range);
    painted = [];
  };
  return {
    clear,
    paint(language, text) {
      clear();
      if (!canPaint || !lowlight.registered(language)) return;
      const texts = textNodes(code);
      const pieces: Piece[] = [];
      collect(lowlight.highlight(language, text) as Tree, "", 0, pieces);
      for (const piece of pieces) {
        for (const range of rangesOf(piece, texts)) {
          const highlight = highlightOf(piece.color);
          highlight.add(range);
          painted.push([highlight, range]);
        }
      }
    },
  };
}

function collect(node: Tree, color: string, at: number, pieces: Piece[]): number {
  if (node.type === "text") {
    const to = at + (node.value?.length ?? 0);
    if (color !== "") pieces.push({ color, from: at, to });
    return to;
  }
  const names = Array.isArray(node.properties?.className) ? (node.properties.className as string[]) : [];
  const own =
    names.map((name) => COLORS[name.replace(/^hljs-/, "").replace(/_+$/, "")]).find(Boolean) ?? color;
  return (node.children ?? []).reduce((from, child) => collect(child, own, from, pieces), at);
}

type TextAt = { node: Text; from: number };

function textNodes(code: HTMLElement): TextAt[] {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const texts: TextAt[] = [];
  let from = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    texts.push({ node, from });
    from += node.data.length;
  }
  return texts;
}

/** A range that follows no change costs nothing while one types; the next painting replaces it. */
function rangesOf({ from, to }: Piece, texts: TextAt[]): AbstractRange[] {
  return texts.flatMap(({ node, from: start }) => {
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, node.data.length)];
    if (first >= last) return [];
    return [
      new StaticRange({ startContainer: node, startOffset: first, endContainer: node, endOffset: last }),
    ];
  });
}
