import { expect, test } from "vitest";
import { addressIn, isRightIn, nameOf, readablePath } from "./dav-address.ts";

const BASE = "https://cloud.example.org/dav/ann/";

test.each([
  ["as it is", "/dav/ann/a.md", "a.md"],
  ["with its server", `${BASE}a.md`, "a.md"],
  ["encoded where nobody has to", "/dav/%61nn/%61.md", "a.md"],
  ["not encoded at all", "/dav/ann/果樹園 1.md", "%E6%9E%9C%E6%A8%B9%E5%9C%92%201.md"],
  ["with small hexadecimals", "/dav/ann/%e6%9e%9c.md", "%E6%9E%9C.md"],
  ["with accents apart, which stay so", "/dav/ann/e%CC%81.md", "e%CC%81.md"],
  ["in bytes that are no UTF-8", "/dav/ann/caf%E9.md", "caf%E9.md"],
  ["with a percent sign alone", "/dav/ann/100%.md", "100%25.md"],
  ["a folder", "/dav/ann/b/", "b/"],
])("an address %s is kept in one form", (_how, written, kept) => {
  expect(addressIn(BASE, written)).toBe(BASE + kept);
  expect(addressIn(BASE, BASE + kept)).toBe(BASE + kept);
});

test.each([
  ["another server", "https://evil.example.org/dav/ann/a.md"],
  ["another server without its protocol", "//evil.example.org/dav/ann/a.md"],
  ["another port", "https://cloud.example.org:8443/dav/ann/a.md"],
  ["another protocol", "http://cloud.example.org/dav/ann/a.md"],
  ["no web address", "file:///dav/ann/a.md"],
  ["a folder beside it", "/dav/anna/a.md"],
  ["a folder above it", "/dav/ann/../bob/a.md"],
  ["a folder above it, encoded", "/dav/ann/%2e%2e/bob/a.md"],
  ["a folder above it by a slash within a name", "/dav/ann/..%2fbob/a.md"],
  ["a folder above it by backslashes", "/dav/ann/..%5cbob"],
  ["a zero", "/dav/ann/a%00.md"],
  ["a question", "/dav/ann/a?.md"],
  ["a place within", "/dav/ann/a#.md"],
  ["ten thousand letters", `/dav/ann/${"a".repeat(10_000)}`],
])("an address that leads to %s is refused", (_where, written) => {
  expect(addressIn(BASE, written)).toBeNull();
});

test("a folder holds what lies right in it, and names are told as people call them", () => {
  expect([`${BASE}a.md`, `${BASE}b/`, `${BASE}b/c.md`, BASE].map((url) => isRightIn(BASE, url))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(nameOf(`${BASE}b/${encodeURIComponent("é".normalize("NFD"))}%20%F0%9F%8D%8E.md`)).toBe("é 🍎.md");
  expect(nameOf(`${BASE}caf%E9/`)).toBe("café");
  expect(readablePath(`${BASE}b/%E6%9E%9C.md`, "https://cloud.example.org/dav/%61nn/")).toBe("b/果.md");
  expect(readablePath(`${BASE}a.md`, "https://other.example.org/")).toBe("cloud.example.org/dav/ann/a.md");
});
