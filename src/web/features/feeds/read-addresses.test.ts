import { expect, test } from "vitest";
import { readAddresses, unreadAddresses } from "./read-addresses.ts";

test("addresses stand one on each line, with https:// where nothing else is said", () => {
  const written =
    "https://example.com/feed\n\n news.example.org/rss \nhttp://127.0.0.1:81/x\nnews.example.org/rss";
  expect(readAddresses(written)).toEqual([
    "https://example.com/feed",
    "https://news.example.org/rss",
    "http://127.0.0.1:81/x",
  ]);
  expect(unreadAddresses(written)).toEqual([]);
});

test("what is no web address is left out and told", () => {
  const written = "javascript:alert(1)\nfile:///etc/passwd\nnothing\nexample.com";
  expect(readAddresses(written)).toEqual(["https://example.com/"]);
  expect(unreadAddresses(written)).toEqual(["javascript:alert(1)", "file:///etc/passwd", "nothing"]);
});

test("what the server would not take is left out and told, so that the others are read", () => {
  const many = Array.from({ length: 12 }, (_, at) => `a${at}.example.com`).join("\n");
  expect(readAddresses(many)).toHaveLength(10);
  expect(unreadAddresses(many)).toEqual(["a10.example.com", "a11.example.com"]);
  const long = `https://example.com/${"a".repeat(2_000)}`;
  expect(readAddresses(`${long}\nexample.com`)).toEqual(["https://example.com/"]);
  expect(unreadAddresses(`${long}\nexample.com`)).toEqual([long]);
});

test("a server may be named with its port", () => {
  expect(readAddresses("example.com:8443/feed\nexample.org:81")).toEqual([
    "https://example.com:8443/feed",
    "https://example.org:81/",
  ]);
});
