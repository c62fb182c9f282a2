import { expect, test } from "vitest";
import { neutralizeHtml } from "./neutralize-html.ts";

test.each([
  [`<p style="color:red">a style="b"</p>`, `<p data-style="color:red">a style="b"</p>`],
  [`<img src=x onerror="a()">`, `<img src=x data-onerror="a()">`],
  [`<svg/onload=a()>`, `<svg/data-onload=a()>`],
  [`<p class='a'style='b'>`, `<p class='a'data-style='b'>`],
  [`a<style>p{}</style><script>b()</script>c`, `ac`],
  [`<meta charset='utf-8'><base href="//x"><link rel=x>t`, `t`],
  [`one on two = three`, `one on two = three`],
])("%j becomes %j", (html, calm) => {
  expect(neutralizeHtml(html)).toBe(calm);
});
