import type { JSONContent } from "@tiptap/core";
import type * as Y from "yjs";
import { readDoc, replaceUpdate } from "./yjs.ts";

/** A sentence that is wrong, and the note that says what is right. */
export interface Correction {
  blockId: string | null;
  sentence: string;
  note: { id: string; title: string };
}

const BEFORE = " (corrected: ";
const AFTER = ")";

/** The update that puts a link to the right note after the sentence; null where the sentence is gone, or has one. The document is not changed. */
export function correctionUpdate(doc: Y.Doc, correction: Correction): Uint8Array | null {
  const json = readDoc(doc).toJSON() as JSONContent;
  const block = blockOf(json, correction);
  if (!block) return null;
  const { sentence, note } = correction;
  const content = block.content!;
  const link = { type: "noteLink", attrs: { noteId: note.id, title: note.title } };
  const added: JSONContent[] = [{ type: "text", text: BEFORE }, link, { type: "text", text: AFTER }];
  const index = content.findIndex(({ text }) => text?.includes(sentence));
  const whole = content[index];
  // A sentence of several pieces, such as one with a bold word, gets it at the end of its block.
  if (!whole) content.push(...added);
  else {
    const end = whole.text!.indexOf(sentence) + sentence.length;
    const rest = whole.text!.slice(end);
    content.splice(
      index,
      1,
      { ...whole, text: whole.text!.slice(0, end) },
      ...added,
      ...(rest === "" ? [] : [{ ...whole, text: rest }]),
    );
  }
  return replaceUpdate(doc, json);
}

/** The update that takes such a link away again; null where somebody did. The document is not changed. */
export function uncorrectionUpdate(doc: Y.Doc, noteId: string): Uint8Array | null {
  const json = readDoc(doc).toJSON() as JSONContent;
  for (const block of blocksIn(json)) {
    const content = block.content!;
    const at = content.findIndex(
      ({ type, attrs }, index) =>
        type === "noteLink" &&
        attrs?.noteId === noteId &&
        content[index - 1]?.text?.endsWith(BEFORE) === true &&
        content[index + 1]?.text?.startsWith(AFTER) === true,
    );
    if (at < 0) continue;
    const [before, after] = [content[at - 1]!, content[at + 1]!];
    const pieces = [
      { ...before, text: before.text!.slice(0, -BEFORE.length) },
      { ...after, text: after.text!.slice(AFTER.length) },
    ];
    content.splice(at - 1, 3, ...pieces.filter(({ text }) => text !== ""));
    return replaceUpdate(doc, json);
  }
  return null;
}

/** Where the sentence stands, in its block rather than in any other. */
function blockOf(json: JSONContent, { blockId, sentence }: Correction): JSONContent | undefined {
  const saying = (root: JSONContent) => blocksIn(root).find((block) => textOf(block).includes(sentence));
  const within = blockId === null ? undefined : nodesIn(json).find(({ attrs }) => attrs?.id === blockId);
  return (within && saying(within)) ?? saying(json);
}

const textOf = ({ content = [] }: JSONContent) => content.map(({ text = "" }) => text).join("");

const blocksIn = (root: JSONContent) =>
  nodesIn(root).filter(
    ({ type, content }) => type !== "codeBlock" && content?.some((child) => child.type === "text") === true,
  );

/** With a list of its own instead of recursion: the depth of what others wrote has no bound. */
function nodesIn(root: JSONContent): JSONContent[] {
  const found: JSONContent[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    found.push(node);
    open.push(...(node.content ?? []).toReversed());
  }
  return found;
}
