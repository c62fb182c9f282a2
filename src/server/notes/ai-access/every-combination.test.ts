import { afterAll, beforeAll, expect, test } from "vitest";
import { AI_ACCESS, type AiAccess, strictest } from "#contract/shared/ai-access.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { notesWithinReach, type Reach } from "./reach.ts";

let app: TestApp;
let ann: SignedInVisitor;
let ben: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  [ann, ben] = [await app.aUser("Ann"), await app.aUser("Ben")];
});
afterAll(() => app.close());

const REACHES: readonly Reach[] = ["hosted", "local", "nowhere"];
const mayGo = (access: AiAccess, reach: Reach) =>
  reach === "nowhere" || access === "any" || (access === "local" && reach === "local");

/** Notes of Ann in each of three folders within each other and in none, tagged and not; what Ben sees of them. */
async function aTree() {
  const [top, middle, low] = ["Top", "Middle", "Low"];
  const ids: string[] = [];
  for (const name of [top, middle, low]) {
    const folder = await ann.client.folders.create({ name, parentId: ids.at(-1) ?? null });
    ids.push(folder.id);
  }
  const notes: { id: string; depth: number; isTagged: boolean; isShared: boolean }[] = [];
  for (const depth of [0, 1, 2, 3])
    for (const tags of [[], ["Health"], ["other"]]) {
      const folderId = depth === 0 ? null : ids[depth - 1]!;
      const { id } = await ann.client.notes.create({ title: `${depth} ${tags.join()}`, tags, folderId });
      notes.push({ id, depth, isTagged: tags.includes("Health"), isShared: depth > 0 || tags.length > 0 });
    }
  // One of his own, in a folder called like hers.
  await ben.client.notes.create({ title: "Ben's", tags: ["health"] });
  await ann.client.sharing.shareFolder({ folderId: ids[0]!, email: ben.email, role: "viewer" });
  for (const { id, depth, isShared } of notes)
    if (depth === 0 && isShared)
      await ann.client.sharing.shareNote({ noteId: id, email: ben.email, role: "editor" });
  await acceptInvitations(ben);
  return { folders: ids, notes };
}

test("of every combination of three folders, a tag and a reach the strictest holds, for the owner and for guests", async () => {
  const { folders, notes } = await aTree();
  const setFolders = (accesses: readonly AiAccess[]) =>
    Promise.all(
      accesses.map((aiAccess, index) => ann.client.folders.update({ folderId: folders[index]!, aiAccess })),
    );
  const wrong: unknown[] = [];
  let compared = 0;
  for (const tag of AI_ACCESS) {
    // However it is written.
    await ann.client.tags.setAiAccess({ name: "hEALTH", aiAccess: tag });
    for (const first of AI_ACCESS)
      for (const second of AI_ACCESS)
        for (const third of AI_ACCESS) {
          const chain = [first, second, third];
          await setFolders(chain);
          for (const reach of REACHES)
            for (const reader of [ann, ben]) {
              const ids = notes.map(({ id }) => id);
              const found = await notesWithinReach(app.services.db, reader.userId, ids, reach);
              for (const { id, depth, isTagged, isShared } of notes) {
                const access = strictest(...chain.slice(0, depth), isTagged ? tag : "any");
                const expected = mayGo(access, reach) && (reader === ann || isShared);
                compared++;
                if (found.has(id) !== expected)
                  wrong.push({ tag, chain, reach, depth, isTagged, isGuest: reader === ben, expected });
              }
            }
        }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(compared).toBe(3 * 27 * 3 * 2 * 12);
});

test("a guest's own tag fence holds for what others share, and binds nobody else", async () => {
  const { id } = await ann.client.notes.create({ title: "Shared", tags: ["Work"] });
  await ann.client.sharing.shareNote({ noteId: id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  await ben.client.tags.setAiAccess({ name: "work", aiAccess: "none" });
  const within = async (reader: SignedInVisitor) =>
    (await notesWithinReach(app.services.db, reader.userId, [id], "local")).has(id);
  expect([await within(ann), await within(ben)]).toEqual([true, false]);
  await ben.client.tags.setAiAccess({ name: "Work", aiAccess: "any" });
  expect(await within(ben)).toBe(true);
});

test("what the reader may not see, or what lies in the trash, is never within reach", async () => {
  const cleo = await app.aUser("Cleo");
  const { id } = await ann.client.notes.create({ title: "Open to all models" });
  for (const reach of REACHES)
    expect(await notesWithinReach(app.services.db, cleo.userId, [id], reach)).toEqual(new Set());
  await ann.client.notes.remove({ noteId: id });
  expect(await notesWithinReach(app.services.db, ann.userId, [id], "nowhere")).toEqual(new Set());
});

test("a reach, or a fence, that nobody knows is the strictest one", async () => {
  const folder = await ann.client.folders.create({ name: "Local" });
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "local" });
  const { id } = await ann.client.notes.create({ title: "Near", folderId: folder.id });
  const odd = await notesWithinReach(app.services.db, ann.userId, [id], "elsewhere" as Reach);
  expect(odd).toEqual(new Set());
  const near = () => notesWithinReach(app.services.db, ann.userId, [id], "local");
  expect(await near()).toEqual(new Set([id]));
  await app.database.asSuperuser("UPDATE folders SET ai_access = 'of tomorrow' WHERE id = $1", [folder.id]);
  expect(await near()).toEqual(new Set());
});
