import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

const NAMES = ["landing", "features", "contact"];

let app: TestApp;
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "cairn-site-"));
  await mkdir(join(webRoot, "site"));
  await writeFile(join(webRoot, "index.html"), "<!doctype html><title>The app</title>");
  await writeFile(join(webRoot, "site/app-segments.json"), JSON.stringify(["app", "login"]));
  for (const name of NAMES)
    await writeFile(
      join(webRoot, `site/${name}.html`),
      `<!doctype html><title>${name}</title><link rel="canonical" href="__CAIRN_ORIGIN__/x">${"<p>more</p>".repeat(200)}`,
    );
  app = await startTestApp({ PUBLIC_URL: "https://notes.example.org", ALLOWED_HOSTS: "127.0.0.1" }, webRoot);
});
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { redirect: "manual", headers: { accept: "text/html", ...headers } });

test.each([
  ["/", "landing"],
  ["/public/landing", "landing"],
  ["/public/features", "features"],
  ["/?utm=x", "landing"],
])("%s is the page %s with the server's own address in it", async (path, name) => {
  const answer = await get(path);
  const html = await answer.text();
  expect([answer.status, html.includes(`<title>${name}</title>`)]).toEqual([200, true]);
  expect(html).toContain('href="https://notes.example.org/x"');
  expect(html).not.toContain("__CAIRN_ORIGIN__");
  expect(answer.headers.get("content-security-policy")).toContain("script-src 'self'");
});

test.each([
  ["/features", "/public/features"],
  ["/contact?from=mail&x=%20y", "/public/contact?from=mail&x=%20y"],
  ["/landing", "/public/landing"],
])("the short form %s leads to %s", async (path, to) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, to]);
});

test("every form is the same page, and one that is kept is not sent again", async () => {
  const forms = await Promise.all(
    ["br", "gzip", "identity"].map((encoding) => get("/", { "accept-encoding": encoding })),
  );
  expect(forms.map(({ headers }) => headers.get("content-encoding"))).toEqual(["br", "gzip", null]);
  expect(new Set(await Promise.all(forms.map((form) => form.text()))).size).toBe(1);
  const etags = forms.map(({ headers }) => headers.get("etag")!);
  expect(new Set(etags).size).toBe(3);
  const again = await get("/", { "accept-encoding": "br", "if-none-match": etags[0]! });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("the built file itself, with the address not filled in, is not served", async () => {
  expect((await get("/site/landing.html")).status).toBe(404);
  expect((await get("/site/app-segments.json")).status).toBe(404);
});

test("an address of the app gets its shell, one that is nowhere gets it as a 404", async () => {
  for (const [path, status] of [
    ["/app/whatever", 200],
    ["/login", 200],
    ["/nowhere", 404],
    ["/public/nothing", 404],
    ["/public/features/", 404],
  ] as const) {
    const answer = await get(path);
    expect([path, answer.status, (await answer.text()).includes("The app")]).toEqual([path, status, true]);
  }
});

test("sitemap.xml names every page, robots.txt keeps crawlers out of the rest", async () => {
  const map = await get("/sitemap.xml");
  expect(map.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const urls = [...(await map.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  expect(urls.toSorted()).toEqual([
    "https://notes.example.org/",
    "https://notes.example.org/public/contact",
    "https://notes.example.org/public/features",
  ]);
  const robots = await (await get("/robots.txt")).text();
  for (const path of ["/app", "/api", "/auth", "/files"]) expect(robots).toContain(`Disallow: ${path}\n`);
  expect(robots).toContain("Sitemap: https://notes.example.org/sitemap.xml");
});

test("sitemap.xml names the pages whose owners asked for it, as long as everybody may read them", async () => {
  const ann = await app.aUser("Ann");
  const publish = async (slug: string, more: object) => {
    const note = await ann.client.notes.create({ title: slug });
    await ann.client.sharing.publish({ noteId: note.id, slug, ...more });
    return note;
  };
  const found = await publish("found-page", { isIndexed: true });
  await publish("quiet-page", {});
  await publish("locked-page", { isIndexed: true, password: "secret-1" });
  const map = async () => (await get("/sitemap.xml")).text();
  expect(await map()).toMatch(
    /<loc>https:\/\/notes\.example\.org\/p\/found-page<\/loc><lastmod>20\d\d-[\d-]+T/,
  );
  expect(await map()).not.toMatch(/quiet-page|locked-page/);
  await ann.client.notes.remove({ noteId: found.id });
  expect(await map()).not.toContain("found-page");
});
