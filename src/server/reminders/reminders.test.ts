import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { ringOf } from "./ring-due.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  await ann.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
});
afterAll(() => app.close());

const aNote = (title = "Call Bob") => ann.client.notes.create({ title });
const aReminder = async (localTime = "2031-06-01T09:00", title?: string) =>
  ann.client.reminders.create({ noteId: (await aNote(title)).id, localTime });
const past = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const ring = () => ringOf(app.services.db, ann.userId);
const noteFields = async (noteId: string) => {
  const { reminderDate, reminderStatus, reminderFrequency, reminderEnabled } = await ann.client.notes.get({
    noteId,
  });
  return { reminderDate, reminderStatus, reminderFrequency, reminderEnabled };
};

test("a reminder is kept by the clock of the account's zone, and its note says so", async () => {
  const note = await aNote();
  const made = await ann.client.reminders.create({ noteId: note.id, localTime: "2031-06-01T09:00" });
  expect(made).toEqual({
    id: made.id,
    noteId: note.id,
    minutesBefore: null,
    taskId: null,
    eventId: null,
    title: "Call Bob",
    content: "",
    reminderDate: "2031-06-01T07:00:00.000Z",
    localTime: "2031-06-01T09:00",
    timeZone: "Europe/Oslo",
    frequency: "once",
    repeat: null,
    status: "pending",
    snoozeUntil: null,
    ringsAt: "2031-06-01T07:00:00.000Z",
    notificationSent: false,
    lastRungAt: null,
    lastDueAt: null,
    missed: false,
    createdAt: made.createdAt,
    updatedAt: made.updatedAt,
  });
  expect(await noteFields(note.id)).toEqual({
    reminderDate: "2031-06-01T07:00:00.000Z",
    reminderStatus: "pending",
    reminderFrequency: "once",
    reminderEnabled: true,
  });
  await ann.client.reminders.remove({ reminderId: made.id });
  expect(await noteFields(note.id)).toEqual({
    reminderDate: null,
    reminderStatus: "none",
    reminderFrequency: "once",
    reminderEnabled: false,
  });
  expect((await ann.client.reminders.list({ noteId: note.id })).reminders).toEqual([]);
});

test("it rings once, is snoozed, rings again, and is dismissed", async () => {
  const { reminders, notifications } = ann.client;
  const note = await aNote("Ring me");
  const { id: reminderId } = await reminders.create({ noteId: note.id, reminderDate: past(0.1) });
  expect((await reminders.due({})).reminders).toMatchObject([{ id: reminderId, status: "pending" }]);
  expect([await ring(), await ring()]).toEqual([1, 0]);
  const rung = await reminders.get({ reminderId });
  expect(rung).toMatchObject({ status: "sent", notificationSent: true, missed: false, ringsAt: null });
  expect(rung.lastDueAt).toBe(rung.reminderDate);
  expect(await noteFields(note.id)).toMatchObject({ reminderStatus: "sent", reminderEnabled: true });
  expect((await notifications.list({})).notifications[0]).toMatchObject({
    title: "Reminder: Ring me",
    href: `/app/editor/${note.id}`,
  });

  const snoozed = await reminders.snooze({ reminderId });
  expect(snoozed).toMatchObject({ status: "snoozed", notificationSent: false });
  const wait = Date.parse(snoozed.snoozeUntil!) - Date.now();
  expect(wait).toBeGreaterThan(14.8 * 60_000);
  expect(wait).toBeLessThanOrEqual(15 * 60_000);
  expect(await ring()).toBe(0);
  await reminders.snooze({ reminderId, until: past(0.05) });
  expect(await ring()).toBe(1);
  expect(await reminders.get({ reminderId })).toMatchObject({ status: "sent", notificationSent: true });

  expect(await reminders.dismiss({ reminderId })).toMatchObject({
    status: "dismissed",
    notificationSent: false,
  });
  expect((await reminders.due({})).reminders).toEqual([]);
  await expect(reminders.snooze({ reminderId })).rejects.toMatchObject({ code: "CONFLICT" });
  const moved = await reminders.update({ reminderId, localTime: "2031-06-01T10:00" });
  expect(moved).toMatchObject({ status: "pending", reminderDate: "2031-06-01T08:00:00.000Z" });
});

test("one that comes late says so", async () => {
  await ann.client.notifications.clear({});
  const { id: reminderId } = await ann.client.reminders.create({
    noteId: (await aNote("Late")).id,
    reminderDate: "2026-01-02T12:30:00Z",
  });
  expect(await ring()).toBe(1);
  expect((await ann.client.reminders.get({ reminderId })).missed).toBe(true);
  const [{ message } = { message: "" }] = (await ann.client.notifications.list({})).notifications;
  expect(message.replaceAll(/\s/g, " ")).toBe("This was due on Jan 2, 2026, 1:30 PM.");
});

test("one that repeats goes on to its next date and rings once for all it missed", async () => {
  const { reminders } = ann.client;
  const { id: reminderId } = await reminders.create({
    noteId: (await aNote()).id,
    localTime: "2026-01-05T09:00",
    repeat: "FREQ=WEEKLY;BYDAY=MO",
  });
  expect([await ring(), await ring()]).toEqual([1, 0]);
  const next = await reminders.get({ reminderId });
  expect(next).toMatchObject({
    status: "pending",
    notificationSent: true,
    missed: true,
    frequency: "custom",
  });
  expect(Date.parse(next.reminderDate)).toBeGreaterThan(Date.now());
  expect(new Date(`${next.localTime}Z`).getUTCDay()).toBe(1);
  expect(next.localTime).toMatch(/T09:00$/);
  // The ring is done with, the next one stays.
  expect(await reminders.dismiss({ reminderId })).toMatchObject({
    status: "pending",
    notificationSent: false,
    reminderDate: next.reminderDate,
  });
  const skipped = await reminders.dismiss({ reminderId });
  expect(Date.parse(skipped.reminderDate) - Date.parse(next.reminderDate)).toBeGreaterThan(6 * 86_400_000);
  expect(await reminders.dismiss({ reminderId, series: true })).toMatchObject({ status: "dismissed" });
});

test("a snoozed ring of one that repeats leaves its next date as it is", async () => {
  const { reminders } = ann.client;
  const { id: reminderId } = await reminders.create({
    noteId: (await aNote()).id,
    localTime: "2026-01-05T09:00",
    frequency: "monthly",
  });
  await ring();
  const { reminderDate } = await reminders.get({ reminderId });
  await reminders.snooze({ reminderId, until: past(0.1) });
  expect(await ring()).toBe(1);
  expect(await reminders.get({ reminderId })).toMatchObject({ status: "pending", reminderDate });
  await reminders.dismiss({ reminderId, series: true });
});

test("what a series ends with is over once it has rung", async () => {
  const { reminders } = ann.client;
  const { id: reminderId } = await reminders.create({
    noteId: (await aNote()).id,
    reminderDate: past(1),
    repeat: "FREQ=DAILY;COUNT=1",
  });
  await ring();
  expect(await reminders.get({ reminderId })).toMatchObject({ status: "sent" });
  expect(await reminders.dismiss({ reminderId })).toMatchObject({ status: "dismissed" });
});

test("what is in the trash does not ring, and rings once when it comes back", async () => {
  const { reminders, notes, tasks } = ann.client;
  const note = await aNote();
  const task = await tasks.create({ title: "Buy milk" });
  const ofNote = await reminders.create({ noteId: note.id, reminderDate: past(5) });
  const ofTask = await reminders.create({ taskId: task.id, reminderDate: past(5) });
  await notes.remove({ noteId: note.id });
  await tasks.remove({ taskId: task.id });
  expect(await ring()).toBe(0);
  await expect(reminders.get({ reminderId: ofNote.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await notes.restore({ noteId: note.id });
  await tasks.restore({ taskId: task.id });
  expect([await ring(), await ring()]).toEqual([2, 0]);
  expect(await reminders.get({ reminderId: ofTask.id })).toMatchObject({ missed: true, title: "Buy milk" });
  await tasks.remove({ taskId: task.id });
  await ann.client.trash.remove({ items: [{ kind: "task", id: task.id }] });
  expect(await app.database.asSuperuser("SELECT id FROM reminders WHERE id = $1", [ofTask.id])).toEqual([]);
});

test("a task that is done has no reminder left, and has it again when it is not done after all", async () => {
  const { reminders, tasks } = ann.client;
  const task = await tasks.create({ title: "Pay rent" });
  const { id: reminderId } = await reminders.create({ taskId: task.id, reminderDate: past(5) });
  await tasks.update({ taskId: task.id, completed: true });
  expect(await ring()).toBe(0);
  expect(await reminders.get({ reminderId })).toMatchObject({ status: "dismissed", ringsAt: null });
  expect((await reminders.list({ status: "dismissed", taskId: task.id })).reminders).toHaveLength(1);
  await tasks.update({ taskId: task.id, completed: false });
  expect(await ring()).toBe(1);
});

test("quiet hours hold it back until their end", async () => {
  const bob = await app.aUser("Bob");
  const now = Date.now();
  const clock = (minutes: number) => new Date(now + minutes * 60_000).toISOString().slice(11, 16);
  const quietHours = { from: clock(-60), to: clock(60) };
  await bob.client.preferences.update({ settings: { timeZone: "UTC", reminders: { quietHours } } });
  const note = await bob.client.notes.create({ title: "Sleep" });
  const { id: reminderId } = await bob.client.reminders.create({ noteId: note.id, reminderDate: past(1) });
  expect(await ringOf(app.services.db, bob.userId)).toBe(0);
  const held = await bob.client.reminders.get({ reminderId });
  expect(held.status).toBe("pending");
  expect(held.ringsAt!.slice(11, 16)).toBe(quietHours.to);
  expect((await bob.client.reminders.due({})).reminders).toEqual([]);
  await app.database.asSuperuser("UPDATE reminders SET held_until = now() WHERE id = $1", [reminderId]);
  await bob.client.preferences.update({ settings: { reminders: { quietHours: null } } });
  expect(await ringOf(app.services.db, bob.userId)).toBe(1);
  expect(await bob.client.reminders.get({ reminderId })).toMatchObject({ status: "sent", missed: false });
});

test("they are listed by what is next, page by page", async () => {
  const eve = await app.aUser("Eve");
  const note = await eve.client.notes.create({ title: "Many" });
  const add = (localTime: string) =>
    eve.client.reminders.create({ noteId: note.id, localTime, timeZone: "UTC" });
  const times = ["2031-01-03T09:00", "2031-01-01T09:00", "2031-01-02T09:00"];
  for (const time of times) await add(time);
  const over = await add("2031-01-01T00:00");
  await eve.client.reminders.dismiss({ reminderId: over.id });
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await eve.client.reminders.list({ limit: 1, ...(cursor && { cursor }) });
    listed.push(...page.reminders.map(({ localTime }) => localTime));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(listed).toEqual([...times.toSorted(), "2031-01-01T00:00"]);
  expect((await eve.client.reminders.list({ status: "pending" })).reminders).toHaveLength(3);
  await expect(eve.client.reminders.list({ cursor: "nonsense" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("nobody else sees, changes or makes reminders of what is not theirs", async () => {
  const mallory = await app.aUser("Mallory");
  const { id: reminderId, noteId } = await aReminder();
  const { reminders } = mallory.client;
  const refused = { code: "NOT_FOUND" };
  await expect(reminders.get({ reminderId })).rejects.toMatchObject(refused);
  await expect(reminders.update({ reminderId, frequency: "daily" })).rejects.toMatchObject(refused);
  await expect(reminders.snooze({ reminderId })).rejects.toMatchObject(refused);
  await expect(reminders.dismiss({ reminderId })).rejects.toMatchObject(refused);
  await expect(reminders.remove({ reminderId })).rejects.toMatchObject(refused);
  await expect(reminders.create({ noteId: noteId!, localTime: "2031-01-01T09:00" })).rejects.toMatchObject(
    refused,
  );
  await expect(
    reminders.create({
      id: reminderId,
      noteId: (await mallory.client.notes.create({})).id,
      localTime: "2031-01-01T09:00",
    }),
  ).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(app.visitor().client.reminders.list({})).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: "User not authenticated",
  });
});

test.each([
  { localTime: "2031-01-01T09:00" },
  { noteId: uuidV7(), taskId: uuidV7(), localTime: "2031-01-01T09:00" },
  { noteId: uuidV7() },
  { noteId: uuidV7(), localTime: "2031-01-01T09:00", reminderDate: "2031-01-01T09:00:00Z" },
  { noteId: uuidV7(), localTime: "2031-01-01T09:00", frequency: "custom" as const },
  { noteId: uuidV7(), localTime: "2031-01-01T09:00", frequency: "daily" as const, repeat: "FREQ=DAILY" },
  { noteId: uuidV7(), localTime: "2031-01-01T09:00", repeat: "FREQ=SECONDLY" },
  { noteId: uuidV7(), localTime: "2031-01-01T09:00", timeZone: "Moon/Base" },
])("refuses %o", async (input) => {
  await expect(ann.client.reminders.create(input)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("what was done is undone from the log", async () => {
  const { reminders, activity } = ann.client;
  const { id: reminderId, noteId } = await aReminder("2031-06-01T09:00", "Undo me");
  const undoLast = async (type: "reminder_created" | "reminder_updated" | "reminder_deleted") => {
    const { activities } = await activity.list({ types: [type], entityId: reminderId });
    await activity.undo({ activityId: activities[0]!.id });
  };
  await reminders.update({ reminderId, localTime: "2031-06-02T10:00", frequency: "daily" });
  await undoLast("reminder_updated");
  expect(await reminders.get({ reminderId })).toMatchObject({
    localTime: "2031-06-01T09:00",
    frequency: "once",
    reminderDate: "2031-06-01T07:00:00.000Z",
  });
  await reminders.dismiss({ reminderId });
  await reminders.remove({ reminderId });
  await undoLast("reminder_deleted");
  expect(await reminders.get({ reminderId })).toMatchObject({
    noteId,
    status: "dismissed",
    title: "Undo me",
  });
  await undoLast("reminder_created");
  await expect(reminders.get({ reminderId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an account has at most ten thousand, and a repeated call makes no second one", async () => {
  const greta = await app.aUser("Greta");
  const note = await greta.client.notes.create({ title: "Full" });
  const id = uuidV7();
  const given = { id, noteId: note.id, localTime: "2031-01-01T09:00" };
  await greta.client.reminders.create(given);
  expect(await greta.client.reminders.create(given)).toMatchObject({ id });
  await app.database.asSuperuser(
    `INSERT INTO reminders (id, user_id, note_id, reminder_date, local_time, time_zone)
     SELECT gen_random_uuid(), $1, $2, '2031-01-01T09:00Z', '2031-01-01T09:00', 'UTC' FROM generate_series(1, 9999)`,
    [greta.userId, note.id],
  );
  await expect(
    greta.client.reminders.create({ noteId: note.id, localTime: "2031-01-01T09:00" }),
  ).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
});

test("of an event it has its title, goes and comes with it, and is set by a sentence", async () => {
  const { events, reminders: of, quickAdd } = ann.client;
  const text = "Lunch with Bob 4 march 2031 12-13 remind me 10 minutes before";
  const { id: eventId } = await quickAdd.add({ text, timeZone: "Europe/Oslo" });
  const [made] = (await of.list({ eventId: eventId! })).reminders;
  expect(made).toMatchObject({
    eventId,
    title: "Lunch with Bob",
    localTime: "2031-03-04T11:50",
    status: "pending",
  });
  await events.remove({ eventId: eventId! });
  expect((await of.list({ eventId: eventId! })).reminders).toEqual([]);
  await events.restore({ eventId: eventId! });
  expect((await of.list({ eventId: eventId! })).reminders).toHaveLength(1);
  const bob = await app.aUser("Bob");
  const strangers = bob.client.reminders.create({ eventId: eventId!, localTime: "2031-03-04T09:00" });
  await expect(strangers).rejects.toEqual(expect.objectContaining({ code: "NOT_FOUND" }));
});
