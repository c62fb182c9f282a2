import { type BrowserContext, expect, type Page } from "@playwright/test";
import { aNote, openEditor, test, typeAtEnd } from "./fixtures.ts";

const toast = (page: Page) => page.getByLabel("Messages");
const RECORD = "error-boundary-work-preservation";

/** A page of this person whose console is not watched: what is broken on purpose is told there. */
const anUnwatchedPage = (context: BrowserContext) => context.newPage();

/** It would have the code on the device, or fetch it past what holds it up here. */
const withoutServiceWorker = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, "serviceWorker", { value: undefined }));

test("a page whose code does not arrive is tried again after a second, then says so and can be refreshed @fetches-ahead", async ({
  aPerson,
}) => {
  const { context } = await aPerson();
  const page = await anUnwatchedPage(context);
  await withoutServiceWorker(page);
  const asked: number[] = [];
  let broken = 1;
  await context.route(/\/assets\/analytics-[\w-]{8}\.js/, (route) => {
    asked.push(Date.now());
    return asked.length <= broken ? route.abort() : route.continue();
  });
  await page.goto("/app/analytics");
  await expect(page.getByRole("heading", { name: "Analytics" })).toBeVisible();
  expect(asked.length).toBe(2);
  expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(990);

  asked.length = 0;
  broken = 2;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Loading Error" })).toBeVisible();
  await expect(page.getByText("Failed to load page. Please refresh to try again.")).toBeVisible();
  expect(asked.length).toBe(2);
  await expect(page.locator("main")).toHaveCount(1);
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { name: "Analytics" })).toBeVisible();
});

test("a part that lies in one file with others is itself on the second try as well @fetches-ahead", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { context } = ann;
  await aNote(ann, { title: "Glacier" });
  const page = await anUnwatchedPage(context);
  await withoutServiceWorker(page);
  const asked: string[] = [];
  await context.route(/\/assets\/note-grid-[^/]*\.js/, (route) => {
    asked.push(route.request().url());
    return asked.length === 1 ? route.abort() : route.continue();
  });
  await page.goto("/app/explorer?layout=grid");
  await expect(page.getByRole("article").filter({ hasText: "Glacier" })).toBeVisible();
  expect(asked.length).toBeGreaterThan(1);
});

test("a part comes once the line is back, when what was lost is a file that it imports @fetches-ahead", async ({
  aPerson,
}) => {
  const { context } = await aPerson();
  const page = await anUnwatchedPage(context);
  await withoutServiceWorker(page);
  let isBroken = true;
  await context.route(/\/assets\/(?:many-notes|notification-changes)-[^/]*\.js/, (route) =>
    isBroken ? route.abort() : route.continue(),
  );
  const lost = page.waitForEvent("requestfailed");
  await page.goto("/app/dashboard");
  await lost;
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Library" })).toBeHidden();
  isBroken = false;
  await expect(page.getByRole("button", { name: "Library" })).toBeVisible();
  await expect(toast(page)).toBeAttached();
});

test("a dialog whose code was lost opens once it arrives, without loading the page anew @fetches-ahead", async ({
  aPerson,
}) => {
  const { context } = await aPerson();
  const page = await anUnwatchedPage(context);
  await withoutServiceWorker(page);
  let isBroken = true;
  await context.route(/\/assets\/colour-themes-dialog-[^/]*\.js/, (route) =>
    isBroken ? route.abort() : route.continue(),
  );
  await page.goto("/app/dashboard");
  await expect(page.locator("html[data-keys=ready]")).toBeAttached();
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  const lost = page.waitForEvent("requestfailed");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill(">color themes");
  await page.keyboard.press("Enter");
  await lost;
  isBroken = false;
  await expect(page.getByRole("dialog", { name: "Color themes" })).toBeVisible();
  expect(await page.evaluate(() => "isTheSamePage" in window)).toBe(true);
});

test("a comment whose code was lost says so, and begins on the next try @fetches-ahead", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const page = await anUnwatchedPage(ann.context);
  await withoutServiceWorker(page);
  let isBroken = true;
  await ann.context.route(/\/assets\/comment-draft-[^/]*\.js/, (route) =>
    isBroken ? route.abort() : route.continue(),
  );
  const text = await openEditor(page, await aNote(ann, { text: "Beta rests." }));
  await text.getByText("Beta rests.").click({ clickCount: 3 });
  await page.keyboard.press("Control+Alt+m");
  await expect(page.getByText("Couldn't load.")).toBeVisible();
  isBroken = false;
  await page.keyboard.press("Control+Alt+m");
  await expect(page.getByRole("region", { name: "New comment" })).toBeVisible();
});

test("a slow page says what it waits for, whole or inside the app @fetches-ahead", async ({ aPerson }) => {
  const { context } = await aPerson();
  const page = await context.newPage();
  await withoutServiceWorker(page);
  const [frame, part] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const [name, letGo] of [
    ["desktop", frame],
    ["analytics", part],
  ] as const)
    await page.route(`**/assets/${name}-*.js`, async (route) => {
      await letGo.promise;
      await route.continue();
    });
  await page.goto("/app/analytics", { waitUntil: "commit" });
  await expect(page.getByText("Loading... Please wait")).toBeVisible();
  frame.resolve();
  await page.goto("/app/explorer");
  await page.getByRole("link", { name: /^Analytics/ }).click();
  await expect(page.getByText("Loading dashboard...")).toBeVisible();
  part.resolve();
  await expect(page.getByRole("heading", { name: "Analytics" })).toBeVisible();
});

test("a page that cannot be drawn leaves the frame standing, tries again and leads home", async ({
  aPerson,
}) => {
  const { context } = await aPerson();
  const page = await anUnwatchedPage(context);
  let isBroken = true;
  await page.route("**/rpc/notes/list*", (route) =>
    isBroken ? route.fulfill({ json: { json: { notes: [null], nextCursor: null } } }) : route.continue(),
  );
  await page.goto("/app/explorer");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Explorer/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
  // The library lists notes as well: it says so in its place.
  const library = page.getByText("This part couldn't be shown.");
  await expect(library).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Try Again", exact: true }).click();
  await expect(page.getByRole("button", { name: "New Note" }).first()).toBeVisible();
  if (await library.isVisible()) await page.getByRole("button", { name: "Try again", exact: true }).click();
  await expect(page.getByRole("button", { name: "Library" })).toBeVisible();
});

test("a frame that cannot be drawn counts three tries, keeps a record, and recovers with the next answer", async ({
  aPerson,
}) => {
  const { context } = await aPerson();
  const page = await anUnwatchedPage(context);
  // Only there: an answer that is well on the page itself would bring it back before anything is pressed.
  await page.route("**/rpc/frame/get*", (route) =>
    page.url().endsWith("/app/explorer")
      ? route.fulfill({ json: { json: { workspace: {}, preferences: null } } })
      : route.continue(),
  );
  await page.goto("/app/explorer");
  const heading = page.getByRole("heading", { name: "Something went wrong" });
  await expect(heading).toBeVisible();
  await expect(
    page.getByText("We encountered an unexpected error. Your work has been preserved."),
  ).toBeVisible();
  await expect(page.getByText("If this problem persists, please contact support.")).toBeVisible();
  for (const left of ["3 attempts", "2 attempts", "1 attempt"])
    await page.getByRole("button", { name: `Try Again (${left} left)` }).click();
  await expect(page.getByRole("button", { name: "Reload Page" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Try Again/ })).toHaveCount(0);
  const record = await page.evaluate((key) => JSON.parse(localStorage.getItem(key)!) as object, RECORD);
  expect(record).toEqual({
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    url: expect.stringContaining("/app/explorer"),
    userAgent: expect.stringContaining("Chrome"),
    error: expect.stringMatching(/.+/),
    retryCount: 3,
  });
  await page.getByRole("button", { name: "Go to Dashboard" }).click();
  await expect(page).toHaveURL("/app/dashboard");
  await expect(page.getByRole("button", { name: "New Note" }).first()).toBeVisible();
});

test("unfinished work asks before the page is left, and is greeted on coming back to the tab", async ({
  aPerson,
  thrown,
}) => {
  const ann = await aPerson();
  const page = await anUnwatchedPage(ann.context);
  const noteId = await aNote(ann);
  // A line that swallows what is sent: nothing is confirmed.
  let isHeld = false;
  await page.routeWebSocket(/\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!isHeld) server.send(message);
    });
  });
  await openEditor(page, noteId);
  await page.evaluate(() => dispatchEvent(new ErrorEvent("error", { message: "nobody works" })));
  await typeAtEnd(page, "safe ");
  await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
  // Nothing unfinished: leaving asks nothing, coming back says nothing.
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await openEditor(page, noteId);
  expect(dialogs).toEqual([]);
  isHeld = true;
  await typeAtEnd(page, "written away ");
  await expect(page.getByText("Saving...").first()).toBeVisible();
  await setVisibility(page, "hidden");
  await setVisibility(page, "visible");
  await expect(toast(page).getByText("Welcome back!", { exact: true })).toBeVisible();
  await expect(toast(page).getByText("Your work has been preserved while you were away.")).toBeVisible();
  await page.evaluate(() => void Promise.reject(new Error("in the background")));
  await expect(toast(page).getByText("Background Error")).toBeVisible();
  await expect(
    toast(page).getByText("An error occurred in the background, but your work has been preserved."),
  ).toBeVisible();
  await expect.poll(() => thrown).toEqual([expect.stringContaining("in the background")]);
  thrown.length = 0;
  await page.reload();
  await expect.poll(() => dialogs).toEqual(["beforeunload"]);
  await expect(page.getByText("written away")).toBeVisible();
});

const setVisibility = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
