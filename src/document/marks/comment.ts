import { Mark } from "@tiptap/core";
import type { ParsedElement } from "../html/parsed-element.ts";

/** A thread of comments as a mark may name it. */
export function safeThread(value: unknown): string | null {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value) ? value : null;
}

/** Text that somebody commented on; the same words may have several threads. What is typed beside it belongs to none. */
export const Comment = Mark.create({
  name: "comment",
  excludes: "",
  inclusive: false,

  addAttributes() {
    return {
      thread: {
        default: null,
        parseHTML: (element: ParsedElement) => safeThread(element.getAttribute("data-comment")),
        renderHTML: ({ thread }: Record<string, unknown>) => ({ "data-comment": safeThread(thread) ?? "" }),
      },
    };
  },

  parseHTML() {
    const known = (element: ParsedElement) =>
      safeThread(element.getAttribute("data-comment")) === null ? false : null;
    return [{ tag: "span[data-comment]", getAttrs: known }];
  },

  renderHTML({ HTMLAttributes }) {
    return ["span", HTMLAttributes, 0];
  },
});
