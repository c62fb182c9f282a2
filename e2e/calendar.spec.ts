import type { Locator, Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

type Event = { id: string; title: string; date: string; time: string | null; endTime: string | null };
type Listed = { events: Event[]; instances: { eventId: string; start: string; end: string }[] };

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The Wednesday after next: what is about to happen is what the device keeps. */
const TODAY = new Date().toISOString().slice(0, 10);
const DAY = plus(TODAY, 7 + ((10 - new Date(TODAY).getUTCDay()) % 7));
const [MONDAY, TUESDAY, THURSDAY, FRIDAY] = [plus(DAY, -2), plus(DAY, -1), plus(DAY, 1), plus(DAY, 2)];
const WEEK = { from: plus(DAY, -3), to: plus(DAY, 3) };

/** "November 25", and not what only begins so. */
const wordsOf = (day: string) =>
  new Date(day).toLocaleDateString("en-US", { timeZone: "UTC", month: "long", day: "numeric" });
const named = (day: string) => new RegExp(`${wordsOf(day)}(?!\\d)`);

const at = (view: string, day = DAY) => `/app/calendar?view=${view}&on=${day}`;

const make = (person: Person, event: Record<string, unknown>) =>
  person.api<Event>("POST", "/api/events", { date: DAY, time: "09:00", endTime: "10:00", ...event });

const listed = (person: Person, { from, to } = WEEK) =>
  person.api<Listed>("GET", `/api/events?from=${from}&to=${to}&timeZone=UTC`);

/** Titles and starts of what happens in the week, as the server has them. */
const happening = async (person: Person, days = WEEK) => {
  const { events, instances } = await listed(person, days);
  const titleOf = new Map(events.map(({ id, title }) => [id, title]));
  return instances.map(({ eventId, start, end }) => `${titleOf.get(eventId)} ${start} ${end}`).sort();
};

const entry = (page: Page, title: string): Locator => page.locator("[data-entry]").filter({ hasText: title });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true }).click();

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = (await locator.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses, moves in steps as a hand does, and lets go. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 3, from.y + 8, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.up();
}

/** Where a time of a day is in the week's grid: beside the words of its hour, under the head of its day. */
async function placeOf(page: Page, day: string, hour: string): Promise<{ x: number; y: number }> {
  const head = await middleOf(page.locator(`[data-day="${day}"]`));
  const words = page.getByText(hour, { exact: true }).first();
  await words.scrollIntoViewIfNeeded();
  const box = (await words.boundingBox())!;
  return { x: head.x, y: box.y + 4 };
}

test("an event is drawn over its time, moved and resized by the mouse, each taken back by Undo", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(at("week"));
  const nine = await placeOf(page, DAY, "9:00 AM");
  const eleven = await placeOf(page, DAY, "11:00 AM");
  await drag(page, nine, { x: eleven.x, y: eleven.y - 8 });
  await dialog(page, "New event").getByLabel("Title").fill("Workshop");
  await dialog(page, "New event").getByRole("button", { name: "Save" }).click();
  await expect.poll(() => happening(ann)).toEqual([`Workshop ${DAY}T09:00 ${DAY}T11:00`]);
  await expect(entry(page, "Workshop")).toBeVisible();

  const thursday = await placeOf(page, THURSDAY, "9:00 AM");
  const wednesday = await placeOf(page, DAY, "9:00 AM");
  await drag(page, { x: wednesday.x, y: wednesday.y + 10 }, { x: thursday.x, y: thursday.y + 10 });
  await expect(page.getByText(/^Moved to/)).toBeVisible();
  await expect.poll(() => happening(ann)).toEqual([`Workshop ${THURSDAY}T09:00 ${THURSDAY}T11:00`]);
  await undo(page);
  await expect.poll(() => happening(ann)).toEqual([`Workshop ${DAY}T09:00 ${DAY}T11:00`]);

  await expect(entry(page, "Workshop")).toBeVisible();
  const box = (await page.locator(".cal-event").filter({ hasText: "Workshop" }).boundingBox())!;
  const one = await placeOf(page, DAY, "1:00 PM");
  await entry(page, "Workshop").hover();
  await drag(page, { x: box.x + box.width / 2, y: box.y + box.height - 1 }, { x: one.x, y: one.y - 8 });
  await expect(page.getByText(/^Now/)).toBeVisible();
  await expect.poll(() => happening(ann)).toEqual([`Workshop ${DAY}T09:00 ${DAY}T13:00`]);
  await undo(page);
  await expect.poll(() => happening(ann)).toEqual([`Workshop ${DAY}T09:00 ${DAY}T11:00`]);

  // Escape lets it fall where it was.
  await expect(entry(page, "Workshop")).toBeVisible();
  const place = (await page.locator(".cal-event").filter({ hasText: "Workshop" }).boundingBox())!;
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await page.mouse.down();
  await page.mouse.move(thursday.x, thursday.y, { steps: 5 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(page.locator(".cal-event").filter({ hasText: "Workshop" })).toHaveCount(1);
  await expect
    .poll(() => page.locator(".cal-event").filter({ hasText: "Workshop" }).boundingBox())
    .toEqual(place);
  expect(await happening(ann)).toEqual([`Workshop ${DAY}T09:00 ${DAY}T11:00`]);
  await entry(page, "Workshop").hover();
  await drag(page, { x: wednesday.x, y: wednesday.y + 10 }, { x: thursday.x, y: thursday.y + 10 });
  await expect.poll(() => happening(ann)).toEqual([`Workshop ${THURSDAY}T09:00 ${THURSDAY}T11:00`]);
});

test("an event is made, moved, resized and deleted by the keyboard alone, and the views have their keys", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto(at("month"));
  await page.locator("html[data-keys=ready]").waitFor();
  const day = page.locator(`[data-day="${DAY}"]`);
  await day.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(`[data-day="${THURSDAY}"]`)).toBeFocused();
  await page.keyboard.press("Enter");
  const form = dialog(page, "New event");
  await expect(form.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Dentist");
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  await expect.poll(() => happening(ann)).toEqual([`Dentist ${THURSDAY} ${THURSDAY}`]);
  await entry(page, "Dentist").focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => happening(ann)).toEqual([`Dentist ${DAY} ${DAY}`]);
  await expect(entry(page, "Dentist")).toBeFocused();
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await expect.poll(() => happening(ann)).toEqual([`Dentist ${DAY} ${THURSDAY}`]);
  await expect(entry(page, "Dentist")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(entry(page, "Dentist")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(entry(page, "Dentist")).toBeVisible();
  await expect.poll(() => happening(ann)).toEqual([`Dentist ${DAY} ${THURSDAY}`]);
  for (const [key, view] of [
    ["2", "week"],
    ["5", "agenda"],
    ["y", "year"],
    ["d", "day"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`view=${view}`));
  }
  await page.keyboard.press("t");
  await expect(page).not.toHaveURL(new RegExp(`on=${DAY}`));
  await page.keyboard.press("n");
  await expect(form).toBeVisible();
});

test("a sentence becomes an event, which says what was understood", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto(at("agenda"));
  const line = page.getByRole("textbox", { name: "Add an event" });
  await expect(page.getByRole("heading", { name: "Nothing planned in these days" })).toBeVisible();
  await line.fill(`lunch with Ana ${FRIDAY} 12-13 at Luigi's`);
  await expect(page.getByText(/^lunch with Ana: .*12:00 PM to 1:00 PM$/)).toBeVisible();
  await line.press("Enter");
  await expect(entry(page, "lunch with Ana")).toContainText("Luigi's");
  await expect.poll(() => happening(ann)).toEqual([`lunch with Ana ${FRIDAY}T12:00 ${FRIDAY}T13:00`]);
  await entry(page, "lunch with Ana").click();
  const form = dialog(page, "Edit event");
  await expect(form.getByLabel("Location")).toHaveValue("Luigi's");
  await form.getByLabel("Location").fill("");
  await form.getByLabel("All day").check();
  await form.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "lunch with Ana" });
  await expect(row).toContainText("All day");
  await expect(row).toContainText("No location");
});

test("of a repeating event this one, this and the following, or all are changed", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await make(ann, { title: "Standup", date: MONDAY, repeat: "FREQ=DAILY;COUNT=5" });
  await page.goto(at("agenda", WEEK.from));
  const days = page.getByRole("region");
  const change = async (day: string, title: string, scope: string) => {
    await days
      .filter({ hasText: named(day) })
      .locator("[data-entry]")
      .click();
    await dialog(page, "Edit event").getByLabel("Title").fill(title);
    await dialog(page, "Edit event").getByRole("button", { name: "Save" }).click();
    await dialog(page, "Edit repeating event").getByLabel(scope, { exact: true }).check();
    await dialog(page, "Edit repeating event").getByRole("button", { name: "OK" }).click();
  };
  const titles = async () => (await happening(ann)).map((line) => line.slice(0, -17).replace("T09:00", ""));
  const all = [MONDAY, TUESDAY, DAY, THURSDAY, FRIDAY].map((day) => `Standup ${day}`);
  await change(TUESDAY, "Late standup", "This event");
  await expect
    .poll(titles)
    .toEqual([`Late standup ${TUESDAY}`, ...all.filter((line) => !line.endsWith(TUESDAY))]);
  await undo(page);
  await expect.poll(titles).toEqual(all);
  await change(THURSDAY, "Retro", "This and following events");
  await expect.poll(titles).toEqual([`Retro ${THURSDAY}`, `Retro ${FRIDAY}`, ...all.slice(0, 3)]);
  await undo(page);
  await expect.poll(titles).toEqual(all);
  await change(DAY, "Daily", "All events");
  await expect.poll(titles).toEqual(all.map((line) => line.replace("Standup", "Daily")));
  await days
    .filter({ hasText: named(DAY) })
    .locator("[data-entry]")
    .click();
  await dialog(page, "Edit event").getByRole("button", { name: "Delete" }).click();
  await dialog(page, "Delete repeating event").getByRole("button", { name: "OK" }).click();
  await expect(days.filter({ hasText: named(DAY) })).toHaveCount(0);
  await expect.poll(async () => (await titles()).length).toBe(4);
  await undo(page);
  await expect.poll(async () => (await titles()).length).toBe(5);
});

test("another browser sees what is made and moved, and hears when both changed the same", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const other = await anotherBrowser(ann);
  await make(ann, { title: "Review" });
  await ann.page.goto(at("week"));
  await other.page.goto(at("week"));
  await entry(ann.page, "Review").click();
  await entry(other.page, "Review").click();
  await dialog(ann.page, "Edit event").getByLabel("Title").fill("Code review");
  await dialog(other.page, "Edit event").getByLabel("Title").fill("Design review");
  await dialog(other.page, "Edit event").getByLabel("Location").fill("Room 4");
  await dialog(other.page, "Edit event").getByRole("button", { name: "Save" }).click();
  await expect(entry(ann.page, "Design review")).toHaveCount(1);
  // What is not written in follows, what is written stays.
  await expect(dialog(ann.page, "Edit event").getByLabel("Location")).toHaveValue("Room 4");
  await dialog(ann.page, "Edit event").getByRole("button", { name: "Save" }).click();
  await expect(ann.page.getByText(/Someone else had also changed the title/)).toBeVisible();
  await expect(entry(other.page, "Code review")).toBeVisible();
});

test(
  "without the server events are made and stand after a reload, and arrive when it is back",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    const ann = await aPerson();
    const { page } = ann;
    await make(ann, { title: "Known before" });
    await page.goto(at("agenda"));
    await expect(entry(page, "Known before")).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("cairn-ai-calendar-events")))
      .toContain("Known before");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.stop();
    const line = page.getByRole("textbox", { name: "Add an event" });
    await line.fill(`Made offline ${THURSDAY} 9-10`);
    await line.press("Enter");
    await expect(entry(page, "Made offline")).toBeVisible();
    await page.reload();
    await expect(entry(page, "Known before")).toBeVisible();
    await expect(entry(page, "Made offline")).toBeVisible();
    await server.start();
    await expect
      .poll(() => happening(ann).catch(() => []), { timeout: 40_000 })
      .toEqual([
        `Known before ${DAY}T09:00 ${DAY}T10:00`,
        `Made offline ${THURSDAY}T09:00 ${THURSDAY}T10:00`,
      ]);
  },
);

test("what is kept on the device and has no readable date is left out and counted", async ({ aPerson }) => {
  const { page } = await aPerson();
  await page.goto("/app/tasks");
  await page.evaluate(() =>
    localStorage.setItem(
      "cairn-ai-calendar-events",
      JSON.stringify([
        { id: "1", title: "Broken", date: "next week" },
        { id: "2", title: "Broken too" },
      ]),
    ),
  );
  await page.goto(at("agenda"));
  await expect(page.getByText("2 events with an unreadable date were skipped")).toBeVisible();
});

test("tasks stand among events: ticked, planned from the list, hidden", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/tasks", { title: "Write report" });
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(at("week"));
  const side = page.getByRole("region", { name: "Unscheduled" });
  const ten = await placeOf(page, DAY, "10:00 AM");
  await drag(page, await middleOf(side.getByText("Write report")), { x: ten.x, y: ten.y + 4 });
  const task = () =>
    ann.api<{ dueDate: string | null; plannedAt: string; completed: boolean }>("GET", `/api/tasks/${id}`);
  await expect
    .poll(task)
    .toMatchObject({ plannedAt: `${DAY}T10:00:00.000Z`, plannedMinutes: 30, dueDate: null });
  await expect(side).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Done: Write report" }).check();
  await expect.poll(task).toMatchObject({ completed: true });
  await page.getByRole("region", { name: "Calendars" }).getByLabel("Tasks").uncheck();
  await expect(entry(page, "Write report")).toHaveCount(0);
});

test("calendars are made, hidden, and deleted with their events until Undo", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await make(ann, { title: "Own" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at("week"));
  const side = page.getByRole("region", { name: "Calendars" });
  await side.getByRole("button", { name: "New Calendar" }).click();
  await dialog(page, "New calendar").getByLabel("Name").fill("Family");
  await dialog(page, "New calendar").getByLabel("Orange").check({ force: true });
  await dialog(page, "New calendar").getByRole("button", { name: "Save" }).click();
  await side.getByLabel("My Calendar", { exact: true }).click();
  await expect(entry(page, "Own")).toHaveCount(0);
  await side.getByLabel("My Calendar", { exact: true }).click();
  await expect(entry(page, "Own")).toBeVisible();
  await side.getByRole("button", { name: "Actions for My Calendar" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(entry(page, "Own")).toHaveCount(0);
  await undo(page);
  await expect(entry(page, "Own")).toBeVisible();
});

test("a note about an event is made by one press and opened by the next", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await make(ann, { title: "Kickoff" });
  await page.goto(at("week"));
  await entry(page, "Kickoff").click();
  await dialog(page, "Edit event").getByRole("button", { name: "Write Notes" }).click();
  await expect(page).toHaveURL(/\/app\/editor\//);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(
    `Kickoff, ${wordsOf(DAY)}, ${DAY.slice(0, 4)}`,
  );
  const noteUrl = page.url();
  await page.goto(at("week"));
  await entry(page, "Kickoff").click();
  await dialog(page, "Edit event").getByRole("button", { name: "Open Notes" }).click();
  await expect(page).toHaveURL(noteUrl);
});

test("a phone shows the next days, opens a day from the month, and makes an event in it", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  await make(ann, { title: "Lunch" });
  const page = await onPhone(ann);
  await page.goto("/mobile/dashboard");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Calendar" }).tap();
  await expect(page.getByRole("tab", { name: "Agenda" })).toHaveAttribute("aria-selected", "true");
  await page.goto(`/mobile/calendar?view=month&on=${DAY}`);
  await page.getByText("Lunch", { exact: true }).tap();
  await dialog(page, "Edit event").getByRole("button", { name: "Cancel" }).tap();
  await page.getByRole("button", { name: "New Event", exact: true }).tap();
  await dialog(page, "New event").getByLabel("Title").fill("Walk");
  await dialog(page, "New event").getByRole("button", { name: "Save" }).tap();
  await expect.poll(async () => (await happening(ann)).length).toBe(2);
});

test("the calendar and its dialog pass axe in both themes", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await make(ann, { title: "Lunch", repeat: "FREQ=WEEKLY" });
  await make(ann, { title: "Fair", time: null, endTime: null, endDate: FRIDAY });
  await ann.api("POST", "/api/tasks", { title: "Report", dueDate: DAY, dueTime: "11:00" });
  const faults: string[] = [];
  for (const view of ["month", "week", "day", "agenda", "year"]) {
    await page.goto(at(view));
    await page
      .locator(view === "year" ? "[data-day]" : "[data-entry]")
      .first()
      .waitFor();
    faults.push(...(await audit(page, view)));
  }
  await page.goto(`${at("week")}&event=${id}&at=${DAY}T09:00`);
  await dialog(page, "Edit event").waitFor();
  faults.push(...(await audit(page, "dialog", '[role="dialog"]')));
  expect(faults).toEqual([]);
});
