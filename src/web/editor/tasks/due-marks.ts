import { Extension } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { DueTone } from "./due-words.ts";

export type DueMark = { words: string; tone: DueTone };

/** By block id. */
export type DueDates = ReadonlyMap<string, DueMark>;

type Shown = { dates: DueDates; marks: DecorationSet };

const key = new PluginKey<Shown>("dueMarks");

/** Shows the due day that was read from a checkbox's words behind them. */
export const DueMarks = Extension.create({
  name: "dueMarks",
  addProseMirrorPlugins() {
    return [
      new Plugin<Shown>({
        key,
        state: {
          init: () => ({ dates: new Map(), marks: DecorationSet.empty }),
          // The whole note is looked at when other days came or others wrote (for whom all of it is replaced), not with every key.
          apply(transaction, shown) {
            const given = transaction.getMeta(key) as DueDates | undefined;
            if (!given && !transaction.docChanged) return shown;
            const dates = given ?? shown.dates;
            const marks =
              given || isChangeOrigin(transaction)
                ? marksOf(transaction.doc, dates)
                : shown.marks.map(transaction.mapping, transaction.doc);
            return { dates, marks };
          },
        },
        props: { decorations: (state) => key.getState(state)?.marks },
      }),
    ];
  },
});

export const withDueDates = (dates: DueDates) => ({ key, dates });

function marksOf(doc: Node, dates: DueDates): DecorationSet {
  if (dates.size === 0) return DecorationSet.empty;
  const found: Decoration[] = [];
  doc.descendants((node, at) => {
    if (node.type.name !== "taskItem") return !node.isTextblock;
    const due = dates.get(String(node.attrs.id));
    // At the end of the item's own words, before what is nested in it.
    if (due && node.firstChild?.isTextblock)
      found.push(
        Decoration.widget(at + node.firstChild.nodeSize, () => chip(due), {
          side: 1,
          key: `${due.tone} ${due.words}`,
          ignoreSelection: true,
        }),
      );
    return true;
  });
  return DecorationSet.create(doc, found);
}

function chip({ words, tone }: DueMark): HTMLElement {
  const element = document.createElement("span");
  element.className = "task-due";
  element.dataset["tone"] = tone;
  element.contentEditable = "false";
  element.textContent = words;
  element.title = "Due day, read from the words of this item";
  return element;
}
