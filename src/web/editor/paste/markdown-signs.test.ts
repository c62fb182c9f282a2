import { expect, test } from "vitest";
import { looksLikeMarkdown } from "./markdown-signs.ts";

test.each([
  "# Title\n\nText",
  "- one\n- two",
  "1. one\n2. two",
  "- [ ] a task",
  "see [this](https://example.org/a)",
  "some **bold** words",
  "```js\nconst a = 1;\n```",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "a | b\n--- | ---\n1 | 2",
  "> said\n> twice",
  "![a picture](/files/x.png)",
])("is Markdown: %j", (text) => {
  expect(looksLikeMarkdown(text)).toBe(true);
});

test.each([
  "plain words",
  "- a single dash",
  "1. Januar",
  "https://example.org/a_b_c",
  "#hashtag and #another",
  "2 * 3 * 4 and snake_case_name",
  "call [me] (maybe)",
  "# include nothing\nimport os\ndef main():\n    return 1",
  "/**\n * A comment\n * of code\n */\nconst a = { b: 1 };\nfunction x() {\n}",
  "-----BEGIN KEY-----\nabc\n-----END KEY-----",
  "Dear all,\n\nthis is a letter.\n\nYours",
])("is none: %j", (text) => {
  expect(looksLikeMarkdown(text)).toBe(false);
});
