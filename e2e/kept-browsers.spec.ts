import { expect, test } from "./fixtures.ts";

const VIEWPORT = { width: 1280, height: 800 };
const ALIKE = "the browsers of these tests";

test("a browser that is handed on has nothing of the test before in it", async ({ kept, server }) => {
  const options = { baseURL: server.url, viewport: VIEWPORT };
  const { context, page } = await kept.take(options, ALIKE);
  let heard = 0;
  page.on("request", () => heard++);
  await page.route("**/manifest.webmanifest", (route) => route.fulfill({ body: "made up" }));
  await context.route("**/check.svg", (route) => route.fulfill({ body: "made up" }));
  await page.goto("/auth/login");
  await page.evaluate(async () => {
    localStorage.setItem("a", "1");
    sessionStorage.setItem("b", "1");
    document.cookie = "c=1; path=/";
    window.name = "d";
    await (await caches.open("e")).put("/e", new Response("1"));
    await new Promise((done) => (indexedDB.open("f", 1).onsuccess = done));
    const folder = await navigator.storage.getDirectory();
    await folder.getFileHandle("g", { create: true });
    // What the app writes on its way out.
    addEventListener("pagehide", () => localStorage.setItem("h", "1"));
  });
  await page.goto("/auth/register");
  await page.setViewportSize({ width: 400, height: 400 });
  await context.newPage();
  await kept.giveBack({ context, page }, true);

  const next = await kept.take(options, ALIKE);
  expect(next.page).toBe(page);
  expect(context.pages()).toEqual([page]);
  const before = heard;
  await page.goto("/auth/login");
  const left = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const files: string[] = [];
    for await (const name of (folder as unknown as { keys: () => AsyncIterable<string> }).keys())
      files.push(name);
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const texts = await Promise.all(
      ["/manifest.webmanifest", "/check.svg"].map(async (path) => (await fetch(path)).text()),
    );
    return {
      stored: ["a", "h"].filter((key) => key in localStorage),
      ofTab: ["b"].filter((key) => key in sessionStorage),
      cookies: document.cookie,
      name: window.name,
      caches: await caches.keys(),
      databases: databases.filter((name) => name === "f"),
      files,
      isMadeUp: texts.includes("made up"),
      width: innerWidth,
    };
  });
  expect(left).toEqual({
    stored: [],
    ofTab: [],
    cookies: "",
    name: "",
    caches: [],
    databases: [],
    files: [],
    isMadeUp: false,
    width: VIEWPORT.width,
  });
  expect(heard).toBe(before);
  await kept.giveBack(next, true);
});

test("a browser that was changed for longer than its pages, or whose test failed, goes to nobody", async ({
  kept,
  server,
}) => {
  const options = { baseURL: server.url, viewport: VIEWPORT };
  const changed = await kept.take(options, ALIKE);
  await changed.page.addInitScript(() => Object.assign(globalThis, { isChanged: true }));
  await kept.giveBack(changed, true);
  const failed = await kept.take(options, ALIKE);
  expect(failed.page).not.toBe(changed.page);
  await kept.giveBack(failed, false);
  const other = await kept.take(options, ALIKE);
  expect([changed.page, failed.page]).not.toContain(other.page);
  const unlike = await kept.take({ ...options, viewport: { width: 300, height: 300 } }, "others");
  expect(unlike.page).not.toBe(other.page);
  for (const one of [other, unlike]) await kept.giveBack(one, true);
});
