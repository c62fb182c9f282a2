import { expect, test } from "vitest";
import * as Y from "yjs";
import { MalformedUpdateError } from "../failure.ts";
import { assertDepth, UPDATE_DEPTH_MAX } from "./update-depth.ts";

/** A chain of nodes, each the last child of the one before; `siblings` stand before each of them. */
function nest(parent: Y.XmlFragment, levels: number, siblings = 0): Y.XmlFragment {
  for (let level = 0; level < levels; level++) {
    const children = Array.from({ length: siblings + 1 }, () => new Y.XmlElement("blockquote"));
    parent.insert(parent.length, children);
    parent = children.at(-1)!;
  }
  return parent;
}

function updateOf(write: (body: Y.XmlFragment) => void, doc = new Y.Doc()): Uint8Array {
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  doc.transact(() => write(doc.getXmlFragment("body")));
  return updates.at(-1)!;
}

test.each([0, 2])("nodes nested too deep in one change are refused, with %i siblings each", (siblings) => {
  const fits = updateOf((body) => void nest(body, UPDATE_DEPTH_MAX, siblings));
  expect(() => assertDepth(fits, new Y.Doc())).not.toThrow();
  const deep = updateOf((body) => void nest(body, 10 * UPDATE_DEPTH_MAX, siblings));
  expect(() => assertDepth(deep, new Y.Doc())).toThrow(MalformedUpdateError);
});

test("a nest that grows level by level is refused where it becomes too deep", () => {
  const writer = new Y.Doc();
  const server = new Y.Doc();
  let innermost: Y.XmlFragment = writer.getXmlFragment("body");
  const grow = (levels: number) => {
    const update = updateOf(() => (innermost = nest(innermost, levels, 1)), writer);
    assertDepth(update, server);
    Y.applyUpdate(server, update);
  };
  for (let level = 0; level < 10; level++) grow(UPDATE_DEPTH_MAX / 10);
  grow(1);
  expect(() => grow(1)).toThrow(MalformedUpdateError);
});

test("what follows others is no deeper than they are", () => {
  const writer = new Y.Doc();
  const server = new Y.Doc();
  for (let index = 0; index < 3 * UPDATE_DEPTH_MAX; index++) {
    const update = updateOf((body) => body.push([new Y.XmlElement("paragraph")]), writer);
    if (index % 100 === 0) assertDepth(update, server);
    Y.applyUpdate(server, update);
  }
  const all = Y.encodeStateAsUpdate(writer);
  expect(() => assertDepth(all, new Y.Doc())).not.toThrow();
});
