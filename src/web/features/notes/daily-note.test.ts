import { expect, test } from "vitest";
import { isId } from "../../lib/ids.ts";
import { dailyId, dayOf } from "./daily-note.ts";

const ann = "0190a5d2-3f7c-7abc-9def-0123456789ab";

test("a day has one id for an account, another for each other day and account", () => {
  const day = dayOf(new Date(2026, 10, 21, 23, 50));
  expect(day).toBe(dayOf(new Date(2026, 10, 21, 0, 10)));
  const id = dailyId(ann, day);
  expect(isId(id)).toBe(true);
  expect(id.slice(14)).toBe("7abc-9def-0123456789ab");
  expect(new Date(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toISOString()).toBe(
    "2026-11-21T00:00:00.000Z",
  );
  expect(dailyId(ann, day + 86_400_000)).not.toBe(id);
  expect(dailyId(ann.replace("abc", "abd"), day)).not.toBe(id);
});
