import { mergeAttributes, Node } from "@tiptap/core";
import type { ParsedElement } from "../html/parsed-element.ts";
import { safeOwnFile } from "../html/safe-urls.ts";

const VIDEO_NAME = /\.(?:mp4|webm|mov|m4v|ogv)$/i;

/** A name that says it is a video: Markdown has one form for pictures and videos, so the name has to tell them apart. */
export function isVideoName(name: unknown): name is string {
  return typeof name === "string" && VIDEO_NAME.test(name);
}

export function videoName(name: unknown): string {
  const given = typeof name === "string" && name !== "" ? name : "video";
  return VIDEO_NAME.test(given) ? given : `${given}.mp4`;
}

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
