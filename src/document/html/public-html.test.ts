import { expect, test } from "vitest";
import { parseMarkdown } from "../markdown/parse.ts";
import { toPublicBody } from "./public-html.ts";
import { schema } from "../schema.ts";

const NOTE = "0190c6d2-7a3b-7c11-8d2e-0123456789ab";
const SHOWN = "0190c6d2-7a3b-7c11-8d2e-0123456789ac";
const place = {
  path: "/p/page",
  origin: "https://cairn.example",
  notes: [{ id: SHOWN, title: "Shown", path: "/p/shown", body: null }],
  formula: () => null,
};
const body = (markdown: string) => toPublicBody(schema.nodeFromJSON(parseMarkdown(markdown).doc), place);
const page = (markdown: string) => body(markdown).html;
/** Where a link leads from the page; null when only its text is left. */
const reached = (address: string) => /href="([^"]*)"/.exec(page(`[text](<${address}>)`))?.[1] ?? null;

test.each([
  `https://cairn.example/app/editor/${NOTE}`,
  `HTTPS://CAIRN.example/app/editor/${NOTE}`,
  `https://cairn.example:443/app/editor/${NOTE}`,
  `http://cairn.example/app/editor/${NOTE}`,
  `https://cairn.example./app/editor/${NOTE}`,
  `https://somebody@cairn.example/app/editor/${NOTE}`,
  `//cairn.example/app/editor/${NOTE}`,
  `/p/../app/editor/${NOTE}`,
  `/p/%2e%2e/app/editor/${NOTE}`,
  `https://cairn.example/public/../app/settings?tab=secret`,
  `/app/settings?tab=secret`,
  `app/editor/${NOTE}`,
  `https://cairn.example/api/notes/${NOTE}`,
  `/files/not-a-file`,
])("an address of the server's own is not told: %s", (address) => {
  const html = page(`[text](<${address}>)`);
  expect(html).toBe("<p>text</p>");
});

test.each([
  ["https://example.org/a?b#c", "https://example.org/a?b#c"],
  ["https://cairn.example.org/app/x", "https://cairn.example.org/app/x"],
  ["https://cairn.example@example.org/", "https://cairn.example@example.org/"],
  ["mailto:ann@example.org", "mailto:ann@example.org"],
  ["#section-a", "#section-a"],
  ["https://CAIRN.example/p/other", "/p/other"],
  [`/app/editor/${SHOWN}`, "/p/shown"],
  [`//cairn.example/app/editor/${SHOWN}`, "/p/shown"],
  [`https://cairn.example/files/${NOTE}`, `/p/page/files/${NOTE}`],
  [`/files/${NOTE}/original`, `/p/page/files/${NOTE}/original`],
])("%s leads to %s", (address, to) => {
  expect(reached(address)).toBe(to);
});

test.each([
  '<div title="a > secret">shown</div>',
  "shown <span data-x='1>secret'>too</span>",
  "<script>\nconst key = 'secret';\n</script>\n\nshown",
  '<script src="a>b">secret</script>\n\nshown',
  "<style>\n.secret > p { color: red }\n</style>\n\nshown",
  '<?php echo "a > secret" ?>\n\nshown',
  "<!-- secret --> shown",
  '<iframe srcdoc="<p>secret">secret</iframe>\n\nshown',
])("what HTML does not say is on no page: %s", (markdown) => {
  const { html, summary } = body(markdown);
  expect(html).toContain("shown");
  expect(summary).toContain("shown");
  expect(html + summary).not.toContain("secret");
});

test.each([
  ["<https://example.org/a>", true],
  ["[example.org](https://example.org/)", true],
  ["[a name](https://example.org/)", false],
  ["[**https://example.org/**](https://example.org/)", false],
  ['`<a href="https://example.org/">https://example.org/</a>`', false],
])("on paper the address of %s does not follow it: %s", (markdown, isAddress) => {
  expect(page(markdown).includes('class="address"')).toBe(isAddress);
});

test("a diagram says what it is, other code does not", () => {
  const source = "graph TD; A-->B";
  expect(page(`\`\`\`Mermaid\n${source}\n\`\`\``)).toMatch(
    /^<figure class="diagram"><figcaption>A diagram, as its source for Mermaid<\/figcaption><pre>/,
  );
  expect(page(`\`\`\`js\n${source}\n\`\`\``)).toMatch(/^<pre>/);
});
