import { expect, test } from "vitest";
import type { ShownPage } from "./page-head.ts";
import { readingPage } from "./page-html.ts";

const page = (title: string, html: string): ShownPage => ({
  title,
  searchTitle: "",
  description: "",
  language: null,
  pictureId: null,
  html,
  summary: "",
  words: 10,
  url: "https://notes.example/p/x",
  origin: "https://notes.example",
  publishedAt: new Date("2026-11-20T10:00:00Z"),
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

test.each([
  ["ar", "قائمة", "<p>الجبن الذي نصنعه في الوادي يباع في السوق، وعند الظهر لا يبقى منه شيء.</p>"],
  ["de", "Käse", "<p>Der Käse, den wir im Tal machen, wird auf dem Markt verkauft.</p>"],
])("a page whose language nobody chose says the one of its words: %s", (language, title, html) => {
  const shown = readingPage({ ...page(title, html), isIndexed: true });
  expect(shown).toContain(`<html lang="${language}"`);
  expect(shown).toContain(`"inLanguage":"${language}"`);
  expect(shown).toContain('<p class="facts" lang="en">');
});

test("a page in a language that is not known names none", () => {
  expect(
    readingPage(page("Sery", "<p>Wiadomo, że ser, który robimy w dolinie, sprzedajemy na targu.</p>")),
  ).toContain("<html>");
});

const headOfPage = (more: Partial<ShownPage>) =>
  readingPage({ ...page("Salt", '<p><img src="/p/x/files/a1"> <img src="/p/x/files/b2"></p>'), ...more });

test("what was written for search engines and previews stands in the head, else the title, the text and the first picture", () => {
  const plain = headOfPage({ summary: "Beginning" });
  expect(plain).toContain("<title>Salt</title>");
  expect(plain).toContain('<meta name="description" content="Beginning">');
  expect(plain).toContain('<meta property="og:image" content="https://notes.example/p/x/files/a1">');
  const told = headOfPage({
    searchTitle: "All <salt>",
    description: "Of salt",
    pictureId: "B2",
    language: "de",
  });
  expect(told).toContain('<html lang="de"');
  expect(told).toContain("<title>All &lt;salt&gt;</title>");
  expect(told).toContain('<meta property="og:title" content="All &lt;salt&gt;">');
  expect(told).toContain('<meta name="description" content="Of salt">');
  expect(told).toContain('<meta property="og:image" content="https://notes.example/p/x/files/b2">');
  expect(told).toContain("<h1>Salt</h1>");
  // A picture that is not in the text is none of the page's.
  expect(headOfPage({ pictureId: "c3" })).toContain("/files/a1");
});

test("a page that asks to be found has a canonical address and data about itself that nothing in it can end", () => {
  const hidden = headOfPage({});
  expect(hidden).toContain('<meta name="robots" content="noindex, nofollow">');
  expect(hidden).not.toMatch(/ld\+json|canonical|rss\+xml/);
  const found = headOfPage({ isIndexed: true, author: "Ann", searchTitle: "</script><b>x" });
  expect(found).toContain('<link rel="canonical" href="https://notes.example/p/x">');
  expect(found).toContain('href="https://notes.example/p/x/feed.xml"');
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(found)!;
  expect(JSON.parse(json!)).toMatchObject({
    "@type": "Article",
    headline: "</script><b>x",
    author: { "@type": "Person", name: "Ann" },
    image: "https://notes.example/p/x/files/a1",
    datePublished: "2026-11-20T10:00:00.000Z",
  });
});
