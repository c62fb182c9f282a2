import { expect, test } from "vitest";
import { readBookmarks, unreadBookmarks } from "./read-bookmarks.ts";

test("each line is a name and an address, with or without a scheme", () => {
  expect(
    readBookmarks("My wiki https://wiki.example.org/a?b\n\nexample.org\n ntfy  http://nas:8080 "),
  ).toEqual([
    { name: "My wiki", href: "https://wiki.example.org/a?b", host: "wiki.example.org" },
    { name: "example.org", href: "https://example.org/", host: "example.org" },
    { name: "ntfy", href: "http://nas:8080/", host: "nas:8080" },
  ]);
});

test("what would run or read something is no link", () => {
  const hostile = [
    "x javascript:alert(1)",
    "x data:text/html,<b>",
    "x file:///etc/passwd",
    "just words",
    "x vbscript:1",
  ];
  expect(readBookmarks(hostile.join("\n"))).toEqual([]);
  expect(unreadBookmarks(`${hostile.join("\n")}\n\nexample.org`)).toEqual(hostile);
});
