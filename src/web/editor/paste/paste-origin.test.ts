import { expect, test } from "vitest";
import { sourceOfHtml } from "./paste-origin.ts";

test.each([
  [
    "Version:0.9\r\nStartHTML:1\r\nSourceURL:https://news.example.org/a?b#c\r\n<html><body>x",
    "news.example.org",
  ],
  ['<html><head><base href="https://wiki.example.org:8080/page"></head>x', "wiki.example.org:8080"],
  ['<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1-2">x</b>', "Google Docs"],
  ["<google-sheets-html-origin><style></style><table></table>", "Google Sheets"],
  ['<html><head><meta name=Generator content="Microsoft Word 15"></head>x', "Microsoft Word"],
  ["<!-- notionvc: 12 --><p>x</p>", "Notion"],
  ['<p>See <a href="https://example.org/">this</a>, SourceURL:https://example.org/</p>', null],
  ["<p>SourceURL:javascript:alert(1)</p>", null],
  ["", null],
])("copied HTML says where it is from: %s", (html, from) => {
  expect(sourceOfHtml(html)).toBe(from);
});
