import { expect, test } from "vitest";
import { conditionOf } from "#server/weather/conditions.ts";
import { conditionWords } from "./conditions.tsx";

test("every weather code has the same words on the page as in the API", () => {
  const codes = Array.from({ length: 100 }, (_, code) => code);
  expect(codes.map(conditionWords)).toEqual(codes.map(conditionOf));
  expect(new Set(codes.map(conditionWords)).size).toBe(28);
});
