import { BulletList as TiptapBulletList } from "@tiptap/extension-list/bullet-list";
import { OrderedList as TiptapOrderedList } from "@tiptap/extension-list/ordered-list";
import { TaskList as TiptapTaskList } from "@tiptap/extension-list/task-list";
import type { ParsedElement } from "../html/parsed-element.ts";

/** Whether blank lines separate the items: Markdown tells tight and loose lists apart, so export has to. */
const loose = {
  default: false,
  keepOnSplit: true,
  parseHTML: (element: ParsedElement) => element.hasAttribute("data-loose"),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes.loose === true ? { "data-loose": "" } : {},
};

export const BulletList = TiptapBulletList.extend({
  addAttributes() {
    return { ...this.parent?.(), loose };
  },
});

export const OrderedList = TiptapOrderedList.extend({
  addAttributes() {
    return { ...this.parent?.(), loose };
  },
});

/** Tasks; `start` is a number when they were written as a numbered list, which only export shows. */
export const TaskList = TiptapTaskList.extend({
  addAttributes() {
    return { ...this.parent?.(), loose, start: { default: null, rendered: false } };
  },
});
