import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  aNote,
  aPicture,
  expect,
  openEditor,
  type Person,
  test,
  typeAtEnd,
  waitForSaved,
} from "./fixtures.ts";
import { audit } from "./screen-audit.ts";
import { paste } from "./paste.ts";

const markdownOf = async (person: Person, noteId: string) =>
  (await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=markdown`)).text.trim();

const textOf = (page: Page) => page.getByRole("textbox", { name: "Note text" });

/** What the server has of the note in the end. */
const becomes = (person: Person, noteId: string, markdown: string) =>
  expect.poll(() => markdownOf(person, noteId)).toBe(markdown.trim());

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures/clipboard", name), "utf8");

test("a narrow toolbar keeps every tool in sight, what does not fit in a menu", async ({ aPerson }) => {
  const person = await aPerson();
  const { page } = person;
  await page.setViewportSize({ width: 768, height: 900 });
  const editor = await openEditor(page, await aNote(person, { text: "Words" }));
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  const more = bar.getByRole("button", { name: "More tools" });
  await expect(more).toBeVisible();
  expect(await bar.evaluate((tools) => tools.scrollWidth <= tools.clientWidth)).toBe(true);
  await expect(bar.getByRole("button", { name: "Redo" })).toBeInViewport();
  await editor.click();
  await more.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Quote" }).press("Enter");
  await expect(editor.locator("blockquote")).toHaveText("Words");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(more).toHaveCount(0);
  await expect(bar.getByRole("button", { name: "Image" })).toBeInViewport();
});

test("/ puts in blocks and : emoji, by keys and by mouse, and both leave words alone", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const noteId = await aNote(person);
  const { page } = person;
  const editor = await openEditor(page, noteId);
  const blocks = page.getByRole("listbox", { name: "Blocks" });
  await typeAtEnd(page, "/");
  await expect(blocks.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  expect(await audit(page, "blocks", '[role="listbox"]')).toEqual([]);
  await page.keyboard.type("hea2");
  await expect(blocks.getByRole("option")).toHaveCount(1);
  const active = await editor.getAttribute("aria-activedescendant");
  await expect(page.locator(`[id="${active}"]`)).toContainText("Heading 2");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Title\n");
  await page.keyboard.type("/");
  await blocks.getByRole("option", { name: "Bullet list" }).click();
  await page.keyboard.type("one :rocket");
  const emoji = page.getByRole("listbox", { name: "Emoji" });
  await expect(emoji.getByRole("option").first()).toContainText("rocket");
  await page.keyboard.press("Tab");
  await page.keyboard.type(" and/or at 10:30\n\n/");
  await expect(blocks).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(blocks).toBeHidden();
  await page.keyboard.type("etc -> [page](https://example.org) ...");
  await becomes(
    person,
    noteId,
    "## Title\n\n- one 🚀 and/or at 10:30\n\n/etc → [page](https://example.org) …",
  );
});

test("a block is moved, copied, turned and dragged; its link leads to it", async ({ aPerson }) => {
  const person = await aPerson();
  const noteId = await aNote(person, { text: "first\n\n- a\n- b\n\nlast" });
  const { page } = person;
  await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const editor = await openEditor(page, noteId);
  await editor.getByText("last").click();
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await page.keyboard.press("Control+d");
  await becomes(person, noteId, "first\n\nlast\n\nlast\n\n- a\n- b");
  await page.keyboard.press("Control+/");
  const menu = page.getByRole("menu", { name: "Block", exact: true });
  await menu.getByRole("menuitem", { name: "Turn into" }).click();
  await page.getByRole("menuitem", { name: "Quote" }).click();
  await becomes(person, noteId, "first\n\nlast\n\n> last\n\n- a\n- b");
  await editor.getByText("first").dblclick({ position: { x: 12, y: 12 } });
  await page
    .getByRole("toolbar", { name: "Selected text" })
    .getByRole("button", { name: "Turn Into..." })
    .click();
  await page.getByRole("menuitem", { name: "Heading 3" }).click();
  await becomes(person, noteId, "### first\n\nlast\n\n> last\n\n- a\n- b");
  await editor.getByText("b", { exact: true }).hover();
  const grip = page.getByRole("button", { name: "Block actions" });
  await expect(grip).toBeVisible();
  await grip.dragTo(editor.getByText("first"), { targetPosition: { x: 20, y: 3 } });
  await becomes(person, noteId, "- b\n\n### first\n\nlast\n\n> last\n\n- a");
  await editor.getByText("first").hover();
  await grip.click();
  await menu.getByRole("menuitem", { name: "Copy Link to Block" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`/app/editor/${noteId}#`);
  await waitForSaved(page);
  await page.goto("/app/explorer");
  await page.goto(link);
  await expect(textOf(page).locator(".is-flashing")).toHaveText("first");
});

test("find and replace counts, walks, minds case and patterns, and one undo takes all back", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const noteId = await aNote(person, { text: "Cat one.\n\n- a **cat**\n- concat\n\n| cat |\n| - |\n| x |" });
  const { page } = person;
  const editor = await openEditor(page, noteId);
  await editor.getByText("Cat one.").click();
  await page.keyboard.press("Control+f");
  const bar = page.getByRole("search", { name: "Find in note" });
  const count = bar.getByRole("status");
  await bar.getByRole("textbox", { name: "Find" }).fill("cat");
  await expect(count).toHaveText(/ of 4$/);
  await expect(editor.locator(".find-match")).toHaveCount(4);
  expect(await audit(page, "find", '[role="search"]')).toEqual([]);
  await bar.getByRole("button", { name: "Whole words" }).click();
  await expect(count).toHaveText(/ of 3$/);
  await bar.getByRole("button", { name: "Match case" }).click();
  await expect(count).toHaveText(/ of 2$/);
  await bar.getByRole("button", { name: "Show replace" }).click();
  await bar.getByRole("textbox", { name: "Replace with" }).fill("dog");
  await bar.getByRole("button", { name: "All" }).click();
  await expect(count).toHaveText("Not found");
  await expect(editor.locator("strong")).toHaveText("dog");
  await bar.getByRole("button", { name: "Whole words" }).click();
  await bar.getByRole("button", { name: "Regular expression" }).click();
  await bar.getByRole("textbox", { name: "Find" }).fill("(con)(c\\w+)");
  await bar.getByRole("textbox", { name: "Replace with" }).fill("$2-$1");
  await expect(count).toHaveText("1 of 1");
  await bar.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(editor).toContainText("cat-con");
  await bar.getByRole("textbox", { name: "Find" }).fill("(");
  await expect(count).toHaveText("Incomplete pattern");
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(editor).toContainText("concat");
});

test("outline, focus mode, width and figures follow the text", async ({ aPerson }) => {
  const person = await aPerson();
  const text = `# One\n\n${"word ".repeat(250)}\n\n## Two\n\n${"\n\nline".repeat(60)}\n\n# Three\n\nend`;
  const noteId = await aNote(person, { text });
  const { page } = person;
  await page.setViewportSize({ width: 1440, height: 900 });
  const editor = await openEditor(page, noteId);
  await expect(page.getByRole("button", { name: "314 words · 2 min to read" })).toBeVisible();
  const choose = async (item: string) => {
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
    // Closing, it gives the focus back to its button.
    await expect(page.getByRole("menu")).toHaveCount(0);
  };
  await choose("Outline");
  const outline = page.getByRole("tabpanel", { name: "Outline" });
  await outline.getByRole("button", { name: "Three" }).click();
  await expect(editor.getByText("Three")).toBeInViewport();
  await expect(outline.locator("[aria-current]")).toHaveText("Three");
  await page.keyboard.type("Now ");
  await expect(outline.getByRole("button", { name: "Now Three" })).toBeVisible();
  await choose("Focus Mode");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeHidden();
  await page.getByRole("button", { name: "Exit Focus Mode" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(editor).toHaveAttribute("spellcheck", "true");
  await choose("Turn Off Spell Check");
  await expect(editor).toHaveAttribute("spellcheck", "false");
  await expect
    .poll(() => person.api("GET", "/api/preferences"))
    .toMatchObject({ settings: { isSpellChecked: false } });
});

test("what other programs copy becomes what it was, and nothing is fetched for it", async ({ aPerson }) => {
  const person = await aPerson();
  const { page } = person;
  const strangers: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("remote.example")) strangers.push(request.url());
  });
  const programs = readdirSync(join(import.meta.dirname, "fixtures/clipboard"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -".md".length));
  for (const name of programs) {
    const noteId = await aNote(person, { title: name });
    await openEditor(page, noteId);
    await textOf(page).click();
    await paste(page, { "text/html": fixture(`${name}.html`), "text/plain": "plain" });
    await becomes(person, noteId, fixture(`${name}.md`));
  }
  const noteId = await aNote(person);
  await openEditor(page, noteId);
  await textOf(page).click();
  await paste(page, { "text/html": fixture("hostile.html") });
  await expect(textOf(page)).toContainText("task");
  await waitForSaved(page);
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
  await expect(
    textOf(page).locator("script, iframe, object, form, video, [onclick], [onload], [onerror]"),
  ).toHaveCount(0);
  expect(strangers).toEqual([]);
});

test("a picture within what was copied is uploaded, one of another site stays its address", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  const noteId = await aNote(person);
  await openEditor(page, noteId);
  await textOf(page).click();
  const picture = `data:image/jpeg;base64,${(await aPicture()).toString("base64")}`;
  const html = `<p>before <img src="${picture}" alt="A lake"> after</p><p><img src="https://remote.example/x.png" alt="Far"></p>
    <p><img src="file:///C:/Users/x/clip_image001.png" alt="Lost"></p>`;
  await paste(page, { "text/html": html });
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("1 image couldn't be pasted");
  await expect(textOf(page).getByRole("img", { name: "A lake" })).toBeVisible();
  await expect(textOf(page).getByRole("link", { name: "Open the original image" })).toHaveAttribute(
    "href",
    "https://remote.example/x.png",
  );
  await expect
    .poll(() => markdownOf(person, noteId))
    .toMatch(
      /^before !\[A lake\]\(\/files\/[\w-]+\) after\n\n!\[Far\]\(https:\/\/remote\.example\/x\.png\)\n\nLost$/,
    );
  const [, address = ""] = /\((\/files\/[\w-]+)\)/.exec(await markdownOf(person, noteId)) ?? [];
  await expect.poll(async () => (await person.context.request.get(address)).status()).toBe(200);
});

test("Markdown and code are pasted as what they are, plain text to the letter", async ({ aPerson }) => {
  const person = await aPerson();
  const { page } = person;
  const noteId = await aNote(person);
  await openEditor(page, noteId);
  await typeAtEnd(page, "See ");
  await paste(page, { "text/plain": "**this**" });
  await expect(textOf(page).locator("strong")).toHaveText("this");
  await page.keyboard.press("Enter");
  await paste(page, { "text/plain": "## Head\n\n1. a\n2. b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nend" });
  await expect(textOf(page)).toContainText("end");
  await page.keyboard.press("Enter");
  await paste(page, {
    "text/plain": "def f():\n    return 1",
    "text/html": fixture("vscode.html"),
    "vscode-editor-data": JSON.stringify({ version: 1, mode: "python" }),
  });
  await becomes(
    person,
    noteId,
    "See **this**\n\n## Head\n\n1. a\n2. b\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\nend\n\n```python\ndef f():\n    return 1\n```",
  );
  await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const other = await aNote(person);
  await openEditor(page, other);
  await textOf(page).click();
  await page.evaluate(() => navigator.clipboard.writeText("# no **heading**"));
  await page.keyboard.press("Control+Shift+v");
  await expect(textOf(page)).toHaveText("# no **heading**");
});

test("on a phone the same lists and sheets fit and are reached by finger", async ({ aPerson, onPhone }) => {
  const person = await aPerson();
  const noteId = await aNote(person, { text: "# Head\n\ntext" });
  const page = await onPhone(person);
  await page.goto(`/mobile/editor/${noteId}`);
  const editor = textOf(page);
  await expect(editor).toHaveAttribute("contenteditable", "true");
  await editor.getByText("text").tap();
  await page.keyboard.press("End");
  const insert = page.getByRole("button", { name: "Insert a block" });
  await insert.tap();
  const blocks = page.getByRole("listbox", { name: "Blocks" });
  await expect(blocks).toBeVisible();
  // Given up, it leaves no sign in the text.
  await editor.getByText("Head").tap();
  await expect(blocks).toBeHidden();
  await expect(editor.locator("p")).toHaveText("text");
  await editor.getByText("text").tap();
  await page.keyboard.press("End");
  await insert.tap();
  await expect(blocks.getByRole("option", { name: "Quote" })).toBeInViewport();
  await blocks.getByRole("option", { name: "Task list" }).tap();
  await expect(editor.getByRole("checkbox")).toHaveCount(1);
  await page.getByRole("button", { name: "Hide keyboard" }).tap();
  await page.getByRole("button", { name: "View", exact: true }).tap();
  await page.getByRole("menuitem", { name: "Find in This Note" }).tap();
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await page.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("button", { name: "View", exact: true }).tap();
  await page.getByRole("menuitem", { name: "Outline" }).tap();
  const sheet = page.getByRole("dialog", { name: "Outline" });
  await sheet.getByRole("button", { name: "Head" }).tap();
  await expect(sheet).toBeHidden();
});
