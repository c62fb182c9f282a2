import { expect, test } from "vitest";
import * as Y from "yjs";
import { keepFormatting } from "./keep-formatting.ts";
import { FRAGMENT } from "./schema-version.ts";

const textIn = (doc: Y.Doc) => (doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).get(0) as Y.XmlText;

function threeCopies(): [Y.Doc, Y.Doc, Y.Doc] {
  const first = new Y.Doc();
  const paragraph = new Y.XmlElement("paragraph");
  paragraph.insert(0, [new Y.XmlText("some words here")]);
  first.getXmlFragment(FRAGMENT).insert(0, [paragraph]);
  const copy = () => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(first));
    return doc;
  };
  return [first, copy(), copy()];
}

test.each([false, true])(
  "a copy that reads writes nothing of its own where formatting is kept: %s",
  (isKept) => {
    const [one, other, reader] = threeCopies();
    if (isKept) keepFormatting(reader);
    textIn(one).format(5, 5, { bold: true });
    textIn(other).delete(5, 5);
    const own: unknown[] = [];
    reader.on("update", (_update: Uint8Array, origin: unknown) => origin === "other" || own.push(origin));
    for (const doc of [one, other]) Y.applyUpdate(reader, Y.encodeStateAsUpdate(doc), "other");
    expect(own.length > 0).toBe(!isKept);
    expect(textIn(reader).toString()).toBe("some  here");
  },
);
