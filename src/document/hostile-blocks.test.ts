import { expect, test } from "vitest";
import * as Y from "yjs";
import { toHtml } from "./html/html.ts";
import { linksOf } from "./links.ts";
import { toMarkdown } from "./markdown/serialize.ts";
import { parseMarkdown } from "./markdown/parse.ts";
import { repairDocument } from "./repair.ts";
import { schema } from "./schema.ts";
import { FRAGMENT } from "./schema-version.ts";
import { toText } from "./text/text.ts";
import { readState, seedUpdate } from "./yjs/yjs.ts";

const BAD = [
  "javascript:alert(1)",
  "//evil.example/x",
  "https://evil.example/x",
  "data:text/html,x",
  "/files/../api",
  '"><script>',
];
const NODES = [
  "callout",
  "toggle",
  "columns",
  "column",
  "mathBlock",
  "mathInline",
  "fileBlock",
  "video",
  "noteLink",
  "noteEmbed",
];
const ATTRIBUTES = [
  "url",
  "noteId",
  "title",
  "anchor",
  "label",
  "kind",
  "fold",
  "name",
  "size",
  "source",
  "meta",
  "dollars",
  "isOpen",
  "id",
];

test.each(NODES)("%s keeps no address, id or markup that somebody wrote into its attributes", (type) => {
  for (const bad of [...BAD, 7, { a: 1 }, "x".repeat(200_000)]) {
    const attrs = Object.fromEntries(ATTRIBUTES.map((name) => [name, bad]));
    const doc = repairDocument({
      type: "doc",
      content: [{ type, attrs, content: [{ type: "text", text: "t" }] }],
    });
    doc.check();
    const html = toHtml(doc);
    expect(html).not.toMatch(/(?:href|src)="(?!\/)/);
    expect(html).not.toContain("<script");
    expect(html.length).toBeLessThan(400_000);
    expect(linksOf(doc).filter(({ kind }) => kind === "note" || kind === "file")).toEqual([]);
    expect(() => schema.nodeFromJSON(parseMarkdown(toMarkdown(doc)).doc).check()).not.toThrow();
  }
});

test("what two people leave behind is mended without losing a word", () => {
  const say = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
  const doc = repairDocument({
    type: "doc",
    content: [
      {
        type: "columns",
        content: ["a", "b", "c", "d", "e"].map((text) => ({ type: "column", content: [say(text)] })),
      },
      { type: "columns", content: [say("f")] },
      { type: "columns" },
      {
        type: "toggle",
        content: [say("g"), { type: "toggleSummary", content: [{ type: "text", text: "h" }] }],
      },
      { type: "column", content: [say("i")] },
      { type: "toggleSummary", content: [{ type: "text", text: "j" }] },
    ],
  });
  doc.check();
  for (const letter of "abcdefghij") expect(toText(doc).split("\n")).toContain(letter);
});

test("comments that lie over each other are kept apart in Yjs, under the names that the editor's binding gives them", () => {
  const mark = (thread: string) => ({ type: "comment", attrs: { thread } });
  const content = [
    { type: "text", text: "one ", marks: [mark("a")] },
    { type: "text", text: "both ", marks: [mark("a"), mark("b")] },
    { type: "text", text: "none", marks: [{ type: "comment", attrs: { thread: "<b>" } }] },
  ];
  const update = seedUpdate({ type: "doc", content: [{ type: "paragraph", content }] });
  const threads = readState(update).firstChild?.children.map(({ marks }) =>
    marks.map(({ attrs }) => attrs.thread).sort(),
  );
  expect(threads).toEqual([["a"], ["a", "b"], []]);
  const ydoc = new Y.Doc();
  Y.applyUpdate(ydoc, update);
  const text = (ydoc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  const names = (text.toDelta() as { attributes?: object }[]).map(({ attributes }) =>
    Object.keys(attributes ?? {}),
  );
  expect(names[1]).toHaveLength(2);
  expect(names[1]?.every((name) => /^comment--[A-Za-z0-9+/=]{8}$/.test(name))).toBe(true);
  // Nothing of who commented what is in what others are shown.
  expect(toHtml(readState(update))).toBe("<p>one both none</p>");
});
