import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LinkedSite, startLinkedSite } from "#testing/servers/linked-site.ts";
import { smallInternet } from "#testing/servers/small-internet.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { createEgress } from "../platform/egress/egress.ts";
import { askLink } from "./ask-link.ts";
import { checkLinksDaily, checkLinksOf } from "./check-links.ts";
import { gatherLinks } from "./keep-links.ts";

let site: LinkedSite;
let app: TestApp;
let user: SignedInVisitor;
beforeAll(async () => {
  site = await startLinkedSite();
  app = await startTestApp(site.env);
});
beforeEach(async () => {
  site.asked.length = 0;
  site.statuses.clear();
  user = await app.aUser("Ann");
});
afterAll(async () => {
  await app.close();
  site.close();
});

async function write(title: string, text: string, of = user) {
  const { id } = await of.client.notes.create({ title, body: { format: "markdown", text } });
  await app.services.collab.derivation.deriveNow(id, of.userId);
  return id;
}
const linkTo = (...paths: string[]) =>
  write("Links", paths.map((path) => `[a page](${site.base}${path})`).join("\n\n"));
const check = (isAsked = true, services: Parameters<typeof checkLinksOf>[0] = app.services) =>
  checkLinksOf(services, user.userId, {
    isAsked,
    signal: new AbortController().signal,
    pauseMs: 0,
    timeoutMs: 300,
  });
/** As if so many days had gone by. */
const pass = (days: number) =>
  app.database.asSuperuser(
    `UPDATE web_links SET checked_at = checked_at - make_interval(days => $1), next_at = next_at - make_interval(days => $1),
       last_fail_day = last_fail_day - $1::integer WHERE user_id = $2`,
    [days, user.userId],
  );
const found = async () => {
  const { links } = await user.client.webLinks.list();
  return links.map(({ address, why, status, movedTo }) => [
    address.replace(site.base, ""),
    why,
    status,
    movedTo?.replace(site.base, "") ?? null,
  ]);
};
const rowOf = async (path: string) => {
  const [row] = await app.database.asSuperuser<{
    outcome: string;
    status: number | null;
    hours: number;
    moved_to: string | null;
  }>(
    `SELECT outcome, status, moved_to, round(extract(epoch FROM next_at - now()) / 3600)::int AS hours FROM web_links WHERE user_id = $1 AND address = $2`,
    [user.userId, site.base + path],
  );
  return row;
};

test.each([
  ["/page", "ok", 200],
  ["/missing", "gone", 404],
  ["/removed", "gone", 410],
  ["/broken", "failed", 500],
  ["/down", "failed", 503],
  ["/hangs", "failed", null],
  ["/cut", "failed", null],
  ["/huge", "ok", 200],
  ["/no-head", "ok", 200],
  ["/members", "unasked", 401],
  ["/busy", "unasked", 429],
  ["/round", "unasked", null],
  ["/inside", "unasked", null],
])("a site that answers %s is %s, with the status %s", async (path, outcome, status) => {
  for (const [at, code] of [
    ["/missing", 404],
    ["/removed", 410],
    ["/broken", 500],
  ] as const)
    site.statuses.set(at, code);
  await linkTo(path);
  await check();
  expect(await rowOf(path)).toMatchObject({ outcome, status, moved_to: null });
  expect(await found()).toEqual([]);
});

test("a page that is gone twice has rotted, one that fails does so on its third day, and what works again is forgiven", async () => {
  site.statuses.set("/gone", 404).set("/failing", 500);
  await linkTo("/gone", "/failing", "/page");
  await check();
  await check();
  // Asked again within the hour nothing is asked.
  expect(site.asked.filter(({ url, method }) => url === "/gone" && method === "GET")).toHaveLength(1);
  await pass(1);
  await check(false);
  expect(await found()).toEqual([["/gone", "gone", 404, null]]);
  await pass(1);
  await check(false);
  expect(await found()).toEqual([
    ["/gone", "gone", 404, null],
    ["/failing", "failing", 500, null],
  ]);
  // What works is asked once a week.
  expect(site.asked.filter(({ url }) => url === "/page")).toHaveLength(1);
  site.statuses.clear();
  await pass(1);
  await check(false);
  expect(await found()).toEqual([]);
});

test("a day counts once, however often a link fails in it", async () => {
  site.statuses.set("/failing", 500);
  await linkTo("/failing");
  for (let times = 0; times < 4; times++) {
    await check();
    await app.database.asSuperuser("UPDATE web_links SET checked_at = checked_at - interval '2 hours'");
  }
  expect(site.asked.filter(({ method }) => method === "GET")).toHaveLength(4);
  expect(await found()).toEqual([]);
});

test("only what moved for good has a new address, and one press puts it into the note and takes it back", async () => {
  const noteId = await write(
    "Moved",
    `See [**this** page](${site.base}/moved-twice), [that](${site.base}/elsewhere) and [more](${site.base}/half-moved#part).\n\n[New](${site.base}/new)\n\n${site.base}/moved`,
  );
  await check();
  expect(await found()).toEqual([
    ["/half-moved#part", "moved", 200, "/elsewhere#part"],
    ["/moved", "moved", 200, "/new"],
    ["/moved-twice", "moved", 200, "/new"],
  ]);
  const markdown = async () => (await user.client.notes.body({ noteId })).text;
  const before = await markdown();
  const [from, to] = [`${site.base}/moved-twice`, `${site.base}/new`];
  const { blockIds } = await user.client.webLinks.replace({ noteId, from, to });
  expect(blockIds).toHaveLength(1);
  expect(await markdown()).toBe(before.replaceAll(from, to));
  expect(await user.client.webLinks.replace({ noteId, from, to })).toEqual({ blockIds: [] });
  // The link that was new before stays.
  await user.client.webLinks.replace({ noteId, from: to, to: from, blockIds });
  expect(await markdown()).toBe(before);
});

test("a site that wants to be left alone is, with all its other pages, until its time", async () => {
  await linkTo("/busy");
  await check();
  expect(await rowOf("/busy")).toMatchObject({ status: 429, hours: 168 });
  const other = await app.aUser("Ben");
  user = other;
  await linkTo("/busy", ...Array.from({ length: 8 }, (_, index) => `/zz${index}`));
  site.asked.length = 0;
  await check();
  const pages = new Set(site.asked.map(({ url }) => url));
  expect(pages.has("/busy")).toBe(true);
  const [waiting] = await app.database.asSuperuser<{ count: number }>(
    "SELECT count(*)::int AS count FROM web_links WHERE user_id = $1 AND checked_at IS NULL AND next_at > now() + interval '40 hours'",
    [user.userId],
  );
  expect(waiting!.count).toBe(9 - pages.size);
  site.asked.length = 0;
  await pass(0);
  await check();
  expect(site.asked.filter(({ url }) => url === "/busy")).toEqual([]);
});

test("a broken line of our own counts against no link", async () => {
  await write(
    "Far",
    "[a](https://one.example.net/a) [b](https://two.example.net/b) [c](https://three.example.net/c)",
  );
  const egress = createEgress([], smallInternet({}));
  await check(true, { ...app.services, egress });
  const rows = await app.database.asSuperuser(
    "SELECT 1 FROM web_links WHERE user_id = $1 AND checked_at IS NOT NULL",
    [user.userId],
  );
  expect(rows).toEqual([]);
});

test("addresses of a network of one's own are not asked, and plain http only as https", async () => {
  const internet = smallInternet({
    "a.net": [["127.0.0.7"]],
    router: [["127.0.0.7"]],
    "nas.local": [["127.0.0.7"]],
  });
  const egress = createEgress([], internet);
  for (const address of [
    "https://router/",
    "https://nas.local/x",
    "https://127.0.0.7/",
    "https://[::1]/",
    "nonsense",
  ])
    expect(await askLink(egress, address)).toMatchObject({ outcome: "unasked", status: null });
  expect(internet.lookups).toEqual([]);
  // Nothing listens there: what is unknown by https says nothing of http.
  expect(await askLink(egress, "http://a.net/", { timeoutMs: 300 })).toMatchObject({ outcome: "unasked" });
  expect(await askLink(egress, "https://a.net/", { timeoutMs: 300 })).toMatchObject({ outcome: "failed" });
});

test("no more than a day allows are asked, and what no note holds any more is forgotten unless it was dismissed", async () => {
  const noteId = await linkTo("/one", "/two", "/gone");
  site.statuses.set("/gone", 410);
  await check();
  await pass(1);
  await check();
  const [gone] = (await user.client.webLinks.list()).links;
  expect(gone).toMatchObject({ notes: [{ id: noteId, title: "Links" }], noteCount: 1 });
  await user.client.webLinks.dismiss({ webLinkId: gone!.id, isDismissed: true });
  await user.client.notes.remove({ noteId });
  await gatherLinks(app.services.db, user.userId);
  const left = () =>
    app.database.asSuperuser("SELECT address FROM web_links WHERE user_id = $1 ORDER BY 1", [user.userId]);
  expect(await left()).toEqual([{ address: `${site.base}/gone` }]);
  await linkTo("/gone");
  site.asked.length = 0;
  await check();
  expect([await found(), site.asked]).toEqual([[], []]);
  await app.database.asSuperuser(
    `INSERT INTO web_links (id, user_id, hash, address, checked_at) SELECT gen_random_uuid(), $1, n::text, 'x' || n, now() FROM generate_series(1, 498) n`,
    [user.userId],
  );
  await app.database.asSuperuser("UPDATE web_links SET dismissed_at = now() WHERE user_id = $1", [
    user.userId,
  ]);
  await linkTo("/three", "/four");
  await check();
  expect(new Set(site.asked.map(({ url }) => url)).size).toBe(1);
});

test("nothing is asked by itself unless its owner turned that on", async () => {
  await linkTo("/page");
  const run = () => checkLinksDaily.run(app.services, new AbortController().signal);
  const isChecking = async () => (await user.client.webLinks.list()).isChecking;
  await run();
  expect(await isChecking()).toBe(false);
  expect((await user.client.webLinks.list()).counts).toEqual({ all: 1, checked: 0, unasked: 0 });
  await user.client.preferences.update({ settings: { checksLinks: true } });
  await run();
  expect(await isChecking()).toBe(true);
});

test("a stranger sees, dismisses and replaces nothing", async () => {
  site.statuses.set("/gone", 404);
  const noteId = await linkTo("/gone");
  await check();
  await pass(1);
  await check();
  const [gone] = (await user.client.webLinks.list()).links;
  const ben = await app.aUser("Ben");
  expect((await ben.client.webLinks.list()).links).toEqual([]);
  for (const call of [
    () => ben.client.webLinks.dismiss({ webLinkId: gone!.id, isDismissed: true }),
    () => ben.client.webLinks.replace({ noteId, from: gone!.address, to: "https://example.org/" }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(
    user.client.webLinks.replace({ noteId, from: gone!.address, to: "javascript:alert(1)" }),
  ).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
