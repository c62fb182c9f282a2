import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type FigureSource, type SourceMood, startFigureSource } from "#testing/servers/figure-source.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let source: FigureSource;
let app: TestApp;
let ann: SignedInVisitor;

/** A server that knows nothing yet. */
async function start() {
  await app?.close();
  app = await startTestApp(source.env);
  ann = await app.aUser("Ann");
}
beforeAll(async () => {
  source = await startFigureSource();
  await start();
});
afterEach(async () => {
  vi.useRealTimers();
  source.mood = "well";
  source.asked.length = 0;
});
afterAll(async () => {
  await app.close();
  source.close();
});

const read = (addresses: string[], limit?: number) =>
  ann.client.feeds.read({ addresses, ...(limit && { limit }) });
const later = (minutes: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });

test("the entries of several feeds come in one list, newest first, as plain text with safe links", async () => {
  const { items, feeds } = await read([source.feed, source.atom, source.feed], 4);
  expect(items.map(({ title, feed, link }) => [title, feed, link])).toEqual([
    ["12,500 visits in May", "Garden news", "http://example.com/0"],
    ["12,500 visits in May", "Atom <news>", `${new URL(source.atom).origin}/entries/0`],
    ["Pond & quince", "Garden news", "http://example.com/1"],
    ["Pond & quince", "Atom <news>", `${new URL(source.atom).origin}/entries/1`],
  ]);
  expect(items[0]!.at).toEqual(expect.any(String));
  expect(feeds).toEqual([
    { address: source.feed, title: "Garden news", fetchedAt: expect.any(String), error: null },
    { address: source.atom, title: "Atom <news>", fetchedAt: expect.any(String), error: null },
  ]);
  await (await app.aUser("Bob")).client.feeds.read({ addresses: [source.feed] });
  expect(source.asked).toHaveLength(2);
});

const FAULTS: [SourceMood, string][] = [
  ["error", "The server answered 500."],
  ["html", "This is a web page, not a feed. Look for its RSS address."],
  ["nonsense", "The answer is not a feed."],
  ["endless", "The answer is larger than 1 MB."],
  ["redirect", "redirects to an address that is not allowed."],
];

test.each(FAULTS)(
  "a feed that answers: %s is told beside the others, and its last entries stay",
  async (mood, words) => {
    await start();
    source.mood = mood;
    const [unknown] = (await read([source.feed])).feeds;
    expect(unknown).toMatchObject({ title: null, fetchedAt: null, error: expect.stringContaining(words) });
    source.mood = "well";
    // Not asked again at once.
    expect((await read([source.feed])).feeds).toEqual([unknown]);
    later(2);
    const well = await read([source.feed]);
    expect(well.feeds[0]).toMatchObject({ error: null });
    source.mood = mood;
    later(20);
    const { items, feeds } = await read([source.feed]);
    expect(items).toEqual(well.items);
    expect(feeds).toEqual([{ ...well.feeds[0], error: expect.stringContaining(words) }]);
  },
);

test("only web addresses are taken, and those inside the network are refused", async () => {
  await expect(read(["file:///etc/passwd"])).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(read([])).rejects.toMatchObject({ code: "INVALID_INPUT" });
  const { feeds } = await read(["http://10.0.0.1/feed", "http://localhost:1/feed"]);
  expect(feeds.map(({ error }) => error)).toEqual([expect.any(String), expect.any(String)]);
});

test("an account that asks for feed after feed is told to wait, and what is known stays", async () => {
  await start();
  await read([source.feed]);
  for (let at = 0; at < 12; at += 1)
    await read(Array.from({ length: 10 }, (_, n) => `${source.feed}?${at * 10 + n}`));
  const { items, feeds } = await read([`${source.feed}?more`, source.feed]);
  expect(feeds[0]!.error).toContain("Too many feeds");
  expect(items).toHaveLength(3);
});
