import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "#testing/run-seed.ts";
import { repairDocument } from "./repair.ts";
import { schema } from "./schema.ts";

console.info(`repairs: CAIRN_SEED=${seed}`);

const text = (value: string) => ({ type: "text", text: value });

test.each([
  ["nothing", null, "doc(paragraph)"],
  ["text without a block", { type: "doc", content: [text("a")] }, 'doc(paragraph("a"))'],
  [
    "an empty list",
    { type: "doc", content: [{ type: "bulletList" }] },
    "doc(bulletList(listItem(paragraph)))",
  ],
  [
    "an item without a list",
    { type: "doc", content: [{ type: "taskItem", content: [{ type: "paragraph" }] }] },
    "doc(taskList(taskItem(paragraph)))",
  ],
  [
    "a block within a line",
    { type: "doc", content: [{ type: "heading", content: [{ type: "paragraph", content: [text("a")] }] }] },
    'doc(heading("a"))',
  ],
  [
    "a paragraph among rows",
    { type: "doc", content: [{ type: "table", content: [{ type: "paragraph", content: [text("a")] }] }] },
    'doc(table(tableRow(tableCell(paragraph("a")))))',
  ],
  [
    "a list in a cell",
    {
      type: "doc",
      content: [
        {
          type: "tableCell",
          content: [
            {
              type: "bulletList",
              content: [{ type: "listItem", content: [{ type: "paragraph", content: [text("a")] }] }],
            },
          ],
        },
      ],
    },
    'doc(table(tableRow(tableCell(paragraph("a")))))',
  ],
  ["an unknown block", { type: "doc", content: [{ type: "widget", content: [text("a")] }] }, "doc(rawBlock)"],
  [
    "bold code",
    { type: "doc", content: [{ type: "codeBlock", content: [{ ...text("a"), marks: [{ type: "bold" }] }] }] },
    'doc(codeBlock("a"))',
  ],
  [
    "names of Object",
    { type: "doc", content: [{ type: "constructor" }, { type: "__proto__", content: [text("a")] }] },
    "doc(rawBlock, rawBlock)",
  ],
])("%s is mended", (_name, json, expected) => {
  const doc = repairDocument(json);
  doc.check();
  expect(doc.toString()).toBe(expected);
});

const anyJson = fc.letrec((tie) => ({
  node: fc.record(
    {
      type: fc.oneof(fc.constantFrom(...Object.keys(schema.nodes)), fc.constant("other")),
      text: fc.string({ unit: "binary", maxLength: 5 }),
      attrs: fc.dictionary(
        fc.constantFrom("id", "level", "start", "src", "colspan", "checked", "source"),
        fc.jsonValue({ maxDepth: 1 }),
      ),
      marks: fc.array(
        fc.record({
          type: fc.constantFrom(...Object.keys(schema.marks), "x"),
          attrs: fc.constant({ href: "/a" }),
        }),
        { maxLength: 2 },
      ),
      content: fc.array(tie("node"), { maxLength: 4 }),
    },
    { requiredKeys: ["type"] },
  ),
})).node;

test("any JSON becomes a valid document, and a valid one stays as it is", () => {
  fc.assert(
    fc.property(anyJson, (json) => {
      const doc = repairDocument({ type: "doc", content: [json] });
      doc.check();
      expect(repairDocument(doc.toJSON()).toJSON()).toEqual(doc.toJSON());
    }),
    { seed, numRuns: 500 },
  );
});
