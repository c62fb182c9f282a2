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
  expect(readAddresses(Array.from({ length: 12 }, (_, at) => `a${at}.example.com`).join("\n"))).toHaveLength(
    10,
  );
});
