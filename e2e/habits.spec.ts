import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test, type Person } from "./fixtures.ts";
import { paste } from "./paste.ts";

/**
 * What people expect without being told. Each habit and the journey that shows it; those without a file are here.
 *
 *  1 Delete and undo      shortcuts: Ctrl+Z outside of text takes a deletion back; explorer: moved together, and put back by
 *                         Undo; history: come back from one trash
 *  2 At once, then retry  undo: a refused change says so on its row; settings: what the server refuses goes back
 *  3 Saved, in words      state: without the server the page says so within half a second; notes: a device that cannot store
 *  4 Keys                 shortcuts: the keyboard map is searched; every page's shortcut goes there, and so does its sequence
 *  5 Rows are links       a row is a link; explorer: the layout and the order stand in the address; editor-tools: its link
 *                         leads to it (a block's)
 *  6 Back and forward     Back leads to where one was in the list; slot: a reload keeps it; history: a reload keeps it
 *  7 Focus                a page that is opened by the keyboard; kept-focus; keyboard: everything is done without a mouse,
 *                         which begins with the skip link
 *  8 Empty, first run     onboarding: each empty place teaches one thing to do; the sample goes again in one press
 *  9 Calm while loading   nothing gray flashes; steady-list; state: on a slow line something true is on the screen
 * 10 Paste                an address pasted over words links them; editor-tools: what other programs copy, a picture within
 *                         it, Markdown and code, plain text to the letter
 * 11 Copy and print       a note is copied as Markdown, as a link and as rich text; import: on paper; sharing: a note is
 *                         published, read without an account
 * 12 Many at once         explorer: notes are selected by mouse and keyboard, and are dragged into a folder; folder-picker:
 *                         by the keyboard alone a note is moved
 * 13 Capture              from any page a thought is written down; mobile: a thought is captured in two presses; installed:
 *                         what another program shares becomes a note
 * 14 Search               search: Enter opens the first result; parts of words wait; palette: by the keyboard alone
 * 15 Dates in words       tasks: the due day stands behind the words while they are typed. Those of events come with the
 *                         calendar
 * 16 Nothing is lost      offline; update: unsent text survives; sessions: keeps the text; notes: two tabs agree;
 *                         broken-pages: unfinished work asks before the page is left. The caret is not kept yet
 * 17 For everybody        screens: accessible, fits every width; component-gallery: forced colours, reduced motion; mobile-screens:
 *                         room for a finger; floating: moved, resized by keys
 * 18 Times                a time says itself in full; settings: 12 or 24 hours and the first day of the week. The time zone is
 *                         written out once events have one
 * 19 AI suggests          comes with the chat
 * 20 About a note         slot: Info tells of the note; history: restoring it loses nothing; editor-tools: outline, focus mode,
 *                         width and figures; blocks: it says what leads to it
 * 21 Sample data          comes with the widgets; component-gallery shows their "Sample"
 */

const list = (page: Page) => page.getByRole("main");
const link = (page: Page, title: string) => list(page).getByRole("link", { name: title, exact: true });

async function withMany(person: Person, count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await person.api("POST", "/api/notes", { title: `Note ${String(index).padStart(2, "0")}` });
}

test("a row is a link: it opens in a tab of its own, and the order of the list stands in its address", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  const noteId = await aNote(ann, { title: "Tents" });
  await page.goto("/app/explorer?sort=title&order=asc");
  await expect(link(page, "Tents")).toHaveAttribute("href", new RegExp(noteId));
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    link(page, "Tents").click({ button: "middle" }),
  ]);
  await expect.poll(() => tab.url()).toContain(noteId);
  // Playwright sometimes waits for ever for the end of a navigation that a middle click began.
  await tab.goto(tab.url());
  await expect(tab.getByRole("textbox", { name: "Title" })).toHaveValue("Tents");
  await expect(page).toHaveURL(/explorer\?sort=title/);
});

test("Back leads to where one was in the list, with the focus on the note one was at", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await withMany(ann, 60);
  await page.goto("/app/explorer?sort=title&order=asc");
  await page.locator("html[data-keys=ready]").waitFor();
  await link(page, "Note 00").focus();
  // As fast as a key repeats that is held down.
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(33);
  }
  await expect(link(page, "Note 40")).toBeFocused();
  const before = await link(page, "Note 40").evaluate((row) => row.getBoundingClientRect().top);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Note 40");
  await page.goBack();
  await expect(link(page, "Note 40")).toBeInViewport();
  await expect
    .poll(async () =>
      Math.abs((await link(page, "Note 40").evaluate((row) => row.getBoundingClientRect().top)) - before),
    )
    .toBeLessThan(100);
  await expect(link(page, "Note 40")).toBeFocused();
});

test("a page that is opened by the keyboard has the focus at its heading and says its name", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/Activity/);
});

test("a time says itself in full when one asks", async ({ aPerson }) => {
  const ann = await aPerson();
  await aNote(ann, { title: "Tents" });
  await ann.page.goto("/app/activity");
  await expect(list(ann.page).locator("time").first()).toHaveAttribute("title", /\d{4}.*\d:\d\d/);
  await ann.page.goto("/app/explorer");
  await expect(list(ann.page).locator("time").first()).toHaveAttribute("title", /\d{4}.*\d:\d\d/);
});

test("nothing gray flashes while a list comes at once, and what is shown stays while it is asked for anew", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await withMany(ann, 3);
  let delay = 900;
  await page.route("**/rpc/notes/list", async (route) => {
    await new Promise((done) => setTimeout(done, delay));
    await route.continue();
  });
  // When the place of the list is there, and when something gray is in it.
  await page.addInitScript(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const place = document.querySelector("main [role=status][aria-label=Loading]");
      if (place) seen["place"] ??= performance.now();
      if (place?.firstElementChild) seen["gray"] ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/app/explorer");
  await expect(link(page, "Note 00")).toBeVisible();
  const seen = () => page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen);
  const first = await seen();
  expect(first["gray"]! - first["place"]!).toBeGreaterThanOrEqual(145);

  delay = 3_000;
  const asked = page.waitForRequest("**/rpc/notes/list");
  await page.getByRole("button", { name: /^Sort by/ }).click();
  await page.getByRole("menuitem", { name: "Title" }).click();
  await asked;
  await expect(link(page, "Note 00")).toBeVisible();
  await expect(page.locator("main [role=status][aria-label=Loading]")).toHaveCount(0);
  expect((await seen())["gray"]).toBe(first["gray"]);
});

test("an address pasted over words links them", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const text = await openEditor(page, await aNote(ann, { text: "Read the guide first." }));
  await text.getByText("Read the guide first.").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+Shift+ArrowRight");
  await paste(page, { "text/plain": "https://example.org/guide" });
  await expect(text.getByRole("link", { name: "Read" })).toHaveAttribute("href", "https://example.org/guide");
  await expect(text).toHaveText("Read the guide first.");
});

test("a note is copied as Markdown, as a link and as rich text", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, context } = ann;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const noteId = await aNote(ann, { title: "Tents", text: "Two **large** ones." });
  await page.goto("/app/explorer");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [item, words] of [
    ["Copy as Markdown", "Two **large** ones."],
    ["Copy Link", `/app/editor/${noteId}`],
  ] as const) {
    await page.getByRole("button", { name: "Actions for Tents" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await expect.poll(copied).toContain(words);
  }
  const text = await openEditor(page, noteId);
  await text.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        return item?.types.includes("text/html") ? (await item.getType("text/html")).text() : "";
      }),
    )
    .toMatch(/<strong[^>]*>large<\/strong>/);
});

test("from any page a thought is written down by the keyboard, without a title", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/settings");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type(">quick capture");
  await expect(page.getByRole("option", { name: "Quick Capture" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Text" })).toBeFocused();
  await page.keyboard.type("Buy pegs");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Buy pegs");
  await page.goto("/app/activity");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("c");
  await expect(page.getByRole("textbox", { name: "Note text" })).toHaveAttribute("contenteditable", "true");
});
