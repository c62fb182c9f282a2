import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

const DAY = "2027-03-10";
const WEEK = `/app/calendar?view=week&on=${DAY}`;

type Calendar = { id: string; name: string };

const aCalendar = (person: Person, name: string) =>
  person.api<Calendar>("POST", "/api/calendars", { name, color: "green" });
const anEvent = (person: Person, calendarId: string, title: string, more: object = {}) =>
  person.api<{ id: string }>("POST", "/api/events", {
    calendarId,
    title,
    date: DAY,
    time: "09:00",
    endTime: "10:00",
    ...more,
  });
async function share(owner: Person, calendarId: string, guest: Person, role: string) {
  const given = { email: guest.email, role };
  const { shareId } = await owner.api<{ shareId: string }>(
    "POST",
    `/api/calendars/${calendarId}/guests`,
    given,
  );
  await guest.api("POST", `/api/shares/${shareId}/accept`);
  return shareId;
}

const entry = (page: Page, title: string) => page.locator("[data-entry]").filter({ hasText: title });
const wide = (page: Page) => page.setViewportSize({ width: 1440, height: 1000 });

test("a calendar is shared by keyboard alone, accepted, written by both at once, and taken back while it is open @fetches-ahead", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const calendar = await aCalendar(ann, "Team");
  await aCalendar(ben, "Own");
  await Promise.all([wide(ann.page), wide(ben.page)]);
  await ann.page.goto(WEEK);

  await ann.page.getByRole("button", { name: "Actions for Team" }).focus();
  await ann.page.keyboard.press("Enter");
  const item = ann.page.getByRole("menuitem", { name: "Share..." });
  await expect(item).toBeVisible();
  for (let step = 0; step < 10 && !(await item.evaluate((one) => one === document.activeElement)); step += 1)
    await ann.page.keyboard.press("ArrowDown");
  await ann.page.keyboard.press("Enter");
  const dialog = ann.page.getByRole("dialog", { name: "Share Team" });
  await expect(dialog.getByLabel("Email address")).toBeFocused();
  await expect(dialog.getByText("Only you can see this calendar.")).toBeVisible();
  await ann.page.keyboard.type(ben.email);
  await ann.page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Role", { exact: true })).toBeFocused();
  await expect(dialog.getByLabel("Role", { exact: true })).toHaveValue("editor");
  await ann.page.keyboard.press("Tab");
  await ann.page.keyboard.press("Enter");
  await expect(dialog.getByRole("list", { name: "Shared with" })).toContainText("Invited");

  await ben.page.goto("/app/shared");
  await expect(ben.page.getByText(/Ann \(.*\) · Can edit/)).toBeVisible();
  await ben.page.getByRole("button", { name: "Accept Team" }).click();
  await expect(ben.page.getByText("Team is now in your calendar")).toBeVisible();
  // The owner's open dialog hears of it.
  await expect(dialog.getByRole("list", { name: "Shared with" })).toContainText("Ben");
  await ann.page.keyboard.press("Escape");

  await ben.page.goto(WEEK);
  const others = ben.page.getByRole("list", { name: "Other calendars" });
  await expect(others).toContainText("Team");
  await expect(others).toContainText("Ann");
  const event = await anEvent(ann, calendar.id, "Standup");
  await expect(entry(ben.page, "Standup")).toBeVisible();
  await expect(entry(ann.page, "Standup")).toBeVisible();

  // Both have it open; one changes the place, the other the title.
  await entry(ben.page, "Standup").click();
  const edited = ben.page.getByRole("dialog", { name: "Edit event" });
  await edited.getByLabel("Title").fill("Daily");
  await ann.api("PATCH", `/api/events/${event.id}`, { title: "Scrum", location: "Room 2" });
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(ben.page.getByText("Someone else had also changed the title")).toBeVisible();
  await expect(entry(ann.page, "Daily")).toBeVisible();
  expect(await ann.api("GET", `/api/events/${event.id}`)).toMatchObject({
    title: "Daily",
    location: "Room 2",
  });

  // Offline, what the guest writes waits and is sent.
  await ben.context.setOffline(true);
  await entry(ben.page, "Daily").click();
  await edited.getByLabel("Location").fill("Room 3");
  await edited.getByRole("button", { name: "Save" }).click();
  await ben.context.setOffline(false);
  await expect
    .poll(() => ann.api<{ location: string }>("GET", `/api/events/${event.id}`).then((one) => one.location))
    .toBe("Room 3");

  await ann.page.getByRole("button", { name: "Actions for Team" }).click();
  await ann.page.getByRole("menuitem", { name: "Share..." }).click();
  await dialog.getByLabel("Role of Ben").selectOption("free_busy");
  await expect(entry(ben.page, "Busy")).toBeVisible();
  await expect(entry(ben.page, "Daily")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Stop sharing with Ben" }).click();
  await expect(entry(ben.page, "Busy")).toHaveCount(0);
  await expect(others).toHaveCount(0);
  // Nothing of it stays on the device.
  await expect
    .poll(() => ben.page.evaluate(() => JSON.stringify(localStorage).includes("Daily")))
    .toBe(false);
});

test("free and busy times show when, and a reader cannot change what is shown", async ({
  aPerson,
  watch,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const [busy, read] = [await aCalendar(ann, "Private"), await aCalendar(ann, "Readings")];
  await anEvent(ann, busy.id, "Secret meeting", { location: "Secret place" });
  const attendees = [{ email: "grace@example.net", name: "Grace", isOptional: true }];
  await anEvent(ann, busy.id, "Secret guests", { attendees });
  await anEvent(ann, read.id, "Lecture", { time: "13:00", endTime: "14:00", location: "Hall", attendees });
  await share(ann, busy.id, ben, "free_busy");
  await share(ann, read.id, ben, "viewer");
  const { page } = ben;
  watch(page);
  await wide(page);
  for (const view of ["week", "month", "day", "agenda"]) {
    await page.goto(`/app/calendar?view=${view}&on=${DAY}`);
    await expect(page.getByText("Busy").first()).toBeVisible();
    await expect(page.getByText("Lecture").first()).toBeVisible();
    expect(await page.content()).not.toContain("Secret");
  }
  await page.goto(WEEK);
  // Where it is, nobody says; whose time it is, everybody wants to know.
  await expect(entry(page, "Busy").first()).toContainText("Ann");
  await entry(page, "Busy").first().click();
  const dialog = page.getByRole("dialog", { name: "Event", exact: true });
  await expect(dialog.getByText("Ann shares free and busy times of this calendar.")).toBeVisible();
  await expect(dialog.getByLabel("Location")).toHaveCount(0);
  await expect(dialog.getByRole("list", { name: "Guests" })).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Save" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await entry(page, "Lecture").click();
  await expect(dialog.getByText("Ann shares this calendar with you for reading.")).toBeVisible();
  await expect(dialog.getByLabel("Location")).toHaveValue("Hall");
  await expect(dialog.getByLabel("Location")).toBeDisabled();
  await expect(dialog.getByRole("list", { name: "Guests" })).toHaveText("Grace (Optional)");
  await audit(page, "a shared event");
  await page.keyboard.press("Escape");

  // A name and a color of one's own, and the way out.
  await page.getByRole("button", { name: "Actions for Readings" }).click();
  await page.getByRole("menuitem", { name: "Name and Color" }).click();
  const look = page.getByRole("dialog", { name: "Edit calendar" });
  await expect(
    look.getByText("Only you see this name and color. The calendar belongs to Ann."),
  ).toBeVisible();
  await look.getByLabel("Name").fill("Ann's readings");
  await look.getByRole("button", { name: "Save" }).click();
  const others = page.getByRole("list", { name: "Other calendars" });
  await expect(others).toContainText("Ann's readings");
  await page.getByRole("button", { name: "Actions for Ann's readings" }).click();
  await page.getByRole("menuitem", { name: "Leave" }).click();
  await expect(entry(page, "Lecture")).toHaveCount(0);
  await expect(others).not.toContainText("readings");
});
