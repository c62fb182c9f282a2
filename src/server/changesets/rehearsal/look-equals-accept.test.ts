import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Client = SignedInVisitor["client"];
type Added = Omit<Parameters<Client["rehearsals"]["change"]>[0], "id">;
const WORDS = "amber birch cobalt dune ember fjord grove heath iris juniper".split(" ");
const STEPS = 25;

/** Takes all its choices from one seed. */
function chooser(from: number) {
  const random = randomFrom(from);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const words = (count: number) => Array.from({ length: count }, () => oneOf(WORDS)).join(" ");
  return {
    below,
    oneOf,
    words,
    text: () => Array.from({ length: 1 + below(3) }, () => `${words(4)}.\n`).join("\n"),
  };
}
type Chooser = ReturnType<typeof chooser>;

/** Ids of what there is, or is to be; some are deleted meanwhile. */
type Known = { notes: string[]; folders: string[] };

function changeOf({ below, oneOf, words, text }: Chooser, known: Known): Added {
  const folder = () => (below(4) === 0 ? null : oneOf(known.folders));
  const [noteId, folderId] = [oneOf(known.notes), oneOf(known.folders)];
  const id = uuidV7();
  switch (below(8)) {
    case 0:
      known.folders.push(id);
      return {
        records: [
          { kind: "folder", recordId: id, action: "create", fields: { name: words(1), parentId: folder() } },
        ],
      };
    case 1:
      known.notes.push(id);
      return {
        records: [
          {
            ...{ kind: "note", recordId: id, action: "create" },
            fields: { title: words(2), folderId: folder(), body: { format: "markdown", text: text() } },
          },
        ],
      };
    case 2:
      return {
        records: [{ kind: "folder", recordId: folderId, action: "update", fields: { parentId: folder() } }],
      };
    case 3:
      return { records: [{ kind: "note", recordId: noteId, action: "remove" }] };
    case 4:
      return {
        records: [
          {
            kind: "folder",
            recordId: folderId,
            action: "remove",
            fields: { notes: oneOf(["moveUp", "trash"]) },
          },
        ],
      };
    case 5:
      return { texts: [{ noteId, text: text() }] };
    default: {
      const fields = { title: words(2), tags: [words(1)], folderId: folder() };
      const name = oneOf(["title", "tags", "folderId"] as const);
      return {
        records: [{ kind: "note", recordId: noteId, action: "update", fields: { [name]: fields[name] } }],
      };
    }
  }
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/** All that is seen of an account, by what reads it. */
async function seenBy(read: {
  folders: () => Promise<{ id: string; name: string; parentId: string | null; noteCount: number }[]>;
  notes: (
    isTrashed: boolean,
  ) => Promise<{ id: string; title: string; tags: string[]; folderId: string | null }[]>;
  text: (noteId: string) => Promise<string>;
  found: (query: string) => Promise<{ id: string }[]>;
}): Promise<unknown> {
  const notes = (await read.notes(false)).toSorted(byId);
  const texts: Record<string, string> = {};
  for (const { id } of notes) texts[id] = await read.text(id);
  const found: Record<string, string[]> = {};
  for (const word of WORDS.slice(0, 3)) found[word] = (await read.found(word)).map(({ id }) => id).toSorted();
  return {
    folders: (await read.folders())
      .map(({ id, name, parentId, noteCount }) => ({ id, name, parentId, noteCount }))
      .toSorted(byId),
    notes: notes.map(({ id, title, tags, folderId }) => ({ id, title, tags, folderId })),
    trash: (await read.notes(true)).map(({ id }) => id).toSorted(),
    ...{ texts, found },
  };
}

const inside = (client: Client, id: string) =>
  seenBy({
    folders: async () =>
      (await client.rehearsals.places({ id })).folders.filter(({ marks }) => !marks.includes("removed")),
    notes: async (isTrashed) => (await client.rehearsals.notes({ id, isTrashed, limit: 100 })).notes,
    text: async (noteId) => (await client.rehearsals.note({ id, noteId })).text,
    found: async (query) => (await client.rehearsals.notes({ id, query, limit: 100 })).notes,
  });

const really = (client: Client) =>
  seenBy({
    folders: async () => (await client.folders.list({})).folders,
    notes: async (trashed) => (await client.notes.list({ trashed, limit: 500 })).notes,
    text: async (noteId) => (await client.notes.body({ noteId })).text,
    found: async (query) => (await client.notes.search({ query, limit: 100 })).hits.map(({ note }) => note),
  });

/** Somebody who goes on working while it waits. */
async function work(
  { below, oneOf, words, text }: Chooser,
  { client }: SignedInVisitor,
  noteIds: readonly string[],
) {
  const noteId = oneOf(noteIds);
  if (below(2) === 0) await client.notes.update({ noteId, title: words(3) });
  else {
    const { seq: baseSeq } = await client.notes.body({ noteId });
    await client.notes.replaceBody({ noteId, baseSeq, body: { format: "markdown", text: text() } });
  }
}

const REFUSALS = ["NOT_FOUND", "CONFLICT", "INVALID_INPUT"];

test(
  `what is seen in random rehearsals is what comes of accepting them (seed ${seed})`,
  { timeout: 180_000 },
  async () => {
    for (let round = 0; round < 2; round++) {
      const choose = chooser(seed + round);
      const ann = await app.aUser("Ann");
      const { client } = ann;
      const known: Known = { notes: [], folders: [] };
      for (let each = 0; each < 4; each++)
        known.folders.push(
          (
            await client.folders.create({
              name: choose.words(1),
              parentId: choose.oneOf([null, ...known.folders]),
            })
          ).id,
        );
      for (let each = 0; each < 8; each++) {
        const body = { format: "markdown", text: choose.text() } as const;
        const folderId = choose.oneOf([null, ...known.folders]);
        known.notes.push((await client.notes.create({ title: choose.words(2), folderId, body })).id);
      }
      const real = [...known.notes];
      const { id } = await client.rehearsals.start({ id: uuidV7(), title: "Random" });
      let refused = 0;
      for (let step = 0; step < STEPS; step++) {
        if (choose.below(6) === 0) await work(choose, ann, real);
        await client.rehearsals
          .change({ id, ...changeOf(choose, known) })
          .catch((error: { code: string }) => {
            expect(REFUSALS).toContain(error.code);
            refused++;
          });
      }
      expect(refused).toBeLessThan(STEPS);
      const seen = await inside(client, id);
      await client.changesets.apply({ id });
      await expect.poll(() => really(client), { timeout: 20_000 }).toEqual(seen);
    }
  },
);
