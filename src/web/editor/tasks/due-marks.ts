import { Extension } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { isBlockId } from "#document/block-id-attribute.ts";
import { titleOf } from "#document/tasks.ts";
import { element } from "../nodes/element.ts";
import { type DueSource, dueOf, NO_SOURCE, type Settled } from "./due-source.ts";
import { type DueTone, dueWords } from "../../kernel/tasks/due-phrase.ts";
import { t } from "../../lib/messages/t.ts";

type Shown = {
  source: DueSource;
  /** Block ids of the checkboxes that were written in on this page: their words are read before the server is known. */
  written: ReadonlySet<string>;
  marks: DecorationSet;
  hasTasks: boolean;
  isReaderWanted: boolean;
  /** Something was composed since it was drawn. */
  isBehind: boolean;
};

type Chip = { at: number; key: string; words: string; tone: DueTone; blockId: string; due: Settled };

const key = new PluginKey<Shown>("dueMarks");

/** Shows the due day that a checkbox's words say behind them, while they are typed. */
export const DueMarks = Extension.create({
  name: "dueMarks",
  addProseMirrorPlugins: () => [dueMarks()],
});

export const dueMarks = () =>
  new Plugin<Shown>({
    key,
    state: {
      init: (_, { doc }) => draw({ source: NO_SOURCE, written: new Set(), marks: DecorationSet.empty }, doc),
      apply(transaction, shown, _before, state) {
        const source = (transaction.getMeta(key) as DueSource | undefined) ?? shown.source;
        if (source === shown.source && !transaction.docChanged && !shown.isBehind) return shown;
        const marks = shown.marks.map(transaction.mapping, transaction.doc);
        const written = withWritten(shown.written, transaction, state);
        // A word that is being composed must keep the nodes around it: it is read when it stands (Composition).
        if (transaction.getMeta("composition") !== undefined)
          return { ...shown, source, written, marks, isBehind: true };
        return draw({ source, written, marks }, transaction.doc);
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.marks,
    },
  });

const sourceOf = (state: EditorState): DueSource => key.getState(state)?.source ?? NO_SOURCE;

/** From now on due days come from here. */
export function showDues(view: EditorView, source: DueSource): void {
  view.dispatch(view.state.tr.setMeta(key, source).setMeta("addToHistory", false));
}

/** What the text needs to have its days shown. */
export function dueNeeds(state: EditorState): Pick<Shown, "hasTasks" | "isReaderWanted"> {
  const { hasTasks, isReaderWanted } = key.getState(state) ?? { hasTasks: false, isReaderWanted: false };
  return { hasTasks, isReaderWanted };
}

function withWritten(written: ReadonlySet<string>, transaction: Transaction, { selection }: EditorState) {
  if (!transaction.docChanged || isChangeOrigin(transaction)) return written;
  const { $head } = selection;
  for (let depth = $head.depth; depth > 0; depth--) {
    const { type, attrs } = $head.node(depth);
    if (type.name !== "taskItem") continue;
    const id: unknown = attrs.id;
    return isBlockId(id) && !written.has(id) ? new Set([...written, id]) : written;
  }
  return written;
}

/** Only what stands wrong is taken out and put in: a chip that stays keeps its place on the page, and the focus within it. */
function draw(shown: Pick<Shown, "source" | "written" | "marks">, doc: Node): Shown {
  const { chips, hasTasks, isReaderWanted } = chipsOf(doc, shown);
  const missing = new Map(chips.map((chip) => [chip.key, chip]));
  const wrong = shown.marks.find().filter(({ from, spec }) => {
    const wanted = missing.get((spec as { key: string }).key);
    if (wanted?.at !== from) return true;
    missing.delete(wanted.key);
    return false;
  });
  const marks = shown.marks.remove(wrong).add(doc, [...missing.values()].map(widget));
  return { ...shown, marks, hasTasks, isReaderWanted, isBehind: false };
}

/** Words of an item, by its line: only the lines that changed are read again. */
const titles = new WeakMap<Node, string>();

function titleIn(item: Node): string {
  const line = item.firstChild!;
  const known = titles.get(line);
  if (known !== undefined) return known;
  const title = titleOf(item);
  titles.set(line, title);
  return title;
}

function chipsOf(doc: Node, { source, written }: Pick<Shown, "source" | "written">) {
  const chips = new Map<string, Chip>();
  let [hasTasks, isReaderWanted] = [false, false];
  doc.descendants((node, at) => {
    if (node.type.name !== "taskItem") return !node.isTextblock;
    hasTasks = true;
    const id: unknown = node.attrs.id;
    if (!isBlockId(id) || chips.has(id) || !node.firstChild?.isTextblock) return true;
    const title = titleIn(node);
    const isNew = source.isWhole || written.has(id);
    const answer = title === "" ? null : dueOf(title, source.settled.get(id), isNew, source);
    isReaderWanted ||= answer?.isReaderWanted ?? false;
    const due = answer?.due;
    const said = due && dueWords({ ...due, completed: node.attrs.checked === true }, source.now);
    // At the end of the item's own words, before what is nested in it.
    if (said)
      chips.set(id, {
        ...said,
        at: at + node.firstChild.nodeSize,
        key: [id, said.tone, said.words, due.dueDate, due.dueTime, source.refuse !== null].join(" "),
        blockId: id,
        due,
      });
    return true;
  });
  return { chips: [...chips.values()], hasTasks, isReaderWanted };
}

const widget = (chip: Chip): Decoration =>
  Decoration.widget(chip.at, (view, place) => chipElement(view, place, chip), {
    side: 1,
    key: chip.key,
    ignoreSelection: true,
    stopEvent: ({ target }) => target instanceof HTMLButtonElement,
    destroy: (gone) => keepFocus(gone as HTMLElement, chip.blockId),
  });

/** A day that is drawn anew keeps the focus that was on it; where it went away, the text has it. */
function keepFocus(gone: HTMLElement, blockId: string): void {
  const text = gone.closest<HTMLElement>(".ProseMirror");
  if (!text || !gone.contains(document.activeElement)) return;
  // When all of this change is drawn, and before another key.
  queueMicrotask(() => {
    if (!text.isConnected || document.activeElement !== document.body) return;
    (text.querySelector<HTMLElement>(`[data-due-of="${blockId}"] button`) ?? text).focus();
  });
}

function chipElement(view: EditorView, place: () => number | undefined, chip: Chip): HTMLElement {
  const shown = element(
    "span",
    {
      class: "task-due",
      "data-tone": chip.tone,
      "data-due-of": chip.blockId,
      contenteditable: "false",
      title: t("Due date detected in this item"),
    },
    element("span", {}, chip.words),
  );
  if (sourceOf(view.state).refuse === null) return shown;
  const button = element("button", {
    type: "button",
    "aria-label": t("Remove due date"),
    title: t("Remove due date"),
  });
  // The caret stays in the text it is in.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => refuse(view, place(), chip, document.activeElement === button));
  shown.append(button);
  return shown;
}

function refuse(view: EditorView, at: number | undefined, { blockId, due }: Chip, isFocused: boolean): void {
  const item = at === undefined ? null : view.state.doc.resolve(at).node(-1);
  if (at === undefined || item?.type.name !== "taskItem") return;
  if (isFocused) {
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, at)));
    view.focus();
  }
  // The words as they are now, which may be more than those the chip was made for.
  sourceOf(view.state).refuse?.(blockId, { ...due, title: titleOf(item) });
}
