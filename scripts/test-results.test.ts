import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rateOfSecondTries, readPlaywrightResults, readResults } from "./test-results.ts";

const folder = mkdtempSync(join(tmpdir(), "cairn-results-"));
afterAll(() => rmSync(folder, { recursive: true }));

const results = (passed: number, tries: number) => ({
  passed,
  failed: 0,
  secondTries: Array.from({ length: tries }, (_, index) => `test ${index}`),
});

test("one second try in two hundred tests is borne, more than that is not", () => {
  expect(rateOfSecondTries([results(150, 1), results(50, 0)])).toEqual({
    line: "1 of 200 tests passed on the second try alone: 0.50 %",
    isTooHigh: false,
  });
  expect(rateOfSecondTries([results(150, 1), results(49, 0)])).toEqual({
    line: "1 of 199 tests passed on the second try alone: 0.50 %, more than 0.5 %",
    isTooHigh: true,
  });
  expect(rateOfSecondTries([])).toMatchObject({ isTooHigh: false });
});

test("tests of browsers that failed, or passed on the second try, are told with their reasons, from suites within suites", () => {
  const path = join(folder, "browser.json");
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: "a.spec.ts",
    line: 3,
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  });
  writeFileSync(
    path,
    JSON.stringify({
      stats: { expected: 1, flaky: 2, unexpected: 4 },
      suites: [
        {
          specs: [
            spec("at once", "expected"),
            spec("late", "flaky", "\u001B[31mToo late\u001B[39m\n\nby a second"),
          ],
          suites: [{ specs: [spec("within", "flaky"), spec("never", "unexpected", "Lost", "Lost again")] }],
        },
      ],
    }),
  );
  expect(readPlaywrightResults(path)).toEqual({
    passed: 3,
    failed: 4,
    secondTries: ["a.spec.ts:3 late\n  Too late\n  by a second", "a.spec.ts:3 within"],
    failures: ["a.spec.ts:3 never\n  Lost\n  Lost again"],
  });
});

test("results that were never written, or half, are none", () => {
  expect(readResults(join(folder, "missing.json"))).toBeUndefined();
  writeFileSync(join(folder, "half.json"), '{"passed": 3,');
  expect(readResults(join(folder, "half.json"))).toBeUndefined();
});
