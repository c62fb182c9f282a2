import { expect, test } from "./fixtures.ts";

type Listed = { instances: { start: string; end: string }[]; events: { title: string }[] };

test("a free time is found, and a press makes an event there, which Undo takes back", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const today = new Date().toISOString().slice(0, 10);
  const to = new Date(Date.parse(today) + 14 * 86_400_000).toISOString().slice(0, 10);
  const happening = async () => {
    const { instances } = await ann.api<Listed>("GET", `/api/events?from=${today}&to=${to}&timeZone=UTC`);
    return instances.map(({ start }) => start);
  };
  await ann.api("PATCH", "/api/preferences", {
    settings: { timeZone: "UTC", workingHours: { from: "10:00", to: "12:00", days: [1, 2, 3, 4, 5, 6, 7] } },
  });
  // Everything but the second hour of each morning.
  await ann.api("POST", "/api/events", {
    title: "Daily",
    date: today,
    time: "10:00",
    endTime: "11:00",
    repeat: "FREQ=DAILY",
  });
  await page.goto("/app/calendar?view=week");
  await page.getByRole("button", { name: "Find a Time" }).click();
  const dialog = page.getByRole("dialog", { name: "Find a time" });
  await dialog.getByLabel("Title").fill("Review");
  await dialog.getByLabel("Length").selectOption("1 h");
  const second = dialog.getByRole("listitem").nth(1);
  await expect(second).toContainText("11:00 AM to 12:00 PM");
  await expect(second).toContainText("free until 12:00 PM");
  await dialog.getByLabel("Length").selectOption("2 h");
  await expect(dialog.getByText("No free time in the next two weeks")).toBeVisible();
  await dialog.getByLabel("Length").selectOption("1 h");
  await second.getByRole("button").click();
  await expect(page.locator("[data-entry]").filter({ hasText: "Review" })).toBeVisible();
  await expect
    .poll(async () => (await happening()).filter((start) => start.endsWith("T11:00")))
    .toHaveLength(1);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.locator("[data-entry]").filter({ hasText: "Review" })).toHaveCount(0);
});
