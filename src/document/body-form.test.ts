import { initProseMirrorDoc } from "@tiptap/y-tiptap";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { keepForm } from "./body-form.ts";
import { FRAGMENT } from "./schema-version.ts";
import { schema } from "./schema.ts";

const bodyOf = (doc: Y.Doc) => doc.getXmlFragment(FRAGMENT);
/** What Yjs lets anybody put anywhere, whatever the types say. */
const alien = (type: unknown) => type as Y.XmlElement;

function paragraph(text: string): Y.XmlElement {
  const element = new Y.XmlElement("paragraph");
  element.insert(0, [new Y.XmlText(text)]);
  return element;
}

const POISONS: [string, (doc: Y.Doc) => void][] = [
  ["a map", (doc) => bodyOf(doc).insert(0, [alien(new Y.Map([["a", 1]]))])],
  ["a list", (doc) => bodyOf(doc).insert(0, [alien(new Y.Array())])],
  ["text without a paragraph", (doc) => bodyOf(doc).insert(0, [new Y.XmlText("bare")])],
  ["a hook", (doc) => bodyOf(doc).insert(0, [alien(new Y.XmlHook("h"))])],
  ["values", (doc) => doc.getArray(FRAGMENT).insert(0, [{ a: 1 }, "word", 5, null])],
  ["bytes", (doc) => doc.getArray(FRAGMENT).insert(0, [new Uint8Array([1])])],
  ["another document", (doc) => doc.getArray(FRAGMENT).insert(0, [new Y.Doc()])],
  ["characters", (doc) => doc.getText(FRAGMENT).insert(0, "plain")],
  ["an embed", (doc) => doc.getText(FRAGMENT).insertEmbed(0, { a: 1 })],
  [
    "a map in a new paragraph",
    (doc) => {
      const outer = new Y.XmlElement("blockquote");
      bodyOf(doc).insert(0, [outer]);
      outer.insert(0, [alien(new Y.Map())]);
    },
  ],
];

test.each(POISONS)("a note with %s in its body opens in the editor", (_, poison) => {
  const hostile = new Y.Doc();
  poison(hostile);
  const page = new Y.Doc();
  keepForm(page);
  bodyOf(page).insert(0, [paragraph("sound")]);
  Y.applyUpdate(page, Y.encodeStateAsUpdate(hostile), "server");
  expect(initProseMirrorDoc(bodyOf(page), schema).doc.textContent).toBe("sound");
});

test("what is in form is left alone, and no change is made for it", () => {
  const other = new Y.Doc();
  bodyOf(other).insert(0, [paragraph("one"), new Y.XmlElement("horizontalRule")]);
  const page = new Y.Doc();
  keepForm(page);
  const origins: unknown[] = [];
  page.on("update", (_update: Uint8Array, origin: unknown) => origins.push(origin));
  Y.applyUpdate(page, Y.encodeStateAsUpdate(other), "server");
  expect(origins).toEqual(["server"]);
  expect(bodyOf(page).length).toBe(2);
});
