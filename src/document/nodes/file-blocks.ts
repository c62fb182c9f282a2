import { mergeAttributes, Node } from "@tiptap/core";
import { integer, line } from "../clean-values.ts";
import type { ParsedElement } from "../html/parsed-element.ts";
import { safeOwnFile } from "../html/safe-urls.ts";
import type { SchemaNode } from "../schema-node.ts";

const name = {
  default: null,
  parseHTML: (element: ParsedElement) => element.getAttribute("data-name"),
  renderHTML: (attributes: Record<string, unknown>) =>
    typeof attributes.name === "string" ? { "data-name": attributes.name } : {},
};

const url = (attribute: string) => ({
  default: null,
  parseHTML: (element: ParsedElement) => safeOwnFile(element.getAttribute(attribute)),
  rendered: false,
});

/** A file that is kept with the note, to be opened or downloaded. */
export const FileBlock = Node.create({
  name: "fileBlock",
  group: "block",
  atom: true,

  addAttributes() {
    return {
      url: url("href"),
      name,
      /** Bytes. */
      size: {
        default: null,
        parseHTML: (element: ParsedElement) => Number(element.getAttribute("data-size")) || null,
        renderHTML: ({ size }: Record<string, unknown>) =>
          typeof size === "number" ? { "data-size": String(size) } : {},
      },
    };
  },

  parseHTML() {
    return [{ tag: "a[data-file]", priority: 70 }];
  },

  renderHTML({ node, HTMLAttributes }) {
    const attributes = { "data-file": "", href: safeOwnFile(node.attrs.url) ?? "" };
    return ["a", mergeAttributes(HTMLAttributes, attributes), String(node.attrs.name ?? "File")];
  },

  renderText({ node }) {
    return String(node.attrs.name ?? "");
  },
});

/** A video among our own files; nobody else's, because playing it would tell that host who reads. */
export const Video = Node.create({
  name: "video",
  group: "block",
  atom: true,

  addAttributes() {
    return { url: url("src"), name };
  },

  parseHTML() {
    const isOwn = (element: ParsedElement) =>
      safeOwnFile(element.getAttribute("src")) === null ? false : null;
    return [{ tag: "video[src]", getAttrs: isOwn }];
  },

  renderHTML({ node, HTMLAttributes }) {
    const attributes = { src: safeOwnFile(node.attrs.url) ?? "", controls: "", preload: "metadata" };
    return ["video", mergeAttributes(HTMLAttributes, attributes)];
  },

  renderText({ node }) {
    return String(node.attrs.name ?? "");
  },
});

export const fileBlock: SchemaNode = {
  extension: FileBlock,
  hasId: true,
  attributes: { url: safeOwnFile, name: line, size: integer(0, Number.MAX_SAFE_INTEGER, null) },
  text: ({ attrs }) => String(attrs.name ?? ""),
};
export const video: SchemaNode = {
  extension: Video,
  hasId: true,
  attributes: { url: safeOwnFile, name: line },
  text: ({ attrs }) => String(attrs.name ?? ""),
};
