import { BulletList as TiptapBulletList } from "@tiptap/extension-list/bullet-list";
import { ListItem } from "@tiptap/extension-list/item";
import { OrderedList as TiptapOrderedList } from "@tiptap/extension-list/ordered-list";
import { TaskItem as TiptapTaskItem } from "@tiptap/extension-list/task-item";
import { TaskList as TiptapTaskList } from "@tiptap/extension-list/task-list";
import { integer, isTrue, oneOf } from "../clean-values.ts";
import type { ParsedElement } from "../html/parsed-element.ts";
import type { SchemaNode } from "../schema-node.ts";

/** Whether blank lines separate the items: Markdown tells tight and loose lists apart, so export has to. */
const loose = {
  default: false,
  keepOnSplit: true,
  parseHTML: (element: ParsedElement) => element.hasAttribute("data-loose"),
  renderHTML: (attributes: Record<string, unknown>) => ({
    // A list in Arabic or Hebrew has its bullets, numbers and boxes at the right, whatever the note begins with.
    dir: "auto",
    ...(attributes.loose === true && { "data-loose": "" }),
  }),
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

export const TaskItem = TiptapTaskItem.configure({
  nested: true,
  // Its words stand beside it: named by them as well, every task would be read twice.
  a11y: { checkboxLabel: () => "Done" },
});

export const bulletList: SchemaNode = { extension: BulletList, hasId: true, attributes: { loose: isTrue } };
export const orderedList: SchemaNode = {
  extension: OrderedList,
  hasId: true,
  attributes: { loose: isTrue, start: integer(0, 999_999_999, 1), type: oneOf("1", "a", "A", "i", "I") },
};
export const listItem: SchemaNode = { extension: ListItem, hasId: true };
export const taskList: SchemaNode = {
  extension: TaskList,
  hasId: true,
  attributes: { loose: isTrue, start: integer(0, 999_999_999, null) },
};
export const taskItem: SchemaNode = { extension: TaskItem, hasId: true, attributes: { checked: isTrue } };
