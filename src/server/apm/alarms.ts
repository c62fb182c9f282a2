import type { AlarmRule } from "#contract/apm.ts";
import { listOperators } from "../accounts/sign-in/operator.ts";
import type { Services } from "../base.ts";
import { addNotification } from "../notifications/notifications.ts";
import { readMinutes } from "./minute.ts";
import { findWrong, WINDOW_MS } from "./rules.ts";

export type AlarmServices = Pick<Services, "config" | "db" | "log" | "mailer">;

type Claimed = {
  id: string;
  rule: AlarmRule;
  subject: string;
  value: number;
  threshold: number;
  opened_at: Date;
  is_closed: boolean;
};

/** Opens and closes alarms by what all nodes counted, and tells operators of those that no other node tells of. */
export async function raiseAlarms(services: AlarmServices, now: Date): Promise<void> {
  const { db } = services;
  const since = new Date(now.getTime() - WINDOW_MS);
  const wrong = findWrong(await readMinutes(db, since, true), now);
  await db.asSystem("set the alarms", (tx) => tx.call("apmSetAlarms", JSON.stringify(wrong)));
  const claimed = await db.asSystem("take alarms to tell", (tx) => tx.call<Claimed>("apmClaimAlarms"));
  for (const alarm of claimed) await tell(services, alarm);
}

/** A notification for each operator; by mail as well that something is wrong, but not that it is right again. */
async function tell(services: AlarmServices, alarm: Claimed): Promise<void> {
  const { config, db, log } = services;
  const { title, message } = alarmWords(alarm);
  try {
    for (const operator of await listOperators(config, db.authPool)) {
      await addNotification(db, operator.id, {
        type: alarm.is_closed ? "success" : "warning",
        title: alarm.is_closed ? `Back to normal: ${title}` : title,
        message: alarm.is_closed ? "" : message,
        href: "/app/apm",
        dedupeKey: `apm:${alarm.id}:${alarm.is_closed ? "closed" : "open"}:${hourOf(new Date())}`,
      });
      if (!alarm.is_closed) await mailTo(services, operator.email, { title, message });
    }
    await db.asSystem("an alarm was told", (tx) => tx.call("apmAlarmTold", alarm.id, alarm.is_closed));
  } catch (error) {
    // Its claim ends by itself, and the next minute tries again.
    log.warn({ err: error, rule: alarm.rule }, "an alarm could not be told; it is tried again");
  }
}

const hourOf = (at: Date): string => at.toISOString().slice(0, 13);

/** Where no mail server is set, a file that nobody reads would be no alarm. */
async function mailTo(
  { config, mailer }: Pick<AlarmServices, "config" | "mailer">,
  to: string,
  { title, message }: { title: string; message: string },
): Promise<void> {
  if (!config.smtpUrl) return;
  const { origin } = config.publicUrl;
  const text = `${title}.\n${message}\n\nMore: ${origin}/app/apm\n`;
  await mailer.send({ to, subject: `Cairn: ${title}`, text });
}

/** When the database has no room either, no node can say that it is the one that tells: each does, by mail, once an hour. */
export function fullDiskMails(services: AlarmServices): (now: Date) => Promise<void> {
  let notBefore = 0;
  return async (now) => {
    if (now.getTime() < notBefore) return;
    notBefore = now.getTime() + 60 * 60_000;
    const words = alarmWords({ rule: "disk-full", subject: "", value: 1, threshold: 1 });
    const operators = await listOperators(services.config, services.db.authPool);
    for (const { email } of operators) await mailTo(services, email, words);
  };
}

const ms = (value: number) => `${Math.round(value)} ms`;
const percent = (value: number) => `${Math.round(100 * value)} %`;

type Said = { title: string; message: string };
type Spoken = Pick<Claimed, "rule" | "subject" | "value" | "threshold">;

const WORDS: Record<AlarmRule, (alarm: Spoken) => Said> = {
  "slow-operation": ({ subject, value, threshold }) => ({
    title: `${subject} is slow`,
    message: `95 % of its calls take up to ${ms(value)}; it should be below ${ms(threshold)}.`,
  }),
  "failing-operation": ({ subject, value }) => ({
    title: `${subject} fails`,
    message: `${percent(value)} of its calls ended with an error of the server.`,
  }),
  "queue-lag": ({ value, threshold }) => ({
    title: "Background jobs are late",
    message: `The oldest has been due for ${Math.round(value / 60)} minutes; ${threshold / 60} are normal.`,
  }),
  "job-hangs": ({ subject, value }) => ({
    title: `The job ${subject} hangs`,
    message: `It has run for ${Math.round(value / 60)} minutes. It starts over when the server is restarted.`,
  }),
  "disk-full": ({ value }) => ({
    title: value >= 1 ? "The server's disk is full" : "The server's disk is nearly full",
    message:
      value >= 1
        ? "Something could not be saved. Free up space now."
        : `${percent(value)} are used. Free up space before nothing can be saved.`,
  }),
  backup: ({ value, threshold }) => ({
    title: value > threshold ? "The newest backup is too old" : "The nightly backup failed",
    message: `The newest backup is ${Math.round(value)} hours old. The server's log says what keeps the next one.`,
  }),
  "event-loop": ({ value, threshold }) => ({
    title: "The server is overloaded",
    message: `Work waits up to ${ms(value)} for its turn; it should be below ${ms(threshold)}.`,
  }),
};

const alarmWords = (alarm: Spoken): Said => WORDS[alarm.rule](alarm);
