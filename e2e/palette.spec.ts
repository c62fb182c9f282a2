import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.locator("main h1").first().waitFor({ state: "attached" });
}

const paletteOf = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const active = (page: Page) => paletteOf(page).locator("[role=option][aria-selected=true]");

async function open(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(paletteOf(page).getByRole("combobox")).toBeFocused();
}

/** Types into the palette while its code is on its way, until `release`. */
async function typeBeforeItsCode(page: Page, words: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/palette-screen-[^/]*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await show(page, "/app/dashboard");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("textbox", { name: "Command palette" })).toBeFocused();
  await page.keyboard.type(words);
  return held.resolve;
}

test("what is typed before the palette's code has come stands in its field, and presses no key of the page", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Glacier walk", text: "Ice" });
  const release = await typeBeforeItsCode(page, "glacier");
  release();
  await expect(paletteOf(page).getByRole("combobox")).toBeFocused();
  await expect(paletteOf(page).getByRole("combobox")).toHaveValue("glacier");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Glacier walk");
  await open(page);
  await expect(paletteOf(page).getByRole("combobox")).toHaveValue("");
});

test("Enter pressed before the palette's code has come opens what was typed", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Glacier walk", text: "Ice" });
  const release = await typeBeforeItsCode(page, "glacier");
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Glacier walk");
  await expect(paletteOf(page)).toHaveCount(0);
});

test("Ctrl+K opens the palette, Ctrl+K again the explorer with what was typed, Escape closes", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Tents", text: "by the lake" });
  await show(page, "/app/dashboard");
  const link = page.getByRole("link", { name: "Tents" }).first();
  await link.focus();
  await open(page);
  await page.keyboard.press("Escape");
  await expect(paletteOf(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  await open(page);
  await page.keyboard.type("lake");
  await page.keyboard.press("Control+k");
  await expect(page.getByText("Search opened", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/explorer\?q=lake$/);
  await expect(page.getByRole("searchbox", { name: "Search notes" })).toBeFocused();
  await expect(page.getByRole("searchbox", { name: "Search notes" })).toHaveValue("lake");
});

test("by the keyboard alone: a page, a note by its text, a new tab, and what was done last", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Tents", text: "We slept by the lake" });
  await show(page, "/app/dashboard");
  await open(page);
  await page.keyboard.type("expl");
  await expect(active(page)).toContainText("Explorer");
  await expect(active(page).locator("mark")).toHaveText("Expl");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/app\/explorer$/);
  await page.locator("article").first().waitFor();
  await open(page);
  await page.keyboard.type("slept");
  await expect(active(page)).toContainText("Tents");
  const newTab = ann.context.waitForEvent("page");
  await page.keyboard.press("Control+Enter");
  await expect(await newTab).toHaveURL(new RegExp(noteId));
  await expect(page).toHaveURL(/\/app\/explorer$/);
  await open(page);
  await page.keyboard.type("slept");
  await expect(active(page)).toContainText("Tents");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(noteId));
  // What was chosen is on the device by the time the note is on the screen.
  await expect(page.getByLabel("Title")).toHaveValue("Tents");
  await expect(page.getByRole("textbox", { name: "Note text" })).toHaveAttribute("contenteditable", "true");
  await show(page, "/app/dashboard");
  await open(page);
  const recent = paletteOf(page).getByRole("group", { name: "Recent" });
  await expect(recent.getByRole("option").first()).toContainText("Tents");
  await expect(recent).toContainText("Explorer");
  await page.keyboard.type("zzzz");
  await expect(active(page)).toContainText("Search notes for “zzzz”");
});

test("pages inside the palette: a note is moved, the theme changed, Backspace goes back", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const folder = await ann.api<{ id: string }>("POST", "/api/folders", { name: "Journeys" });
  const noteId = await aNote(ann, { title: "Tents" });
  await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.getByRole("textbox", { name: "Note text" }).click();
  await open(page);
  await expect(paletteOf(page).getByRole("group", { name: "Note: Tents" })).toBeVisible();
  await page.keyboard.type("move to");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Find or create a folder" })).toBeFocused();
  await page.keyboard.type("jour");
  await page.getByRole("option", { name: "Journeys" }).click();
  await expect(page.getByText("Moved to Journeys", { exact: true })).toBeVisible();
  expect(await ann.api("GET", `/api/notes/${noteId}`)).toMatchObject({ folderId: folder.id });
  await open(page);
  await page.keyboard.type(">change theme");
  await page.keyboard.press("Enter");
  await expect(paletteOf(page).getByRole("navigation")).toContainText("Change Theme");
  await page.keyboard.press("Backspace");
  await expect(paletteOf(page).getByRole("navigation")).toHaveCount(0);
  await page.keyboard.type(">change theme");
  await page.keyboard.press("Enter");
  await page.keyboard.type("light");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("> # and ? narrow what is found, and an empty answer teaches them", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "New tents" });
  await ann.api("PATCH", `/api/notes/${noteId}`, { tags: ["camping"] });
  await show(page, "/app/explorer");
  await page.locator("article").first().waitFor();
  await open(page);
  await page.keyboard.type("new");
  await expect(paletteOf(page).getByRole("group", { name: "Notes" })).toContainText("New tents");
  await page.getByRole("combobox").fill(">new");
  await expect(paletteOf(page).getByRole("option", { name: "New Note", exact: true })).toBeVisible();
  await expect(paletteOf(page)).not.toContainText("New tents");
  await page.getByRole("combobox").fill(">zzzz");
  await expect(paletteOf(page)).toContainText("Nothing found");
  await page.getByRole("combobox").fill("?");
  await expect(paletteOf(page).getByRole("option")).toHaveCount(5);
  await page.getByRole("combobox").fill("#camp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tag=camping/);
});

test(
  "without the server the palette finds known notes and runs its commands",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    const ann = await aPerson();
    const { page } = ann;
    await aNote(ann, { title: "Tents" });
    await show(page, "/app/explorer");
    await page.locator("article").first().waitFor();
    await open(page);
    await page.keyboard.press("Escape");
    await ann.context.setOffline(true);
    await open(page);
    await page.keyboard.type("tent");
    await expect(active(page)).toContainText("Tents");
    await expect(paletteOf(page)).toContainText(
      "Offline: searching only titles, tags and first lines on this device.",
    );
    await page.keyboard.press("Control+a");
    await page.keyboard.type("new note");
    await page.keyboard.press("Enter");
    await expect(page.getByText("New note created", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/app\/editor\/[0-9a-f-]{36}$/);
    await ann.context.setOffline(false);
    expect(server.isRunning()).toBe(true);
  },
);

test("Tab on a note that was found shows what can be done with it, and its folder stands beside it", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const camp = await ann.api<{ id: string }>("POST", "/api/folders", { name: "Camping" });
  const north = await ann.api<{ id: string }>("POST", "/api/folders", { name: "North", parentId: camp.id });
  const noteId = await aNote(ann, { title: "Tents", text: "by the lake" });
  await ann.api("PATCH", `/api/notes/${noteId}`, { folderId: north.id });
  await show(page, "/app/explorer");
  await page.locator("article").first().waitFor();
  await open(page);
  await page.keyboard.type("tent");
  await expect(active(page)).toContainText("Tents");
  await expect(active(page)).toContainText("Camping / North");
  await page.keyboard.press("Tab");
  await expect(paletteOf(page).getByRole("navigation")).toContainText("Tents");
  await expect(active(page)).toHaveText(/^Open/);
  for (const name of ["Open in Floating Window", "Copy Link", "Move To...", "Add to Favorites", "Delete"])
    await expect(paletteOf(page).getByRole("option", { name })).toBeVisible();
  // Typing narrows the actions; Backspace leads back to what can be searched.
  await page.keyboard.type("fav");
  await expect(active(page)).toContainText("Add to Favorites");
  await page.keyboard.press("Enter");
  await expect.poll(() => ann.api("GET", `/api/notes/${noteId}`)).toMatchObject({ isFavorite: true });
  await expect(page).toHaveURL(/\/app\/explorer$/);
  await open(page);
  await page.keyboard.type("tent");
  await expect(active(page)).toContainText("Tents");
  await page.keyboard.press("Tab");
  await page.keyboard.type("move");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Find or create a folder" })).toBeFocused();
  await page.keyboard.press("Escape");
  await open(page);
  await page.keyboard.type("tent");
  await expect(active(page)).toContainText("Tents");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(noteId));
});

test("the note that was open before is two keys away, whatever was done since", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const first = await aNote(ann, { title: "Tents" });
  const second = await aNote(ann, { title: "Boots" });
  await aNote(ann, { title: "Changed last" });
  await openEditor(page, first);
  await page.locator("html[data-keys=ready]").waitFor();
  await open(page);
  await page.keyboard.type("boots");
  await expect(active(page)).toContainText("Boots");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(second));
  await expect(page.getByLabel("Title")).toHaveValue("Boots");
  await open(page);
  await page.keyboard.type(">sidebar");
  await page.keyboard.press("Enter");
  await expect(paletteOf(page)).toHaveCount(0);
  await open(page);
  const recent = paletteOf(page).getByRole("group", { name: "Recent" }).getByRole("option");
  await expect(recent.first()).toContainText("Tents");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(first));
});

test("an answer that comes late does not replace the newer one, and nothing blinks meanwhile", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Elsewhere", text: "We slept by the lake" });
  await aNote(ann, { title: "Slippers", text: "warm" });
  await show(page, "/app/dashboard");
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route("**/rpc/notes/search*", async (route) => {
    const given = decodeURIComponent(route.request().url() + (route.request().postData() ?? ""));
    const query = /"query":"([^"]*)"/.exec(given)?.[1] ?? given;
    asked.push(query);
    if (query === "sl") await gate.promise;
    await route.continue().catch(() => undefined);
  });
  await open(page);
  await page.keyboard.type("s");
  await page.keyboard.type("l");
  await expect.poll(() => asked).toContain("sl");
  await page.keyboard.type("e");
  const notes = paletteOf(page).getByRole("group", { name: "Notes" });
  await expect(notes).toContainText("Elsewhere");
  await expect(notes).not.toContainText("Slippers");
  gate.resolve();
  await page.keyboard.type("pt");
  await expect(notes).toContainText("Elsewhere");
  await expect(notes).not.toContainText("Slippers");
});

test("Enter before the answer opens the first result once it is there, unless other words follow", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const before = "Long words about nothing. ".repeat(60);
  await aNote(ann, { title: "Diary", text: `${before}\n\nAt last a walrus` });
  await show(page, "/app/dashboard");
  let gate = Promise.withResolvers<void>();
  await page.route("**/rpc/notes/search*", async (route) => {
    await gate.promise;
    await route.continue().catch(() => undefined);
  });
  await open(page);
  await page.keyboard.type("zebra");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  gate.resolve();
  await expect(active(page)).toContainText("Search notes for “zebr”");
  await expect(page).toHaveURL(/\/app\/dashboard$/);

  gate = Promise.withResolvers<void>();
  await paletteOf(page).getByRole("combobox").fill("walrus");
  await page.keyboard.press("Enter");
  await expect(paletteOf(page)).toBeVisible();
  gate.resolve();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Diary");
});

async function selectFirstText(page: Page): Promise<void> {
  await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector("article p")!));
  await page.getByRole("toolbar", { name: "Selected text" }).waitFor();
}

test("palette, keyboard map, context menu and selection bar are accessible in both themes", async ({
  aPerson,
}) => {
  test.setTimeout(120_000);
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Tents", text: "We slept by the lake" });
  await show(page, "/app/explorer");
  const row = page.getByRole("link", { name: "Tents" });
  const openings: [name: string, open: () => Promise<void>, place: string][] = [
    ["palette", () => open(page), "[role=dialog]"],
    [
      "palette with an answer",
      async () => {
        await open(page);
        await page.keyboard.type("tent");
        await expect(active(page)).toContainText("Tents");
      },
      "[role=dialog]",
    ],
    ["keyboard map", () => page.keyboard.press("?"), "[role=dialog]"],
    ["context menu", () => row.click({ button: "right" }), "[role=menu]"],
    ["selection bar", () => selectFirstText(page), "section[aria-label=Selection]"],
  ];
  const faults: string[] = [];
  for (const [name, show, place] of openings) {
    await show();
    await page.locator(place).waitFor({ state: "attached" });
    faults.push(...(await audit(page, name, place)));
    await page.keyboard.press("Escape");
    await expect(page.locator("[role=dialog], [role=menu]")).toHaveCount(0);
  }
  expect(faults).toEqual([]);
});

test("words go on into the palette's field after a line was pressed", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Tents" });
  await show(page, "/app/explorer");
  await page.getByRole("link", { name: "Tents" }).focus();
  await open(page);
  await page.keyboard.type(">change theme");
  await paletteOf(page).getByRole("option", { name: "Change Theme..." }).click();
  await expect(paletteOf(page).getByRole("option", { name: "Dark" })).toBeVisible();
  await page.keyboard.type("light");
  await expect(paletteOf(page).getByRole("option", { name: "Dark" })).toBeHidden();
  await expect(active(page)).toHaveText("Light");
});
