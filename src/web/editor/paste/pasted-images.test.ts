import { expect, test } from "vitest";
import { isOnlyAnImage } from "./pasted-images.ts";

test.each([
  [`<meta charset='utf-8'><img src="https://example.org/a.png" alt="a"/>`, true],
  [`<html><body>\n<!--StartFragment--><img src="x">&nbsp;<!--EndFragment-->\n</body></html>`, true],
  [`<a href="https://example.org"><img src="x"></a>`, true],
  [`<p>words <img src="x"></p>`, false],
  [`<img src="x"><img src="y">`, false],
  [`<table><tr><td>1</td></tr></table>`, false],
  ["", false],
])("%j is one picture alone: %s", (html, is) => {
  expect(isOnlyAnImage(html)).toBe(is);
});
