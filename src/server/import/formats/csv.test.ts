import { expect, test } from "vitest";
import { parseCsv } from "./csv.ts";

test.each([
  [
    "quotes, separators and line ends in fields",
    'a,b\n"x ""q"" y","1,2\n3"\n',
    [
      ["a", "b"],
      ['x "q" y', "1,2\n3"],
    ],
  ],
  [
    "semicolons and lines of Windows",
    "a;b\r\n1;2\r\n\r\n3;4",
    [
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
    ],
  ],
  [
    "lines of old Macs",
    "a,b\r1,2\r",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "quotes within a field",
    'a,b\n1,he said "hi"\n',
    [
      ["a", "b"],
      ["1", 'he said "hi"'],
    ],
  ],
  ["rows of other lengths", "a,b\n1\n1,2,3\n", [["a", "b"], ["1"], ["1", "2", "3"]]],
  [
    "a quote that never ends",
    'a,b\n"open,2\n3,4',
    [
      ["a", "b"],
      ['"open', "2"],
      ["3", "4"],
    ],
  ],
  ["nothing", "", []],
])("reads %s", (_, text, rows) => {
  expect(parseCsv(text)).toEqual(rows);
});
