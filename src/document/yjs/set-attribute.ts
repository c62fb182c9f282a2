import * as Y from "yjs";
import { FRAGMENT } from "../schema-version.ts";

type Place = { nodeName: string; blockId: string; attribute: string };

/** The update that gives a block an attribute; null where there is no such block or nothing to change. The given document takes it. */
export function attributeUpdate(
  doc: Y.Doc,
  { nodeName, blockId, attribute }: Place,
  value: number | boolean,
): Uint8Array | null {
  const item = findBlock(doc.getXmlFragment(FRAGMENT), blockId, nodeName);
  if (!item) return null;
  // Yjs types its attributes as strings but stores any JSON, which the editor's binding relies on.
  if ((item.getAttribute(attribute) as unknown) === value) return null;
  const updates: Uint8Array[] = [];
  const keep = (update: Uint8Array) => updates.push(update);
  doc.on("update", keep);
  doc.transact(() => item.setAttribute(attribute, value as unknown as string));
  doc.off("update", keep);
  return updates.length === 0 ? null : Y.mergeUpdates(updates);
}

/** The block with this id, of any kind or of this one. With a list of its own instead of recursion: the depth of what others wrote has no bound. */
export function findBlock(fragment: Y.XmlFragment, blockId: string, nodeName?: string): Y.XmlElement | null {
  const open: unknown[] = fragment.toArray();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!(node instanceof Y.XmlElement)) continue;
    if ((!nodeName || node.nodeName === nodeName) && node.getAttribute("id") === blockId) return node;
    for (const child of node.toArray()) open.push(child);
  }
  return null;
}
