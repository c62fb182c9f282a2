import { expect, test } from "vitest";
import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import { countWritten, type LoggedChange } from "./count-written.ts";
import { sumOf } from "./tally.ts";

const wordsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `word${from + index}`).join(" ");

/** What each writer's words come to after these changes of a paragraph of thirty words that were counted before. */
function counted(steps: readonly [origin: "typed" | "paste", change: (text: Y.XmlText) => void][]) {
  const doc = new Y.Doc();
  const text = new Y.XmlText(wordsOf(0, 30));
  const paragraph = new Y.XmlElement("paragraph");
  paragraph.insert(0, [text]);
  doc.getXmlFragment(FRAGMENT).insert(0, [paragraph]);
  const counted = new Y.Doc();
  Y.applyUpdate(counted, Y.encodeStateAsUpdate(doc));
  const changes = steps.map(([origin, change]): LoggedChange => {
    const before = Y.encodeStateVector(doc);
    change(text);
    return {
      actorId: "ann",
      day: "2026-03-01",
      hour: 9,
      minute: 5,
      origin,
      payload: Y.encodeStateAsUpdate(doc, before),
    };
  });
  return countWritten(counted, changes)
    .filter(({ tally }) => tally.size > 0)
    .map(({ origin, tally }) => [origin, sumOf(tally)]);
}

const cut = (text: Y.XmlText) => text.delete(0, text.length);
const put = (words: string) => (text: Y.XmlText) => text.insert(0, words);

test("words that are cut and pasted back have neither come nor gone, and what is pasted besides them was pasted", () => {
  expect(
    counted([
      ["typed", cut],
      ["paste", put(wordsOf(0, 30))],
    ]),
  ).toEqual([]);
  expect(
    counted([
      ["typed", cut],
      ["paste", put(`${wordsOf(0, 30)} ${wordsOf(100, 25)}`)],
    ]),
  ).toEqual([["paste", { added: 25, removed: 0 }]]);
  expect(counted([["paste", put(`${wordsOf(50, 30)} `)]])).toEqual([["paste", { added: 30, removed: 0 }]]);
});
