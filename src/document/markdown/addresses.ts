import type { Parent } from "./definitions.ts";
import { visit } from "./definitions.ts";
import type { NodeOf, Phrasing, Root, TreeNode } from "./tree.ts";

/** Something in a text that points elsewhere. */
export interface Address {
  /** `wiki` and `wiki-image` are `[[name]]` and `![[name]]`; `html` is an attribute of a tag, which is never replaced. */
  kind: "link" | "image" | "wiki" | "wiki-image" | "html";
  target: string;
  /** Line in the source, from 1. */
  line: number;
}

/** An address and where it stands in the tree. */
export interface AddressPlace {
  address: Address;
  node: TreeNode;
  parent: Parent;
  /** For a wiki link, where it stands in the text of the node and what it shows. */
  wiki?: { from: number; to: number; label: string };
}

const WIKI = /(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/g;
/** Its length is bounded, so that a megabyte within a tag cannot keep the pattern busy. */
const HTML_ADDRESS = /\s(?:src|href)\s{0,9}=\s{0,9}(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi;

const lineOf = (node: TreeNode) => node.position?.start.line ?? 1;

/** Every address of a tree, in the order of the text. References must be resolved. */
export function findAddresses(root: Root, source: string): AddressPlace[] {
  const found: AddressPlace[] = [];
  visit(root, (node, parent) => {
    const add = (kind: Address["kind"], target: string, wiki?: AddressPlace["wiki"]) =>
      found.push({ address: { kind, target, line: lineOf(node) }, node, parent, ...(wiki && { wiki }) });
    if (node.type === "link" || node.type === "image") add(node.type, node.url);
    else if (node.type === "html") for (const target of htmlAddresses(node.value)) add("html", target);
    else if (node.type === "text" && !isLink(parent))
      for (const wiki of wikiLinks(node, source)) add(wiki.kind, wiki.target, wiki);
  });
  const offset = ({ node }: AddressPlace) => node.position?.start.offset ?? 0;
  // The tree is not visited in the order of the text.
  return found.sort((a, b) => offset(a) - offset(b));
}

const isLink = (parent: Parent) => (parent as unknown as TreeNode).type === "link";

function htmlAddresses(html: string): string[] {
  return [...html.matchAll(HTML_ADDRESS)].map((match) => match[1] ?? match[2] ?? "");
}

function wikiLinks(node: NodeOf<"text">, source: string) {
  if (!node.value.includes("[[")) return [];
  const written = source
    .slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
    .replaceAll("\\|", "|");
  return [...node.value.matchAll(WIKI)].flatMap((match) => {
    const [whole, bang, target = "", label] = match;
    // Brackets that were escaped mean themselves.
    if (!written.includes(whole)) return [];
    const kind = bang ? ("wiki-image" as const) : ("wiki" as const);
    return [
      {
        kind,
        target: target.trim(),
        from: match.index,
        to: match.index + whole.length,
        label: (label ?? target).trim(),
      },
    ];
  });
}

/** Puts other addresses in, and turns the wiki links that have one into links and images. */
export function replaceAddresses(places: AddressPlace[], replace: (address: Address) => string | null): void {
  const texts = new Map<NodeOf<"text">, { parent: Parent; links: InText[] }>();
  for (const { address, node, parent, wiki } of places) {
    const url = address.kind === "html" ? null : replace(address);
    if (url === null) continue;
    if (node.type === "link" || node.type === "image") node.url = url;
    if (node.type !== "text" || !wiki) continue;
    const text = texts.get(node) ?? { parent, links: [] };
    text.links.push({ ...wiki, node: asNode(address, url, wiki.label, node) });
    texts.set(node, text);
  }
  for (const [node, { parent, links }] of texts) {
    const at = parent.children.indexOf(node);
    if (at >= 0) parent.children.splice(at, 1, ...split(node, links));
  }
}

interface InText {
  from: number;
  to: number;
  node: Phrasing;
}

/** A note that was to be shown within another becomes a link to it. */
function asNode({ kind }: Address, url: string, label: string, { position }: TreeNode): Phrasing {
  if (kind === "wiki-image" && !url.startsWith("/app/")) return { type: "image", url, alt: label, position };
  return { type: "link", url, children: [{ type: "text", value: label }], position };
}

function split(node: NodeOf<"text">, links: InText[]): TreeNode[] {
  const parts: TreeNode[] = [];
  let at = 0;
  const addText = (to: number) => {
    if (to > at) parts.push({ ...node, value: node.value.slice(at, to) });
  };
  for (const link of links) {
    addText(link.from);
    parts.push(link.node);
    at = link.to;
  }
  addText(node.value.length);
  return parts;
}
