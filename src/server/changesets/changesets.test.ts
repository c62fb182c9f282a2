import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { FRAGMENT, SCHEMA_VERSION } from "#document/schema-version.ts";
import { readBodyAs } from "../collab/load-note.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const ROOF = "# Roof\n\nThe roof leaks.\n\n- buy slate\n- call Ben\n";

async function aNote(text = ROOF, who = ann) {
  const { id } = await who.client.notes.create({ title: "Roof", body: { format: "markdown", text } });
  return id;
}

async function textOf(noteId: string, who = ann) {
  const { text } = await who.client.notes.body({ noteId, format: "markdown" });
  return text;
}

async function write(noteId: string, text: string, who = ann) {
  const { seq } = await who.client.notes.body({ noteId, format: "markdown" });
  await who.client.notes.replaceBody({ noteId, body: { format: "markdown", text }, baseSeq: seq });
}

const propose = (noteId: string, text: string, who = ann) =>
  who.client.changesets.propose({ id: uuidV7(), title: "Tidy up", notes: [{ noteId, text }] });

const statesOf = ({ notes }: { notes: { parts: { state: string }[] }[] }) =>
  notes.flatMap(({ parts }) => parts.map(({ state }) => state));

test("nothing is written until parts are applied, then those alone", async () => {
  const noteId = await aNote();
  const { id, notes } = await propose(
    noteId,
    "# The roof\n\nThe roof leaks badly.\n\n- buy slate\n- call Ben\n",
  );
  expect(notes).toEqual([
    {
      noteId,
      title: "Roof",
      parts: [
        {
          place: 0,
          before: "# Roof\n",
          after: "# The roof\n",
          blockId: expect.any(String),
          state: "proposed",
        },
        {
          place: 1,
          before: "The roof leaks.\n",
          after: "The roof leaks badly.\n",
          blockId: expect.any(String),
          state: "proposed",
        },
      ],
    },
  ]);
  expect(await textOf(noteId)).toBe(ROOF);
  const applied = await ann.client.changesets.apply({ id, notes: [{ noteId, parts: [1] }] });
  expect(statesOf(applied)).toEqual(["proposed", "applied"]);
  expect(await textOf(noteId)).toBe(ROOF.replace("leaks", "leaks badly"));
  expect(statesOf(await ann.client.changesets.refuse({ id }))).toEqual(["refused", "applied"]);
  expect(statesOf(await ann.client.changesets.apply({ id }))).toEqual(["refused", "applied"]);
  // Who refused it may think again, by its name alone.
  const again = await ann.client.changesets.apply({ id, notes: [{ noteId, parts: [0] }] });
  expect(statesOf(again)).toEqual(["applied", "applied"]);
});

test("a note tells what waits for it with its blocks, until that is decided, and nobody else what that is", async () => {
  const noteId = await aNote();
  const { id, notes } = await propose(
    noteId,
    "# Roof\n\nThe roof drips.\n\n- buy slate\n- call Ben\n\nAsk Cleo.\n",
  );
  const other = await propose(noteId, ROOF.replace("Roof", "House"));
  const waiting = await ann.client.changesets.waitingIn({ noteId });
  expect(waiting.changesets.map((each) => [each.id, each.parts.map(({ part }) => part)])).toEqual([
    [id, [0, 1]],
    [other.id, [0]],
  ]);
  const [drips, cleo] = waiting.changesets[0]!.parts;
  expect(JSON.parse(drips!.before)).toMatchObject([
    { type: "paragraph", attrs: { id: notes[0]!.parts[0]!.blockId } },
  ]);
  expect([JSON.parse(cleo!.before), cleo!.next]).toEqual([[], null]);
  expect(cleo!.previous).toBe(notes[0]!.parts[1]!.blockId);
  expect(JSON.parse(cleo!.after)).toMatchObject([{ content: [{ text: "Ask Cleo." }] }]);
  await ann.client.changesets.refuse({ id: other.id });
  await ann.client.changesets.apply({ id, notes: [{ noteId, parts: [0] }] });
  const { changesets } = await ann.client.changesets.waitingIn({ noteId });
  expect(changesets.map((each) => each.parts.map(({ part }) => part))).toEqual([[1]]);

  const bob = await app.aUser("Bob");
  await expect(bob.client.changesets.waitingIn({ noteId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await ann.client.sharing.shareNote({ noteId, email: bob.email, role: "viewer" });
  await acceptInvitations(bob);
  expect(await bob.client.changesets.waitingIn({ noteId })).toEqual({ noteId, changesets: [] });
});

test("undone later, what was written since stays, and what could not be undone is told", async () => {
  const noteId = await aNote();
  const { id } = await propose(
    noteId,
    "# Roof\n\nThe roof leaks slowly.\n\n- buy slate\n- call Ben\n\nAsk Cleo.\n",
  );
  await ann.client.changesets.apply({ id });
  await write(
    noteId,
    "# Roof\n\nAs I said, the roof leaks slowly.\n\n- buy slate\n- call Ben\n\nAsk Cleo on Monday.\n",
  );
  const undone = await ann.client.changesets.undo({ id });
  expect(statesOf(undone)).toEqual(["merged", "kept"]);
  expect(await textOf(noteId)).toBe(
    "# Roof\n\nAs I said, the roof leaks.\n\n- buy slate\n- call Ben\n\nAsk Cleo on Monday.\n",
  );
  const { changesets } = await ann.client.changesets.list();
  expect(changesets.find((each) => each.id === id)?.states).toEqual({ merged: 1, kept: 1 });
});

test("a place that was written in since is left as it is, and the part can be applied again", async () => {
  const noteId = await aNote();
  const { id } = await propose(noteId, ROOF.replace("leaks", "drips"));
  await write(noteId, ROOF.replace("leaks", "leaks at night"));
  expect(statesOf(await ann.client.changesets.apply({ id }))).toEqual(["changed"]);
  expect(await textOf(noteId)).toBe(ROOF.replace("leaks", "leaks at night"));
  await write(noteId, ROOF);
  expect(statesOf(await ann.client.changesets.apply({ id }))).toEqual(["applied"]);
});

test("of several notes all are written or none", async () => {
  const [one, two] = [await aNote(), await aNote()];
  const { id } = await ann.client.changesets.propose({
    id: uuidV7(),
    title: "Both",
    notes: [one, two].map((noteId) => ({ noteId, text: "Nothing is left.\n" })),
  });
  await app.database.asSuperuser(
    `CREATE FUNCTION refuse_two() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.note_id = (SELECT max(note_id::text)::uuid FROM changeset_notes) THEN RAISE 'no'; END IF; RETURN NEW; END $$;
     CREATE TRIGGER refuse_two BEFORE UPDATE ON changeset_notes FOR EACH ROW EXECUTE FUNCTION refuse_two()`,
  );
  await expect(ann.client.changesets.apply({ id })).rejects.toThrow();
  await app.database.asSuperuser("DROP TRIGGER refuse_two ON changeset_notes; DROP FUNCTION refuse_two");
  expect([await textOf(one), await textOf(two)]).toEqual([ROOF, ROOF]);
  await ann.client.changesets.apply({ id });
  expect([await textOf(one), await textOf(two)]).toEqual(["Nothing is left.\n", "Nothing is left.\n"]);
});

test("nobody sees or decides what another proposed, nor proposes for a note that they only read", async () => {
  const noteId = await aNote();
  const bob = await app.aUser("Bob");
  const { id } = await propose(noteId, "Gone.\n");
  for (const call of ["get", "apply", "refuse", "undo", "remove"] as const)
    await expect(bob.client.changesets[call]({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(propose(noteId, "Gone.\n", bob)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(
    bob.client.changesets.propose({
      id,
      title: "Mine",
      notes: [{ noteId: await aNote("a", bob), text: "b" }],
    }),
  ).rejects.toMatchObject({ code: "CONFLICT" });
  expect((await bob.client.changesets.list()).changesets).toEqual([]);
  expect(await textOf(noteId)).toBe(ROOF);
});

test("who may write in a shared note proposes for it, who reads doesn't, and no longer than it is shared", async () => {
  const [bob, eve] = [await app.aUser("Bob"), await app.aUser("Eve")];
  const noteId = await aNote();
  const { shareId } = await ann.client.sharing.shareNote({ noteId, email: bob.email, role: "editor" });
  await ann.client.sharing.shareNote({ noteId, email: eve.email, role: "viewer" });
  for (const guest of [bob, eve]) await acceptInvitations(guest);
  await expect(propose(noteId, "Gone.\n", eve)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const { id } = await propose(noteId, ROOF.replace("leaks", "drips"), bob);
  expect(statesOf(await bob.client.changesets.apply({ id }))).toEqual(["applied"]);
  expect(await textOf(noteId)).toContain("The roof drips.");
  await ann.client.sharing.end({ shareId });
  expect(await bob.client.changesets.undo({ id })).toMatchObject({ notes: [] });
  // Nor does the list count what can't be seen any more.
  expect((await bob.client.changesets.list()).changesets.map(({ states }) => states)).toEqual([{}]);
  expect(await textOf(noteId)).toContain("The roof drips.");
});

test("who types in the note while parts come and go loses nothing", async () => {
  const noteId = await aNote();
  const { id } = await propose(noteId, ROOF.replace("The roof leaks.", "The roof drips, says Ben."));
  const doc = new Y.Doc();
  const { collab, db } = app.services;
  for (const part of (await readBodyAs(db, ann.userId, noteId)).parts) Y.applyUpdate(doc, part);
  const heading = (doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  const sentence = (doc.getXmlFragment(FRAGMENT).get(1) as Y.XmlElement).get(0) as Y.XmlText;
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  const typing = (async () => {
    for (let key = 0; key < 60; key++) {
      heading.insert(heading.length, ` h${key}h`);
      if (key % 6 === 0) sentence.insert(0, `s${key}s `);
      for (const payload of updates.splice(0))
        await collab.appendUpdate({
          noteId,
          actorId: ann.userId,
          payload,
          schemaVersion: SCHEMA_VERSION,
          via: "server",
        });
    }
  })();
  for (let turn = 0; turn < 6; turn++) {
    await ann.client.changesets.apply({ id, notes: [{ noteId, parts: [0] }] });
    await ann.client.changesets.undo({ id });
  }
  await typing;
  const text = await textOf(noteId);
  for (let key = 0; key < 60; key++) expect(text).toContain(`h${key}h`);
  for (let key = 0; key < 60; key += 6) expect(text).toContain(`s${key}s`);
});

test("a thousand changesets are enough for anybody, and a hundred megabytes of them", async () => {
  const eve = await app.aUser("Eve");
  const noteId = await aNote("a", eve);
  await app.database.asSuperuser(
    "INSERT INTO changesets (id, user_id, title, source, bytes) SELECT gen_random_uuid(), $1, 'T', '{\"kind\": \"api\"}', 100 FROM generate_series(1, 1000)",
    [eve.userId],
  );
  await expect(propose(noteId, "b", eve)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  const { changesets } = await eve.client.changesets.list();
  await eve.client.changesets.remove({ id: changesets[0]!.id });
  await propose(noteId, "b", eve);
  await eve.client.changesets.remove({ id: changesets[1]!.id });
  await app.database.asSuperuser("UPDATE changesets SET bytes = 520000 WHERE user_id = $1", [eve.userId]);
  await expect(propose(noteId, "c", eve)).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
});

test("a thousand notes of a page each fit into one changeset", async () => {
  const noteId = await aNote();
  const text = `${"A sentence of some words. ".repeat(19_000)}\n`;
  // As large as many notes together, in one: what a call may hold is what is tried.
  const notes = await Promise.all(Array.from({ length: 6 }, async () => ({ noteId: await aNote(), text })));
  const { id } = await ann.client.changesets.propose({ id: uuidV7(), title: "Large", notes });
  expect(statesOf(await ann.client.changesets.refuse({ id }))).toEqual(Array(6).fill("refused"));
  const tooLarge = Array(60).fill({ noteId, text }) as typeof notes;
  await expect(
    ann.client.changesets.propose({ id: uuidV7(), title: "Too large", notes: tooLarge }),
  ).rejects.toMatchObject({ status: 413 });
  expect(await textOf(noteId)).toBe(ROOF);
});
