import { history, undo } from "@tiptap/pm/history";
import { liftListItem, sinkListItem, splitListItem } from "@tiptap/pm/schema-list";
import { EditorState, type Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { DecorationSet } from "@tiptap/pm/view";
import { beforeAll, describe, expect, test } from "vitest";
import { BlockIds, giveMissingIds } from "#document/block-ids.ts";
import { createBlockId } from "#document/block-id.ts";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { schema } from "#document/schema.ts";
import { dueMarks, dueNeeds, showDues } from "./due-marks.ts";
import { dueReader, type DueSource, mayNameDay, type Settled } from "./due-source.ts";

let read: DueSource["read"];
beforeAll(async () => void (read = await dueReader("UTC")));

const NOW = new Date();
const item = schema.nodes["taskItem"]!;

/** A text with its plugins, without a screen. */
function aText(markdown: string) {
  const blockIds = BlockIds.config.addProseMirrorPlugins!.call({
    options: { createId: createBlockId },
  } as never) as Plugin[];
  const marks = dueMarks();
  let state = EditorState.create({
    doc: schema.nodeFromJSON(parseMarkdown(markdown).doc),
    plugins: [...blockIds, marks, history()],
  });
  const view = {
    get state() {
      return state;
    },
    dispatch: (transaction: Transaction) => void (state = state.apply(transaction)),
  };
  const idOf = (words: string) => {
    let found = "";
    state.doc.descendants((node) => {
      if (node.type === item && node.firstChild!.textContent === words) found = String(node.attrs.id);
    });
    return found;
  };
  const found = () =>
    (marks.props.decorations!.call(marks, state) as DecorationSet)
      .find()
      .sort((one, other) => one.from - other.from);
  const text = {
    state: () => state,
    view,
    idOf,
    show: (given: Partial<DueSource> = {}) =>
      showDues(view as never, { settled: new Map(), isWhole: true, read, now: NOW, refuse: null, ...given }),
    caretAt(words: string, side: -1 | 1 = 1) {
      let at = -1;
      state.doc.descendants((node, pos) => {
        const index = node.isTextblock && at < 0 ? node.textContent.indexOf(words) : -1;
        if (index >= 0) at = pos + 1 + index + (side > 0 ? words.length : 0);
      });
      view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, at)));
    },
    type(letters: string) {
      for (const letter of letters) view.dispatch(state.tr.insertText(letter));
    },
    run: (command: (state: EditorState, dispatch: (transaction: Transaction) => void) => boolean) =>
      expect(command(state, view.dispatch)).toBe(true),
    enter: () => text.run(splitListItem(item)),
    keys: () => found().map(({ spec }) => String((spec as { key: string }).key)),
    /** What each chip stands behind: the words before it, and the tone and key it has. */
    chips: () =>
      found().map(({ from, spec }) => {
        const place = state.doc.resolve(from);
        expect(place.parentOffset, "behind the item's own words").toBe(place.parent.content.size);
        expect(place.node(-1).type).toBe(item);
        expect(String((spec as { key: string }).key).split(" ")[0]).toBe(place.node(-1).attrs.id);
        return place.parent.textContent;
      }),
  };
  view.dispatch(giveMissingIds(state.tr));
  return text;
}

describe("a chip stays behind the words of its own item", () => {
  test("after Enter, and Enter out of the list", () => {
    const text = aText("- [ ] Call mum tomorrow\n");
    text.show();
    text.caretAt("tomorrow");
    text.enter();
    expect(text.chips()).toEqual(["Call mum tomorrow"]);
    text.run(liftListItem(item));
    text.type("After the list");
    expect(text.chips()).toEqual(["Call mum tomorrow"]);
  });

  test("when letters are typed at its very place, and when the line is broken in the middle", () => {
    const text = aText("- [ ] Call mum tomorrow\n");
    text.show();
    text.caretAt("tomorrow");
    text.type(" or Dad");
    expect(text.chips()).toEqual(["Call mum tomorrow or Dad"]);
    text.caretAt("mum");
    text.enter();
    expect(text.chips()).toEqual([" tomorrow or Dad"]);
    text.run(undo);
    expect(text.chips()).toEqual(["Call mum tomorrow or Dad"]);
  });

  test("when two items become one, and when one moves into another", () => {
    const text = aText("- [ ] Order stone on Friday\n- [ ] Call mum tomorrow\n");
    text.show();
    expect(text.chips()).toEqual(["Order stone on Friday", "Call mum tomorrow"]);
    text.caretAt("Call mum", -1);
    text.run(sinkListItem(item));
    expect(text.chips()).toEqual(["Order stone on Friday", "Call mum tomorrow"]);
    text.run(liftListItem(item));
    text.run(({ selection: { $from }, tr }, dispatch) => (dispatch(tr.join($from.before(-1), 2)), true));
    expect(text.chips()).toEqual(["Order stone on FridayCall mum tomorrow"]);
  });

  test("when others write before it", () => {
    const text = aText("Above\n\n- [ ] Call mum tomorrow\n");
    text.show();
    text.view.dispatch(text.state().tr.insertText("Way ", 1).setMeta("y-sync$", { isChangeOrigin: true }));
    expect(text.chips()).toEqual(["Call mum tomorrow"]);
  });
});

describe("the words are read while they are typed", () => {
  test("in the item that is written in, before the server's list is known", () => {
    const text = aText("- [ ] Call mum\n- [ ] Written last week tomorrow\n");
    text.show({ isWhole: false });
    expect(text.chips()).toEqual([]);
    text.caretAt("Call mum");
    text.type(" tomorrow");
    expect(text.chips()).toEqual(["Call mum tomorrow"]);
  });

  test("the parser is wanted once words may name a day, and not before", () => {
    const text = aText("- [ ] Call mum\n");
    text.show({ read: null });
    expect(dueNeeds(text.state())).toEqual({ hasTasks: true, isReaderWanted: false });
    text.caretAt("Call mum");
    text.type(" on Friday");
    expect(dueNeeds(text.state())).toEqual({ hasTasks: true, isReaderWanted: true });
    text.show({ read });
    expect(text.chips()).toEqual(["Call mum on Friday"]);
    expect(dueNeeds(text.state()).isReaderWanted).toBe(false);
    expect(dueNeeds(aText("No list tomorrow").state()).hasTasks).toBe(false);
  });

  test("composed words are read once they stand", () => {
    const text = aText("- [ ] Call mum \n");
    text.show();
    text.caretAt("Call mum");
    const composed = text.state().tr.insertText(" tomorrow").setMeta("composition", 1);
    text.view.dispatch(composed);
    expect(text.chips()).toEqual([]);
    text.view.dispatch(text.state().tr.setSelection(text.state().selection));
    expect(text.chips()).toEqual(["Call mum tomorrow"]);
  });
});

describe("what is settled wins over what is read", () => {
  const refused: Settled = { title: "Call mum tomorrow", dueDate: null, dueTime: null };

  test("a refused day stays away until the words change that say it, whatever else is written", () => {
    const text = aText("- [ ] Call mum tomorrow\n");
    text.show({ settled: new Map([[text.idOf(refused.title), refused]]) });
    expect(text.chips()).toEqual([]);
    text.caretAt("Call mum");
    text.type(" and Dad");
    expect(text.chips()).toEqual([]);
    text.caretAt("tomorrow");
    text.type(" at 5pm");
    expect(text.chips()).toEqual(["Call mum and Dad tomorrow at 5pm"]);
  });

  test("a day that is known needs no parser, and what 'tomorrow' meant last year is late", () => {
    const text = aText("- [ ] Call mum tomorrow\n");
    const known = { ...refused, dueDate: "2020-01-02" };
    text.show({ settled: new Map([[text.idOf(known.title), known]]), read: null });
    expect(text.chips()).toEqual(["Call mum tomorrow"]);
    expect(text.keys()[0]).toContain("overdue");
    expect(dueNeeds(text.state()).isReaderWanted).toBe(false);
  });

  test.each([
    ...["at noon", "in two hours", "in half an hour", "a week from now", "this weekend", "last night"],
    ...["明日の午後3時", "きょう", "本日中", "今夜", "けさ", "金曜日", "（金）", "午後三時"],
    ...["tonight", "by mon", "Sept 5", "next month", "in a minute", "midnight", "tmr", "in five days"],
  ])("words that say a day let the parser come: %s", (words) => {
    expect(read!(`Call ${words}`)).not.toBeNull();
    expect(mayNameDay(`Call ${words}`)).toBe(true);
    expect(mayNameDay("Order stone for Ann")).toBe(false);
  });
});
