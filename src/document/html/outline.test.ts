import { expect, test } from "vitest";
import { toOutline } from "./outline.ts";

const filters = ["<img ", "<a ", "<pre", "<table"];

test.each([
  ["<p>Words alone</p>", ""],
  [
    "<h1>One &amp; <em>two</em></h1><p>Words</p><h2>Three</h2>",
    "<h1>One &amp; <em>two</em></h1><h2>Three</h2>",
  ],
  ['<p><a href="/a">A</a><a href="/b">B</a></p><h3>C</h3>', "<h3>C</h3><a >"],
  ['<h2><a href="/a">A</a></h2><p><img src="/files/x"></p>', '<h2><a href="/a">A</a></h2><img >'],
  ["<pre><code>1</code></pre><table><tbody></tbody></table>", "<pre><table>"],
])("%s is kept as %s", (html, outline) => {
  expect(toOutline(html)).toBe(outline);
  for (const filter of filters) expect(outline.includes(filter)).toBe(html.includes(filter));
});
