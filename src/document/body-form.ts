import * as Y from "yjs";
import { FRAGMENT } from "./schema-version.ts";

/**
 * Keeps a note's body in the form that editors can show: elements, and text within elements. A change that puts anything
 * else there (a broken or hostile page can) would keep the note from opening for everybody, because the binding to the
 * editor throws at it. It is taken out before an editor hears of it; the history has it.
 */
export function keepForm(doc: Y.Doc): void {
  const body = doc.getXmlFragment(FRAGMENT);
  doc.on("beforeObserverCalls", (transaction: Y.Transaction) => {
    const isNew = ({ id }: Y.Item) => id.clock >= (transaction.beforeState.get(id.client) ?? 0);
    const aliens: Y.Item[] = [];
    for (const type of transaction.changed.keys())
      if (type instanceof Y.XmlElement || isSame(type, body)) collectAliens(type, body, isNew, aliens);
    if (aliens.length > 0) doc.transact((inner) => aliens.forEach((item) => item.delete(inner)));
  });
}

const isSame = (one: object, other: object) => one === other;

/** Looks at what is new only, and without recursion: how deep somebody nests is up to them. */
function collectAliens(
  changed: object,
  body: Y.XmlFragment,
  isNew: (item: Y.Item) => boolean,
  aliens: Y.Item[],
): void {
  const open = [changed as Y.XmlFragment];
  for (let type = open.pop(); type; type = open.pop()) {
    for (let item = type._start; item; item = item.right) {
      if (item.deleted || !isNew(item)) continue;
      const child = item.content instanceof Y.ContentType ? item.content.type : null;
      if (child instanceof Y.XmlElement) open.push(child);
      else if (!(child instanceof Y.XmlText) || isSame(type, body)) aliens.push(item);
    }
  }
}
