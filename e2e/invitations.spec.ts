import type { Page } from "@playwright/test";
import { startMailServer } from "#testing/servers/mail-server.ts";
import { expect, type Person, test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import type { ServerProcess } from "./server-process.ts";
import { audit } from "./screen-audit.ts";

type Smtp = Awaited<ReturnType<typeof startMailServer>>;

/** A server that mails to one of ours. */
const test = base.extend<object, { smtp: Smtp; server: ServerProcess }>({
  smtp: [
    async ({}, use) => {
      const smtp = await startMailServer();
      await use(smtp);
      await smtp.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ smtp }, use) => {
      const server = await startJourneyServer({
        SMTP_URL: smtp.url,
      });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

const DAY = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
const at = `/app/calendar?view=week&on=${DAY}`;
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const entry = (page: Page, title: string) => page.locator("[data-entry]").filter({ hasText: title });
const confirm = (server: ServerProcess, { userId }: Person) =>
  server.query("UPDATE auth.users SET email_verified = true WHERE id = $1", [userId]);

/** What the newest mail to this address asks of calendar programs. */
const methodOf = (smtp: Smtp, address: string) =>
  /METHOD:(\w+)/.exec(smtp.to(address).at(-1)!.parts.get("text/calendar")!.body)?.[1];

/** The page of the newest mail to this address, once there are so many. */
async function linkTo(smtp: Smtp, address: string, mails = 1): Promise<string> {
  await expect.poll(() => smtp.to(address).length, { timeout: 20_000 }).toBe(mails);
  return /https?:\S+\/invitations\/[\w-]{43}(?=\s)/.exec(
    smtp.to(address).at(-1)!.parts.get("text/plain")!.body,
  )![0];
}

test("guests are invited with the keyboard, answer without an account, and are seen at once", async ({
  aPerson,
  aContext,
  server,
  smtp,
  watch,
}) => {
  const ann = await aPerson("Ann");
  await confirm(server, ann);
  const { page } = ann;
  await page.goto(`${at}&add=yes`);
  const form = dialog(page, "New event");
  await form.getByLabel("Title").fill("Workshop");
  const guests = form
    .getByRole("textbox", { name: "Guests" })
    .or(form.getByRole("combobox", { name: "Guests" }));
  await guests.fill("grace@example.net");
  await page.keyboard.press("Enter");
  await expect(guests).toHaveValue("");
  await guests.fill("nobody@");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Not an email address: nobody@")).toBeVisible();
  await guests.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", '"Lamarr, Hedy" <hedy@example.net>; joan@example.net');
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  const list = form.getByRole("list", { name: "Guests" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await guests.fill("");
  await guests.focus();
  await page.keyboard.press("Backspace");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText("Lamarr, Hedy");
  await form.getByRole("button", { name: "Save" }).click();
  const question = dialog(page, "Send invitations to the guests?");
  await expect(question.getByRole("button", { name: "Send", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");

  const link = await linkTo(smtp, "grace@example.net");
  await linkTo(smtp, "hedy@example.net");
  await page.goto(at);
  await entry(page, "Workshop").click();
  const open = dialog(page, "Edit event");
  await expect(open.getByText("No answer yet")).toHaveCount(2);

  // No script runs for this guest: the page has to do without.
  const stranger = await aContext({ javaScriptEnabled: false });
  const theirs = await stranger.newPage();
  watch(theirs);
  await theirs.goto(link.replace(/^https?:\/\/[^/]+/, server.url));
  await expect(theirs.getByRole("heading", { name: "Workshop" })).toBeVisible();
  await expect(open.getByText("No answer yet")).toHaveCount(2);
  await theirs.getByLabel("Note to").fill("I'm a little late");
  await theirs.getByRole("button", { name: "Maybe" }).click();
  await expect(theirs.getByRole("status")).toContainText("You said that you may come.");
  await expect(open.getByText("Maybe")).toBeVisible();
  await expect(open.getByText("I'm a little late")).toBeVisible();
  await expect(open.getByText("No answer yet")).toHaveCount(1);
  await theirs.getByRole("button", { name: "Yes" }).click();
  await expect(open.getByText("Yes", { exact: true })).toBeVisible();
});

test("a change is sent when it is said so, and a cancellation with the deletion", async ({
  aPerson,
  server,
  smtp,
}) => {
  const ann = await aPerson("Bea");
  await confirm(server, ann);
  const { page } = ann;
  const attendees = [{ email: "ida@example.net", name: "Ida", isOptional: false }];
  const event = await ann.api<{ id: string }>("POST", "/api/events", {
    title: "Review",
    date: DAY,
    time: "09:00",
    endTime: "10:00",
    attendees,
  });
  await page.goto(at);
  await entry(page, "Review").click();
  const open = dialog(page, "Edit event");
  await open.getByRole("button", { name: "Send now" }).click();
  await linkTo(smtp, "ida@example.net");
  await expect(open.getByText("No answer yet")).toBeVisible();
  await open.getByLabel("Location").fill("Room 5");
  await open.getByRole("button", { name: "Save" }).click();
  await dialog(page, "Send invitations to the guests?").getByRole("button", { name: "Don't Send" }).click();
  await entry(page, "Review").click();
  await expect(open.getByText("1 person hasn't been told of the latest change.")).toBeVisible();
  await audit(page, "the dialog of an event with guests");
  await open.getByRole("button", { name: "Delete" }).click();
  await dialog(page, "Tell the guests that it is canceled?")
    .getByRole("button", { name: "Send", exact: true })
    .click();
  await expect.poll(() => smtp.to("ida@example.net").length, { timeout: 20_000 }).toBe(2);
  expect(smtp.to("ida@example.net")[1]!.head).toMatch(/^Subject: .*Canceled/m);
  expect(await ann.api("GET", `/api/events/${event.id}/attendees`)).toMatchObject({ unsent: 0 });
});

test("the page of an invitation is readable in both themes, on a phone too", async ({
  aPerson,
  aContext,
  server,
  smtp,
}) => {
  const ann = await aPerson("Cleo");
  await confirm(server, ann);
  const { id } = await ann.api<{ id: string }>("POST", "/api/events", {
    title: "A long title of a meeting about everything that could not be said before",
    location: "Room 5",
    date: DAY,
    time: "09:00",
    endTime: "10:00",
    timeZone: "Asia/Tokyo",
    attendees: [{ email: "joan@example.org", name: null, isOptional: false }],
  });
  await ann.api("POST", "/api/events/attendees/send", { eventIds: [id] });
  const link = (await linkTo(smtp, "joan@example.org")).replace(/^https?:\/\/[^/]+/, server.url);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 390]) {
      const context = await aContext({
        colorScheme,
        viewport: { width, height: 900 },
        timezoneId: "Europe/Oslo",
        locale: "en-US",
      });
      const page = await context.newPage();
      await page.goto(link);
      await expect(page.getByText("where you are (Europe/Oslo)")).toBeVisible();
      await audit(page, `an invitation, ${colorScheme}, ${width}`);
      await page.getByRole("button", { name: "No", exact: true }).click();
      await expect(page.getByRole("status")).toContainText("can't come");
      await context.close();
    }
});

test("an event with guests made without a connection says that nobody was told, and asks when it is back @fetches-ahead", async ({
  aPerson,
  server,
  smtp,
}) => {
  const ann = await aPerson("Ann");
  await confirm(server, ann);
  const { page, context } = ann;
  await page.goto(at);
  const make = async (title: string, address: string) => {
    await page.getByRole("button", { name: "New Event", exact: true }).click();
    const form = dialog(page, "New event");
    await form.getByLabel("Title").fill(title);
    await form
      .getByRole("textbox", { name: "Guests" })
      .or(form.getByRole("combobox", { name: "Guests" }))
      .fill(address);
    await form.getByRole("button", { name: "Save" }).click();
  };
  // With it, the question comes, and its code with it.
  await make("Before", "pat@example.net");
  await dialog(page, "Send invitations to the guests?").getByRole("button", { name: "Don't Send" }).click();
  await context.setOffline(true);
  const [address] = [`grace-${Date.now()}@example.net`];
  await make("On the train", address);
  await expect(page.getByText("Event created. The guests haven't been invited yet.")).toBeVisible();
  await expect(dialog(page, "Send invitations to the guests?")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText("1 guest hasn't been told yet.")).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await linkTo(smtp, address);
  const kept = () =>
    ann.api<{ notifications: { title: string; href: string }[] }>("GET", "/api/notifications");
  await expect
    .poll(async () => (await kept()).notifications.filter(({ title }) => title === "On the train"))
    .toMatchObject([{ href: expect.stringContaining("/app/calendar?tell=") as unknown }]);
});

test("who has not confirmed an address is told so instead of being asked, and guests of a new event in a calendar of somebody else are not dropped silently", async ({
  aPerson,
  server,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { page } = ben;
  for (const one of [ann, ben]) await confirm(server, one);
  const { id } = await ann.api<{ id: string }>("POST", "/api/calendars", { name: "Team" });
  await ben.api("POST", "/api/calendars", { name: "Own" });
  const given = { email: ben.email, role: "editor" };
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/calendars/${id}/guests`, given);
  await ben.api("POST", `/api/shares/${shareId}/accept`);
  await server.query("UPDATE auth.users SET email_verified = false WHERE id = $1", [ben.userId]);
  await page.goto(`${at}&add=yes`);
  const form = dialog(page, "New event");
  await form.getByLabel("Title").fill("Workshop");
  await form
    .getByRole("textbox", { name: "Guests" })
    .or(form.getByRole("combobox", { name: "Guests" }))
    .fill("grace@example.net");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Confirm your email address to send invitations")).toBeVisible();
  await form.getByLabel("Calendar", { exact: true }).selectOption({ label: "Team" });
  await expect(form.getByText("Only the owner of a calendar invites guests.")).toBeVisible();
  await expect(form.getByRole("list", { name: "Guests" })).toContainText("grace@example.net");
  await form.getByLabel("Calendar", { exact: true }).selectOption({ label: "Own" });
  await expect(form.getByText("Only the owner of a calendar invites guests.")).toHaveCount(0);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("Event created. Confirm your email address to invite the guests."),
  ).toBeVisible();
  await expect(dialog(page, "Send invitations to the guests?")).toHaveCount(0);
});

test("whose calendar or event with guests is deleted, by whomever, is asked whether they are told", async ({
  aPerson,
  server,
  smtp,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  for (const one of [ann, ben]) await confirm(server, one);
  const { id } = await ann.api<{ id: string }>("POST", "/api/calendars", { name: "Team" });
  await ann.api("POST", "/api/calendars", { name: "Other" });
  const given = { email: ben.email, role: "editor" };
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/calendars/${id}/guests`, given);
  await ben.api("POST", `/api/shares/${shareId}/accept`);
  const invite = async (title: string) => {
    const email = `${title.toLowerCase()}-${Date.now()}@example.net`;
    const attendees = [{ email, name: null, isOptional: false }];
    const event = { calendarId: id, title, date: DAY, time: "09:00", endTime: "10:00", attendees };
    const made = await ann.api<{ id: string }>("POST", "/api/events", event);
    await ann.api("POST", "/api/events/attendees/send", { eventIds: [made.id] });
    await expect.poll(() => smtp.to(email).length, { timeout: 20_000 }).toBe(1);
    return email;
  };
  const [review, workshop] = [await invite("Review"), await invite("Workshop")];

  await ben.page.goto(at);
  await entry(ben.page, "Review").click();
  await dialog(ben.page, "Edit event").getByRole("button", { name: "Delete" }).click();
  await expect(
    ben.page.getByText("Event deleted. The guests haven't been told; the calendar's owner can tell them."),
  ).toBeVisible();

  const { page } = ann;
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto("/app/calendar#notifications");
  await page.getByRole("link", { name: "Ben deleted Review" }).click();
  await dialog(page, "Tell the guests that it is canceled?")
    .getByRole("button", { name: "Send", exact: true })
    .click();
  await expect.poll(() => smtp.to(review).length, { timeout: 20_000 }).toBe(2);
  expect(methodOf(smtp, review)).toBe("CANCEL");

  await page.goto(at);
  const remove = async () => {
    await page.getByRole("button", { name: "Actions for Team" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const question = dialog(page, "Tell the guests that the events are canceled?");
    await expect(
      question.getByText("1 event of this calendar has guests who were told of it."),
    ).toBeVisible();
    return question;
  };
  await (await remove()).getByRole("button", { name: "Don't Send" }).click();
  await expect(page.getByText("The guests of its events haven't been told.")).toBeVisible();
  expect(smtp.to(workshop)).toHaveLength(1);
  await page.getByRole("button", { name: "Tell Them" }).click();
  await expect.poll(() => smtp.to(workshop).length, { timeout: 20_000 }).toBe(2);
  expect(methodOf(smtp, workshop)).toBe("CANCEL");
});
