import { Extension, type Editor } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import type { LucideIcon } from "lucide-react";
import { create } from "zustand";
import { isComposing } from "../../kernel/actions/composing-keys.ts";
import { COMPOSED_MS } from "../input/composition.ts";

/** Something to choose while writing. Its letters after the trigger are gone when it runs. */
export type Suggestion = {
  id: string;
  title: string;
  keywords?: string;
  about?: string;
  /** What stands above it and its neighbors of the same group. */
  group?: string;
  icon?: LucideIcon;
  /** In the place of an icon. */
  sign?: string;
  /** Keys that do the same. */
  keys?: string | undefined;
  /** Only who points at it means it: Enter right after typing is a new line. */
  isNeverFirst?: boolean;
  run: (editor: Editor) => void;
};

export type FindSuggestions = (query: string, editor: Editor) => Suggestion[] | Promise<Suggestion[]>;

/** What a sign typed at the start of a word asks for. */
export type SuggestionKind = {
  id: string;
  /** The name of the list. */
  label: string;
  trigger: string;
  /** The same sign as input methods of East Asia write it, of the same length. */
  wide?: readonly string[];
  /** What may stand before the trigger, which is otherwise just a sign. */
  after: RegExp;
  /** What may be typed after it; anything else ends the asking. */
  query: RegExp;
  /** Letters after the trigger before anything is shown. */
  fewest: number;
  load: () => Promise<FindSuggestions>;
};

/** A trigger that stands before the caret, and what has been typed since. */
export type SuggestionState = {
  kind: SuggestionKind;
  from: number;
  query: string;
  /** A tool put the trigger there, nobody typed it: it goes again when nothing is chosen. */
  isPut?: boolean;
};

type Change = { open: SuggestionState } | { close: true };

const key = new PluginKey<SuggestionState | null>("asking");

type Shown = {
  editor: Editor;
  asking: SuggestionState;
};

/** What is being asked for now, in whichever editor has the caret. */
export const useAsking = create<{ shown: Shown | null }>(() => ({ shown: null }));

/** The list takes the keys it knows; until its code is there, a choice waits for it. */
export const listKeys: { press: ((event: KeyboardEvent) => boolean) | null; isChoiceWanted: boolean } = {
  press: null,
  isChoiceWanted: false,
};

/** Escape for a list that has just gone by itself, or was closed already, must not leave the text in the middle of a sentence. */
const ESCAPED_MS = 2_000;
let endedAt = -Infinity;

/** Nobody composes a sentence and looks for a block at its other end. */
const COMPOSED_MAX = 40;

const isTrigger = ({ trigger, wide }: SuggestionKind, text: string) =>
  text === trigger || (wide?.includes(text) ?? false);

export function stopAsking(editor: Editor): void {
  if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, { close: true }));
}

/** As if the sign had been typed: for toolbars, which must not take the keyboard away. */
export function openSuggestions(editor: Editor, kind: SuggestionKind): void {
  const { state, view } = editor;
  const { $from, from, to } = state.selection;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 1),
    $from.parentOffset,
    " ",
    "\uFFFC",
  );
  const text = before === "" || kind.after.test(before) ? kind.trigger : ` ${kind.trigger}`;
  const open: SuggestionState = {
    kind,
    from: from + text.length - kind.trigger.length,
    query: "",
    isPut: true,
  };
  view.focus();
  view.dispatch(state.tr.insertText(text, from, to).setMeta(key, { open }).scrollIntoView());
}

/** Looks only at what stands in the line before the caret, so a key costs the same in every note. */
function follow(
  transaction: Transaction,
  before: SuggestionState | null,
  state: EditorState,
): SuggestionState | null {
  const change = transaction.getMeta(key) as Change | undefined;
  if (change) return "open" in change ? change.open : null;
  if (!before || !(transaction.docChanged || transaction.selectionSet)) return before;
  const { $from, empty } = state.selection;
  const { kind } = before;
  const { length } = kind.trigger;
  // The caret goes along when others move the line it stands in (decision 44), which the mapping of the trigger's place does not.
  const from = isChangeOrigin(transaction)
    ? $from.pos - length - before.query.length
    : transaction.mapping.map(before.from, -1);
  if (!empty || $from.pos <= from || $from.start() > from) return null;
  const typed = state.doc.textBetween(from, $from.pos, "\n", "\n");
  const query = typed.slice(length);
  return isTrigger(kind, typed.slice(0, length)) && kind.query.test(query)
    ? { ...before, from, query }
    : null;
}

/** Takes a trigger that a tool had put there out again, unless it went with a choice; what was typed after it stays. */
function withoutPut(
  transactions: readonly Transaction[],
  before: SuggestionState,
  state: EditorState,
): Transaction | null {
  let { from } = before;
  for (const { mapping } of transactions) {
    const place = mapping.mapResult(from, 1);
    if (place.deletedAfter) return null;
    from = place.pos;
  }
  const to = from + before.kind.trigger.length;
  if (to > state.doc.content.size || state.doc.textBetween(from, to, "\n", "\n") !== before.kind.trigger)
    return null;
  return state.tr.delete(from, to);
}

/**
 * A trigger that the typed text completes where words are written, not code. Where is what the browser says: the state's selection may
 * still be in another paragraph, since a caret that moved is told of later than the letter typed there.
 */
function begun(
  state: EditorState,
  at: number,
  text: string,
  kinds: SuggestionKind[],
): SuggestionState | null {
  const $at = state.doc.resolve(at);
  if (!$at.parent.isTextblock || $at.parent.type.spec.code) return null;
  const stored = state.selection.empty && state.selection.from === at ? state.storedMarks : null;
  if ((stored ?? $at.marks()).some(({ type }) => type.name === "code")) return null;
  const start = Math.max(0, $at.parentOffset - 8);
  const line = $at.parent.textBetween(start, $at.parentOffset, "\n", "\uFFFC") + text;
  for (const kind of kinds) {
    if (!isTrigger(kind, line.slice(-kind.trigger.length))) continue;
    const rest = line.slice(0, -kind.trigger.length);
    if (rest === "" || kind.after.test(rest.slice(-1)))
      return { kind, from: at + text.length - kind.trigger.length, query: "" };
  }
  return null;
}

/** A trigger in what an input method has just put before the caret: alone, ending there, or with letters behind it already. */
function begunIn(state: EditorState, length: number, kinds: SuggestionKind[]): SuggestionState | null {
  const { $from, from: end, empty } = state.selection;
  if (!empty) return null;
  for (let at = end; at > Math.max($from.start(), end - length); at--) {
    const open = begun(state, at, "", kinds);
    if (!open) continue;
    const query = state.doc.textBetween(at, end, "\n", "\n");
    if (open.kind.query.test(query)) return { ...open, query };
  }
  return null;
}

/** Opens a list of suggestions while a word that begins with a trigger is being typed. */
export const Suggestions = Extension.create<{ kinds: SuggestionKind[] }>({
  name: "suggestions",
  // An open list has the keys before everything else.
  priority: 1100,
  addOptions: () => ({ kinds: [] }),
  addProseMirrorPlugins() {
    const { editor } = this;
    const { kinds } = this.options;
    let composed = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    return [
      new Plugin<SuggestionState | null>({
        key,
        state: {
          init: () => null,
          apply: (transaction, before, _old, state) => follow(transaction, before, state),
        },
        appendTransaction(transactions, old, state) {
          const before = key.getState(old);
          return before?.isPut && !key.getState(state) ? withoutPut(transactions, before, state) : null;
        },
        view: () => ({
          update: (view, before) => {
            if (key.getState(before) && !key.getState(view.state)) endedAt = performance.now();
            tell(editor, view.hasFocus() ? key.getState(view.state) : null);
          },
          destroy: () => tell(editor, null),
        }),
        props: {
          handleTextInput(view, from, to, text) {
            if (view.composing || key.getState(view.state)) return false;
            const open = begun(view.state, from, text, kinds);
            if (!open) return false;
            view.dispatch(view.state.tr.insertText(text, from, to).setMeta(key, { open }).scrollIntoView());
            return true;
          },
          handleKeyDown: (view, event) => handleKey(editor, key.getState(view.state) ?? null, event),
          handleDOMEvents: {
            compositionend(view, { data }) {
              composed = Math.min(composed + data.length, COMPOSED_MAX);
              clearTimeout(timer);
              timer = setTimeout(() => {
                // The next word has begun: its end looks at both.
                if (view.isDestroyed || view.composing) return;
                const open = key.getState(view.state) ? null : begunIn(view.state, composed, kinds);
                composed = 0;
                if (open && view.editable) view.dispatch(view.state.tr.setMeta(key, { open }));
              }, COMPOSED_MS);
            },
            blur: (view) => {
              // A press on the list keeps the focus in the text; anything else has ended the asking.
              tell(editor, null);
              if (key.getState(view.state)?.isPut) stopAsking(editor);
              return false;
            },
          },
        },
      }),
    ];
  },
});

function tell(editor: Editor, asking: SuggestionState | null | undefined): void {
  const { shown } = useAsking.getState();
  const isShown = asking && asking.query.length >= asking.kind.fewest;
  if (isShown) {
    if (shown?.editor !== editor || shown.asking !== asking)
      useAsking.setState({ shown: { editor, asking } });
  } else if (shown?.editor === editor) useAsking.setState({ shown: null });
}

function handleKey(editor: Editor, asking: SuggestionState | null, event: KeyboardEvent): boolean {
  if (!asking && event.key === "Escape" && performance.now() - endedAt < ESCAPED_MS) {
    endedAt = -Infinity;
    return true;
  }
  if (!asking || asking.query.length < asking.kind.fewest || isComposing(event)) return false;
  if (event.key === "Escape") {
    stopAsking(editor);
    return true;
  }
  if (listKeys.press) return listKeys.press(event);
  if (event.key !== "Enter" && event.key !== "Tab") return false;
  listKeys.isChoiceWanted = true;
  return true;
}
