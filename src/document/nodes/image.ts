import type { DOMOutputSpec } from "@tiptap/pm/model";
import { mergeAttributes } from "@tiptap/core";
import { Image as TiptapImage } from "@tiptap/extension-image";
import { integer, label } from "../clean-values.ts";
import { isRemote, safeHref, safeImageSrc, storableImageSrc } from "../html/safe-urls.ts";
import type { ParsedElement } from "../html/parsed-element.ts";
import type { SchemaNode } from "../schema-node.ts";

const fromAttribute = (name: string) => (element: ParsedElement) => element.getAttribute(name);

function pixels(name: string) {
  return (element: ParsedElement) => {
    const value = Number.parseInt(element.getAttribute(name) ?? "", 10);
    return value > 0 && value < 100_000 ? value : null;
  };
}

/**
 * An image within a line, as in Markdown, where badges and icons stand beside text. A linked image carries its
 * target itself: the Yjs binding keeps marks on text only and would drop a link mark here.
 */
export const Image = TiptapImage.extend({
  addAttributes() {
    return {
      src: {
        default: null,
        parseHTML: (element: ParsedElement) =>
          storableImageSrc(element.getAttribute("data-image-src") ?? element.getAttribute("src")),
      },
      alt: {
        default: null,
        parseHTML: (element: ParsedElement) =>
          element.getAttribute("data-image-alt") ?? element.getAttribute("alt"),
      },
      title: { default: null, parseHTML: fromAttribute("title") },
      href: {
        default: null,
        parseHTML: (element: ParsedElement) =>
          safeHref(
            element.getAttribute("data-image-href") ??
              element.parentElement?.closest("a")?.getAttribute("href"),
          ),
      },
      hrefTitle: { default: null, parseHTML: fromAttribute("data-image-href-title") },
      width: { default: null, parseHTML: pixels("width") },
      height: { default: null, parseHTML: pixels("height") },
      /** The width somebody gave it, in pixels; width and height are those of the file. */
      shownWidth: { default: null, parseHTML: pixels("data-shown-width") },
    };
  },

  parseHTML() {
    const known = (element: ParsedElement) =>
      storableImageSrc(element.getAttribute("data-image-src") ?? element.getAttribute("src")) === null
        ? false
        : null;
    return [
      { tag: "[data-image-src]", priority: 60, getAttrs: known },
      { tag: "img[src]", getAttrs: known },
    ];
  },

  /** Only our own files become an element that loads; any other is its text until a node view decides. */
  renderHTML({ node }): DOMOutputSpec {
    const { src, alt, title, href, hrefTitle, width, height, shownWidth } = node.attrs;
    const shown = safeImageSrc(src);
    const kept = {
      title,
      "data-image-href": safeHref(href),
      "data-image-href-title": hrefTitle,
      "data-shown-width": shownWidth,
    };
    if (shown !== null && !isRemote(shown)) {
      return [
        "img",
        mergeAttributes(this.options.HTMLAttributes, kept, { src: shown, alt: alt ?? "", width, height }),
      ];
    }
    return [
      "span",
      { ...kept, "data-image-src": String(src ?? ""), "data-image-alt": alt },
      String(alt || src || ""),
    ];
  },
}).configure({ inline: true, allowBase64: false });

export const image: SchemaNode = {
  extension: Image,
  attributes: {
    src: storableImageSrc,
    alt: label,
    title: label,
    href: safeHref,
    hrefTitle: label,
    width: integer(1, 100_000, null),
    height: integer(1, 100_000, null),
    shownWidth: integer(1, 100_000, null),
  },
  text: ({ attrs }) => String(attrs.alt ?? ""),
  isNoExcerpt: () => true,
};
