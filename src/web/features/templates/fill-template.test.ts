import { expect, test } from "vitest";
import { isoDay } from "../../lib/dates.ts";
import { fillTemplate } from "./fill-template.ts";

const day = new Date(2026, 0, 5, 9, 3);

test("a template's places are filled, however they are written, and other braces stay", () => {
  expect(fillTemplate("# {{title}}, {{ Date }} {{other}} {x}", "Plan", day)).toBe(
    "# Plan, 2026-01-05 {{other}} {x}",
  );
  expect(fillTemplate("{{title}}", "", day)).toBe("Untitled");
  expect(fillTemplate("{{weekday}} {{time}}", "", day)).toMatch(/^\S+ .*9.*03/);
});

test("what a title holds is not filled in a second time", () => {
  expect(fillTemplate("{{title}}", "{{date}}", day)).toBe("{{date}}");
});

test("the day is that of the reader's clock", () => {
  expect(isoDay(new Date(2026, 10, 21, 23, 59))).toBe("2026-11-21");
});
