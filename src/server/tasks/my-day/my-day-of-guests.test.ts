import { expect, test, vi } from "vitest";
import type { ShareRole } from "#contract/sharing.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { ann, app, ben, code, startWithAnnAndBen } from "#testing/people/ann-and-ben.ts";
import { imported } from "#testing/import-files.ts";
import { openLive } from "#testing/sync-client.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { unpackAll } from "#testing/unpack-all.ts";

startWithAnnAndBen();

const TODAY = "2031-03-04";
const LATER = "2031-03-20";

async function share(folderId: string, role: ShareRole, guest: SignedInVisitor): Promise<string> {
  const { shareId } = await ann.client.sharing.shareFolder({ folderId, email: guest.email, role });
  await acceptInvitations(guest);
  return shareId;
}

/** A project of Ann, which Ben edits and Cara may see; Dan is a stranger. */
async function anOrchard() {
  const [cara, dan] = [await app.aUser("Cara"), await app.aUser("Dan")];
  const { id: projectId, folderId } = await ann.client.projects.create({ title: "Orchard" });
  const add = async (title: string, dueDate: string | null) =>
    (await ann.client.tasks.create({ title, projectId, dueDate })).id;
  const [prune, water, mow] = [await add("Prune", TODAY), await add("Water", LATER), await add("Mow", TODAY)];
  await ann.client.projects.update({ projectId, isShared: true });
  const shareId = await share(folderId!, "editor", ben);
  await share(folderId!, "viewer", cara);
  return { cara, dan, projectId, folderId: folderId!, prune, water, mow, shareId };
}

const onDay = async (person: SignedInVisitor, day = TODAY) =>
  (await person.client.tasks.list({ onDay: day, completed: false })).tasks.map(({ title }) => title);
const dayOf = async (person: SignedInVisitor, taskId: string) =>
  (await person.client.tasks.get({ taskId })).myDay;

test("My Day holds what others assigned to a person and is due, and what the person put there", async () => {
  const { cara, dan, projectId, prune, water } = await anOrchard();
  await ben.client.tasks.create({ title: "Own", dueDate: "2031-03-03" });
  await ann.client.tasks.update({ taskId: prune, assigneeId: ben.userId });
  expect(await onDay(ben)).toEqual(["Own", "Prune"]);
  // What is assigned and due later is not of this day.
  await ann.client.tasks.update({ taskId: water, assigneeId: ben.userId });
  expect(await onDay(ben)).toEqual(["Own", "Prune"]);

  expect(await ben.client.tasks.update({ taskId: water, myDay: TODAY })).toMatchObject({
    myDay: TODAY,
    isOthers: true,
  });
  expect(await onDay(ben)).toEqual(["Own", "Prune", "Water"]);
  expect((await ben.client.tasks.list({ myDay: TODAY })).tasks.map(({ title }) => title)).toEqual(["Water"]);
  expect((await ben.client.tasks.list({ projectId, myDay: TODAY })).tasks.map(({ id }) => id)).toEqual([
    water,
  ]);
  expect((await ben.client.tasks.list({ assigned: true, myDay: TODAY })).tasks.map(({ id }) => id)).toEqual([
    water,
  ]);
  // It is nobody else's.
  for (const person of [ann, cara]) {
    expect(await dayOf(person, water)).toBeNull();
    expect((await person.client.tasks.list({ projectId, myDay: TODAY })).tasks).toEqual([]);
  }
  expect([await onDay(ann), await onDay(cara), await onDay(dan)]).toEqual([["Prune", "Mow"], [], []]);
  await ben.client.tasks.update({ taskId: water, myDay: null });
  expect(await onDay(ben)).toEqual(["Own", "Prune"]);
});

test("who may only see a project has a day of its tasks, changes nothing else, and a stranger has none", async () => {
  const { cara, dan, mow, water } = await anOrchard();
  const change = { taskIds: [mow, water], change: { myDay: TODAY } };
  expect((await cara.client.tasks.updateMany(change)).tasks.map(({ myDay }) => myDay)).toEqual([
    TODAY,
    TODAY,
  ]);
  expect((await onDay(cara)).toSorted()).toEqual(["Mow", "Water"]);
  const told = [await cara.client.tasks.list({ myDay: TODAY }), await cara.client.tasks.updateMany(change)];
  for (const { tasks } of told) expect(tasks.map(({ isForReading }) => isForReading)).toEqual([true, true]);
  expect(told[0]!.tasks.map(({ project }) => project?.title)).toEqual(["Orchard", "Orchard"]);
  expect(await code(cara.client.tasks.update({ taskId: mow, myDay: null, title: "Cut" }))).toBe("CONFLICT");
  expect(await onDay(cara)).toContain("Mow");
  expect(await code(dan.client.tasks.update({ taskId: mow, myDay: TODAY }))).toBe("NOT_FOUND");
  expect(await onDay(dan)).toEqual([]);
  const rows = await app.database.asSuperuser<{ user_id: string }>("SELECT DISTINCT user_id FROM task_days");
  expect(rows.map((row) => row.user_id)).not.toContain(dan.userId);
});

test("a guest asks in vain for what is on the owner's My Day or planned", async () => {
  const { projectId, mow } = await anOrchard();
  await ann.client.tasks.update({ taskId: mow, myDay: LATER, plannedAt: "2031-03-05T10:00:00.000Z" });
  await ann.client.tasks.update({ taskId: mow, assigneeId: ben.userId });
  const asked = [
    { myDay: LATER },
    { plannedFrom: "2031-03-05T00:00:00.000Z", plannedTo: "2031-03-06T00:00:00.000Z" },
  ];
  for (const filter of asked) {
    expect((await ann.client.tasks.list({ projectId, ...filter })).tasks.map(({ id }) => id)).toEqual([mow]);
    for (const place of [{ projectId }, { assigned: true }, {}])
      expect((await ben.client.tasks.list({ ...place, ...filter })).tasks).toEqual([]);
  }
  await ben.client.tasks.update({ taskId: mow, myDay: TODAY });
  expect(await dayOf(ann, mow)).toBe(LATER);
});

test("a guest's day is told to the guest's devices and log alone, and can be undone there", async () => {
  const { cara, water } = await anOrchard();
  const lives = [ann, ben, cara].map((person) => openLive(app, person, person.userId));
  await Promise.all(lives.map(({ answer }) => answer));
  const heard = () => lives.map((live) => live.events.filter(({ entityId }) => entityId === water).length);
  const logged = async (person: SignedInVisitor) => (await person.client.activity.list({})).activities;
  const before = await logged(ann);
  await ben.client.tasks.update({ taskId: water, myDay: TODAY });
  expect(await logged(ann)).toEqual(before);
  const [entry] = await logged(ben);
  expect(entry).toMatchObject({ type: "task_updated", title: 'Updated task "Water"' });
  await ben.client.activity.undo({ activityId: entry!.id });
  expect(await dayOf(ben, water)).toBeNull();
  await vi.waitFor(() => expect(heard()).toEqual([0, 2, 0]));
  // Beside a change that all of them see.
  await ben.client.tasks.update({ taskId: water, myDay: TODAY, title: "Water all" });
  expect(await dayOf(ben, water)).toBe(TODAY);
  await vi.waitFor(() => expect(heard()).toEqual([1, 3, 1]));
  expect(JSON.stringify((await logged(ann))[0])).not.toContain(TODAY);
  for (const live of lives) live.close();
});

test("what is done, deleted or out of reach leaves My Day, and comes back with the access", async () => {
  const { projectId, folderId, prune, water, mow, shareId } = await anOrchard();
  const taskIds = [prune, water, mow];
  await ann.client.tasks.updateMany({ taskIds: [prune], change: { assigneeId: ben.userId } });
  await ben.client.tasks.updateMany({ taskIds, change: { myDay: TODAY } });
  expect((await onDay(ben)).toSorted()).toEqual(["Mow", "Prune", "Water"]);
  await ann.client.tasks.update({ taskId: prune, completed: true });
  await ann.client.tasks.remove({ taskId: mow });
  expect(await onDay(ben)).toEqual(["Water"]);
  await ann.client.projects.update({ projectId, isShared: false });
  expect(await onDay(ben)).toEqual([]);
  await ann.client.projects.update({ projectId, isShared: true });
  expect(await onDay(ben)).toEqual(["Water"]);
  await ann.client.sharing.end({ shareId });
  expect(await onDay(ben)).toEqual([]);
  await share(folderId, "viewer", ben);
  expect(await onDay(ben)).toEqual(["Water"]);
  const days = () => app.database.asSuperuser("SELECT FROM task_days WHERE task_id = $1", [mow]);
  expect(await days()).toHaveLength(1);
  await ann.client.trash.remove({ items: [{ kind: "task", id: mow }] });
  expect(await days()).toHaveLength(0);
});

test("a task that repeats leaves everybody's My Day when it goes on to its next day", async () => {
  const { cara, mow } = await anOrchard();
  await ann.client.tasks.update({ taskId: mow, repeat: "FREQ=WEEKLY" });
  for (const { client } of [ann, ben, cara]) await client.tasks.update({ taskId: mow, myDay: TODAY });
  await ben.client.tasks.update({ taskId: mow, completed: true });
  for (const person of [ann, ben, cara]) {
    expect(await dayOf(person, mow)).toBeNull();
    expect(await onDay(person)).not.toContain("Mow");
  }
});

test("pages of My Day hold own tasks and those of others once each, in every order", async () => {
  const { projectId } = await anOrchard();
  for (let at = 0; at < 6; at++) {
    const dueDate = at === 5 ? null : `2031-02-0${at + 1}`;
    const { id: taskId } = await ann.client.tasks.create({ title: `A${at}`, projectId, dueDate });
    await ben.client.tasks.update({ taskId, myDay: TODAY });
    await ben.client.tasks.create({ title: `B${at}`, dueDate, myDay: TODAY });
  }
  const pages = async (sort: "due" | "position", limit: number) => {
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ben.client.tasks.list({ onDay: TODAY, sort, limit, cursor });
      titles.push(...page.tasks.map(({ title }) => title));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return titles;
  };
  const byDay = [0, 1, 2, 3, 4, 5].flatMap((at) => [`A${at}`, `B${at}`]);
  expect(await pages("due", 100)).toEqual(byDay);
  for (const sort of ["due", "position"] as const) {
    const whole = await pages(sort, 100);
    expect(whole.toSorted()).toEqual(byDay.toSorted());
    for (const limit of [1, 3, 5]) expect(await pages(sort, limit)).toEqual(whole);
  }
});

test("a guest makes a task in a project of somebody else on the guest's own My Day", async () => {
  const { projectId } = await anOrchard();
  const made = await ben.client.tasks.create({ title: "Rake", projectId, myDay: TODAY });
  expect(made).toMatchObject({ myDay: TODAY, isOthers: true });
  expect(await dayOf(ann, made.id)).toBeNull();
  expect(await onDay(ben)).toEqual(["Rake"]);
});

test("days go with the account whose they are, and with that of the tasks' owner", async () => {
  const { cara, water } = await anOrchard();
  for (const { client } of [ben, cara]) await client.tasks.update({ taskId: water, myDay: TODAY });
  const left = async () =>
    (await app.database.asSuperuser<{ user_id: string }>("SELECT user_id FROM task_days WHERE task_id = $1", [
      water,
    ])) as { user_id: string }[];
  for (const { client, password } of [ann, cara]) await client.security.reauthenticate({ password });
  await cara.client.security.deleteAccount({ password: cara.password });
  expect(await left()).toEqual([{ user_id: ben.userId }]);
  await ann.client.security.deleteAccount({ password: ann.password });
  expect(await left()).toEqual([]);
  expect(await onDay(ben)).toEqual([]);
});

test("the brief of a day names the tasks of others that are on My Day", async () => {
  const { prune, water } = await anOrchard();
  await ann.client.tasks.update({ taskId: prune, assigneeId: ben.userId });
  await ben.client.tasks.update({ taskId: water, myDay: TODAY });
  const due = async ({ client }: SignedInVisitor) =>
    (await client.briefs.ofDay({ day: TODAY })).due.map(({ title }) => title);
  expect([await due(ben), await due(ann)]).toEqual([
    ["Prune", "Water"],
    ["Prune", "Mow"],
  ]);
});

test("an export holds the days, and an import makes none of them", async () => {
  const { water } = await anOrchard();
  await ben.client.tasks.update({ taskId: water, myDay: TODAY });
  await ben.client.tasks.create({ title: "Own", myDay: TODAY });
  await ben.client.security.reauthenticate({ password: ben.password });
  const { url } = await ben.client.security.prepareExport({});
  const bytes = Buffer.from(await (await ben.request(url)).arrayBuffer());
  const rows = (await unpackAll(bytes)).get("_rows/public.task_days.jsonl")!.toString();
  expect(JSON.parse(rows)).toMatchObject({ task_id: water, my_day: TODAY });
  const eve = await app.aUser("Eve");
  await imported(eve, [{ path: "ben.zip", bytes }]);
  expect(await onDay(eve)).toEqual(["Own"]);
  expect(
    await app.database.asSuperuser("SELECT FROM task_days WHERE user_id = $1", [eve.userId]),
  ).toHaveLength(0);
});

test("of more days than an account can have, the earliest go", async () => {
  const { water } = await anOrchard();
  await app.database.asSuperuser(
    `WITH made AS (INSERT INTO tasks (id, user_id, title) SELECT gen_random_uuid(), $1, 'Leaf' FROM generate_series(1, 5000) RETURNING id)
     INSERT INTO task_days (user_id, task_id, owner_id, my_day) SELECT $2, id, $1, '2030-01-01' FROM made`,
    [ann.userId, ben.userId],
  );
  await ben.client.tasks.update({ taskId: water, myDay: TODAY });
  const [row] = await app.database.asSuperuser<{ count: number }>(
    "SELECT count(*)::int AS count FROM task_days WHERE user_id = $1",
    [ben.userId],
  );
  expect([row!.count, await dayOf(ben, water)]).toEqual([5000, TODAY]);
  // Those out of reach show nothing.
  expect(await onDay(ben, "2030-01-01")).toEqual([]);
});
