import type { Node } from "@tiptap/pm/model";
import type * as Y from "yjs";
import { isBlockId } from "./block-id-attribute.ts";
import { attributeUpdate } from "./yjs/set-attribute.ts";
import { toText } from "./text/text.ts";

/** A checkbox of a note. */
export interface TaskItem {
  blockId: string;
  /** Its own words, without those of what is nested in it. */
  title: string;
  isDone: boolean;
}

/** More than anybody ticks; a generated list does not fill the table of tasks. */
const TASKS_MAX = 2_000;
const TITLE_MAX = 1_000;

/** In the order of the text. An item without words is not yet anything to do. */
export function tasksOf(doc: Node): TaskItem[] {
  const found = new Map<string, TaskItem>();
  doc.descendants((node) => {
    if (found.size >= TASKS_MAX) return false;
    if (node.type.name !== "taskItem") return !node.isTextblock;
    const blockId: unknown = node.attrs.id;
    const title = titleOf(node);
    if (isBlockId(blockId) && title !== "" && !found.has(blockId))
      found.set(blockId, {
        blockId,
        title,
        isDone: node.attrs.checked === true,
      });
    return true;
  });
  return [...found.values()];
}

/** What a checkbox says, without what is nested in it; empty where there are no words yet. */
export function titleOf({ firstChild }: Node): string {
  const words = firstChild ? toText(firstChild).replaceAll("\n", " ").trim() : "";
  return words.slice(0, TITLE_MAX).toWellFormed();
}

/** The update that ticks a checkbox or clears it; null where there is no such item or nothing to change. */
export const tickUpdate = (doc: Y.Doc, blockId: string, isDone: boolean): Uint8Array | null =>
  attributeUpdate(doc, { nodeName: "taskItem", blockId, attribute: "checked" }, isDone);
