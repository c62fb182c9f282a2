import { expect, test } from "vitest";
import { only, parseSearch, safeNext, stringifySearch } from "./search-params.ts";

test("search parameters stay the words they were typed as", () => {
  expect(parseSearch("?q=123&token=12e4567")).toEqual({ q: "123", token: "12e4567" });
  expect(stringifySearch({ q: "a b", folder: undefined, tag: "" })).toBe("?q=a+b");
  expect(only("q")({ q: "x", other: "y" })).toEqual({ q: "x" });
});

test.each([
  ["/app/editor/1?x=2", "/app/editor/1?x=2"],
  [undefined, "/app/dashboard"],
  ["https://evil.example", "/app/dashboard"],
  ["//evil.example/app", "/app/dashboard"],
  ["/app\\..\\evil", "/app/dashboard"],
  ["/apple", "/app/dashboard"],
  ["/app/../auth/logout", "/app/dashboard"],
  ["javascript:alert(1)", "/app/dashboard"],
])("after signing in, %s leads to %s", (next, place) => {
  expect(safeNext(next)).toBe(place);
});
