import type { JSONContent } from "@tiptap/core";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { FRAGMENT } from "../schema-version.ts";
import { toText } from "../text/text.ts";
import { correctionUpdate, uncorrectionUpdate } from "./correction.ts";
import { textsOf } from "./texts-of.ts";
import { readDoc, seedNote } from "./yjs.ts";

const note = { id: "0190d6a0-0000-7000-8000-000000000001", title: "Offer" };
const LINK = " (corrected: Offer)";

function bodyOf(content: JSONContent): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, seedNote(content).update);
  return doc;
}
const written = (markdown: string) => bodyOf(parseMarkdown(markdown).doc);
const textOf = (doc: Y.Doc) => toText(readDoc(doc)).trim();
/** What the server makes of the body as it knows it. */
const serverOf = (doc: Y.Doc) => {
  const server = new Y.Doc();
  Y.applyUpdate(server, Y.encodeStateAsUpdate(doc));
  return server;
};
const correct = (doc: Y.Doc, sentence: string, right = note) =>
  correctionUpdate(serverOf(doc), { blockId: null, sentence, note: right });
const take = (doc: Y.Doc, sentence: string | null) => uncorrectionUpdate(serverOf(doc), { sentence, note });

test.each([
  ["The **kiln** costs 2,400 €. It is blue.", "The kiln costs 2,400 €."],
  ["See [The kiln costs 2,400 €.](https://example.org/) It is blue.", "The kiln costs 2,400 €."],
  ["The launch of [[Apollo]] is on 3 May. It is blue.", "The launch of Apollo is on 3 May."],
  ["Ben is responsible for [[Apollo]]", "Ben is responsible for Apollo"],
  ["Die Miete `x` beträgt 800 €. Gut.", "Die Miete  beträgt 800 €."],
  ["Deadline for the grant: 1 March\\\nand more", "Deadline for the grant: 1 March"],
  ["窯は青い。 The kiln costs 2,400 €. قال", "The kiln costs 2,400 €."],
])("the link stands right behind the sentence and goes again without a trace: %s", (markdown, sentence) => {
  const doc = written(markdown);
  const before = textOf(doc);
  Y.applyUpdate(doc, correct(doc, sentence)!);
  const at = before.replace("x", "").indexOf(sentence) + sentence.length + Number(before.includes(" x "));
  expect(textOf(doc)).toBe(before.slice(0, at) + LINK + before.slice(at));
  Y.applyUpdate(doc, take(doc, sentence)!);
  expect(textOf(doc)).toBe(before);
});

test("whoever types in the block meanwhile loses no letter, finds all of them where they were typed, and undoes none but their own", () => {
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  const body = "Hello there **now**. The kiln costs 2,400 €. It is blue.";
  const sentence = "The kiln costs 2,400 €.";
  for (let round = 0; round < 300; round++) {
    const typist = written(body);
    const pressed = correct(typist, sentence)!;
    const [text] = textsOf(typist.getXmlFragment(FRAGMENT));
    const undo = new Y.UndoManager(text!);
    const at = Math.floor(random() * (text!.length + 1));
    text!.insert(at, "QQQ");
    Y.applyUpdate(typist, pressed);
    const typed = `${textOf(written(body)).slice(0, at)}QQQ${textOf(written(body)).slice(at)}`;
    expect(textOf(typist).replace(LINK, "")).toBe(typed);
    const back = take(typist, sentence);
    if (back) Y.applyUpdate(typist, back);
    // Whoever types within the sentence has made another one of it.
    if (typed.includes(sentence)) expect(textOf(typist)).toBe(typed);
    undo.undo();
    expect(textOf(typist).replace(LINK, "")).toBe(textOf(written(body)));
  }
});

test("letters that were typed between the words of a correction stay when it is taken back", () => {
  const doc = written("The kiln costs 2,400 €. It is blue.");
  Y.applyUpdate(doc, correct(doc, "The kiln costs 2,400 €.")!);
  const [text] = textsOf(doc.getXmlFragment(FRAGMENT));
  text!.insert("The kiln costs 2,400 €. (corrected: ".length, "see ", {});
  expect(textOf(doc)).toBe("The kiln costs 2,400 €. (corrected: see Offer) It is blue.");
  Y.applyUpdate(doc, take(doc, "The kiln costs 2,400 €.")!);
  expect(textOf(doc)).toBe("The kiln costs 2,400 €.see  It is blue.");
});

test("of two corrections by one note the one behind the sentence goes; without a sentence none, because nobody knows which", () => {
  const doc = written(
    "The kiln costs 2,400 €.\n\nThe boat costs 900 €. See [Offer](/app/editor/0190d6a0-0000-7000-8000-000000000001).",
  );
  const before = textOf(doc);
  for (const sentence of ["The kiln costs 2,400 €.", "The boat costs 900 €."])
    Y.applyUpdate(doc, correct(doc, sentence)!);
  expect(take(doc, null)).toBeNull();
  Y.applyUpdate(doc, take(doc, "The boat costs 900 €.")!);
  expect(textOf(doc)).toBe(before.replace("2,400 €.", `2,400 €.${LINK}`));
  Y.applyUpdate(doc, take(doc, null)!);
  expect(textOf(doc)).toBe(before);
  expect(take(doc, null)).toBeNull();
});
