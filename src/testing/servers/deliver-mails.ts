import { afterAll, beforeAll } from "vitest";
import { queuedMail } from "#server/accounts/mails/queued-mail.ts";
import { type Jobs, startJobs } from "#server/jobs/start-jobs.ts";
import type { Services } from "#server/base.ts";
import type { TestApp } from "../test-app.ts";

/** Sends what waits in the queue of mails, as a node does. Said after the hooks that open and close the app. */
export function deliverMails(app: () => TestApp): void {
  let jobs: Jobs;
  beforeAll(() => {
    jobs = startJobs<Services>(app().services, [queuedMail], { pollMs: 50, leadMs: 50, leaseMs: 20_000 });
  });
  afterAll(() => jobs.stop());
}
