import { aNote, expect, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

type Reminder = { id: string; localTime: string; status: string };

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const TODAY = new Date().toISOString().slice(0, 10);
/** The Tuesday after next. */
const DAY = plus(TODAY, 7 + ((9 - new Date(TODAY).getUTCDay()) % 7));

test("a reminder stands on the calendar, is moved by keys, opened, deleted and hidden; a daily one is there each day", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("PATCH", "/api/preferences", { settings: { timeZone: "UTC" } });
  const noteId = await aNote(ann, { title: "Lease" });
  const [once, daily] = [`${DAY}T10:00`, `${DAY}T16:00`];
  await ann.api("POST", "/api/reminders", { noteId, localTime: once, timeZone: "UTC" });
  const water = await aNote(ann, { title: "Water the plants" });
  await ann.api("POST", "/api/reminders", { noteId: water, localTime: daily, repeat: "FREQ=DAILY;COUNT=3" });
  const event = await ann.api<{ id: string }>("POST", "/api/events", {
    title: "Dentist",
    date: DAY,
    time: "13:00",
    endTime: "14:00",
  });
  const reminders = async (id: string) =>
    (await ann.api<{ reminders: Reminder[] }>("GET", `/api/reminders?noteId=${id}`)).reminders;

  await page.goto(`/app/calendar?view=week&on=${DAY}`);
  const entry = (title: string) => page.locator("[data-entry]").filter({ hasText: title });
  await expect(entry("Lease")).toContainText("reminder");
  await expect(entry("Water the plants")).toHaveCount(3);
  await expect(entry("Dentist")).not.toContainText("reminder set");
  await ann.api("POST", "/api/reminders", { eventId: event.id, minutesBefore: 10 });
  await expect(entry("Dentist")).toContainText("reminder set");
  expect(await audit(page, "reminders on the calendar", "main")).toEqual([]);

  await entry("Lease").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(() => reminders(noteId)).toMatchObject([{ localTime: `${plus(DAY, 1)}T10:00` }]);
  await expect(entry("Lease")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect.poll(() => reminders(noteId)).toMatchObject([{ localTime: once }]);

  // One of many is not moved alone.
  await entry("Water the plants").nth(1).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(page.getByText("This reminder repeats. Open it to change when it rings.")).toBeVisible();
  expect(await reminders(water)).toMatchObject([{ localTime: daily }]);

  await entry("Lease").click();
  const dialog = page.getByRole("dialog", { name: "Remind me of Lease" });
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${noteId}`));
  await page.goBack();

  await entry("Lease").focus();
  await page.keyboard.press("Delete");
  await expect(entry("Lease")).toHaveCount(0);
  // It shows before the server has answered.
  await expect.poll(() => reminders(noteId)).toEqual([]);
  await page.getByRole("checkbox", { name: "Reminders", exact: true }).uncheck();
  await expect(entry("Water the plants")).toHaveCount(0);
  await expect(entry("Dentist")).not.toContainText("reminder set");
  await page.reload();
  await expect(entry("Dentist")).toBeVisible();
  await expect(entry("Water the plants")).toHaveCount(0);
});
