import { expect, test } from "vitest";
import { readFeed } from "./read-feed.ts";

const HOME = "https://news.example.com/feeds/main.xml";
const read = (text: string, type = "text/xml") => readFeed(Buffer.from(text), type, HOME);
const rss = (items: string) => `<rss version="2.0"><channel><title>News</title>${items}</channel></rss>`;
const titled = (title: string) => read(rss(`<item><title>${title}</title></item>`))!.entries[0]!.title;

test("RSS, its first version and Atom are read, the newest entry first", () => {
  const one = { title: "One", link: "https://news.example.com/1", at: new Date("2026-05-01T10:00:00Z") };
  const two = { title: "Two", link: "https://news.example.com/2", at: new Date("2026-05-02T10:00:00Z") };
  expect(
    read(
      rss(`<item><title>One</title><link>/1</link><pubDate>Fri, 01 May 2026 10:00:00 GMT</pubDate></item>
        <item><title>Two</title><guid>https://news.example.com/2</guid><pubDate>Sat, 02 May 2026 12:00:00 +0200</pubDate></item>`),
    ),
  ).toEqual({ title: "News", entries: [two, one] });
  expect(
    read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel><title>News</title></channel><item><title>One</title><link>/1</link><dc:date>2026-05-01T10:00:00Z</dc:date></item></rdf:RDF>`),
  ).toEqual({ title: "News", entries: [one] });
  expect(
    read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><title>One</title><link rel="edit" href="/edit"/>
      <link href="../1"/><updated>2026-05-01T10:00:00Z</updated></entry></feed>`),
  ).toEqual({ title: "News", entries: [one] });
});

test("titles become plain text, however they are written", () => {
  expect(titled("Pond &amp;amp; &lt;em&gt;quince&lt;/em&gt;")).toBe("Pond & quince");
  expect(titled("<![CDATA[<b>Bold</b> &nbsp; <script>alert(1)</script>news]]>")).toBe("Bold news");
  expect(titled("1 &lt; 2 and AT&amp;T")).toBe("1 < 2 and AT&T");
  expect(titled("&lt;img src=x onerror=alert(1)&gt;")).toBe("");
  expect(titled("gnp.exe\u202E turned\u0007 around\n twice")).toBe("gnp.exe turned around twice");
  expect(titled("x".repeat(5_000))).toHaveLength(301);
});

test("links lead to web addresses alone", () => {
  const link = (given: string) => read(rss(`<item><link>${given}</link></item>`))!.entries[0]!.link;
  for (const given of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http://", ""])
    expect(link(given)).toBeNull();
  expect(link("//cdn.example.com/x")).toBe("https://cdn.example.com/x");
});

test("a time that no entry can have is none", () => {
  const at = (given: string) => read(rss(`<item><pubDate>${given}</pubDate></item>`))!.entries[0]!.at;
  for (const given of ["soon", "Fri, 01 May 2099 10:00:00 GMT", ""]) expect(at(given)).toBeNull();
});

test("what is before a fault is read, and old encodings are", () => {
  const { entries } = read(rss("<item><title>Whole</title></item><item><title>Broken & bare</titel>"))!;
  expect(entries[0]!.title).toBe("Whole");
  const latin = Buffer.from(
    `<?xml version="1.0" encoding="iso-8859-1"?>${rss("<item><title>Caf\u00E9</title></item>")}`,
    "latin1",
  );
  expect(readFeed(latin, undefined, HOME)!.entries[0]!.title).toBe("Café");
  expect(readFeed(latin, "text/xml; charset=windows-1252", HOME)!.entries[0]!.title).toBe("Café");
});

test("what is no feed is none", () => {
  for (const text of [
    "",
    "{}",
    "<html><body>Hello</body></html>",
    "<!doctype html><p>x",
    "<rss></rss>",
    "\0\0",
  ])
    expect(read(text)).toBeNull();
});

test("entities that grow, deep nesting and endless lists cost little", () => {
  const bomb = `<!DOCTYPE r [<!ENTITY a "${"x".repeat(1_000)}"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${rss("<item><title>&b;&b;</title></item>")}`;
  expect(read(bomb)!.entries[0]!.title.length).toBeLessThan(20);
  const started = performance.now();
  read(`<rss><channel>${"<a>".repeat(300_000)}`);
  expect(read(rss("<item><title>x</title></item>".repeat(30_000)))!.entries).toHaveLength(500);
  // What grows with the square of it would take minutes; two seconds on a machine with nothing else to do.
  expect(performance.now() - started).toBeLessThan(20_000);
});
