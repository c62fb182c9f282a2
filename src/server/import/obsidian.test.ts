import { expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { schema } from "#document/schema.ts";
import { toExcerpt } from "#document/text/text.ts";
import { commentsAsHtml, takeBlockIds } from "./obsidian.ts";

const COMMENTS: [written: string, read: string][] = [
  ["a %%hidden%% b", "a <!-- hidden --> b"],
  ["%%\nline\n\nmore\n%%\nb", "<!-- line\nmore -->\nb"],
  ["`%%code%%` and %% x --> y %%", "`%%code%%` and <!-- x - -> y -->"],
  ["```\n%%code%%\n```\n%%c%%", "```\n%%code%%\n```\n<!-- c -->"],
  ["50 %% of it", "50 %% of it"],
];

test.each(COMMENTS)("the comments of %j are read as %j", (written, read) => {
  expect(commentsAsHtml(written)).toBe(read);
});

test("a comment is not among the words of a note, and a long row of signs is read in no time", () => {
  const doc = schema.nodeFromJSON(parseMarkdown(commentsAsHtml("Seen %%hidden%% words")).doc);
  expect(toExcerpt(doc)).not.toContain("hidden");
  const begun = performance.now();
  commentsAsHtml(`${"`".repeat(200_000)} %% ${"~~~\n".repeat(20_000)} ${"%".repeat(100_001)}`);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test("the id at the end of a block is its id, and is not shown", () => {
  const markdown =
    "# Head ^top\n\nWords of it ^abc-1\n\n- one ^item\n- two\n\n^the-list\n\n| a |\n| - |\n| b |\n\n^tab\n\nx^2 stays, `^code`\n";
  const { doc } = parseMarkdown(markdown);
  takeBlockIds(doc);
  const node = schema.nodeFromJSON(doc);
  const ids: [string, string][] = [];
  node.descendants(({ type, attrs }) => void (attrs.id && ids.push([type.name, attrs.id])));
  expect(ids).toEqual([
    ["heading", "top"],
    ["paragraph", "abc-1"],
    ["bulletList", "the-list"],
    ["listItem", "item"],
    ["table", "tab"],
  ]);
  expect(toMarkdown(node)).toBe(
    "# Head\n\nWords of it\n\n- one\n- two\n\n| a |\n| - |\n| b |\n\nx^2 stays, `^code`\n",
  );
});
