import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Mapping } from "@tiptap/pm/transform";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { cleanedAnswer, cleanedCode } from "./clean-answer.ts";
import { type Hunk, hunksOf } from "./hunks.ts";
import { type Piece, piecesOf, textOfPieces } from "./pieces.ts";
import { type Proposal, proposalKey } from "./proposal-host.ts";
import "./assist.css";

const CONTEXT = 2_000;
const LEAF = "\ufffc";
const words = (doc: Node, from: number, to: number) => doc.textBetween(from, to, "\n", LEAF);

/** A range of a text as it was when something was asked about it. */
export type TextRange = {
  text: string;
  before: string;
  after: string;
  /** What has to change for the range to say this, at the places where its words are by now. */
  hunks: (answer: string) => Hunk[];
  /** The same for words that come after it. */
  hunkAfter: (answer: string) => Hunk[];
  /** Where it is by now; null when its text is gone. */
  place: () => { from: number; to: number };
  /** The mark in the text goes. */
  release: () => void;
};

/** Marks the range and follows it while an answer is waited for. @param onEscape the key was pressed in the text */
export function holdRange(editor: Editor, from: number, to: number, onEscape: () => void): TextRange {
  const { doc } = editor.state;
  const pieces = piecesOf(doc, from, to);
  const isCode = doc.resolve(from).parent.type.spec.code === true;
  const mapping = new Mapping();
  show(editor, marked(doc, from, to, mapping, onEscape));
  const text = textOfPieces(doc, pieces);
  return {
    text,
    before: words(doc, Math.max(0, from - CONTEXT), from).slice(-CONTEXT),
    after: words(doc, to, Math.min(doc.content.size, to + CONTEXT)).slice(0, CONTEXT),
    hunks: (answer) =>
      moved(hunksOf(pieces, isCode ? cleanedCode(answer) : cleanedAnswer(answer, text), from), mapping),
    hunkAfter: (answer) => moved(wordsAfter(doc, pieces, to, answer), mapping),
    place: () => ({ from: mapping.map(from, 1), to: mapping.map(to, -1) }),
    release: () => show(editor, null),
  };
}

const moved = (hunks: Hunk[], mapping: Mapping): Hunk[] =>
  hunks.map((hunk) => movedHunk(hunk, mapping)).filter((hunk) => hunk !== null);

/** Null where its words were deleted. What is written at its edges is no part of it. */
export function movedHunk(hunk: Hunk, mapping: Pick<Mapping, "map">): Hunk | null {
  const from = mapping.map(hunk.from, hunk.to > hunk.from ? 1 : -1);
  const to = hunk.to > hunk.from ? mapping.map(hunk.to, -1) : from;
  return to < from || (to === from && hunk.to > hunk.from) ? null : { ...hunk, from, to };
}

function wordsAfter(doc: Node, pieces: Piece[], to: number, answer: string): Hunk[] {
  const said = words(doc, Math.max(0, to - CONTEXT), to);
  const isInText = doc.resolve(to).parent.isTextblock;
  const at = isInText ? to : (pieces.at(-1)?.to ?? to);
  const cleaned = cleanedAnswer(answer, said.trim()).trim();
  // Scripts without spaces between words have none between sentences.
  const needsSpace =
    /[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}。、！？」]$/u.test(said) && !/^[\s,.;:!?)]/.test(cleaned);
  const lines = cleaned.split("\n").map((line) => [line]);
  if (needsSpace) lines[0] = [` ${lines[0]![0]!}`];
  return cleaned ? [{ from: at, to: at, old: "", lines }] : [];
}

export const show = (editor: Editor, proposal: Proposal | null): void => {
  if (!editor.isDestroyed)
    editor.view.dispatch(editor.state.tr.setMeta(proposalKey, proposal).setMeta("addToHistory", false));
};

function marked(doc: Node, from: number, to: number, mapping: Mapping, onEscape: () => void): Proposal {
  const decorations = DecorationSet.create(doc, [Decoration.inline(from, to, { class: "assist-asked" })]);
  const proposal = (set: DecorationSet): Proposal => ({
    decorations: set,
    follow: (transaction) => {
      if (!transaction.docChanged) return proposal(set);
      mapping.appendMapping(transaction.mapping);
      return proposal(set.map(transaction.mapping, transaction.doc));
    },
    handleKey: (event) => {
      if (event.key !== "Escape" || event.isComposing) return false;
      onEscape();
      return true;
    },
  });
  return proposal(decorations);
}
