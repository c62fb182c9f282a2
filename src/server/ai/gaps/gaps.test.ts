import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { MOST_GAPS } from "./keep-gap.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Person = SignedInVisitor;
const noteOf = async ({ client, userId }: Person, title: string, text = "") => {
  const { id } = await client.notes.create({ title, body: { format: "markdown", text } });
  await app.services.collab.derivation.deriveNow(id, userId);
  return id;
};
const search = ({ client }: Person, query: string, place: "search" | "palette" = "search") =>
  client.gaps.tell({ query, place });
const lookAll = async ({ client }: Person) => {
  let turn = await client.gaps.look({});
  while (turn.left > 0) turn = await client.gaps.look({ since: turn.since });
};
const gapsOf = async (person: Person) => {
  await lookAll(person);
  return (await person.client.gaps.list()).groups.flatMap(({ gaps }) => gaps);
};
const questionsOf = async (person: Person) => (await gapsOf(person)).map(({ question }) => question);
const ask = async (
  { client, userId }: Person,
  text: string,
  scope = {},
  threadId = uuidV7(),
  parentId: string | null = null,
) => {
  const answerId = uuidV7();
  await client.chat.ask({ threadId, id: uuidV7(), answerId, parentId, text, scope, isPlain: true });
  await expect
    .poll(async () => (await client.chat.get({ threadId })).messages.find(({ id }) => id === answerId)?.state)
    .toBe("done");
  return { threadId, answerId, userId };
};

test("questions are asked again once something was written, and not merely because the page is opened", async () => {
  const ann = await app.aUser("Ann");
  await search(ann, "orchid fertilizer");
  await lookAll(ann);
  const age = async () => {
    await app.database.asSuperuser("UPDATE live_events SET at = at - interval '2 hours' WHERE user_id = $1", [
      ann.userId,
    ]);
    await app.database.asSuperuser(
      "UPDATE gaps SET looked_at = now() - interval '1 hour' WHERE user_id = $1",
      [ann.userId],
    );
  };
  const wasAsked = async () => {
    await lookAll(ann);
    const [row] = await app.database.asSuperuser<{ is_new: boolean }>(
      "SELECT looked_at > now() - interval '1 minute' AS is_new FROM gaps WHERE user_id = $1",
      [ann.userId],
    );
    return row!.is_new;
  };
  await age();
  expect(await wasAsked()).toBe(false);
  await noteOf(ann, "Plants", "Orchid fertilizer is in the shed.");
  expect(await wasAsked()).toBe(true);
  expect(await questionsOf(ann)).toEqual([]);
  await age();
  await app.database.asSuperuser(
    "UPDATE gaps SET looked_at = now() - interval '25 hours' WHERE user_id = $1",
    [ann.userId],
  );
  expect(await wasAsked()).toBe(true);
});

test("a search that finds nothing is kept with the notes nearest to it, until a note says it", async () => {
  const ann = await app.aUser("Ann");
  const roof = await noteOf(ann, "Roof", "The roofer comes on Monday.");
  expect(await search(ann, "roofer monday")).toEqual({ isKept: false });
  expect(await search(ann, "Roofer  warranty", "palette")).toEqual({ isKept: true });
  expect(await gapsOf(ann)).toEqual([
    expect.objectContaining({
      question: "Roofer warranty",
      place: "palette",
      count: 1,
      near: [{ noteId: roof, title: "Roof" }],
      isDismissed: false,
    }),
  ]);
  const made = await noteOf(ann, "Roofer warranty");
  expect(await gapsOf(ann)).toEqual([]);
  // What is gone again is missing again.
  await ann.client.notes.remove({ noteId: made });
  expect(await questionsOf(ann)).toEqual(["Roofer warranty"]);
});

test("the same question is kept once, however it is worded, in Japanese and Arabic as well; words typed on are their longest", async () => {
  const ann = await app.aUser("Ann");
  for (const query of [
    "Übergabe Küche",
    "kuche  ubergabe",
    "歯医者の電話番号",
    "歯医者 電話番号",
    "موعد الطبيب",
  ])
    await search(ann, query);
  expect((await questionsOf(ann)).toSorted()).toEqual(
    ["kuche ubergabe", "موعد الطبيب", "歯医者 電話番号"].toSorted(),
  );
  for (const query of ["kaut", "kaution", "kaution wohn", "kaution wohnung", "Kaution"])
    await search(ann, query);
  expect((await questionsOf(ann)).filter((each) => /kaution/i.test(each))).toEqual(["kaution wohnung"]);
});

test("it is counted again when it is searched again later, and its narrowing is no part of it; filters and little words alone are nothing", async () => {
  const ann = await app.aUser("Ann");
  await search(ann, "tag:home in:House boiler -old");
  await search(ann, "boiler");
  for (const query of ["tag:home", "is:favorite has:task", "where is the", "before:2026", "  "])
    expect(await search(ann, query)).toEqual({ isKept: false });
  expect(await gapsOf(ann)).toMatchObject([{ question: "boiler", count: 1 }]);
  await app.database.asSuperuser("UPDATE gaps SET last_at = last_at - interval '1 hour' WHERE user_id = $1", [
    ann.userId,
  ]);
  await search(ann, "boiler");
  expect(await gapsOf(ann)).toMatchObject([{ question: "boiler", count: 2 }]);
});

test("tasks answer a search too, and what one finds in no note but narrowed is no gap", async () => {
  const ann = await app.aUser("Ann");
  await ann.client.tasks.create({ title: "Call the dentist" });
  expect(await search(ann, "dentist")).toEqual({ isKept: false });
  await noteOf(ann, "Boiler");
  expect(await search(ann, "tag:home boiler")).toEqual({ isKept: false });
});

test("a question of Chat that no passage answers is kept, and goes when a note answers it", async () => {
  const ann = await app.aUser("Ann");
  await noteOf(ann, "Garden", "The hedge is cut in March.");
  await ask(ann, "When is the hedge cut?");
  await ask(ann, "What did the sauna oven cost?");
  await ask(ann, "What is due this week?");
  for (const other of ["hello", "Danke", "Write a poem about penguins", "Explain black holes"])
    await ask(ann, other);
  await ask(ann, "Create a note called Sauna evening");
  expect(await gapsOf(ann)).toMatchObject([{ question: "What did the sauna oven cost?", place: "chat" }]);
  await noteOf(ann, "Sauna", "The sauna oven did cost 900 euros.");
  expect(await questionsOf(ann)).toEqual([]);
});

test("of Chat nothing is kept that another note answers than those of its scope, that leans on what was said, or that is about a rehearsal", async () => {
  const ann = await app.aUser("Ann");
  const garden = await noteOf(ann, "Garden", "The hedge is cut in March.");
  const other = await noteOf(ann, "Pool", "The pool is 9 meters long.");
  await ask(ann, "When is the hedge cut?", { noteIds: [other] });
  const { threadId, answerId } = await ask(ann, "When is the hedge cut?", { noteIds: [garden] });
  await ask(ann, "And the zebra?", {}, threadId, answerId);
  expect(await questionsOf(ann)).toEqual([]);
});

test("questions stand under the words they share", async () => {
  const ann = await app.aUser("Ann");
  for (const query of ["Kiln temperature", "glaze recipe", "kiln repair", "passport"])
    await search(ann, query);
  await lookAll(ann);
  const { groups, total } = await ann.client.gaps.list();
  expect(total).toBe(4);
  expect(groups.map(({ word, gaps }) => [word?.toLowerCase(), gaps.map(({ question }) => question)])).toEqual(
    [
      ["kiln", ["kiln repair", "Kiln temperature"]],
      [undefined, ["passport", "glaze recipe"]],
    ],
  );
});

test("what is dismissed stays away when it is asked again, until that is taken back; all can be forgotten", async () => {
  const ann = await app.aUser("Ann");
  await search(ann, "zebra crossing");
  const [gap] = await gapsOf(ann);
  const gapId = gap!.id;
  expect(await ann.client.gaps.dismiss({ gapId, isDismissed: true })).toMatchObject({ isDismissed: true });
  await search(ann, "crossing zebra");
  expect(await questionsOf(ann)).toEqual([]);
  await ann.client.gaps.dismiss({ gapId, isDismissed: false });
  expect(await questionsOf(ann)).toEqual(["crossing zebra"]);
  expect(await ann.client.gaps.forget()).toEqual({ count: 1 });
  expect(await questionsOf(ann)).toEqual([]);
});

test("whoever turns it off has none kept", async () => {
  const ann = await app.aUser("Ann");
  await ann.client.preferences.update({ settings: { keepsGaps: false } });
  expect(await search(ann, "zebra crossing")).toEqual({ isKept: false });
  await ask(ann, "What did the sauna oven cost?");
  expect(await questionsOf(ann)).toEqual([]);
  await ann.client.preferences.update({ settings: { keepsGaps: null } });
  expect(await search(ann, "zebra crossing")).toEqual({ isKept: true });
});

test("nobody else sees or changes them, and a note that is shared answers its guest", async () => {
  const [ann, bea] = [await app.aUser("Ann"), await app.aUser("Bea")];
  await search(ann, "zebra crossing");
  const [gap] = await gapsOf(ann);
  expect(await gapsOf(bea)).toEqual([]);
  await expect(bea.client.gaps.dismiss({ gapId: gap!.id, isDismissed: true })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await bea.client.gaps.forget()).toEqual({ count: 0 });
  expect(await questionsOf(ann)).toEqual(["zebra crossing"]);
  // What Bea writes for herself doesn't tell Ann that it is there; what she shares does.
  const noteId = await noteOf(bea, "Zebra crossing");
  expect(await questionsOf(ann)).toEqual(["zebra crossing"]);
  const { shareId } = await bea.client.sharing.shareNote({ noteId, email: ann.email, role: "viewer" });
  await ann.client.sharing.accept({ shareId });
  expect(await questionsOf(ann)).toEqual([]);
});

test("an account has so many and no more: the oldest go, and those that were dismissed last", async () => {
  const ann = await app.aUser("Ann");
  await app.database.asSuperuser(
    `INSERT INTO gaps (id, user_id, key, question, place, is_dismissed, last_at) SELECT gen_random_uuid(), $1, 'k' || n, 'zz' || n, 'search', n = 1, now() - n * interval '1 day'
     FROM generate_series(1, $2::int) n`,
    [ann.userId, MOST_GAPS],
  );
  await app.database.asSuperuser(
    "UPDATE gaps SET last_at = now() - interval '9 years' WHERE user_id = $1 AND key = 'k1'",
    [ann.userId],
  );
  await search(ann, "zebra crossing");
  const left = await app.database.asSuperuser<{ key: string }>(
    "SELECT key FROM gaps WHERE user_id = $1 ORDER BY last_at DESC",
    [ann.userId],
  );
  expect(left).toHaveLength(MOST_GAPS);
  expect([left[0]!.key, left.at(-2)!.key, left.at(-1)!.key]).toEqual([
    "crossing zebra",
    `k${MOST_GAPS - 1}`,
    "k1",
  ]);
});
