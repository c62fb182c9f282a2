import type { Page } from "@playwright/test";
import { aNote, expect, type Person, test } from "./fixtures.ts";

type Reminder = {
  id: string;
  status: string;
  title: string;
  reminderDate: string;
  snoozeUntil: string | null;
};

const remindersOf = async (person: Person) =>
  (await person.api<{ reminders: Reminder[] }>("GET", "/api/reminders")).reminders;

/** By the palette, which has everything. */
async function command(page: Page, name: string): Promise<void> {
  const palette = page.getByRole("dialog", { name: "Command palette" });
  // Its keys come beside the page.
  await expect(async () => {
    if (!(await palette.isVisible())) await page.keyboard.press("Control+k");
    await expect(palette).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await palette.getByRole("combobox").fill(`>${name}`);
  await page
    .getByRole("option", { name: new RegExp(`^${name}`) })
    .first()
    .click();
}

test("a reminder is set in words from a note, listed, snoozed and dismissed", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const note = await aNote(ann, { title: "Water the plants", text: "Ferns first" });
  await page.goto(`/app/editor/${note}`);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Water the plants");
  await command(page, "Remind Me");
  const dialog = page.getByRole("dialog", { name: "Remind me of Water the plants" });
  await dialog.getByLabel("When").fill("tomorrow 5pm");
  await expect(dialog.getByText(/^Tomorrow 5:00/)).toBeVisible();
  await dialog.getByRole("button", { name: "Set Reminder" }).click();
  await expect(page.getByText(/^Reminder set for Tomorrow 5:00/)).toBeVisible();
  await expect.poll(() => remindersOf(ann)).toMatchObject([{ title: "Water the plants", status: "pending" }]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => remindersOf(ann)).toEqual([]);

  await ann.api("POST", "/api/reminders", {
    noteId: note,
    reminderDate: new Date(Date.now() + 500).toISOString(),
  });
  await expect(page.getByText("⏰ Reminder: Water the plants")).toBeVisible({ timeout: 20_000 });
  await command(page, "Reminders");
  const list = page.getByRole("dialog", { name: "Reminders" });
  await expect(list.getByText(/^Rang /)).toBeVisible();
  await expect(list.getByText("Ferns first")).toBeVisible();
  await list.getByRole("button", { name: "Snooze Water the plants for 15 minutes" }).click();
  await expect(page.getByText("Reminder snoozed for 15 minutes")).toBeVisible();
  await expect(list.getByText(/^Snoozed until /)).toBeVisible();
  const [snoozed] = await remindersOf(ann);
  expect(Math.round((Date.parse(snoozed!.snoozeUntil!) - Date.now()) / 60_000)).toBe(15);
});

test("one that rings shows in every page once, and View leads to the note", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const other = await anotherBrowser(ann);
  const note = await aNote(ann, { title: "会議の準備" });
  await page.goto("/app/tasks");
  await other.page.goto("/app/tasks");
  await ann.api("POST", "/api/reminders", {
    noteId: note,
    reminderDate: new Date(Date.now() + 1_000).toISOString(),
  });
  for (const shown of [page, other.page])
    await expect(shown.getByText("⏰ Reminder: 会議の準備")).toBeVisible({ timeout: 20_000 });
  // The page of a note has a button of that name, too.
  const view = page.getByLabel("Messages").getByRole("button", { name: "View" });
  await view.click();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${note}`));
  await view.waitFor({ state: "detached" });
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("会議の準備");
  // Past the first look of a page.
  await page.waitForResponse((response) => response.url().includes("/rpc/reminders/due"));
  await expect(page.getByText("⏰ Reminder: 会議の準備")).toHaveCount(0);
});

test("what the server refuses says so in the specification's words, and is tried again", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const task = await ann.api<{ id: string }>("POST", "/api/tasks", { title: "Pay rent" });
  await page.goto("/app/tasks?view=anytime");
  const fail = (operation: string) =>
    page.route(`**/rpc/reminders/${operation}`, (route) => route.fulfill({ status: 500, body: "{}" }));
  await fail("create");
  await page.getByRole("listitem").filter({ hasText: "Pay rent" }).hover();
  await page.getByRole("button", { name: "Actions for Pay rent" }).click();
  await page.getByRole("menuitem", { name: "Remind Me..." }).click();
  await page.getByRole("button", { name: "Tomorrow morning" }).click();
  await expect(page.getByText("Failed to create reminder")).toBeVisible();
  await page.unroute("**/rpc/reminders/create");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByText(/^Reminder set for Tomorrow 9:00/)).toBeVisible();

  await ann.api("POST", "/api/reminders", {
    taskId: task.id,
    reminderDate: new Date(Date.now() + 500).toISOString(),
  });
  await expect(page.getByText("⏰ Reminder: Pay rent")).toBeVisible({ timeout: 20_000 });
  await fail("snooze");
  await fail("dismiss");
  await command(page, "Reminders");
  const list = page.getByRole("dialog", { name: "Reminders" });
  await list.getByRole("button", { name: "Snooze Pay rent for 15 minutes" }).click();
  await expect(page.getByText("Failed to snooze reminder")).toBeVisible();
  await list.getByRole("button", { name: "Dismiss Pay rent" }).click();
  await expect(page.getByText("Failed to dismiss reminder")).toBeVisible();
  await page.unroute("**/rpc/reminders/dismiss");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByText("Reminder dismissed")).toBeVisible();
});

type Shown = { title: string; options: { tag: string; data: object; actions: { action: string }[] } };
type OfWorker = {
  registration: { showNotification: (title: string, options: Shown["options"]) => Promise<void> };
  ExtendableEvent: new (type: string) => Event;
  shown: Shown[];
};

test(
  "a push message shows a notification whose actions snooze and dismiss",
  { tag: "@service-worker" },
  async ({ aPerson, baseURL }) => {
    const ann = await aPerson();
    const { page, context } = ann;
    const note = await aNote(ann, { title: "Take the bread out" });
    const { id } = await ann.api<Reminder>("POST", "/api/reminders", {
      noteId: note,
      reminderDate: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await page.goto("/app/tasks");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const worker = context.serviceWorkers()[0]!;
    // Chromium without a screen denies notifications to every page: what it would show is written down.
    await worker.evaluate(() => {
      const own = self as unknown as OfWorker;
      own.shown = [];
      own.registration.showNotification = async (title, options) => void own.shown.push({ title, options });
    });
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(baseURL!));
        if (own) resolve(own.registrationId);
      });
    });
    await session.send("ServiceWorker.enable");
    const tag = `${id}-1`;
    const url = `/app/editor/${note}`;
    const title = "Reminder: Take the bread out";
    const data = JSON.stringify({ title, body: "", url, tag, reminderId: id });
    const registrationId = await registered;
    await session.send("ServiceWorker.deliverPushMessage", { origin: baseURL!, registrationId, data });
    await expect
      .poll(() => worker.evaluate(() => (self as unknown as OfWorker).shown))
      .toMatchObject([
        {
          title,
          options: {
            tag,
            data: { url, reminderId: id },
            actions: [{ action: "snooze" }, { action: "dismiss" }, { action: "view", title: "View Note" }],
            requireInteraction: true,
          },
        },
      ]);
    const press = (action: string) =>
      worker.evaluate((pressed) => {
        const { ExtendableEvent, shown } = self as unknown as OfWorker;
        const notification = { data: shown[0]!.options.data, close: () => {} };
        const event = new ExtendableEvent("notificationclick");
        self.dispatchEvent(Object.assign(event, { action: pressed, notification }));
      }, action);
    const status = async () => (await remindersOf(ann))[0]?.status;
    await press("snooze");
    await expect.poll(status).toBe("snoozed");
    await press("dismiss");
    await expect.poll(status).toBe("dismissed");
    await press("");
    await expect(page).toHaveURL(new RegExp(url));
  },
);

test("an event is reminded of ten minutes before, on its own clock, and when it is moved as well", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/events", {
    title: "Standup",
    date: "2031-03-03",
    time: "09:00",
    timeZone: "Asia/Tokyo",
    repeat: "FREQ=WEEKLY",
  });
  await page.goto(`/app/calendar?view=agenda&on=2031-03-03&event=${id}&at=2031-03-03T09:00`);
  await page
    .getByRole("dialog", { name: "Edit event" })
    .getByRole("button", { name: "Remind Me..." })
    .click();
  const dialog = page.getByRole("dialog", { name: "Remind me of Standup" });
  await dialog.getByRole("button", { name: "10 minutes before" }).click();
  await expect
    .poll(() => remindersOf(ann))
    .toMatchObject([{ eventId: id, minutesBefore: 10, reminderDate: "2031-03-02T23:50:00.000Z" }]);
  const later = { time: "10:00", endTime: "11:00", scope: "all" };
  await ann.api("PATCH", `/api/events/${id}`, later);
  await expect
    .poll(() => remindersOf(ann))
    .toMatchObject([{ eventId: id, reminderDate: "2031-03-03T00:50:00.000Z" }]);
});

test("words that ask for a reminder set one, for a task and for an event", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/tasks");
  const task = page.getByRole("textbox", { name: "Add a task" });
  await task.fill("Call Ana 3 march 2031 at 9:00 remind me 10 minutes before");
  await expect(page.getByRole("button", { name: /^Reminder: .*8:50/ })).toBeVisible();
  await task.press("Enter");
  await expect
    .poll(() => remindersOf(ann))
    .toMatchObject([{ title: "Call Ana", localTime: "2031-03-03T08:50" }]);
  await page.goto("/app/calendar?view=agenda");
  const event = page.getByRole("textbox", { name: "Add an event" });
  await event.fill("Lunch 4 march 2031 12-13 remind me 1 hour before");
  await expect(page.getByRole("button", { name: /^Reminder: .*11:00/ })).toBeVisible();
  await event.press("Enter");
  await expect
    .poll(() => remindersOf(ann))
    .toMatchObject([{ title: "Call Ana" }, { title: "Lunch", localTime: "2031-03-04T11:00" }]);
});

test("settings say where reminders go, and what is wrong with an address", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/settings?tab=notifications");
  const webhook = page.locator("#reminder-webhook");
  await webhook.getByLabel("Address", { exact: true }).fill("https://127.0.0.1/hook");
  await webhook.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  await webhook.getByRole("button", { name: "Send a test to this address" }).click();
  await expect(webhook.getByRole("status")).not.toHaveText("");
  await page.getByRole("switch", { name: "Keep quiet hours" }).click();
  await expect(page.getByLabel("From")).toHaveValue("22:00");
  await page.reload();
  await expect(page.getByLabel("From")).toHaveValue("22:00");
  await expect(webhook.getByLabel("Address", { exact: true })).toHaveValue("https://127.0.0.1/hook");
});

test(
  "without the server reminders are deleted, snoozed and dismissed, stand so after a reload, and arrive when it is back",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    const ann = await aPerson();
    const { page } = ann;
    for (const title of ["Deleted", "Dismissed", "Snoozed"])
      await ann.api("POST", "/api/reminders", {
        noteId: await aNote(ann, { title }),
        reminderDate: new Date(Date.now() + 500).toISOString(),
      });
    const states = async () =>
      (await remindersOf(ann)).map(({ title, status }) => `${title} ${status}`).toSorted();
    await expect
      .poll(states, { timeout: 20_000 })
      .toEqual(["Deleted sent", "Dismissed sent", "Snoozed sent"]);
    await page.goto("/app/tasks");
    await command(page, "Reminders");
    const list = page.getByRole("dialog", { name: "Reminders" });
    await expect(list.getByText(/^Rang /)).toHaveCount(3);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.stop();
    await list.getByRole("button", { name: "Delete reminder Deleted" }).click();
    await list.getByRole("button", { name: "Dismiss Dismissed" }).click();
    await list.getByRole("button", { name: "Snooze Snoozed for 15 minutes" }).click();
    const isShown = async () => {
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await expect(list.getByRole("listitem")).toContainText(/Snoozed.*Snoozed until /);
    };
    await isShown();
    await page.reload();
    await command(page, "Reminders");
    await isShown();
    await server.start();
    await expect
      .poll(() => states().catch(() => []), { timeout: 40_000 })
      .toEqual(["Dismissed dismissed", "Snoozed snoozed"]);
    await isShown();
  },
);
