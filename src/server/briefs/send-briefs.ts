import type { EventBrief } from "#contract/briefs.ts";
import { PreferenceSettings } from "#contract/preferences.ts";
import { addDays, isDay, momentAt, wallOf } from "#language/moment.ts";
import { instantOf, wallAt } from "#language/time-zone.ts";
import type { Services } from "../base.ts";
import type { Database } from "../db/client.ts";
import type { ScheduledJob } from "../jobs/job.ts";
import { setBriefsTold } from "../frame/preferences.ts";
import { announceNews, type News } from "../reminders/announce-rings.ts";
import { quietUntil } from "../reminders/quiet-hours.ts";
import { happeningIn } from "./brief-of-day.ts";
import { briefOf, type Happening } from "./brief-of-event.ts";
import { tasksDue } from "./tasks-and-files.ts";

const EVERY_MS = 60_000;
const BEFORE_MS = 15 * 60_000;
/** A server that was away in the morning still tells, but not in the evening. */
const LATE_MS = 4 * 3_600_000;

const KEPT_MS = 3_600_000;

/** Tells of what is about to happen, to whoever wants that: once, because it is known up to when it was told. */
export const sendBriefs: ScheduledJob<Pick<Services, "db" | "log">> = {
  name: "send-briefs",
  everyMs: EVERY_MS,
  run: async ({ db, log }, signal) => {
    const wanting = await db.asSystem("see who wants briefs", (tx) =>
      tx.call<{ user_id: string }>("usersWithBriefs"),
    );
    for (const { user_id: userId } of wanting) {
      if (signal.aborted) return;
      try {
        await sendBriefsTo(db, userId, new Date());
      } catch (error) {
        // One account must not keep the others waiting.
        log.warn({ err: error }, "briefs of an account could not be made; it is tried again");
      }
    }
  },
};

export async function sendBriefsTo(db: Database, userId: string, now: Date): Promise<void> {
  const { timeZone = "UTC", briefs, reminders, toldAt } = await settingsOf(db, userId);
  // What falls into quiet hours is told at their end, if it is still to come.
  if (quietUntil(reminders?.quietHours, timeZone, now)) return;
  const look: Look = { db, userId, zone: timeZone, now: now.getTime(), since: toldAt?.getTime() ?? 0 };
  const news = [
    ...(briefs?.morning ? await newsOfDay(look, briefs.morning) : []),
    ...(briefs?.beforeEvents ? await newsOfEvents(look) : []),
  ];
  // Not each minute of each account.
  if (news.length === 0 && look.now - look.since <= KEPT_MS) return;
  await db.withUser(userId, async (tx) => {
    for (const one of news) await announceNews(tx, one, { reminders });
    await setBriefsTold(tx, now);
  });
}

/** What falls due after `since` and up to `now` is told. */
type Look = { db: Database; userId: string; zone: string; now: number; since: number };

async function settingsOf(
  db: Database,
  userId: string,
): Promise<PreferenceSettings & { toldAt: Date | null }> {
  const [row] = await db.queryAs<{ settings: Record<string, unknown>; briefs_told_at: Date | null }>(
    userId,
    "SELECT settings, briefs_told_at FROM user_preferences WHERE user_id = $1",
    [userId],
    "settings-for-briefs",
  );
  const { briefs, reminders, timeZone } = PreferenceSettings.shape;
  return {
    briefs: briefs.catch(undefined).parse(row?.settings["briefs"]),
    reminders: reminders.catch(undefined).parse(row?.settings["reminders"]),
    timeZone: timeZone.catch(undefined).parse(row?.settings["timeZone"]),
    toldAt: row?.briefs_told_at ?? null,
  };
}

async function newsOfDay({ db, userId, zone, now, since }: Look, time: string): Promise<News[]> {
  const today = momentAt(wallAt(now, zone), true);
  const at = instantOf(wallOf(`${today}T${time}`), zone);
  if (at > now || at <= since || at < now - LATE_MS) return [];
  const [events, due] = await Promise.all([
    happeningIn(db, userId, { from: today, to: today }),
    tasksDue(db, userId, today),
  ]);
  const titles = events.slice(0, 3).map(({ event }) => event.title.slice(0, 100));
  const counts = `${counted(events.length, "event")}, ${counted(due.length, "task")} due.`;
  return [
    {
      title: "Today's brief",
      message: [counts, titles.join(", ")].filter(Boolean).join(" "),
      path: `/app/calendar?on=${today}&brief=day`,
      key: `brief-day:${today}`,
    },
  ];
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

async function newsOfEvents({ db, userId, zone, now, since }: Look): Promise<News[]> {
  const news: News[] = [];
  const today = momentAt(wallAt(now, zone), true);
  for (const one of await happeningIn(db, userId, { from: today, to: addDays(today, 1) })) {
    if (isDay(one.start)) continue;
    const startsAt = instantOf(wallOf(one.start), zone);
    // One that is made later than that is told of when it is made.
    const dueAt = Math.max(startsAt - BEFORE_MS, Date.parse(one.event.createdAt));
    if (startsAt <= now || startsAt > now + BEFORE_MS || dueAt <= since) continue;
    const words = briefWords(await briefOf(db, userId, one));
    // With nothing to say it would be a reminder, which is another setting.
    if (!words) continue;
    news.push({ ...messageOf(one, words), key: `brief:${one.event.id}:${startsAt}` });
  }
  return news;
}

function messageOf({ event, instance }: Happening, message: string) {
  const at = instance === null ? "" : `&at=${encodeURIComponent(instance)}`;
  return {
    title: `Brief: ${event.title}`.slice(0, 200),
    message,
    path: `/app/calendar?event=${event.id}${at}&brief=event`,
  };
}

/** "2 notes, 1 decision: Move to Oslo."; empty when nothing is known. */
function briefWords({ notes, decisions, tasks, files }: EventBrief): string {
  const parts = [
    notes.length > 0 && counted(notes.length, "note"),
    decisions.length > 0 && counted(decisions.length, "decision"),
    tasks.length > 0 && counted(tasks.length, "open task"),
    files.length > 0 && counted(files.length, "file"),
  ].filter((part) => part !== false);
  if (parts.length === 0) return "";
  const first = decisions[0]?.quote ?? notes.flatMap(({ quotes }) => quotes)[0];
  return first ? `${parts.join(", ")}. "${first}"` : `${parts.join(", ")}.`;
}
