import { expect, test } from "vitest";
import { readOf } from "./meaning-progress.tsx";

test.each([
  ["nothing yet", { kept: 0, due: 25 }, 25, { read: 0, all: 25 }],
  ["half", { kept: 12, due: 13 }, 25, { read: 12, all: 25 }],
  ["one that was changed after all were read", { kept: 25, due: 1 }, 25, { read: 24, all: 25 }],
  ["all to be looked at again", { kept: 25, due: 25 }, 25, { read: 0, all: 25 }],
  ["two of three, the third is kept from AI", { kept: 1, due: 1 }, 3, { read: 1, all: 2 }],
  ["what was deleted meanwhile", { kept: 3, due: 1 }, 2, { read: 2, all: 3 }],
])("%s", (_, index, things, told) => expect(readOf(index, things)).toEqual(told));
