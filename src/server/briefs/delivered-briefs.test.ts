import { afterAll, beforeAll, expect, test } from "vitest";
import { mailTo } from "#testing/servers/mailbox.ts";
import { aPushBrowser, startReceiver } from "#testing/servers/push-browser.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { type Jobs, startJobs } from "../jobs/start-jobs.ts";
import { deliverReminder } from "../reminders/deliver.ts";
import { sendBriefsTo } from "./send-briefs.ts";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let app: TestApp;
let jobs: Jobs;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ EGRESS_ALLOW: `127.0.0.1:${receiver.port}` });
  jobs = startJobs(app.services, [deliverReminder], { pollMs: 50, leadMs: 50, leaseMs: 20_000 });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await receiver.close();
});

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 50 });

test("the brief of the day comes on each way that its owner has chosen for reminders, once", async () => {
  const user = await app.aUser("Brita");
  const browser = aPushBrowser();
  await user.client.reminders.subscribe({ endpoint: receiver.url("/push"), keys: browser.keys });
  await app.database.asSuperuser("UPDATE auth.users SET email_verified = true WHERE id = $1", [user.userId]);
  const webhook = { url: receiver.url("/hook"), kind: "json" } as const;
  await user.client.preferences.update({
    settings: { timeZone: "UTC", reminders: { email: true, webhook }, briefs: { morning: "07:30" } },
  });
  await user.client.events.create({ title: "Harbor walk", date: "2027-01-05", time: "10:00" });
  for (const minute of ["31", "32", "50"])
    await sendBriefsTo(app.services.db, user.userId, new Date(`2027-01-05T07:${minute}:00Z`));

  const message = "1 event, 0 tasks due. Harbor walk";
  const path = "/app/calendar?on=2027-01-05&brief=day";
  await soon(() => receiver.at("/push").length).toBe(1);
  expect(browser.read(receiver.at("/push")[0]!.body)).toMatchObject({
    title: "Today's brief",
    body: message,
    url: path,
  });
  await soon(() => receiver.at("/hook").length).toBe(1);
  expect(JSON.parse(receiver.at("/hook")[0]!.body.toString())).toMatchObject({
    type: "brief",
    title: "Today's brief",
    message,
    url: expect.stringMatching(/^https?:.*brief=day$/),
  });
  const mail = await mailTo(app.dataDir, user.email, "Today's brief");
  expect(mail).toContain(message);
  const { notifications } = await user.client.notifications.list({});
  expect(notifications.map(({ title, href }) => [title, href])).toEqual([["Today's brief", path]]);
});
