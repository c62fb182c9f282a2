import type { Parent } from "./definitions.ts";
import { visit } from "./definitions.ts";
import { safeNoteId } from "../note-reference.ts";
import type { Phrasing, Root, TreeNode } from "./tree.ts";
import type { WikiLink } from "./wiki-link.ts";

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
}

/** Its length is bounded, so that a megabyte within a tag cannot keep the pattern busy. */
const HTML_ADDRESS = /\s(?:src|href)\s{0,9}=\s{0,9}(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi;

const lineOf = (node: TreeNode) => node.position?.start.line ?? 1;

/** Every address of a tree, in the order of the text. References must be resolved. */
export function findAddresses(root: Root): AddressPlace[] {
  const found: AddressPlace[] = [];
  visit(root, (node, parent) => {
    const add = (kind: Address["kind"], target: string) =>
      found.push({ address: { kind, target, line: lineOf(node) }, node, parent });
    if (node.type === "link" || node.type === "image") add(node.type, node.url);
    else if (node.type === "html") for (const target of htmlAddresses(node.value)) add("html", target);
    else if (node.type === "wikiLink" && !isLink(parent))
      add(node.isEmbed ? "wiki-image" : "wiki", wikiTarget(node));
  });
  const offset = ({ node }: AddressPlace) => node.position?.start.offset ?? 0;
  // The tree is not visited in the order of the text.
  return found.sort((a, b) => offset(a) - offset(b));
}

const isLink = (parent: Parent) => parent.type === "link";

const wikiTarget = ({ reference: { title, anchor } }: WikiLink) =>
  anchor === null ? title : `${title}#${anchor}`;

function htmlAddresses(html: string): string[] {
  return [...html.matchAll(HTML_ADDRESS)].map((match) => match[1] ?? match[2] ?? "");
}

/** Puts other addresses in. A wiki link learns which note it means, or becomes the image or link to the file it names. */
export function replaceAddresses(places: AddressPlace[], replace: (address: Address) => string | null): void {
  for (const { address, node, parent } of places) {
    const url = address.kind === "html" ? null : replace(address);
    if (url === null) continue;
    if (node.type === "link" || node.type === "image") node.url = url;
    if (node.type !== "wikiLink") continue;
    const noteId = noteIdOf(url);
    if (noteId !== null) node.noteId = noteId;
    else parent.children[parent.children.indexOf(node)] = asFile(node, url);
  }
}

const noteIdOf = (url: string) => safeNoteId(/^\/app\/editor\/([^/?#]+)(?:#.*)?$/.exec(url)?.[1]);

function asFile({ isEmbed, reference, position }: WikiLink, url: string): Phrasing {
  const label = reference.label ?? reference.title;
  // A number there is how wide the picture is shown.
  const alt = /^[1-9]\d{1,4}(?:x\d{1,5})?$/.test(label) ? `${reference.title}|${label}` : label;
  if (isEmbed && !url.startsWith("/app/")) return { type: "image", url, alt, position };
  return { type: "link", url, children: [{ type: "text", value: label }], position };
}
