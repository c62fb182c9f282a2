import type { DefaultTreeAdapterTypes as Tree } from "parse5";

export type HtmlNode = Tree.ChildNode;
export type HtmlElement = Tree.Element;

export const isElement = (node: HtmlNode): node is HtmlElement => "tagName" in node;

export const attribute = (element: HtmlElement, name: string): string | null =>
  element.attrs.find((attr) => attr.name === name)?.value ?? null;

export const hasClass = (element: HtmlElement, ...names: string[]): boolean => {
  const classes = (attribute(element, "class") ?? "").split(/\s+/);
  return names.some((name) => classes.includes(name));
};

/** One property of a style attribute, in small letters. */
export function styleOf(element: HtmlElement, property: string): string {
  const style = attribute(element, "style");
  if (style === null || style.length > 10_000) return "";
  for (const part of style.toLowerCase().split(";")) {
    const colon = part.indexOf(":");
    if (colon > 0 && part.slice(0, colon).trim() === property) return part.slice(colon + 1).trim();
  }
  return "";
}

/** What no reader sees, with all that is in it. */
export const UNSEEN = new Set([
  "script",
  "style",
  "head",
  "title",
  "noscript",
  "template",
  "iframe",
  "object",
  "embed",
  "applet",
  "svg",
  "canvas",
  "link",
  "meta",
  "base",
  "button",
  "select",
  "textarea",
  "frame",
  "frameset",
  "map",
  "dialog",
]);

/** Elements below a node in the order of the text; a loop, because what somebody nested may be deeper than the stack. */
export function* below(root: { childNodes: HtmlNode[] }): Generator<HtmlNode> {
  const open = [...root.childNodes].toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    if (isElement(node) && !UNSEEN.has(node.tagName))
      for (let at = node.childNodes.length - 1; at >= 0; at--) open.push(node.childNodes[at]!);
  }
}

export function find(
  root: { childNodes: HtmlNode[] },
  matches: (element: HtmlElement) => boolean,
): HtmlElement | null {
  for (const node of below(root)) if (isElement(node) && matches(node)) return node;
  return null;
}

/** All text a reader sees below a node, white space as written. */
export function textOf(root: { childNodes: HtmlNode[] }): string {
  const parts: string[] = [];
  for (const node of below(root)) {
    if (node.nodeName === "#text") parts.push((node as Tree.TextNode).value);
    else if (isElement(node) && node.tagName === "br") parts.push("\n");
  }
  return parts.join("");
}

export const oneLine = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, " ").trim();

/** The LaTeX that KaTeX and MathML carry along with a formula; null when they carry none. */
export function formulaOf(element: HtmlElement): string | null {
  const written = find(
    element,
    (inner) => inner.tagName === "annotation" && /tex/i.test(attribute(inner, "encoding") ?? ""),
  );
  return written ? textOf(written).trim() : null;
}
