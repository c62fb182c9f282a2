import { expect, test } from "vitest";
import { changeOf, valueWords } from "./figure-words.ts";

const of = (current: number | null, previous: number | null, kind: "gauge" | "count" = "gauge") =>
  changeOf({ current, previous, kind, unit: "€" }, 30);

test("a value stands with its unit as people write it", () => {
  expect(valueWords(48_250, "$")).toBe("$48,250");
  expect(valueWords(-3.5, "€")).toBe("−€3.5");
  expect(valueWords(12.5, "%")).toBe("12.5%");
  expect(valueWords(1_204, "visits")).toBe("1,204 visits");
  expect(valueWords(7, "")).toBe("7");
  expect(valueWords(123_456_789, "")).toBe("123.46M");
  expect(valueWords(48_250.126, "")).toBe("48,250.13");
  expect(valueWords(0.00421, "BTC")).toBe("0.00421 BTC");
  expect(valueWords(-0.5, "$")).toBe("−$0.5");
  expect(valueWords(5e-324, "")).toBe("5E-324");
});

test("a change says its direction in words and by its sign", () => {
  expect(of(112, 100)).toEqual({ direction: "up", words: "Up +12% in 30 days" });
  expect(of(90, 100, "count")).toEqual({ direction: "down", words: "Down −10% on the 30 days before" });
  expect(of(-50, -100)).toEqual({ direction: "up", words: "Up +50% in 30 days" });
  expect(of(5, 0)).toEqual({ direction: "up", words: "Up +€5 in 30 days" });
  expect(of(5, 5)).toEqual({ direction: "same", words: "Unchanged in 30 days" });
  expect(of(5, null)).toBeNull();
  expect(of(null, 5)).toBeNull();
});
