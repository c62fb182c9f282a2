import { dragByFinger } from "./finger.ts";
import { expect, test } from "./fixtures.ts";

type Listed = { instances: { start: string; end: string }[] };

const DAY = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

test("a finger that rests on an event moves it, and one that does not scrolls the day", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  await ann.api("PATCH", "/api/preferences", { settings: { timeZone: "UTC" } });
  await ann.api("POST", "/api/events", { title: "Lunch", date: DAY, time: "09:00", endTime: "10:00" });
  const happening = async () => {
    const query = `from=${DAY}&to=${DAY}&timeZone=UTC`;
    const { instances } = await ann.api<Listed>("GET", `/api/events?${query}`);
    return instances.map(({ start, end }) => `${start} ${end}`);
  };
  const page = await onPhone(ann);
  await page.goto(`/mobile/calendar?view=day&on=${DAY}`);
  const entry = page.locator(".cal-event").filter({ hasText: "Lunch" });
  await expect(entry).toBeVisible();
  await page.waitForTimeout(500);
  const box = (await entry.boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await dragByFinger(page, middle, { x: middle.x, y: middle.y + 2 * box.height + 10 }, 600);
  await expect(page.getByText(/^Moved to/)).toBeVisible();
  await expect.poll(happening).toEqual([`${DAY}T11:00 ${DAY}T12:00`]);
  // What a finger has moved stays in hand until it presses elsewhere.
  await page.reload();
  await expect(entry).toBeVisible();
  await page.waitForTimeout(500);
  const moved = (await entry.boundingBox())!;
  const there = { x: moved.x + moved.width / 2, y: moved.y + moved.height / 2 };
  await dragByFinger(page, there, { x: there.x, y: there.y - 150 }, 0);
  await expect.poll(async () => (await entry.boundingBox())!.y).toBeLessThan(moved.y - 50);
  expect(await happening()).toEqual([`${DAY}T11:00 ${DAY}T12:00`]);
});
