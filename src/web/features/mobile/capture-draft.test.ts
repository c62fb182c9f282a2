import { describe, expect, it } from "vitest";
import { asMarkdown, isBlank } from "./capture-draft.ts";

describe("asMarkdown", () => {
  it.each([
    ["one\ntwo", "one  \ntwo"],
    ["one\n\ntwo", "one\n\ntwo"],
    ["- milk\n- bread", "- milk  \n- bread"],
    ["```\na\nb\n```", "```\na\nb\n```"],
    ["end\n", "end\n"],
  ])("%j", (text, markdown) => expect(asMarkdown(text)).toBe(markdown));
});

it("holds blanks for nothing", () => {
  expect(isBlank({ title: " ", text: "\n" })).toBe(true);
  expect(isBlank({ title: "", text: "x" })).toBe(false);
});
