import { expect, test } from "vitest";
import { toHtml } from "./html.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { repairDocument } from "../repair.ts";
import { safeHref, safeImageSrc } from "./safe-urls.ts";
import { schema } from "../schema.ts";

const render = (markdown: string) => toHtml(schema.nodeFromJSON(parseMarkdown(markdown).doc));

test.each([
  ["# a *b*", "<h1>a <em>b</em></h1>"],
  [
    "[x](https://a.b 'c')",
    '<p><a href="https://a.b" title="c" target="_blank" rel="noopener noreferrer nofollow">x</a></p>',
  ],
  ["[x](/app/notes)", '<p><a href="/app/notes">x</a></p>'],
  ["[x](../other.md#y)", '<p><a href="../other.md#y">x</a></p>'],
  ["![x](/files/1.png)", '<p><img src="/files/1.png" alt="x"></p>'],
  [
    "![x](https://a.b/c.png)",
    '<p><a href="https://a.b/c.png" target="_blank" rel="noopener noreferrer nofollow">x</a></p>',
  ],
  ["![x](img/local.png)", "<p>x</p>"],
  ["```js\na < b\n```", '<pre><code class="language-js">a &lt; b</code></pre>'],
  [
    "- [x] a",
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" disabled checked></label><div><p>a</p></div></li></ul>',
  ],
  ["3. > a", '<ol start="3"><li><blockquote><p>a</p></blockquote></li></ol>'],
  [
    "|a|\n|:-:|\n|b|",
    '<table><thead><tr><th align="center"><p>a</p></th></tr></thead><tbody><tr><td align="center"><p>b</p></td></tr></tbody></table>',
  ],
  ["|a|\n|-|", "<table><tbody><tr><th><p>a</p></th></tr></tbody></table>"],
  ["<script>alert(1)</script>", '<pre data-raw="html">&lt;script&gt;alert(1)&lt;/script&gt;</pre>'],
  [
    "a <img src=x onerror=alert(1)>",
    '<p>a <code data-raw="html">&lt;img src=x onerror=alert(1)&gt;</code></p>',
  ],
])("%s is rendered", (markdown, html) => {
  expect(render(markdown)).toBe(html);
});

test("remote images are loaded only where that is asked for", () => {
  const doc = schema.nodeFromJSON(parseMarkdown("![x](https://a.b/c.png)").doc);
  expect(toHtml(doc, { remoteImages: "image" })).toBe('<p><img src="https://a.b/c.png" alt="x"></p>');
});

const HOSTILE = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "java\r\nscript:alert(1)",
  "javascript\u0000:alert(1)",
  "javascript&colon;alert(1)",
  "javascript&#58;alert(1)",
  "&#106;avascript:alert(1)",
  "javascript%3Aalert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zz4=",
  "DATA:text/html;base64,PHNjcmlwdD4=",
  "blob:https://a.b/c",
  "file:///etc/passwd",
  "view-source:javascript:alert(1)",
  "feed:javascript:alert(1)",
  "jar:javascript:alert(1)!/",
  "x:javascript:alert(1)",
  "\u00a0javascript:alert(1)",
  "\u2028javascript:alert(1)",
  "\ufeffjavascript:alert(1)",
  "javascript\u200b:alert(1)",
  "ｊavascript:alert(1)",
  "filesystem:https://a.b/c",
  "livescript:x",
];

test.each(HOSTILE)("no link or image ever points to %j", (url) => {
  const text = {
    type: "text",
    text: "x",
    marks: [{ type: "link", attrs: { href: url, title: '"><script>' } }],
  };
  const image = { type: "image", attrs: { src: url, alt: '"><script>', href: url } };
  const doc = repairDocument({ type: "doc", content: [{ type: "paragraph", content: [text, image] }] });
  const unrepaired = schema.nodeFromJSON({
    type: "doc",
    content: [{ type: "paragraph", content: [text, image] }],
  });
  const written = [doc, unrepaired].map((node) => toHtml(node, { remoteImages: "image" }));
  written.push(render(`[x](<${url}>) ![x](<${url}>) <${url}> [x]\n\n[x]: <${url}>`));
  for (const html of written) {
    expect(html).not.toMatch(/(?:href|src)="[^"]*script/i);
    expect(html).not.toMatch(/(?:href|src)="\s*(?:data|blob|file|filesystem|feed|jar|view-source|x):/i);
    expect(html).not.toContain("<script");
  }
});

test.each([
  "/files/../api/x",
  "/files/%2e%2e/x",
  "/files/a\\..\\b",
  "//a.b/c",
  "/other/x.png",
  "/files/",
  "x.png",
])("an image element never loads %s", (src) => expect(safeImageSrc(src)).toBeNull());

test.each([
  "https://a.b",
  "http://a.b",
  "mailto:a@b.cd",
  "tel:+123",
  "/a",
  "#a",
  "?a=b:c",
  "a/b:c",
  "./a.md",
  "//a.b/c",
  "HTTPS://A.B",
])("a link may point to %s", (href) => expect(safeHref(href)).toBe(href));

test("attributes that a hostile peer wrote into Yjs do nothing", () => {
  const doc = schema.nodeFromJSON({
    type: "doc",
    content: [
      { type: "heading", attrs: { level: '1 onclick="x"' } },
      { type: "codeBlock", attrs: { language: '"><script>' } },
      {
        type: "orderedList",
        attrs: { start: '1" onclick="x', type: "x" },
        content: [{ type: "listItem", content: [{ type: "paragraph" }] }],
      },
      { type: "rawBlock", attrs: { format: '"><script>', source: "<script>" } },
    ],
  });
  expect(toHtml(doc)).toBe(
    '<h1></h1><pre><code></code></pre><ol><li><p></p></li></ol><pre data-raw="markdown">&lt;script&gt;</pre>',
  );
});
