import { expect, test } from "vitest";
import { isId } from "../../platform/ids.ts";
import { dailyId, dayOf, formerDailyId } from "./daily-note.ts";

const seed = "0190a5d2-3f7c-7abc-9def-0123456789ab";

test("a day has one id for an account, another for each other day and account", () => {
  const day = dayOf(new Date(2026, 10, 21, 23, 50));
  expect(day).toBe(dayOf(new Date(2026, 10, 21, 0, 10)));
  const id = dailyId(seed, day);
  expect(isId(id)).toBe(true);
  expect(id).toBe(dailyId(seed, day));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  for (const made of [id, formerDailyId(seed, day)])
    expect(new Date(Number.parseInt(made.replace("-", "").slice(0, 12), 16)).toISOString()).toBe(
      "2026-11-21T00:00:00.000Z",
    );
  expect(dailyId(seed.replace("abc", "abd"), day)).not.toBe(id);
  expect(formerDailyId(seed, day).slice(14)).toBe("7abc-9def-0123456789ab");
});

test("the id of one day tells nothing of another's, nor of what they are made from", () => {
  const day = dayOf(new Date(2026, 10, 21));
  const rests = Array.from({ length: 50 }, (_, distance) =>
    dailyId(seed, day + distance * 86_400_000).slice(14),
  );
  expect(new Set(rests).size).toBe(50);
  for (const rest of rests) for (const part of seed.split("-")) expect(rest).not.toContain(part);
});
