import type { Locator, Page } from "@playwright/test";
import { waitUntilTextKept } from "./kept-on-device.ts";
import { aNote, expect, test, textOf, waitForSaved } from "./fixtures.ts";
import { PORTRAIT, row } from "./phone.ts";
import { rest } from "./screen-audit.ts";

const LANDSCAPE = { width: 844, height: 390 };

type Point = { x: number; y: number };

/** A finger that goes down, moves in steps, and is lifted. */
async function drag(page: Page, from: Point, to: Point, before?: () => Promise<unknown>): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: Point[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  for (let step = 1; step <= 8; step++)
    await touch("touchMove", [
      { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 },
    ]);
  // Lifted in full swing, the browser would take the next tap for the end of a fling.
  for (let frame = 0; frame < 6; frame++) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    await touch("touchMove", [to]);
  }
  await before?.();
  await touch("touchEnd", []);
  await cdp.detach();
}

async function centre(locator: Locator): Promise<Point> {
  let box: Awaited<ReturnType<Locator["boundingBox"]>> = null;
  // A list that comes anew draws its rows anew, and one that is just being taken away has no box.
  await expect(async () => expect((box = await locator.boundingBox())).not.toBeNull()).toPass();
  return boxCentre(box!);
}

function boxCentre(box: { x: number; y: number; width: number; height: number }): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const swipe = async (page: Page, title: string, by: number, before?: () => Promise<unknown>) => {
  const from = await centre(row(page, title));
  await drag(page, from, { x: from.x + by, y: from.y }, before);
};

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("a phone is led to the mobile app, a computer to the other, and nothing is left behind for Back", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "Map", text: "Here be dragons." });
  const page = await onPhone(ann);
  await page.goto("/public/pricing");
  for (const [from, to] of [
    [`/app/editor/${noteId}#part`, `/mobile/editor/${noteId}#part`],
    ["/app/explorer?tag=trip", "/mobile/notes?tag=trip"],
    ["/app/explorer", "/mobile/search"],
    [`/app/notes?note=${noteId}`, `/mobile/editor/${noteId}`],
    ["/mobile?a=b#c", "/mobile/dashboard?a=b#c"],
    ["/app/seo?targetPanel=left", "/mobile/seo?targetPanel=left"],
    ["/app/calendar?view=week", "/mobile/calendar?view=week"],
    ["/components", "/mobile/components"],
    ["/nowhere", "/mobile/dashboard"],
  ] as const) {
    await page.goto(from);
    await expect(page).toHaveURL(to);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/public/pricing");
  }
  await page.goto("/mobile/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.goto("/app/analytics");
  await expect(page.getByRole("heading", { name: "Analytics" })).toBeVisible();

  for (const [from, to] of [
    [`/mobile/editor/${noteId}`, `/app/editor/${noteId}`],
    ["/mobile?a=b", "/app/dashboard?a=b"],
    ["/mobile/search?q=map", "/app/explorer?q=map"],
    ["/mobile/notifications", "/app/dashboard"],
  ] as const) {
    await ann.page.goto(from);
    await expect(ann.page).toHaveURL(to);
  }
  await expect(ann.page.getByRole("region", { name: "Notifications" })).toBeVisible();

  // Turned from the wide side to the narrow one, what was just typed is still there.
  await page.setViewportSize(LANDSCAPE);
  await page.goto(`/app/editor/${noteId}`);
  await expect(page).toHaveURL(`/app/editor/${noteId}`);
  const text = page.getByRole("textbox", { name: "Note text" });
  await text.tap();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" TYPED-BEFORE-TURNING");
  await page.setViewportSize(PORTRAIT);
  await expect(page).toHaveURL(`/mobile/editor/${noteId}`);
  await expect(text).toContainText("TYPED-BEFORE-TURNING");
  await expect.poll(() => textOf(ann, noteId)).toContain("TYPED-BEFORE-TURNING");
});

test("notes on a phone: the bar, folders, swiping, pulling, search, and the writing tools", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const folder = await ann.api<{ id: string }>("POST", "/api/folders", { name: "Journeys" });
  const noteId = await aNote(ann, { title: "Glacier", text: "Rope and axe." });
  await aNote(ann, { title: "Bread", text: "Flour and water." });
  await ann.api("POST", "/api/notes", { title: "Packing", folderId: folder.id });
  const page = await onPhone(ann);
  await page.goto("/app/dashboard");
  await expect(heading(page, "Welcome, Ann")).toBeVisible();
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect(bar.getByRole("link", { name: "Today" })).toHaveAttribute("aria-current", "page");
  await bar.getByRole("link", { name: "Notes" }).tap();
  await expect(page).toHaveURL("/mobile/notes");
  await expect(bar.getByRole("link", { name: "Notes" })).toHaveAttribute("aria-current", "page");

  // A list that comes anew under the finger lets it go.
  await rest(page);
  // Too short a way says what it would do, and does nothing.
  await swipe(page, "Bread", -60, () => expect(page.getByText("Delete", { exact: true })).toBeVisible());
  await expect(row(page, "Bread")).toBeVisible();
  await expect(page).toHaveURL("/mobile/notes");
  await swipe(page, "Bread", 160);
  await expect(page.getByText("Added to favorites")).toBeVisible();
  await expect(row(page, "Bread").getByLabel("Favorite", { exact: true })).toBeVisible();
  await swipe(page, "Bread", -200);
  await expect(page.getByText("Note deleted successfully")).toBeVisible();
  await expect(row(page, "Bread")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(row(page, "Bread")).toBeVisible();

  // What another page did meanwhile is asked for; then the server is silent.
  const top = await centre(row(page, "Bread"));
  const answered = page.waitForResponse(/rpc\/notes\/list/);
  await drag(page, top, { x: top.x, y: top.y + 220 }, () =>
    expect(page.getByText("Release to refresh")).toBeVisible(),
  );
  await answered;
  await expect(page.getByText("Notes data refreshed")).toBeVisible();
  await page.route(/rpc\/notes\/list/, (route) => route.abort());
  await drag(page, top, { x: top.x, y: top.y + 220 });
  await expect(page.getByText("Failed to refresh notes")).toBeVisible();
  await page.unroute(/rpc\/notes\/list/);
  const { activities } = await ann.api<{ activities: { type: string }[] }>("GET", "/api/activities");
  expect(activities.filter(({ type }) => type === "notes_refreshed")).toHaveLength(1);

  await page.getByRole("link", { name: "Journeys, 1 note" }).tap();
  await expect(heading(page, "Journeys")).toBeVisible();
  await expect(row(page, "Packing")).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).tap();
  await expect(page).toHaveURL("/mobile/notes");
  await page.getByRole("link", { name: "Favorites" }).tap();
  await expect(row(page, "Bread")).toBeVisible();
  await expect(row(page, "Glacier")).toHaveCount(0);

  await bar.getByRole("button", { name: "More" }).tap();
  await page.getByRole("link", { name: "Search", exact: true }).tap();
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.getByRole("searchbox").fill("axe");
  await row(page, "Glacier").getByRole("link").first().tap();
  await expect(page).toHaveURL(`/mobile/editor/${noteId}`);

  const text = page.getByRole("textbox", { name: "Note text" });
  await text.tap();
  await expect(bar).toHaveCount(0);
  const tools = page.getByRole("toolbar", { name: "Formatting" });
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await tools.getByRole("button", { name: "Bold" }).tap();
  await expect(text).toBeFocused();
  await page.keyboard.type("Crampons");
  await tools.getByRole("button", { name: "Bold" }).tap();
  await page.keyboard.press("Enter");
  await tools.getByRole("button", { name: "Task list" }).tap();
  await page.keyboard.type("sharpen");
  await page.keyboard.press("Enter");
  await tools.getByRole("button", { name: "Indent" }).tap();
  await page.keyboard.type("with a file");
  await waitForSaved(page);
  await expect
    .poll(async () => (await ann.api<{ text: string }>("GET", `/api/notes/${noteId}/body`)).text)
    .toContain("**Crampons**\n\n- [ ] sharpen\n  - [ ] with a file");
  await page.getByRole("button", { name: "Hide keyboard" }).tap();
  await expect(tools).toHaveCount(0);
  await expect(bar).toBeVisible();
  // The keyboard of a real phone takes its part of the viewport; the bar is not pushed up by it.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, "height", { configurable: true, value: innerHeight - 300 });
    visualViewport!.dispatchEvent(new Event("resize"));
  });
  await expect(bar).toHaveCount(0);
  expect((await page.locator("main").boundingBox())!.height).toBeLessThanOrEqual(PORTRAIT.height - 300);
  await page.evaluate(() => {
    delete (visualViewport as unknown as { height?: number }).height;
    visualViewport!.dispatchEvent(new Event("resize"));
  });
  await expect(bar).toBeVisible();
  await page.getByRole("button", { name: "Actions for Glacier" }).tap();
  await page.getByRole("menuitem", { name: "Delete" }).tap();
  await expect(page.getByText("Note deleted successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/mobile\/search/);
});

test(
  "a thought is captured in two presses, also without the server, and a draft is kept",
  { tag: "@service-worker" },
  async ({ aPerson, server, onPhone }) => {
    const ann = await aPerson();
    const noteId = await aNote(ann, { title: "Already here", text: "Read me offline." });
    const page = await onPhone(ann);
    await page.goto("/mobile/dashboard");
    await expect(row(page, "Already here")).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto(`/mobile/editor/${noteId}`);
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Read me offline.");
    await waitUntilTextKept(page, noteId);
    await page.goto("/mobile/dashboard");
    const plus = page.getByRole("button", { name: "Quick Capture" });
    const sheet = page.getByRole("dialog", { name: "Quick capture" });
    await plus.tap();
    await expect(sheet.getByLabel("Text")).toBeFocused();
    await page.keyboard.type("Buy a map");
    // A press beside the sheet is an accident.
    await page.touchscreen.tap(200, 60);
    await expect(sheet).toBeHidden();
    await page.reload();
    await plus.tap();
    await expect(sheet.getByLabel("Text")).toHaveValue("Buy a map");
    await sheet.getByRole("button", { name: "Save note" }).tap();
    await expect(page.getByText("New note created")).toBeVisible();
    await expect(sheet).toBeHidden();
    await expect(row(page, "Buy a map")).toBeVisible();

    await server.stop();
    await page.goto("/mobile/dashboard");
    await expect(page.getByText(/You.re offline/)).toBeVisible();
    await plus.tap();
    await sheet.getByLabel("Title").fill("From the summit");
    await sheet.getByLabel("Text").fill("Clear sky\n- [ ] come back");
    await sheet.getByRole("button", { name: "Save note" }).tap();
    await expect(page.getByText("New note created")).toBeVisible();
    await row(page, "From the summit").getByRole("link").first().tap();
    const text = page.getByRole("textbox", { name: "Note text" });
    await expect(text).toContainText("Clear sky");
    await expect(text.getByRole("checkbox")).toHaveCount(1);
    await page.getByRole("button", { name: "Back", exact: true }).tap();
    await row(page, "Already here").getByRole("link").first().tap();
    await text.tap();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" WRITTEN-THERE");
    await expect(
      page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline, \d+ notes? waiting/ }),
    ).toBeVisible();
    await server.start();
    await expect.poll(() => textOf(ann, noteId), { timeout: 20_000 }).toContain("WRITTEN-THERE");
    await expect
      .poll(
        async () => {
          const { notes } = await ann.api<{ notes: { id: string; title: string }[] }>("GET", "/api/notes");
          const made = notes.find(({ title }) => title === "From the summit");
          return made ? textOf(ann, made.id) : "";
        },
        { timeout: 20_000 },
      )
      .toContain("come back");
  },
);

test(
  "a note captured in the editor without the server is listed at once, after a reload, and with its words when it is sent",
  { tag: "@service-worker" },
  async ({ aPerson, server, onPhone }) => {
    const ann = await aPerson();
    const noteId = await aNote(ann, { title: "Already here", text: "Read me." });
    const page = await onPhone(ann);
    await page.goto("/mobile/notes");
    await expect(row(page, "Already here")).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    // The page of the note has no list in memory.
    await page.goto(`/mobile/editor/${noteId}`);
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Read me.");
    await server.stop();
    await page.getByRole("button", { name: "Quick Capture" }).tap();
    const sheet = page.getByRole("dialog", { name: "Quick capture" });
    await sheet.getByLabel("Text").fill("Seen from the train");
    await sheet.getByRole("button", { name: "Save note" }).tap();
    await expect(page.getByText("New note created")).toBeVisible();
    await page.getByRole("link", { name: "Notes", exact: true }).tap();
    await expect(row(page, "Seen from the train")).toBeVisible();
    await page.goto("/mobile/notes");
    await expect(row(page, "Seen from the train")).toBeVisible();
    await server.start();
    // The words stay on the row while the server has the note and not yet its text.
    await expect
      .poll(async () => (await ann.api<{ notes: unknown[] }>("GET", "/api/notes")).notes.length, {
        timeout: 30_000,
      })
      .toBe(2);
    await expect(row(page, "Seen from the train")).toBeVisible();
    await expect(row(page, "No text yet")).toHaveCount(0);
  },
);

test("messages, settings and the other site are behind More, and the choice of a site sticks", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  await ann.api("POST", "/api/notifications", {
    type: "info",
    title: "Backup finished",
    message: "All well.",
  });
  const page = await onPhone(ann);
  await page.goto("/mobile/dashboard");
  await page.getByRole("button", { name: /^More.*1 unread notifications/ }).tap();
  const more = page.getByRole("dialog", { name: "Ann" });
  await more.getByRole("link", { name: "Notifications" }).tap();
  await expect(more).toBeHidden();
  await expect(page).toHaveURL("/mobile/notifications");
  await expect(page.getByText("Backup finished")).toBeVisible();
  await page.getByRole("button", { name: "Mark all read" }).tap();
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).tap();
  await expect(page).toHaveURL("/mobile/dashboard");

  await page.goto("/mobile/settings?tab=appearance");
  await expect(page.getByRole("heading", { level: 2, name: "Appearance" })).toBeVisible();
  await page.getByRole("link", { name: "All settings" }).tap();
  await expect(page).toHaveURL("/mobile/settings");
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(0);
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: /^Profile/ })
    .tap();
  await expect(page).toHaveURL("/mobile/settings?tab=profile");
  await page.goto("/mobile/settings?tab=appearance#site");
  await page.locator("#site").getByText("Desktop site", { exact: true }).tap();
  await expect(page).toHaveURL("/app/settings?tab=appearance#site");
  await page.goto("/mobile/notes");
  await expect(page).toHaveURL("/app/notes");
  await page.goto("/app/settings?tab=appearance");
  await page.locator("#site").getByText("Mobile site", { exact: true }).tap();
  await expect(page).toHaveURL("/mobile/settings?tab=appearance");
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await more.getByRole("button", { name: "Desktop site" }).tap();
  await expect(page).toHaveURL("/app/settings?tab=appearance");
  await expect(page.getByRole("button", { name: "Quick Capture" })).toHaveCount(0);
});

test("a list that is hidden before the code of its pulling came throws nothing @fetches-ahead", async ({
  aPerson,
  onPhone,
  thrown,
}) => {
  const page = await onPhone(await aPerson());
  // The code comes in the very moment in which the list makes room for a screen whose own code is still on its way.
  await page.addInitScript(() => {
    const hidden = Promise.withResolvers<void>();
    Object.assign(window, { listHidden: hidden.promise });
    let list: Element | null = null;
    new MutationObserver(() => {
      list ??= document.querySelector(".pull");
      if (list && !list.checkVisibility()) hidden.resolve();
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });
  const screen = Promise.withResolvers<void>();
  await page.context().route(/assets\/notes-[\w-]{8}\.js/, async (route) => {
    await screen.promise;
    await route.continue();
  });
  await page.context().route(/assets\/pull-gesture-[^/]*\.js/, async (route) => {
    const response = await route.fetch();
    const code = `window.hasBegun = true; await window.listHidden; window.hasCome = true; ${await response.text()}`;
    await route.fulfill({ response, body: code });
  });
  const has = (name: string) => page.evaluate((wanted) => wanted in window, name);
  await page.goto("/app/dashboard");
  await expect.poll(() => has("hasBegun")).toBe(true);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Notes" }).tap();
  await expect.poll(() => has("hasCome")).toBe(true);
  screen.resolve();
  await expect(heading(page, "Notes")).toBeVisible();
  expect(thrown).toEqual([]);
});
