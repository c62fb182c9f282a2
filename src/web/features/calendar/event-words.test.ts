import { expect, test } from "vitest";
import { eventReader } from "./event-words.ts";

test("on a day that was chosen a time alone is one of that day, and words that name another day are of that", async () => {
  const read = await eventReader("2031-03-04", true)("UTC");
  const times = (text: string) => {
    const { date, time, endDate, endTime } = read(text, []).event;
    return [date, time, endDate, endTime];
  };
  expect(times("Harvest 10:00")).toEqual(["2031-03-04", "10:00", "2031-03-04", "11:00"]);
  expect(times("Harvest 9-11am !!")).toEqual(["2031-03-04", "09:00", "2031-03-04", "11:00"]);
  expect(times("Harvest")).toEqual(["2031-03-04", null, "2031-03-04", null]);
  expect(times("Harvest on 2031-05-06 at 10:00")).toEqual(["2031-05-06", "10:00", "2031-05-06", "11:00"]);
});
