import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { yUndoPluginKey } from "@tiptap/y-tiptap";
import type { UndoManager } from "yjs";
import { chordOf } from "../../kernel/actions/chords.ts";
import type { TextOrigin } from "#document/marks/origin.ts";
import { applyHunk } from "./apply-hunk.ts";
import { type Hunk, wordsOfLine } from "./hunks.ts";
import { BREAK } from "./pieces.ts";
import { type Proposal, proposalKey } from "./proposal-host.ts";
import { REVIEW_KEYS } from "./review-keys.ts";
import { movedHunk, show } from "./text-range.ts";

/** How far a person has come with the parts of an answer. */
export type Progress = {
  /** The part that the keys are about; null when none is left. */
  current: Hunk | null;
  left: number;
  accepted: number;
  /** Parts that are gone because their words were changed meanwhile. */
  lost: number;
};

/** What stands there must still be what the part was made for. */
type Kept = { hunk: Hunk; words: string };
const wordsAt = (doc: Node, { from, to }: Hunk) => doc.textBetween(from, to, "\n", "\ufffc");

/**
 * Shows what an answer would change, in its place, without writing it: each part is written when it is accepted, as a change of its own that
 * can be undone by itself. What others write meanwhile moves the parts; a part whose words they change is dropped.
 */
export class Review {
  private kept: Kept[];
  private accepted = 0;
  private lost = 0;
  private readonly editor: Editor;
  private readonly origin: TextOrigin;
  private readonly onChange: (progress: Progress) => void;

  /** @param origin Of the words that are accepted */
  constructor(editor: Editor, hunks: Hunk[], origin: TextOrigin, onChange: (progress: Progress) => void) {
    this.editor = editor;
    this.origin = origin;
    this.onChange = onChange;
    this.kept = hunks.map((hunk) => ({ hunk, words: wordsAt(editor.state.doc, hunk) }));
  }

  /** Shows the first part. */
  begin = (): void => this.step(this.editor.state.tr, this.kept[0]!.hunk.from);

  /** Writes the current part, and goes on to the next. */
  accept = (): void => this.write(this.kept.slice(0, 1), this.kept.slice(1));

  acceptAll = (): void => this.write(this.kept, []);

  refuse = (): void => {
    const [refused, next] = this.kept;
    if (!refused) return;
    this.kept = this.kept.slice(1);
    this.step(this.editor.state.tr, next?.hunk.from ?? refused.hunk.to);
  };

  refuseAll = (): void => {
    this.kept = [];
    show(this.editor, null);
    this.tell();
  };

  private write(parts: Kept[], others: Kept[]): void {
    const { editor } = this;
    const last = parts.at(-1);
    if (!last || !editor.isEditable) return;
    // Undone by itself, however soon it follows what was written before.
    const history = yUndoPluginKey.getState(editor.state) as { undoManager?: UndoManager } | undefined;
    history?.undoManager?.stopCapturing();
    const { tr } = editor.state;
    for (const { hunk } of parts.toReversed()) applyHunk(tr, hunk, this.origin);
    this.kept = others.flatMap(({ hunk, words }) => {
      const now = movedHunk(hunk, tr.mapping);
      return now ? [{ hunk: now, words }] : [];
    });
    this.accepted += parts.length;
    this.step(tr, this.kept[0]?.hunk.from ?? tr.mapping.map(last.hunk.to, 1));
  }

  private step(tr: Transaction, at: number): void {
    tr.setSelection(TextSelection.near(tr.doc.resolve(at))).scrollIntoView();
    this.editor.view.dispatch(tr.setMeta(proposalKey, this.proposal(tr.doc)));
    this.tell();
  }

  private tell(): void {
    const { kept, accepted, lost } = this;
    this.onChange({ current: kept[0]?.hunk ?? null, left: kept.length, accepted, lost });
  }

  private proposal(doc: Node): Proposal | null {
    if (this.kept.length === 0) return null;
    const decorations = drawn(
      doc,
      this.kept.map(({ hunk }) => hunk),
    );
    return { decorations, follow: this.follow, handleKey: this.handleKey };
  }

  private readonly follow = (transaction: Transaction): Proposal | null => {
    if (!transaction.docChanged) return this.proposal(transaction.doc);
    const before = this.kept.length;
    this.kept = this.kept.flatMap(({ hunk, words }) => {
      const now = movedHunk(hunk, transaction.mapping);
      return now && wordsAt(transaction.doc, now) === words ? [{ hunk: now, words }] : [];
    });
    this.lost += before - this.kept.length;
    // Not within the editor's own work.
    queueMicrotask(() => this.tell());
    return this.proposal(transaction.doc);
  };

  private readonly handleKey = (event: KeyboardEvent): boolean => {
    const chord = event.isComposing ? null : chordOf(event);
    if (chord === REVIEW_KEYS.accept) this.accept();
    else if (chord === REVIEW_KEYS.refuse) this.refuse();
    else if (chord === REVIEW_KEYS.acceptAll) this.acceptAll();
    else if (chord === REVIEW_KEYS.refuseAll) this.refuseAll();
    else return false;
    return true;
  };
}

/** What goes is struck through, what comes stands behind it; the current part has a line around both. */
function drawn(doc: Node, hunks: readonly Hunk[]): DecorationSet {
  return DecorationSet.create(
    doc,
    hunks.flatMap((hunk, index) => {
      const { from, to } = hunk;
      const isCurrent = index === 0;
      const current = isCurrent ? " assist-current" : "";
      const comes = Decoration.widget(to, () => newElement(hunk, isCurrent), {
        side: 1,
        marks: [],
        ignoreSelection: true,
        key: `${from}-${to}-${isCurrent}-${hunk.lines.map(wordsOfLine).join(BREAK)}`,
      });
      const hasNew = hunk.lines.length > 1 || hunk.lines[0]!.length > 0;
      return [
        ...(to > from
          ? [Decoration.inline(from, to, { nodeName: "del", class: `assist-out${current}` })]
          : []),
        ...(hasNew ? [comes] : []),
        ...(to > from && hunk.old.includes(BREAK) ? endsOfLines(doc, from, to) : []),
      ];
    }),
  );
}

/** The end of a paragraph that goes has no letter to be struck through. */
function endsOfLines(doc: Node, from: number, to: number): Decoration[] {
  const ends: Decoration[] = [];
  doc.nodesBetween(from, to, (node, pos) => {
    const end = pos + 1 + node.content.size;
    if (node.isTextblock && end < to && end >= from)
      ends.push(Decoration.widget(end, () => signElement("assist-out"), { side: 1 }));
    return !node.isTextblock;
  });
  return ends;
}

function newElement(hunk: Hunk, isCurrent: boolean): HTMLElement {
  const element = document.createElement("ins");
  element.className = isCurrent ? "assist-in assist-current" : "assist-in";
  for (const [index, line] of hunk.lines.entries()) {
    if (index > 0) element.append(signElement(), document.createElement("br"));
    element.append(wordsOfLine(line));
  }
  return element;
}

function signElement(className = ""): HTMLElement {
  const sign = document.createElement("span");
  sign.className = `assist-break ${className}`;
  sign.textContent = "¶";
  return sign;
}
