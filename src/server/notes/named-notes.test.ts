import { afterAll, beforeAll, expect, test } from "vitest";
import type { Note } from "#contract/notes.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const write = (user: SignedInVisitor, title: string, text: string): Promise<Note> =>
  user.client.notes.create({ title, body: { format: "markdown", text } });

async function put(user: SignedInVisitor, noteId: string, change: (before: string) => string) {
  const { text, seq } = await user.client.notes.body({ noteId, format: "markdown" });
  const body = { format: "markdown" as const, text: change(text) };
  await user.client.notes.replaceBody({ noteId, body, baseSeq: seq });
}

/** What each link and embed of a note leads to, by what it is called. */
async function linksIn(user: SignedInVisitor, noteId: string) {
  const { text } = await user.client.notes.body({ noteId, format: "json" });
  const found: [string, string | null][] = [];
  JSON.parse(text, (_key, value: { type?: string; attrs?: Record<string, string | null> } | null) => {
    if (value?.type === "noteLink" || value?.type === "noteEmbed")
      found.push([value.attrs?.label ?? value.attrs?.title ?? "", value.attrs?.noteId ?? null]);
    return value;
  });
  return found;
}

test("titles between double brackets that an owner sends are links to these notes", async () => {
  const plan = await write(ann, "Plan A", "One.");
  const stranger = await app.aUser("Stranger");
  await write(stranger, "Not hers", "Two.");
  const text = "See [[plan a]], [[Plan A#Heading|again]], [[Not hers]] and [[Nowhere]].\n\n![[Plan A]]\n";
  const { id } = await write(ann, "Diary", text);
  const found = [
    ["plan a", plan.id],
    ["again", plan.id],
    ["Not hers", null],
    ["Nowhere", null],
    ["Plan A", plan.id],
  ];
  expect(await linksIn(ann, id)).toEqual(found);

  await put(ann, id, (before) => `${before}\nNew: [[Plan A|added]]\n`);
  expect(await linksIn(ann, id)).toEqual([...found, ["added", plan.id]]);
});

test("a body that is sent back as it was read keeps the notes its links lead to", async () => {
  const first = await write(ann, "Twice", "The one meant.");
  const { id } = await write(ann, "Keeper", "See [[Twice]].");
  await write(ann, "Twice", "The one changed last.");
  await put(ann, id, (before) => `Above.\n\n${before}`);
  expect(await linksIn(ann, id)).toEqual([["Twice", first.id]]);
});

test("titles that a guest wrote stay titles, also when the owner sends them back", async () => {
  await write(ann, "Secret plan", "Published, but not for this guest.");
  const { id: noteId } = await write(ann, "Shared", "Open.");
  const guest = await app.aUser("Guest");
  const { shareId } = await ann.client.sharing.shareNote({ noteId, email: guest.email, role: "editor" });
  await guest.client.sharing.accept({ shareId });
  await write(guest, "Of the guest", "Mine.");
  const tried =
    "[[Secret plan]] [[Of the guest]]\n\n![[Secret plan]]\n\n`[[ secret  PLAN]]` ![[Secret plan]]\n";
  await put(guest, noteId, () => tried);
  await put(ann, noteId, (before) => `${before}\nThe owner adds [[Secret plan]].\n`);
  const targets = (await linksIn(ann, noteId)).map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(3);
  expect(targets.every((target) => target === null)).toBe(true);
});
