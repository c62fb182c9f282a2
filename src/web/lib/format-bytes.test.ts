import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes.ts";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1.0 KB"],
  [3_240_000, "3.2 MB"],
  [48_000_000, "48 MB"],
  [2_500_000_000, "2.5 GB"],
])("%i is %s", (bytes, words) => expect(formatBytes(bytes)).toBe(words));
