import * as Y from "yjs";
import { storedName } from "./yjs/overlapping-marks.ts";
import { mayCarry, textsOf } from "./yjs/texts-of.ts";
import { FRAGMENT } from "./schema-version.ts";
import { schema } from "./schema.ts";

/** Where a range begins and ends: Yjs' relative positions as it encodes them. */
export type Anchor = { from: Uint8Array; to: Uint8Array };

/**
 * The update that marks a range as what a thread of comments is about. The given document takes it.
 * @returns null when the range is gone, or holds nothing that can be marked
 */
export function commentUpdate(doc: Y.Doc, thread: string, anchor: Anchor): Uint8Array | null {
  const from = placeOf(doc, anchor.from);
  const to = placeOf(doc, anchor.to);
  if (!from || !to) return null;
  const texts = textsOf(doc.getXmlFragment(FRAGMENT));
  const [first, last] = [texts.indexOf(from.text), texts.indexOf(to.text)];
  if (first < 0 || last < first) return null;
  const mark = schema.marks["comment"]!.create({ thread });
  const updates: Uint8Array[] = [];
  const keep = (update: Uint8Array) => updates.push(update);
  doc.on("update", keep);
  doc.transact(() => {
    for (let index = first; index <= last; index++) {
      const text = texts[index]!;
      const begin = index === first ? from.index : 0;
      const end = index === last ? to.index : text.length;
      if (end > begin && mayCarry(text, "comment"))
        text.format(begin, end - begin, { [storedName(mark)]: mark.attrs });
    }
  });
  doc.off("update", keep);
  return updates.length === 0 ? null : Y.mergeUpdates(updates);
}

function placeOf(doc: Y.Doc, encoded: Uint8Array): { text: Y.XmlText; index: number } | null {
  try {
    const place = Y.createAbsolutePositionFromRelativePosition(Y.decodeRelativePosition(encoded), doc);
    return place?.type instanceof Y.XmlText ? { text: place.type, index: place.index } : null;
  } catch {
    // Somebody's bytes that are no position.
    return null;
  }
}
