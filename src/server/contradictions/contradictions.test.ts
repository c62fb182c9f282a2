import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { MOST_CLAIMS } from "./look.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Person = SignedInVisitor;
const noteOf = async ({ client, userId }: Person, title: string, text: string, day?: string) => {
  const { id } = await client.notes.create({ title, body: { format: "markdown", text } });
  await app.services.collab.derivation.deriveNow(id, userId);
  if (day) await app.database.asSuperuser("UPDATE word_days SET day = $2 WHERE note_id = $1", [id, day]);
  return id;
};
const textOf = async ({ client }: Person, noteId: string) =>
  withNames((await client.notes.body({ noteId })).text.trim());
/** Links to notes by their names: ids differ. */
const withNames = (text: string) => text.replaceAll(/\[([^\]]*)\]\(\/app\/editor\/[\da-f-]{36}\)/g, "[[$1]]");
const rewrite = async ({ client, userId }: Person, noteId: string, text: string) => {
  const { seq: baseSeq } = await client.notes.body({ noteId });
  await client.notes.replaceBody({ noteId, baseSeq, body: { format: "markdown", text } });
  await app.services.collab.derivation.deriveNow(noteId, userId);
};
const pairsOf = async ({ client, userId }: Person, ...noteIds: string[]) => {
  for (const noteId of noteIds) await app.services.collab.derivation.deriveNow(noteId, userId);
  await client.contradictions.look();
  return (await client.contradictions.list()).pairs;
};
const sentencesOf = async (person: Person, ...noteIds: string[]) =>
  (await pairsOf(person, ...noteIds)).map(({ older, newer }) => [older.sentence, newer.sentence]);

const OLD = "The kiln costs 2,400 €.";
const NEW = "The kiln costs 2,900 €.";

test("two notes that disagree are a pair with the newer marked and both blocks; not of code, quotes, checkboxes, and what the same note says", async () => {
  const ann = await app.aUser("Ann");
  const newer = await noteOf(ann, "Offer", `Nice.\n\n${NEW} It is blue.`, "2026-11-20");
  const older = await noteOf(ann, "Workshop", `${OLD}\n\nWe picked Porto for the retreat.`, "2026-11-01");
  await noteOf(
    ann,
    "Quotes",
    `> The kiln costs 1 €.\n\n\`The kiln costs 2 €.\`\n\n- [ ] The kiln costs 3 €.`,
  );
  await noteOf(ann, "Cities", "We picked Rome for the retreat.\n\nWe picked Lisbon for the retreat.");
  const [pair, ...none] = await pairsOf(ann);
  expect(none).toEqual([]);
  expect(pair).toMatchObject({
    older: { noteId: older, noteTitle: "Workshop", sentence: OLD, day: "2026-11-01" },
    newer: { noteId: newer, noteTitle: "Offer", sentence: NEW, day: "2026-11-20" },
    isSameDay: false,
  });
  expect(pair!.newer.blockId).toMatch(/^[\w-]+$/);
});

test("a pair goes when one of its sentences is written anew, or its note is deleted", async () => {
  const ann = await app.aUser("Ann");
  const older = await noteOf(ann, "Workshop", OLD, "2026-11-01");
  const newer = await noteOf(ann, "Offer", NEW, "2026-11-20");
  expect(await sentencesOf(ann)).toEqual([[OLD, NEW]]);
  await rewrite(ann, older, NEW);
  expect(await sentencesOf(ann)).toEqual([]);
  await rewrite(ann, older, OLD);
  expect(await sentencesOf(ann)).toHaveLength(1);
  await ann.client.notes.remove({ noteId: newer });
  expect(await sentencesOf(ann)).toEqual([]);
});

test("what is right is linked after the sentence that isn't, beside what others type, and taken back; a call that is sent again does nothing", async () => {
  const ann = await app.aUser("Ann");
  const older = await noteOf(ann, "Workshop", `${OLD} It is blue.`, "2026-11-01");
  await noteOf(ann, "Offer", NEW, "2026-11-20");
  const [pair] = await pairsOf(ann);
  const pairId = pair!.id;
  const rightClaimId = pair!.newer.claimId;
  await ann.client.contradictions.correct({ pairId, rightClaimId });
  expect(await textOf(ann, older)).toBe("The kiln costs 2,400 €. (corrected: [[Offer]]) It is blue.");
  expect(await sentencesOf(ann, older)).toEqual([]);
  await ann.client.contradictions.correct({ pairId, rightClaimId });
  await ann.client.contradictions.dismiss({ pairId });
  expect(await textOf(ann, older)).toBe("The kiln costs 2,400 €. (corrected: [[Offer]]) It is blue.");
  await expect(
    ann.client.contradictions.correct({ pairId, rightClaimId: pair!.older.claimId }),
  ).rejects.toMatchObject({ code: "CONFLICT" });
  for (let sent = 0; sent < 2; sent++) await ann.client.contradictions.reopen({ pairId });
  expect(await textOf(ann, older)).toBe(`${OLD} It is blue.`);
  expect((await ann.client.contradictions.list()).total).toBe(1);
});

test("of two sentences that the same note corrects each gives back its own link; what was typed into the words stays", async () => {
  const ann = await app.aUser("Ann");
  const older = await noteOf(ann, "Workshop", `${OLD} It is blue.\n\nThe boat costs 900 €.`, "2026-11-01");
  await noteOf(ann, "Offer", `${NEW}\n\nThe boat costs 800 €.`, "2026-11-20");
  const pairs = await pairsOf(ann);
  for (const { id: pairId, newer } of pairs)
    await ann.client.contradictions.correct({ pairId, rightClaimId: newer.claimId });
  const corrected = `${OLD} (corrected: [[Offer]]) It is blue.\n\nThe boat costs 900 €. (corrected: [[Offer]])`;
  expect(await textOf(ann, older)).toBe(corrected);
  const boat = pairs.find((pair) => pair.older.sentence.includes("boat"))!;
  await ann.client.contradictions.reopen({ pairId: boat.id });
  expect(await textOf(ann, older)).toBe(corrected.slice(0, -" (corrected: [[Offer]])".length));
  expect(await sentencesOf(ann, older)).toEqual([["The boat costs 900 €.", "The boat costs 800 €."]]);
});

test("sent twice at once it writes one link; of a sentence that was changed meanwhile nothing is written", async () => {
  const ann = await app.aUser("Ann");
  const older = await noteOf(ann, "Workshop", `A **bold** word. ${OLD}`, "2026-11-01");
  await noteOf(ann, "Offer", NEW, "2026-11-20");
  const [pair] = await pairsOf(ann);
  const correct = () =>
    ann.client.contradictions.correct({ pairId: pair!.id, rightClaimId: pair!.newer.claimId });
  const answers = await Promise.allSettled([correct(), correct()]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await textOf(ann, older)).toBe(`A **bold** word. ${OLD} (corrected: [[Offer]])`);
  await ann.client.contradictions.reopen({ pairId: pair!.id });
  const { seq: baseSeq } = await ann.client.notes.body({ noteId: older });
  await ann.client.notes.replaceBody({ noteId: older, baseSeq, body: { format: "markdown", text: "Gone." } });
  await expect(correct()).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await textOf(ann, older)).toBe("Gone.");
});

test("both are right stays said when the notes are written anew, until it is taken back", async () => {
  const ann = await app.aUser("Ann");
  const older = await noteOf(ann, "Workshop", OLD, "2026-11-01");
  await noteOf(ann, "Offer", NEW, "2026-11-20");
  const [pair] = await pairsOf(ann);
  for (let sent = 0; sent < 2; sent++) await ann.client.contradictions.dismiss({ pairId: pair!.id });
  await rewrite(ann, older, "Nothing.");
  await ann.client.contradictions.dismiss({ pairId: pair!.id });
  await rewrite(ann, older, `More. ${OLD}`);
  expect(await sentencesOf(ann)).toEqual([]);
  await ann.client.contradictions.reopen({ pairId: pair!.id });
  expect(await sentencesOf(ann)).toEqual([[OLD, NEW]]);
});

test("nobody else sees or settles them, a guest of both notes neither, and notes of others are not compared", async () => {
  const [ann, bea] = [await app.aUser("Ann"), await app.aUser("Bea")];
  const shared = [
    await noteOf(ann, "Workshop", OLD, "2026-11-01"),
    await noteOf(ann, "Offer", NEW, "2026-11-20"),
  ];
  for (const noteId of shared) {
    const { shareId } = await ann.client.sharing.shareNote({ noteId, email: bea.email, role: "editor" });
    await bea.client.sharing.accept({ shareId });
  }
  await noteOf(bea, "Mine", "The kiln costs 3,300 €.");
  expect(await pairsOf(bea)).toEqual([]);
  const [pair] = await pairsOf(ann);
  const pairId = pair!.id;
  const refused = { code: "NOT_FOUND" };
  await expect(bea.client.contradictions.dismiss({ pairId })).rejects.toMatchObject(refused);
  await ann.client.contradictions.dismiss({ pairId });
  await bea.client.contradictions.reopen({ pairId });
  expect((await ann.client.contradictions.list()).total).toBe(0);
  await ann.client.contradictions.reopen({ pairId });
  const rightClaimId = pair!.newer.claimId;
  await expect(bea.client.contradictions.correct({ pairId, rightClaimId })).rejects.toMatchObject(refused);
  const kept = await app.database.asSuperuser(
    "SELECT 1 FROM claims WHERE user_id = $1 AND note_id = ANY ($2::uuid[])",
    [bea.userId, shared],
  );
  expect(kept).toEqual([]);
  expect(await textOf(ann, shared[0]!)).toBe(OLD);
});

test("an account has so many sentences and no more, and is told; two looks at once keep each once", async () => {
  const ann = await app.aUser("Ann");
  await noteOf(ann, "Workshop", `${OLD}\n\n${OLD}`);
  await noteOf(ann, "Offer", NEW);
  await Promise.all([ann.client.contradictions.look(), ann.client.contradictions.look()]);
  expect(await sentencesOf(ann)).toHaveLength(1);
  const noteId = await noteOf(ann, "Many", "The boat costs 9,000 €.");
  await app.database.asSuperuser(
    `INSERT INTO claims (id, user_id, note_id, hash, sentence, key, value, day) SELECT gen_random_uuid(), $1, $2, 'h' || n, 's', 'k' || n, '{}', now() FROM generate_series(1, $3::int) n`,
    [ann.userId, (await ann.client.contradictions.list()).pairs[0]!.older.noteId, MOST_CLAIMS],
  );
  expect(await ann.client.contradictions.look()).toEqual({ left: 0, isFull: true });
  expect(noteId).toBeTruthy();
});
