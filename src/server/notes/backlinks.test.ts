import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

async function write(user: SignedInVisitor, title: string, text: string): Promise<string> {
  return (await user.client.notes.create({ title, body: { format: "markdown", text } })).id;
}

/** The titles of what leads to a note. */
async function backlinks(user: SignedInVisitor, noteId: string) {
  const { linked, unlinked } = await user.client.notes.backlinks({ noteId });
  return {
    linked: linked.map(({ note }) => note.title).sort(),
    unlinked: unlinked.map(({ note }) => note.title).sort(),
  };
}

test("a note shows what links to it, by title or by choice, and what only names it", async () => {
  // Named before there is such a note: by its title only.
  await write(ann, "By title", "See [[glacier walk|that day]] again.");
  const target = await write(ann, "Glacier walk", "Ice, and [[Glacier walk]] itself.");
  await write(ann, "By choice", "See [[glacier walk|that day]] again.");
  await write(ann, "Embedded", "![[Glacier walk#^part]]");
  await write(ann, "By address", `[there](/app/editor/${target})`);
  await write(ann, "Named only", "We talked of the glacier walk for hours.");
  await write(ann, "Of something else", "A walk on a glacier.");
  const gone = await write(ann, "In the trash", "[[Glacier walk]]");
  await ann.client.notes.remove({ noteId: gone });
  const stranger = await app.aUser("Stranger");
  await write(stranger, "Not hers", "[[Glacier walk]] and glacier walk");
  await expect
    .poll(() => backlinks(ann, target))
    .toEqual({ linked: ["By address", "By choice", "By title", "Embedded"], unlinked: ["Named only"] });
  const { unlinked } = await ann.client.notes.backlinks({ noteId: target });
  expect(unlinked[0]?.snippet).toContain("\u0002glacier walk\u0003");

  // Links by title follow the titles there are; chosen ones follow the note.
  await ann.client.notes.update({ noteId: target, title: "Ice walk" });
  expect(await backlinks(ann, target)).toEqual({
    linked: ["By address", "By choice", "Embedded"],
    unlinked: [],
  });
});

test("a note without a title has no backlinks, and a stranger's note none to see", async () => {
  const untitled = await write(ann, "", "[[]] nothing");
  expect(await backlinks(ann, untitled)).toEqual({ linked: [], unlinked: [] });
  const stranger = await app.aUser("Another");
  await expect(stranger.client.notes.backlinks({ noteId: untitled })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(ann.client.notes.backlinks({ noteId: uuidV7() })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(ann.client.notes.backlinks({ noteId: "no id" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});
