import { expect, test } from "vitest";
import { oneLine } from "./words.ts";

test.each([
  ["Review\r\nBcc: all@example.org", "Review Bcc: all@example.org"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["Day of the 👨\u200d👩\u200d👧", "Day of the 👨\u200d👩\u200d👧"],
  ["safe\u202egpj.exe", "safe gpj.exe"],
  ["\u2066Review\u2069\u200b\ufeff", "Review"],
  ["\u200d\u200c", ""],
  ["\u200d Ann \u200c", "Ann"],
])("%j in a header is %j", (text, line) => expect(oneLine(text)).toBe(line));
