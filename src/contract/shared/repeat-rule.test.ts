import { expect, test } from "vitest";
import { isRepeatRule } from "./repeat-rule.ts";

test.each([
  "FREQ=DAILY",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3",
  "FREQ=DAILY;UNTIL=20270228",
])("%s is a rule", (rule) => expect(isRepeatRule(rule)).toBe(true));

test.each([
  "",
  "RRULE:FREQ=DAILY",
  "freq=daily",
  "FREQ=HOURLY",
  "FREQ=DAILY;BYHOUR=9",
  "INTERVAL=2",
  "FREQ=DAILY;FREQ=WEEKLY",
  "FREQ=DAILY;INTERVAL=0",
  "FREQ=DAILY;COUNT=2;UNTIL=20270101",
  "FREQ=DAILY;UNTIL=20270231",
  "FREQ=MONTHLY;BYMONTHDAY=32",
  "FREQ=MONTHLY;BYDAY=",
  "FREQ=DAILY;toString=1",
  `FREQ=MONTHLY;BYMONTHDAY=${Array.from({ length: 300 }, () => "1").join(",")}`,
])("%s is none", (rule) => expect(isRepeatRule(rule)).toBe(false));
