import { aNote, expect, openEditor, test, textOf, typeAtEnd, waitForSaved } from "./fixtures.ts";
import { renameRelease } from "./next-release.ts";

let next: Awaited<ReturnType<typeof renameRelease>> | undefined;
test.beforeAll(async () => {
  // A release that understands the same notes: the page may go on, and is not made to reload.
  next = await renameRelease((edit) => edit("index.html", [[/<html /, () => '<html data-release="next" ']]));
});
test.afterAll(() => next?.dispose());

test(
  "a newer worker brings the banner, 'Update Now' lands on the new release, and unsent text survives",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const ann = await aPerson();
    const { page } = ann;
    const noteId = await aNote(ann, { text: "Kept from before." });
    let isCut = false;
    await page.routeWebSocket(/\/sync$/, (socket) => {
      if (isCut) void socket.close();
      else socket.connectToServer();
    });
    await page.goto("/app/dashboard");
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const words = page.getByText("A new version of Cairn is ready.");
    // The first install took the page over without a reload and without a word.
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    await expect(words).toHaveCount(0);

    await openEditor(page, noteId);
    await waitForSaved(page);
    const lost = await page.evaluate(changeKeptAssets);
    isCut = true;
    await server.stop();
    await server.start({ root: next!.root });
    try {
      await expect(
        page
          .getByRole("main")
          .getByRole("status")
          .filter({ hasText: /^Offline/ }),
      ).toBeVisible();
      await typeAtEnd(page, " UNSENT-TOKEN");
      await expect(
        page
          .getByRole("main")
          .getByRole("status")
          .filter({ hasText: /^Offline, 1 note waiting/ }),
      ).toBeVisible();
      // What the browser does by itself at a visit, and the page every hour.
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      await expect(words).toBeVisible({ timeout: 20_000 });
      await expect(page.locator("html")).not.toHaveAttribute("data-release");
      await page.getByRole("button", { name: "Update Now" }).click();
      await expect(page.locator("html")).toHaveAttribute("data-release", "next", { timeout: 20_000 });
      await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("UNSENT-TOKEN");
      expect(await textOf(ann, noteId)).not.toContain("UNSENT-TOKEN");
      expect(await page.evaluate(keptAssets, lost)).toEqual({
        isFetched: true,
        isKept: true,
        isDropped: true,
      });
      isCut = false;
      await expect.poll(() => textOf(ann, noteId), { timeout: 20_000 }).toContain("UNSENT-TOKEN");
      await expect(words).toHaveCount(0);
    } finally {
      await server.stop();
      await server.start();
    }
  },
);

/** In the page: one kept file of the app is marked, one is lost, and one is of a release long gone. @returns the path of the lost one */
async function changeKeptAssets(): Promise<string> {
  const cache = await caches.open("cairn-assets");
  const scripts = (await cache.keys()).filter(({ url }) => url.endsWith(".js"));
  const [marked, lost] = [scripts[0]!, scripts[1]!];
  const text = await (await cache.match(marked))!.text();
  const headers = { "content-type": "text/javascript; charset=utf-8", "x-marked": "1" };
  await cache.put(marked, new Response(text, { headers }));
  await cache.delete(lost);
  await cache.put("/assets/of-old-00000000.js", new Response(""));
  return new URL(lost.url).pathname;
}

/** In the page after an update: what was there is still the same answer, so it was not fetched again. */
async function keptAssets(lost: string) {
  const cache = await caches.open("cairn-assets");
  const answers = await Promise.all((await cache.keys()).map(async (request) => cache.match(request)));
  return {
    isFetched: (await cache.match(lost)) !== undefined,
    isKept: answers.some((answer) => answer?.headers.has("x-marked")),
    isDropped: (await cache.match("/assets/of-old-00000000.js")) === undefined,
  };
}
