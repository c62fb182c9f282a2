import { expect, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

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
  expect(await audit(page, "find a time", '[role="dialog"]')).toEqual([]);
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

test("a day is planned: each block says why, one is left out, and Undo takes all back", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  // Tomorrow, of which no time has passed.
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await ann.api("PATCH", "/api/preferences", {
    settings: { timeZone: "UTC", workingHours: { from: "09:00", to: "12:00", days: [1] } },
  });
  await ann.api("POST", "/api/events", { title: "Standup", date: day, time: "09:30", endTime: "10:00" });
  const task = (title: string, given: object) =>
    ann.api<{ id: string }>("POST", "/api/tasks", { title, ...given });
  const report = await task("Report", { dueDate: day, estimateMinutes: 60, priority: "high" });
  const call = await task("Call", { dueDate: day, estimateMinutes: 30 });
  const letter = await task("Letter", { myDay: day });
  await task("Move house", { dueDate: day, estimateMinutes: 600 });
  const plannedAt = async ({ id }: { id: string }) =>
    (await ann.api<{ plannedAt: string | null }>("GET", `/api/tasks/${id}`)).plannedAt;

  await page.goto(`/app/calendar?view=day&on=${day}`);
  await page.getByRole("button", { name: "Plan My Day" }).click();
  const dialog = page.getByRole("dialog", { name: "Plan my day" });
  const rows = dialog.getByRole("list").first().getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText("Call");
  await expect(rows.nth(1)).toContainText("Standup");
  await expect(rows.nth(2)).toContainText("10:00 AM to 11:00 AM");
  await expect(rows.nth(2)).toContainText("Due this day. Estimated 1 h.");
  await expect(rows.nth(3)).toContainText("On My Day. No estimate, so half an hour.");
  await expect(dialog.getByRole("region", { name: "Didn't fit" })).toContainText("Needs 10 h in one piece");
  await expect(dialog.getByRole("status")).toHaveText("2 h of 2 h 30 min free");
  expect(await plannedAt(report)).toBeNull();

  expect(await audit(page, "plan", '[role="dialog"]')).toEqual([]);
  await dialog.getByLabel("Letter").uncheck();
  await expect(dialog.getByRole("status")).toHaveText("1 h 30 min of 2 h 30 min free");
  await dialog.getByRole("button", { name: "Set Time Aside" }).click();
  await expect(page.getByText("Time set aside for 2 tasks")).toBeVisible();
  await expect(page.locator("[data-entry]").filter({ hasText: "Report" })).toBeVisible();
  await expect.poll(() => plannedAt(report)).toBe(`${day}T10:00:00.000Z`);
  expect([await plannedAt(call), await plannedAt(letter)]).toEqual([`${day}T09:00:00.000Z`, null]);
  // By the keyboard: a quarter of an hour later, and gone, which Undo takes back.
  const block = page.getByRole("button", { name: /^Report/ });
  await block.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => plannedAt(report)).toBe(`${day}T10:15:00.000Z`);
  await page.keyboard.press("Control+z");
  await expect.poll(() => plannedAt(report)).toBe(`${day}T10:00:00.000Z`);
  await block.focus();
  await page.keyboard.press("Delete");
  await expect.poll(() => plannedAt(report)).toBeNull();
  await page.keyboard.press("Control+z");
  await expect.poll(() => plannedAt(report)).toBe(`${day}T10:00:00.000Z`);
  await page.keyboard.press("Control+z");
  await expect.poll(() => plannedAt(report)).toBeNull();
  expect(await plannedAt(call)).toBeNull();

  await page.goto("/app/tasks");
  await page.getByRole("button", { name: "Plan My Day" }).click();
  await expect(dialog.getByLabel("Day")).toBeVisible();
});

test("a brief quotes one's notes, becomes the note of the event, and open boxes of that come back to it", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const text = "The warehouse in Bergen is *too* small.\n\n## Decisions\n\n- Rent it from May";
  await ann.api("POST", "/api/notes", { title: "Moving", body: { format: "markdown", text } });
  await ann.api("POST", "/api/tasks", { title: "Visit Bergen warehouse", dueDate: day });
  const { id } = await ann.api<{ id: string }>("POST", "/api/events", {
    title: "Bergen warehouse",
    date: day,
    time: "10:00",
  });
  await page.goto(`/app/calendar?view=day&on=${day}`);
  const entry = page.locator("[data-entry]").filter({ hasText: /^Bergen warehouse/ });
  await entry.click();
  const form = page.getByRole("dialog", { name: "Edit event" });
  await form.getByRole("button", { name: "Brief", exact: true }).click();
  const brief = page.getByRole("dialog", { name: "Brief: Bergen warehouse" });
  await expect(brief.getByRole("blockquote")).toHaveText("The warehouse in Bergen is too small.");
  await expect(brief.getByRole("region", { name: "Decisions" })).toContainText("Rent it from May");
  await expect(brief.getByRole("region", { name: "Open tasks" })).toContainText("Visit Bergen warehouse");
  expect(await audit(page, "brief", '[role="dialog"]')).toEqual([]);
  await brief.getByRole("button", { name: "Make Meeting Note" }).click();
  await expect(page).toHaveURL(/\/app\/editor\//);
  const note = page.locator(".note-text");
  await expect(note.locator("blockquote")).toHaveText("The warehouse in Bergen is too small.");
  await expect(note.getByText("Rent it from May")).toBeVisible();

  const { noteId } = await ann.api<{ noteId: string }>("GET", `/api/events/${id}`);
  expect(page.url()).toContain(noteId);
  await note.locator("h2").first().click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("[] Sign the lease");
  await expect
    .poll(async () => (await ann.api<{ tasks: object[] }>("GET", `/api/tasks?noteId=${noteId}`)).tasks.length)
    .toBe(1);
  await page.goto(`/app/calendar?view=day&on=${day}&event=${id}`);
  const open = form.getByRole("region", { name: "Open tasks from its notes" });
  await open.getByLabel("Done: Sign the lease").click();
  await expect(open).toHaveCount(0);

  await page.goto(`/app/calendar?on=${day}&brief=day`);
  const ofDay = page.getByRole("dialog", { name: /^Brief for/ });
  await expect(ofDay.getByRole("article", { name: "Bergen warehouse" })).toContainText("Rent it from May");
  await expect(ofDay.getByRole("region", { name: "Due" })).toContainText("Visit Bergen warehouse");
  expect(await audit(page, "brief of a day", '[role="dialog"]')).toEqual([]);
});
