import * as encoding from "lib0/encoding";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { applyParts } from "./load-note.ts";

const bodyOf = (doc: Y.Doc) => doc.getXmlFragment("body");

function partOf(write: (body: Y.XmlFragment) => void): Uint8Array {
  const doc = new Y.Doc();
  doc.transact(() => write(bodyOf(doc)));
  return Y.encodeStateAsUpdate(doc);
}

/** Nodes within nodes, and the few bytes that delete the outermost of them. */
function deepAndDeleted(levels: number): [Uint8Array, Uint8Array] {
  const top = new Y.XmlElement("blockquote");
  const deep = partOf((body) => {
    let inner = top;
    body.insert(0, [top]);
    for (let level = 0; level < levels; level++) {
      const next = new Y.XmlElement("blockquote");
      inner.insert(0, [next]);
      inner = next;
    }
  });
  const { client, clock } = top._item!.id;
  const deletion = encoding.encode((encoder) => {
    for (const number of [0, 1, client, 1, clock, 1]) encoding.writeVarUint(encoder, number);
  });
  return [deep, deletion];
}

test("parts that cannot be applied are reported and left out, and the note goes on", () => {
  const sound = partOf((body) => body.insert(0, [new Y.XmlElement("paragraph")]));
  const doc = new Y.Doc();
  let broken = 0;
  applyParts(doc, [new Uint8Array([1, 2, 3]), ...deepAndDeleted(10_000), sound], () => (broken += 1));
  expect(broken).toBe(2);
  expect(
    bodyOf(doc)
      .toArray()
      .some((node) => node instanceof Y.XmlElement && node.nodeName === "paragraph"),
  ).toBe(true);
  let updates = 0;
  doc.on("update", () => (updates += 1));
  bodyOf(doc).push([new Y.XmlElement("paragraph")]);
  expect(updates).toBe(1);
  expect(doc.gc).toBe(true);
});
