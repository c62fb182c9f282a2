import type { Node } from "@tiptap/pm/model";
import { formatOf } from "../formats.ts";
import { withoutOrigins } from "../origins/origins.ts";
import { safeThread } from "../marks/comment.ts";
import { MARK_TAGS } from "../markdown/html-pieces.ts";
import type { HtmlWriter } from "../formats/format.ts";
import { type Attributes, escape, wrap } from "./html-elements.ts";
import { safeHref } from "./safe-urls.ts";

export interface HtmlOptions {
  /** An image of another host as a link (the default: loading it tells that host who reads) or as an image. */
  remoteImages?: "link" | "image";
  /** Whether text says which threads of comments it has; what is published must not. */
  hasComments?: boolean;
  /** A checkbox that nobody can tick has no words of its own to be named by. */
  hasNamedBoxes?: boolean;
  /** Whether each list says that its first letters decide from which side it is read. */
  hasDirections?: boolean;
  /** Links that show their own address are told apart: on paper others are followed by theirs. */
  marksAddresses?: boolean;
  /** Only letters, digits and dashes: it stands in an attribute and in an address. */
  headingId?: (node: Node) => string | undefined;
  /** Another form of an element, in escaped HTML; undefined leaves it its usual one. */
  replace?: (node: Node) => string | undefined;
  /** Where a safe address leads from where the HTML is read; null makes plain text of the link. */
  reach?: (address: string) => string | null;
}

/**
 * The note as HTML. The only place that makes HTML of a note, from a list of elements and attributes that the nodes' formats know:
 * whatever a note contains, there is no script, no style, no event and no raw HTML in the result.
 */
export function toHtml(node: Node, options: HtmlOptions = {}): string {
  const { reach } = options;
  const blocks = (nodes: readonly Node[]) => nodes.map((child) => write(child, writer)).join("");
  const writer: HtmlWriter = {
    options,
    blocks,
    children: (parent) => blocks(parent.children),
    reached: (address) => (address === null || reach === undefined ? address : reach(address)),
    link: (target, title, inner) => link(target, title, inner, writer),
  };
  return write(withoutOrigins(node), writer);
}

function write(node: Node, writer: HtmlWriter): string {
  const inner = node.isText ? escape(node.text ?? "") : writeNode(node, writer);
  // The first mark of the schema's order is the outermost.
  return node.marks.reduceRight((html, mark) => {
    if (mark.type.name === "link") return link(mark.attrs.href, mark.attrs.title, html, writer);
    if (mark.type.name === "comment" && writer.options.hasComments === true)
      return wrap("span", { "data-comment": safeThread(mark.attrs.thread) }, html);
    const name = MARK_TAGS[mark.type.name];
    return name === undefined ? html : wrap(name, {}, html);
  }, inner);
}

function writeNode(node: Node, writer: HtmlWriter): string {
  const other = writer.options.replace?.(node);
  if (other !== undefined) return other;
  return formatOf(node)?.html(node, writer) ?? writer.children(node);
}

function link(target: unknown, title: unknown, inner: string, { options, reached }: HtmlWriter): string {
  const href = reached(safeHref(target));
  if (href === null) return inner;
  const leaves = /^(?:https?:|\/\/)/i.test(href);
  const away: Attributes = leaves ? { target: "_blank", rel: "noopener noreferrer nofollow" } : {};
  const isAddress = options.marksAddresses === true && showsAddress(href, inner);
  const text = typeof title === "string" && title !== "" ? title : null;
  return wrap("a", { class: isAddress ? "address" : null, href, title: text, ...away }, inner);
}

const showsAddress = (href: string, inner: string) =>
  /^https?:/.test(href) && bare(inner) === bare(escape(href));

const bare = (address: string) => address.replace(/^https?:\/\//, "").replace(/\/$/, "");
