import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { noteAddress } from "#contract/wire/socket.ts";
import { FRAGMENT, SCHEMA_VERSION } from "#document/schema-version.ts";
import { openNote } from "#testing/sync-client.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { NewerNoteError } from "../failure.ts";
import { NOTES_CHANNEL } from "./peer-updates.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What another node, of the next release already, commits in the middle of an update. */
async function writtenByNewer(noteId: string, name: string): Promise<void> {
  const doc = new Y.Doc();
  doc.getXmlFragment(FRAGMENT).insert(0, [new Y.XmlElement(name)]);
  const [row] = await app.database.asSuperuser<{ id: number }>(
    `WITH note AS (
       UPDATE notes_v2 SET doc_seq = nextval('note_update_ids'), schema_version = $2 WHERE id = $1 RETURNING user_id, doc_seq
     )
     INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version)
     SELECT doc_seq, $1, user_id, user_id, $3, $2 FROM note RETURNING id`,
    [noteId, SCHEMA_VERSION + 1, Buffer.from(Y.encodeStateAsUpdate(doc))],
  );
  const notice = { node: "another", notices: [{ noteId, seq: row!.id }] };
  await app.database.asSuperuser("SELECT pg_notify($1, $2)", [NOTES_CHANNEL, JSON.stringify(notice)]);
}

test("a note that a newer node writes is taken from open pages, which would remove what they do not know", async () => {
  const ann = await app.aUser();
  const { id } = await ann.client.notes.create({ title: "Open" });
  const page = openNote(app, ann, id);
  await page.saved();
  await writtenByNewer(id, "callout");
  const { hocuspocus } = app.services.collab;
  await expect.poll(() => hocuspocus.documents.has(noteAddress(id))).toBe(false);
  expect(page.text()).not.toContain("callout");
  expect(await openNote(app, ann, id).refusal).toBe("UNAVAILABLE");
  page.close();
});

test("nobody who does not know all that is in a note changes its body", async () => {
  const ann = await app.aUser();
  const { id } = await ann.client.notes.create({ title: "N", body: { format: "text", text: "Before." } });
  await writtenByNewer(id, "callout");
  const { seq } = await ann.client.notes.body({ noteId: id, format: "text" });
  const replace = ann.client.notes.replaceBody({
    noteId: id,
    baseSeq: seq,
    body: { format: "text", text: "x" },
  });
  await expect(replace).rejects.toMatchObject({ code: "UNAVAILABLE", status: 503 });
  const late = app.services.collab.appendUpdate({
    noteId: id,
    actorId: ann.userId,
    payload: Y.encodeStateAsUpdate(new Y.Doc({ gc: false })),
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });
  await expect(late).rejects.toThrow(NewerNoteError);
  const rows = await app.database.asSuperuser("SELECT 1 FROM note_updates WHERE note_id = $1", [id]);
  expect(rows).toHaveLength(2);
});
