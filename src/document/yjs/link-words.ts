import * as Y from "yjs";
import { notePath } from "../note-reference.ts";
import { FRAGMENT } from "../schema-version.ts";
import { schema } from "../schema.ts";
import { findBlock } from "./set-attribute.ts";
import { mayCarry, textsOf } from "./texts-of.ts";

/** Words of a block, as they stand there, and the note that they are to lead to, or no longer lead to. */
export type WordsToLink = { blockId: string; words: string; noteId: string; isLinked: boolean };

/**
 * The update that makes a link of words where a block says them first without one, or that takes this link from them again. The given document
 * takes it.
 * @returns null where there are no such words
 */
export function linkUpdate(doc: Y.Doc, { blockId, words, noteId, isLinked }: WordsToLink): Uint8Array | null {
  const block = findBlock(doc.getXmlFragment(FRAGMENT), blockId);
  if (!block || words === "") return null;
  const link = schema.marks["link"]!.create({ href: notePath(noteId, null) });
  const isWanted = (found: unknown) =>
    isLinked ? !found : (found as { href?: unknown } | undefined)?.href === link.attrs["href"];
  for (const text of textsOf(block)) {
    const at = mayCarry(text, "link") ? placeOf(text, words, isWanted) : -1;
    if (at < 0) continue;
    const updates: Uint8Array[] = [];
    const keep = (update: Uint8Array) => updates.push(update);
    doc.on("update", keep);
    doc.transact(() => text.format(at, words.length, { link: isLinked ? link.attrs : null }));
    doc.off("update", keep);
    return Y.mergeUpdates(updates);
  }
  return null;
}

type Run = { insert: unknown; attributes?: { link?: unknown; code?: unknown } };

/** Where words begin of which each part is wanted; what is no text counts as one place, as Yjs counts it. */
function placeOf(text: Y.XmlText, words: string, isWanted: (link: unknown) => boolean): number {
  let all = "";
  let wanted = "";
  for (const { insert, attributes } of text.toDelta() as Run[]) {
    const part = typeof insert === "string" ? insert : "\uFFFC";
    all += part;
    // Code has no links within it.
    wanted += (!attributes?.code && isWanted(attributes?.link) ? "1" : "0").repeat(part.length);
  }
  for (let at = all.indexOf(words); at >= 0; at = all.indexOf(words, at + 1))
    if (!wanted.slice(at, at + words.length).includes("0")) return at;
  return -1;
}
