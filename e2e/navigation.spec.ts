import type { Page } from "@playwright/test";
import { aNote, expect, type Person, test, waitForSaved } from "./fixtures.ts";
import { imeOf } from "./ime.ts";

const main = (page: Page) => page.getByRole("navigation", { name: "Main" });
const notesOf = async (person: Person) =>
  (await person.api<{ notes: { id: string; title: string; excerpt: string }[] }>("GET", "/api/notes")).notes;

test("the sidebar leads to nine places with what they are for, and to the library beside every screen", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const folder = await ann.api<{ id: string }>("POST", "/api/folders", { name: "Journeys" });
  const noteId = await aNote(ann, { title: "Tents", text: "Two of them." });
  await ann.api("PATCH", `/api/notes/${noteId}`, { isFavorite: true, folderId: folder.id });
  const { page } = ann;
  await page.goto("/app/dashboard");
  for (const [name, about] of [
    ["Dashboard", "Overview and analytics"],
    ["Explorer", "File manager and explorer"],
    ["Projects", "Project workspaces"],
    ["Editor", "Write and edit notes"],
    ["Chat", "AI-powered conversations"],
    ["Calendar", "Schedule and manage events"],
    ["Analytics", "Writing insights and stats"],
    ["SEO", "SEO optimization and analysis"],
    ["Activity", "Track your actions and history"],
  ] as const)
    await expect(main(page).getByRole("link", { name, exact: true })).toHaveAccessibleDescription(about);

  const marked = main(page).locator("[aria-current=page]");
  await expect(marked).toHaveText(/^Dashboard/);
  await main(page).getByRole("link", { name: "Trash", exact: true }).click();
  await expect(marked).toHaveText("Trash");
  await main(page).getByRole("link", { name: "Files", exact: true }).click();
  await expect(marked).toHaveText("Files");
  await main(page).getByRole("link", { name: "Journeys, 1 note" }).click();
  await expect(page).toHaveURL(/\/app\/folders\//);
  await expect(marked).toHaveText("Journeys");
  await main(page).getByRole("link", { name: "Tents", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${noteId}`));
  await page.goto("/app/settings?tab=appearance");
  await expect(page.getByRole("link", { name: "Settings", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("what is folded, hidden and pinned in the sidebar follows the account", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await page.goto("/app/dashboard");
  const library = main(page).getByRole("button", { name: "Library" });
  await library.click();
  await expect(library).toHaveAttribute("aria-expanded", "false");
  await expect(main(page).getByRole("link", { name: "Files", exact: true })).toHaveCount(0);
  await library.click();
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("customize sidebar");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Customize sidebar" });
  await dialog.getByRole("button", { name: "Hide SEO" }).click();
  await dialog.getByRole("button", { name: "Pin Files" }).click();
  // Once past the hidden one, once past Analytics.
  for (let step = 0; step < 2; step += 1)
    await dialog.getByRole("button", { name: "Move Activity up" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(main(page).getByRole("link", { name: "SEO", exact: true })).toHaveCount(0);

  const { page: other } = await anotherBrowser(ann);
  await other.goto("/app/dashboard");
  await expect(main(other).getByRole("list", { name: "Pinned" }).getByRole("link")).toHaveText([/^Files/]);
  await expect(main(other).getByRole("link", { name: "SEO", exact: true })).toHaveCount(0);
  await expect(main(other).getByRole("list", { name: "Review" }).getByRole("link")).toHaveText([
    /^Activity/,
    /^Analytics/,
  ]);
});

test("the editor without a note is ready to type, and a visit makes nothing", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await page.goto("/app/editor");
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".note-text[contenteditable=true]")).toBeFocused();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/dashboard/);
  expect(await notesOf(ann)).toEqual([]);

  // Asked for before it is there, the note would seem gone for a moment, with the caret in its text.
  const missed: string[] = [];
  page.on("response", (answer) => answer.status() === 404 && missed.push(answer.url()));
  await page.goto("/app/editor");
  await page.locator(".note-text[contenteditable=true]").click();
  // Slower than the creation and what follows it: no key falls between.
  await page.keyboard.type("First words, typed at once.", { delay: 60 });
  await expect(page).toHaveURL(/\/app\/editor\/[0-9a-f-]{36}$/);
  await waitForSaved(page);
  await expect(page.locator(".note-text")).toHaveText("First words, typed at once.");
  expect(missed).toEqual([]);
  await expect
    .poll(async () => (await notesOf(ann)).map(({ excerpt }) => excerpt))
    .toEqual(["First words, typed at once."]);

  // The place in the sidebar begins another one.
  await main(page).getByRole("link", { name: "Editor", exact: true }).click();
  await expect(page).toHaveURL(/\/app\/editor$/);
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type("Second");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Its text");
  await expect(page).toHaveURL(/\/app\/editor\/[0-9a-f-]{36}$/);
  await waitForSaved(page);
  await expect
    .poll(async () => (await notesOf(ann)).map(({ title }) => title).sort())
    .toEqual(["", "Second"]);
});

test("a draft begun with an input method keeps its first word", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await page.goto("/app/editor");
  await page.locator(".note-text[contenteditable=true]").click();
  await (await imeOf(page)).compose("に", "にほ", "にほん", "日本");
  await expect(page).toHaveURL(/\/app\/editor\/[0-9a-f-]{36}$/);
  await page.keyboard.type(" ok");
  await expect(page.locator(".note-text")).toHaveText("日本 ok");
  await waitForSaved(page);
  await expect.poll(async () => (await notesOf(ann)).map(({ excerpt }) => excerpt)).toEqual(["日本 ok"]);
});

test(
  "a draft begun offline is there after a reload and reaches the server later",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    const ann = await aPerson("Ann");
    const { page } = ann;
    await page.goto("/app/editor");
    await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await server.stop();
    await page.locator(".note-text[contenteditable=true]").click();
    await page.keyboard.type("Written in the tunnel");
    await expect(page).toHaveURL(/\/app\/editor\/[0-9a-f-]{36}$/);
    await page.reload();
    await expect(page.locator(".note-text")).toHaveText("Written in the tunnel");
    await server.start();
    await expect
      .poll(async () => (await notesOf(ann)).map(({ excerpt }) => excerpt), { timeout: 30_000 })
      .toEqual(["Written in the tunnel"]);
  },
);
