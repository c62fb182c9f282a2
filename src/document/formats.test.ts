import { expect, test } from "vitest";
import { formatOf } from "./formats.ts";
import { schema } from "./schema.ts";

test("every node of the schema says how it is written outside the editor", () => {
  const without = Object.values(schema.nodes).filter((type) => formatOf(type.createAndFill()!) === undefined);
  expect(without.map(({ name }) => name)).toEqual(["doc", "text"]);
});

test("a block can be written as Markdown, or is part of one that can", () => {
  const parts = ["listItem", "taskItem", "tableRow", "tableHeader", "tableCell", "toggleSummary", "column"];
  const blocks = Object.values(schema.nodes).filter(({ isBlock, name }) => isBlock && name !== "doc");
  const without = blocks.filter((type) => formatOf(type.createAndFill()!)?.markdown === undefined);
  expect(without.map(({ name }) => name).toSorted()).toEqual(parts.toSorted());
});
