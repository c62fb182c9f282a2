import { expect, test } from "vitest";
import { picturesAsMarkdown } from "./pictures-as-markdown.ts";

test.each([
  ['<img src="a.png">', "![](<a.png>)"],
  ["a <IMG alt='A [b]' width=3 src='b/c d.png' /> z", "a ![A \\[b\\]](<b/c d.png>) z"],
  ['<img src="%E6%9E%9C.png">', "![](<%E6%9E%9C.png>)"],
  ['<img src="https://a.b/c.png">', '<img src="https://a.b/c.png">'],
  ['<img src="//a.b/c.png">', '<img src="//a.b/c.png">'],
  ['<img src="data:image/png;base64,AAAA">', '<img src="data:image/png;base64,AAAA">'],
  ['<img alt="none">', '<img alt="none">'],
  ['`<img src="a.png">`', '`<img src="a.png">`'],
  ['```html\n<img src="a.png">\n```', '```html\n<img src="a.png">\n```'],
  ['<img data-src="a.png">', '<img data-src="a.png">'],
])("%j is read as %j", (written, read) => {
  expect(picturesAsMarkdown(written)).toBe(read);
});

test("a megabyte that is made to keep the pattern busy doesn't", () => {
  const started = performance.now();
  picturesAsMarkdown("<img src=".repeat(120_000));
  picturesAsMarkdown(`<img ${"src = ".repeat(150_000)}`);
  expect(performance.now() - started).toBeLessThan(5_000);
});
