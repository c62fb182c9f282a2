import { expect, test } from "./fixtures.ts";
import { audit, POPUP, resize } from "./screen-audit.ts";

const DAY = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const day = DAY.replaceAll("-", "");
const event = (title: string, hour: string, ...lines: string[]) => [
  "BEGIN:VEVENT",
  `UID:${title}@elsewhere`,
  `DTSTART:${day}T${hour}0000`,
  `DTEND:${day}T${hour}4500`,
  `SUMMARY:${title}`,
  ...lines,
  "END:VEVENT",
];
const FILE = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//x//y//EN",
  "X-WR-CALNAME:Club",
  ...event("Regatta", "09", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"),
  ...event("Barbecue", "12", "STATUS:CANCELLED"),
  ...["BEGIN:VTODO", "UID:ropes@elsewhere", "SUMMARY:Buy ropes", "END:VTODO"],
  ...["BEGIN:VJOURNAL", "UID:diary@elsewhere", "SUMMARY:Diary", "END:VJOURNAL"],
  "END:VCALENDAR",
  "",
].join("\r\n");

test("a calendar file is looked at and imported like any other, shows what is canceled, and is taken back", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Import..." }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  await dialog
    .getByLabel("Files to import")
    .setInputFiles({ name: "club.ics", mimeType: "text/calendar", buffer: Buffer.from(FILE) });
  await expect(dialog.getByText("Calendar file: club.ics")).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText("1 task and 2 events will be created.")).toBeVisible();
  await expect(dialog.getByText("1 entry will be skipped; the list says why.")).toBeVisible();
  await expect(dialog.getByText("Cairn's calendar keeps no journal entries.")).toBeVisible();
  expect(await audit(page, "plan of a calendar", POPUP)).toEqual([]);
  expect(await resize(page, "plan of a calendar")).toEqual([]);
  await dialog.getByRole("button", { name: "Import 2 events" }).click();
  await expect(dialog.getByText("1 task and 2 events imported.")).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Show imported events" }).click();
  await expect(page).toHaveURL(/\/app\/calendar/);

  await page.goto(`/app/calendar?view=day&on=${DAY}`);
  const entry = (title: string) => page.locator("[data-entry]").filter({ hasText: title });
  await expect(entry("Regatta")).toContainText("reminder set");
  await expect(entry("Barbecue")).toContainText("Canceled");
  await expect(entry("Barbecue").getByText("Barbecue")).toHaveCSS("text-decoration-line", "line-through");
  await expect(entry("Regatta").getByText("Regatta")).not.toHaveCSS("text-decoration-line", "line-through");
  expect(await audit(page, "a day with a canceled event")).toEqual([]);
  await entry("Barbecue").click();
  const opened = page.getByRole("dialog", { name: "Edit event" });
  await expect(opened.getByText("Canceled. The calendar it comes from", { exact: false })).toBeVisible();
  await opened.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.goto(`/app/calendar?view=agenda&on=${DAY}`);
  await expect(entry("Barbecue")).toContainText("Canceled");

  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Open the import of club.ics" }).click();
  await dialog.getByRole("button", { name: "Undo this import" }).click();
  await expect(dialog.getByText("Undone.")).toBeVisible();
  await page.goto(`/app/calendar?view=day&on=${DAY}`);
  await expect(page.getByRole("region", { name: "Calendars" }).getByLabel("Club")).toHaveCount(0);
  await expect(entry("Regatta")).toHaveCount(0);
});
