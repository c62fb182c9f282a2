import { Link as TiptapLink } from "@tiptap/extension-link";
import { mergeAttributes } from "@tiptap/core";
import { safeHref } from "../html/safe-urls.ts";
import type { ParsedElement } from "../html/parsed-element.ts";

/**
 * A link stores its address and title; how it opens is decided where it is rendered. What is typed right after it is
 * no part of it.
 */
export const Link = TiptapLink.extend({
  inclusive: false,

  addAttributes() {
    return {
      href: { default: null, parseHTML: (element: ParsedElement) => safeHref(element.getAttribute("href")) },
      title: { default: null },
    };
  },

  renderHTML({ HTMLAttributes }) {
    const href = safeHref(HTMLAttributes.href);
    return ["a", mergeAttributes(this.options.HTMLAttributes, HTMLAttributes, { href: href ?? "" }), 0];
  },
}).configure({
  openOnClick: false,
  defaultProtocol: "https",
  isAllowedUri: (url) => safeHref(url) !== null,
  HTMLAttributes: { target: "_blank", rel: "noopener noreferrer nofollow", class: null },
});
