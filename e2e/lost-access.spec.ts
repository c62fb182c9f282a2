import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test } from "./fixtures.ts";
import { textOnDevice, waitUntilCallsKept, waitUntilTextKept } from "./kept-on-device.ts";
import { drawn } from "./lots.ts";

const DAY = "2027-03-10";
const WEEK = `/app/calendar?view=week&on=${DAY}`;

type Event = { id: string; title: string; location: string; description: string; calendarId: string };

/** Ben writes in a calendar of Ann; the event has words that nobody but her shall keep. */
async function aSharedCalendar(ann: Person, ben: Person) {
  const { id } = await ann.api<{ id: string }>("POST", "/api/calendars", { name: "Team" });
  const event = await ann.api<Event>("POST", "/api/events", {
    calendarId: id,
    title: "Standup",
    date: DAY,
    time: "09:00",
    endTime: "10:00",
    description: "Salaries of everyone",
  });
  await ben.api("POST", "/api/calendars", { name: "Own" });
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/calendars/${id}/guests`, {
    email: ben.email,
    role: "editor",
  });
  await ben.api("POST", `/api/shares/${shareId}/accept`);
  return { calendarId: id, event, shareId };
}

const entry = (page: Page, title: string) => page.locator("[data-entry]").filter({ hasText: title });

/** What a guest writes while the server is stopped and the page was reloaded: an event, that event again, and one of the owner. */
async function writeWithoutServer({ page }: Person): Promise<void> {
  await page.getByRole("button", { name: "New Event", exact: true }).click();
  const made = page.getByRole("dialog", { name: "New event" });
  await made.getByLabel("Title").fill("Retrospective");
  await made.getByLabel("Start", { exact: true }).fill(DAY);
  await made.getByLabel("Calendar", { exact: true }).selectOption({ label: "Team" });
  await made.getByLabel("Description").fill("What went well, and the coffee machine.");
  await made.getByRole("button", { name: "Save" }).click();
  const edited = page.getByRole("dialog", { name: "Edit event" });
  await entry(page, "Retrospective").click();
  await edited.getByLabel("Location").fill("Roof garden");
  await edited.getByRole("button", { name: "Save" }).click();
  for (const [field, words] of [
    ["Location", "Room 7"],
    ["Tags", "weekly"],
  ] as const) {
    await entry(page, "Standup").click();
    await edited.getByLabel(field).fill(words);
    await edited.getByRole("button", { name: "Save" }).click();
    await expect(edited).toHaveCount(0);
  }
  await waitUntilCallsKept(page, 4);
}

for (const place of drawn(["the page that wrote it", "a page of something else that is opened later"], 1))
  test(
    `what a guest wrote without the server is not lost when the share was taken back meanwhile: ${place}`,
    { tag: "@service-worker" },
    async ({ aPerson, server }) => {
      test.setTimeout(150_000);
      const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
      const { shareId, event } = await aSharedCalendar(ann, ben);
      const { context } = ben;
      await ben.page.setViewportSize({ width: 1440, height: 1000 });
      await ben.page.goto(WEEK);
      await ben.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await ben.page.goto(WEEK);
      await entry(ben.page, "Standup").click();
      await expect(ben.page.getByLabel("Description")).toHaveValue("Salaries of everyone");
      await ben.page.getByRole("button", { name: "Cancel" }).click();
      await server.stop();
      await ben.page.reload();
      await writeWithoutServer(ben);
      // Until the share has ended nothing of it reaches the server.
      await context.setOffline(true);
      if (place !== "the page that wrote it") await ben.page.close();
      await server.start();
      await ann.api("DELETE", `/api/shares/${shareId}`);
      await context.setOffline(false);
      const page = ben.page.isClosed() ? await context.newPage() : ben.page;
      if (page !== ben.page) await page.goto("/app/tasks");

      const list = async () =>
        (await ben.api<{ events: Event[] }>("GET", `/api/events?from=${DAY}&to=${DAY}`)).events;
      await expect.poll(list).toMatchObject([
        {
          title: "Retrospective",
          description: "What went well, and the coffee machine.",
          location: "Roof garden",
        },
      ]);
      const notices = () =>
        ben
          .api<{ notifications: { title: string; message: string; href: string }[] }>(
            "GET",
            "/api/notifications",
          )
          .then(({ notifications }) =>
            notifications.filter(({ title }) => /is now in|wasn't saved/.test(title)),
          );
      await expect.poll(notices).toHaveLength(3);
      const [tags, location, made] = await notices();
      expect(made!.title).toBe("Retrospective is now in Own");
      expect(location!.title).toBe("Your change of Standup wasn't saved");
      expect(location!.message).toContain("Room 7");
      expect(tags!.message).toContain("weekly");

      // The changed words wait in a form, with nothing else of what was the owner's.
      await page.getByRole("button", { name: "Create Again" }).click();
      const dialog = page.getByRole("dialog", { name: "New event" });
      await expect(dialog.getByLabel("Title")).toHaveValue("Standup");
      await expect(dialog.getByLabel("Location")).toHaveValue("Room 7");
      await expect(dialog.getByLabel("Tags")).toHaveValue("weekly");
      await expect(dialog.getByLabel("Description")).toHaveValue("");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect
        .poll(async () => (await list()).map(({ title }) => title).toSorted())
        .toEqual(["Retrospective", "Standup"]);
      expect((await list()).find(({ title }) => title === "Standup")).toMatchObject({
        location: "Room 7",
        description: "",
      });
      expect(await ann.api("GET", `/api/events/${event.id}`)).toMatchObject({
        location: "",
        title: "Standup",
      });
    },
  );

for (const end of ["is taken back", "shows free and busy times alone"])
  for (const when of drawn(["while the page is open", "while no page is open"], 1))
    test(`what a guest's device has of a calendar goes when it ${end} ${when}, but not the guest's words`, async ({
      aPerson,
    }) => {
      const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
      const { shareId } = await aSharedCalendar(ann, ben);
      let { page } = ben;
      await page.goto(WEEK);
      await entry(page, "Standup").click();
      const dialog = page.getByRole("dialog", { name: "Edit event" });
      await expect(dialog.getByLabel("Description")).toHaveValue("Salaries of everyone");
      await dialog.getByLabel("Location").fill("Room 7");
      await page.keyboard.press("Escape");
      await page.goto(`/app/calendar?view=month&on=${DAY}`);
      await expect(entry(page, "Standup")).toBeVisible();
      await expect.poll(() => textOnDevice(page)).toMatch(/Salaries.*Salaries/);
      await page.goto("/app/tasks");
      await expect(page.getByRole("heading", { name: "Tasks" }).first()).toBeVisible();
      const endAccess = () =>
        end === "is taken back"
          ? ann.api("DELETE", `/api/shares/${shareId}`)
          : ann.api("PATCH", `/api/shares/${shareId}`, { role: "free_busy" });
      if (when === "while no page is open") {
        await page.close();
        await endAccess();
        page = await ben.context.newPage();
        await page.goto("/app/tasks");
      } else await endAccess();
      await expect.poll(() => textOnDevice(page)).not.toContain("Salaries");
      await page.getByRole("button", { name: "Create Again" }).click();
      const again = page.getByRole("dialog", { name: "New event" });
      await expect(again.getByLabel("Location")).toHaveValue("Room 7");
      await expect(again.getByLabel("Description")).toHaveValue("");
      expect(await textOnDevice(page)).not.toContain("Salaries");
    });

test("what a page has of a calendar that was left at once goes as well @fetches-ahead", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { shareId } = await aSharedCalendar(ann, ben);
  // What features do beside the page is fetched last, and this page is gone by then.
  await ben.context.route("**/assets/manifests-*.js", () => {});
  await ben.page.goto(WEEK);
  await expect(entry(ben.page, "Standup")).toBeVisible();
  await expect.poll(() => textOnDevice(ben.page)).toContain("Salaries");
  await ben.page.close();
  await ann.api("DELETE", `/api/shares/${shareId}`);
  await ben.context.unroute("**/assets/manifests-*.js");
  const page = await ben.context.newPage();
  await page.goto("/app/tasks");
  await expect(page.getByRole("heading", { name: "Tasks" }).first()).toBeVisible();
  await expect.poll(() => textOnDevice(page)).not.toContain("Salaries");
});

test("a second tab that had events of an ended share does not write them back to the device", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { shareId } = await aSharedCalendar(ann, ben);
  const [first, second] = [ben.page, await ben.context.newPage()];
  for (const page of [first, second]) {
    await page.goto(WEEK);
    await expect(entry(page, "Standup")).toBeVisible();
    // What was shown is in the memory of the tab, and nothing on its page asks for it any more.
    await page.getByRole("link", { name: "Tasks" }).first().click();
    await expect(page.getByRole("heading", { name: "Tasks" }).first()).toBeVisible();
  }
  await expect.poll(() => textOnDevice(first)).toContain("Salaries");
  // The second hears that the share has ended after the first has let go of everything.
  const late = Promise.withResolvers<void>();
  await second.route("**/rpc/calendars/list", (route) => late.promise.then(() => route.continue()));
  await ann.api("DELETE", `/api/shares/${shareId}`);
  await expect.poll(() => textOnDevice(first)).not.toContain("Salaries");
  await expect
    .poll(() => first.evaluate(() => JSON.stringify(localStorage).includes("cairn-shared-calendars_")))
    .toBe(false);
  late.resolve();
  // A change writes all lists that the tab has.
  await second.getByRole("link", { name: "Calendar" }).first().click();
  await second.getByRole("button", { name: "New Event", exact: true }).click();
  const made = second.getByRole("dialog", { name: "New event" });
  await made.getByLabel("Title").fill("Lunch");
  await made.getByRole("button", { name: "Save" }).click();
  await expect(second.getByText("Event created")).toBeVisible();
  await expect.poll(() => textOnDevice(first)).toContain("Lunch");
  expect(await textOnDevice(first)).not.toContain("Salaries");
  await second.close();
  expect(await textOnDevice(first)).not.toContain("Salaries");
});

test("a new event that is being written for a calendar that is no longer shared goes into an own one", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { shareId } = await aSharedCalendar(ann, ben);
  const { page } = ben;
  await page.goto(WEEK);
  await expect(entry(page, "Standup")).toBeVisible();
  await page.getByRole("button", { name: "New Event", exact: true }).click();
  const made = page.getByRole("dialog", { name: "New event" });
  await made.getByLabel("Title").fill("Retrospective");
  await made.getByLabel("Start", { exact: true }).fill(DAY);
  await made.getByLabel("Calendar", { exact: true }).selectOption({ label: "Team" });
  await made.getByLabel("Description").fill("What went well.");
  await ann.api("DELETE", `/api/shares/${shareId}`);
  await expect(entry(page, "Standup")).toHaveCount(0);
  await made.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Retrospective is now in Own")).toBeVisible();
  const { events } = await ben.api<{ events: Event[] }>("GET", `/api/events?from=${DAY}&to=${DAY}`);
  expect(events).toMatchObject([{ title: "Retrospective", description: "What went well." }]);
});

test("an undo of what is only to be read by now says so, and offers no other try", async ({ aPerson }) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { shareId } = await aSharedCalendar(ann, ben);
  const { page } = ben;
  await page.goto(WEEK);
  await entry(page, "Standup").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Event deleted")).toBeVisible();
  await ann.api("PATCH", `/api/shares/${shareId}`, { role: "viewer" });
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(page.getByText("no longer shared with you for editing")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
});

test("what is refused of a guest's changes is told one by one, and nothing of it is lost @fetches-ahead", async ({
  aPerson,
}) => {
  test.setTimeout(120_000);
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { calendarId } = await aSharedCalendar(ann, ben);
  const other = await ann.api<{ id: string }>("POST", "/api/calendars", { name: "Committee" });
  const given = { email: ben.email, role: "editor" };
  const second = await ann.api<{ shareId: string }>("POST", `/api/calendars/${other.id}/guests`, given);
  await ben.api("POST", `/api/shares/${second.shareId}/accept`);
  const anEvent = (title: string, time: string, calendar: string, more: object = {}) =>
    ann.api<Event>("POST", "/api/events", { calendarId: calendar, title, date: DAY, time, ...more });
  await anEvent("Choir", "12:00", other.id, { repeat: "FREQ=DAILY;COUNT=3" });
  const moved = await anEvent("Audit", "14:00", calendarId);
  await anEvent("Review", "16:00", calendarId);
  await anEvent("Minutes", "18:00", other.id);
  const { page, context } = ben;
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(WEEK);
  await expect(entry(page, "Choir")).toHaveCount(3);
  const edited = page.getByRole("dialog", { name: "Edit event" });
  // Without a service worker an event opens from when its dialog's code has come.
  await entry(page, "Choir").first().click();
  await edited.getByRole("button", { name: "Cancel" }).click();
  await context.setOffline(true);
  for (const [at, words] of [
    [1, "Room 1"],
    [2, "Room 2"],
  ] as const) {
    await entry(page, "Choir").nth(at).click();
    await edited.getByLabel("Location").fill(words);
    await edited.getByRole("button", { name: "Save" }).click();
    const question = page.getByRole("dialog", { name: "Edit repeating event" });
    await question.getByRole("radio", { name: "This event" }).check();
    await question.getByRole("button", { name: "OK" }).click();
    await expect(edited).toHaveCount(0);
  }
  for (const [title, words] of [
    ["Audit", "Vault"],
    ["Review", ""],
  ] as const) {
    await entry(page, title).click();
    await edited.getByLabel("Calendar", { exact: true }).selectOption({ label: "Committee" });
    if (words) await edited.getByLabel("Location").fill(words);
    await edited.getByRole("button", { name: "Save" }).click();
    await expect(edited).toHaveCount(0);
  }
  await entry(page, "Minutes").click();
  await edited.getByRole("button", { name: "Delete" }).click();
  await expect(edited).toHaveCount(0);
  await ann.api("PATCH", `/api/shares/${second.shareId}`, { role: "viewer" });
  await context.setOffline(false);

  const notices = () =>
    ben
      .api<{ notifications: { title: string; message: string; href: string }[] }>("GET", "/api/notifications")
      .then(({ notifications }) =>
        notifications.filter(({ title }) => /stays in|wasn't/.test(title)).toReversed(),
      );
  await expect.poll(notices).toHaveLength(5);
  const told = await notices();
  expect(told.map(({ title }) => title)).toEqual([
    "Your change of Choir wasn't saved",
    "Your change of Choir wasn't saved",
    "Audit stays in Team",
    "Review stays in Team",
    "Minutes wasn't deleted",
  ]);
  // The rest of what was changed with the move is saved.
  expect(await ann.api("GET", `/api/events/${moved.id}`)).toMatchObject({ calendarId, location: "Vault" });
  for (const [at, day, words] of [
    [0, "2027-03-11", "Room 1"],
    [1, "2027-03-12", "Room 2"],
  ] as const) {
    await page.goto(told[at]!.href);
    const again = page.getByRole("dialog", { name: "New event" });
    await expect(again.getByLabel("Start", { exact: true })).toHaveValue(day);
    await expect(again.getByLabel("Location")).toHaveValue(words);
  }
});

for (const end of drawn(["for reading alone", "no more"], 1))
  test(`what a guest writes in an open event that is shared ${end} meanwhile is made again in an own calendar`, async ({
    aPerson,
  }) => {
    const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
    const { shareId } = await aSharedCalendar(ann, ben);
    const { page } = ben;
    await page.goto(WEEK);
    await entry(page, "Standup").click();
    const edited = page.getByRole("dialog", { name: "Edit event" });
    await edited.getByLabel("Location").fill("Room 7");
    if (end === "no more") await ann.api("DELETE", `/api/shares/${shareId}`);
    else await ann.api("PATCH", `/api/shares/${shareId}`, { role: "viewer" });
    const closed = page.getByRole("dialog", { name: "Event", exact: true });
    await expect(
      closed.getByText("You can no longer edit this event. What you wrote isn't saved: Room 7"),
    ).toBeVisible();
    await expect(closed.getByRole("button", { name: "Save" })).toHaveCount(0);
    if (end === "for reading alone") {
      await closed.getByRole("button", { name: "Close" }).last().click();
      await entry(page, "Standup").click();
    }
    await closed.getByRole("button", { name: "Create in My Calendar" }).click();
    const again = page.getByRole("dialog", { name: "New event" });
    await expect(again.getByLabel("Title")).toHaveValue("Standup");
    await expect(again.getByLabel("Start", { exact: true })).toHaveValue(DAY);
    await again.getByRole("button", { name: "Save" }).click();
    const own = async () => {
      const { events } = await ben.api<{ events: Event[] }>("GET", `/api/events?from=${DAY}&to=${DAY}`);
      return events.filter(({ location }) => location === "Room 7");
    };
    await expect.poll(own).toMatchObject([{ title: "Standup", description: "" }]);
  });

test("what a guest's device has of notes, opened or listed, goes when they are taken back while no page is open", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const share = async (title: string) => {
    const noteId = await aNote(ann, { title, text: "Everyone gets as much." });
    const given = { email: ben.email, role: "editor" };
    const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/notes/${noteId}/guests`, given);
    await ben.api("POST", `/api/shares/${shareId}/accept`);
    return { noteId, shareId };
  };
  const [opened, listed] = [await share("Wages of everyone"), await share("Bonus of the board")];
  await ben.page.goto("/app/shared");
  await expect(ben.page.getByText("Bonus of the board").first()).toBeVisible();
  await openEditor(ben.page, opened.noteId);
  await expect(ben.page.getByRole("textbox", { name: "Note text" })).toContainText("as much");
  await waitUntilTextKept(ben.page, opened.noteId);
  await expect.poll(() => textOnDevice(ben.page)).toMatch(/Wages/);
  expect(await textOnDevice(ben.page)).toMatch(/Bonus/);
  await ben.page.close();
  for (const { shareId } of [opened, listed]) await ann.api("DELETE", `/api/shares/${shareId}`);
  const page = await ben.context.newPage();
  await page.goto("/app/tasks");
  await expect.poll(() => textOnDevice(page)).not.toMatch(/Wages|Bonus|as much/);
});
