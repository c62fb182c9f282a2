import { expect, test } from "vitest";
import * as Y from "yjs";
import { randomFrom } from "#testing/random.ts";
import { mergeKeepingWords } from "./merge-updates.ts";

const wordsOf = (update: Uint8Array) =>
  Y.decodeUpdate(update).structs.flatMap((struct) =>
    struct instanceof Y.Item && struct.content instanceof Y.ContentString ? [struct.content.str] : [],
  );
const seed = Number(process.env["CAIRN_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Characters typed one change each, some of them deleted, and the changes with places only, as somebody who came later has them. */
function written(random: () => number) {
  const typist = new Y.Doc({ gc: false });
  const changes: Uint8Array[] = [];
  typist.on("update", (change: Uint8Array) => changes.push(change));
  const text = typist.getText("body");
  for (let index = 0; index < 40; index++) {
    const at = Math.floor(random() * (text.length + 1));
    if (random() < 0.7) text.insert(at, String.fromCharCode(0x4e00 + index));
    else text.delete(at, Math.min(text.length - at, Math.ceil(random() * 4)));
  }
  return { changes, text: text.toJSON() };
}

/** What somebody who heard of these changes at once answers to whoever has the first `known` of them. */
function answer(changes: Uint8Array[], known: number, gc: boolean): Uint8Array {
  const late = new Y.Doc({ gc });
  const early = new Y.Doc();
  for (const change of changes.slice(0, known)) Y.applyUpdate(early, change);
  if (gc) late.transact(() => changes.forEach((change) => Y.applyUpdate(late, change)));
  else Y.applyUpdate(late, answer(changes, 0, true));
  return Y.encodeStateAsUpdate(late, Y.encodeStateVector(early));
}

test("whatever places come beside them, and in whatever order, merged changes have all words and say the same", () => {
  const random = randomFrom(seed);
  for (let round = 0; round < 300; round++) {
    const { changes, text } = written(random);
    const parts = [...changes];
    for (let index = 0; index < 3; index++) {
      const places = answer(changes, Math.floor(random() * changes.length), random() < 0.5);
      parts.splice(Math.floor(random() * (parts.length + 1)), 0, places);
    }
    const merged = mergeKeepingWords(parts);
    const typed = changes.flatMap(wordsOf).join("");
    expect([...wordsOf(merged).join("")].toSorted(), `seed ${seed}`).toEqual([...typed].toSorted());
    const doc = new Y.Doc();
    Y.applyUpdate(doc, merged);
    expect(doc.getText("body").toJSON(), `seed ${seed}`).toBe(text);
    expect(doc.store.pendingStructs, `seed ${seed}`).toBeNull();
  }
});

test("Yjs alone loses words that somebody else has only the place of", () => {
  const { changes } = written(randomFrom(1));
  const both = [...changes, answer(changes, 0, true)];
  expect(wordsOf(Y.mergeUpdates(both)).join("").length).toBeLessThan(changes.flatMap(wordsOf).length);
});

test("a part of a history merges without what it stands on", () => {
  const { changes } = written(randomFrom(2));
  const part = mergeKeepingWords([...changes.slice(10, 30), answer(changes.slice(0, 30), 10, true)]);
  expect(wordsOf(part).join("").length).toBe(changes.slice(10, 30).flatMap(wordsOf).join("").length);
  const doc = new Y.Doc();
  for (const update of [mergeKeepingWords(changes.slice(0, 10)), part]) Y.applyUpdate(doc, update);
  const wanted = new Y.Doc();
  for (const change of changes.slice(0, 30)) Y.applyUpdate(wanted, change);
  expect(doc.getText("body").toJSON()).toBe(wanted.getText("body").toJSON());
});
