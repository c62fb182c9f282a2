import ICAL from "ical.js";
import { expect } from "vitest";
import type { Attendee, CalendarEvent } from "#contract/events.ts";
import { deliverInvitation } from "#server/calendar/invitations/deliver.ts";
import { startJobs } from "#server/jobs/start-jobs.ts";
import { startMailServer } from "./mail-server.ts";
import { type SignedInVisitor, startTestApp } from "../test-app.ts";

const NINE = { date: "2031-03-04", time: "09:00", endTime: "10:00" };
let count = 0;

/** An address that no other test has mailed to. */
export const anAddress = (name: string) => `${name}${(count += 1)}@example.net`;
export const guest = (email: string, name: string | null = null): Attendee => ({
  email,
  name,
  isOptional: false,
});
export const soon: typeof expect.poll = (read) => expect.poll(read, { timeout: 10_000, interval: 50 });

export const anEvent = (
  user: SignedInVisitor,
  attendees: Attendee[],
  more: object = {},
): Promise<CalendarEvent> =>
  user.client.events.create({ title: "Workshop", location: "Room 5", ...NINE, attendees, ...more });
export const send = async (user: SignedInVisitor, event: { id: string }) =>
  (await user.client.attendees.send({ eventIds: [event.id] })).sent;
export const attendeesOf = async (user: SignedInVisitor, event: { id: string }) =>
  (await user.client.attendees.list({ eventId: event.id })).attendees;

/** What the form of an invitation's page says of the times that it shows. */
export const timesIn = (page: string): string => /name="times" value="([^"]*)"/.exec(page)?.[1] ?? "";

/** The server with a mail server beside it, whose mails are read as guests and their programs read them. */
export async function startInviting() {
  const smtp = await startMailServer();
  const app = await startTestApp({ SMTP_URL: smtp.url });
  const jobs = startJobs(app.services, [deliverInvitation], { pollMs: 50, leadMs: 50, leaseMs: 20_000 });
  return {
    app,
    smtp,
    async close() {
      await jobs.stop();
      await app.close();
      await smtp.close();
    },

    async anOrganizer(name = "Ada Lovelace"): Promise<SignedInVisitor> {
      const user = await app.aUser("ada");
      await user.client.accounts.updateProfile({ name });
      await app.services.db.authPool.query("UPDATE auth.users SET email_verified = true WHERE id = $1", [
        user.userId,
      ]);
      await user.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
      return user;
    },

    /** The newest mail to an address, once there are so many. */
    async mailTo(address: string, mails = 1) {
      await soon(() => smtp.to(address).length).toBe(mails);
      const mail = smtp.to(address)[mails - 1]!;
      const calendar = mail.parts.get("text/calendar")!;
      const words = mail.parts.get("text/plain")!.body;
      const component = new ICAL.Component(ICAL.parse(calendar.body) as unknown as string);
      const path = /\/invitations\/[\w-]{43}(?=\s)/.exec(words)?.[0] ?? "";
      const stop = /\/invitations\/stop\/[\w.-]+/.exec(words)![0];
      return { ...mail, calendar, component, events: component.getAllSubcomponents("vevent"), path, stop };
    },

    /** Sends the form of the page as it is now, with these fields. */
    async answer(path: string, fields: Record<string, string>) {
      const times = timesIn(await (await app.visitor().request(path)).text());
      return app.visitor().request(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ times, ...fields }).toString(),
        redirect: "manual",
      });
    },
  };
}
