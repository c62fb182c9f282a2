import { expect, test } from "vitest";
import { readingPage, type ShownPage } from "./page-html.ts";

const page = (title: string, html: string): ShownPage => ({
  title,
  html,
  summary: "",
  words: 10,
  url: "https://notes.example/p/x",
  origin: "https://notes.example",
  updatedAt: new Date("2026-11-24T10:00:00Z"),
  isIndexed: false,
  author: null,
  theme: "system",
  accent: null,
});
const bodyOf = (title: string, html: string) => /<main>.*<\/main>/s.exec(readingPage(page(title, html)))![0];

test("a page says its title once, also when the note begins with it, and links to that heading lead to it", () => {
  const shown = bodyOf(
    `Salt & "pepper"`,
    `<h1 id="section-salt">Salt &amp; <em>"pepper"</em></h1><p>Words.</p>`,
  );
  expect(shown.match(/<h1/g)).toHaveLength(1);
  expect(shown).toContain('<h1 id="section-salt">');
  expect(shown).toContain('<article dir="auto"><p>Words.</p></article>');
  expect(bodyOf("Salt", "<h1>Pepper</h1>").match(/<h1/g)).toHaveLength(2);
  expect(bodyOf("Salt", "<p>First.</p><h1>Salt</h1>").match(/<h1/g)).toHaveLength(2);
});

test("three headings have a list that leads to them, two have none, and markup of a heading stays out of it", () => {
  const two = "<h2>One</h2><p>x</p><h2>Two</h2>";
  expect(bodyOf("T", two)).not.toContain("Contents");
  const shown = bodyOf("T", `${two}<h3 id="section-three">Thr<b>ee</b> &lt;i&gt;</h3><h2></h2>`);
  expect(shown).toContain('<li class="level-1"><a href="#part-1">One</a></li>');
  expect(shown).toContain('<h2 id="part-2">Two</h2>');
  expect(shown).toContain('<li class="level-2"><a href="#section-three">Three &lt;i&gt;</a></li>');
  expect(shown.match(/<li/g)).toHaveLength(3);
});
