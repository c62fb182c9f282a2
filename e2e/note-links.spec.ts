import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test, waitForSaved } from "./fixtures.ts";
import { paste } from "./paste.ts";

const text = (page: Page) => page.getByRole("textbox", { name: "Note text" });
const options = (page: Page) => page.getByRole("listbox", { name: "Notes" });

const markdownOf = async (person: Person, noteId: string) =>
  (await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body`)).text;

/** What the note's links are called and which notes they lead to. */
const linksOf = (page: Page) =>
  text(page)
    .locator("a.note-link, a.embed-title")
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")]));

const PLAN = "# Goals\n\nShip it in *May*.\n\n## Risks\n\n- Rain on the day\n- Late parts\n";

async function writing(ann: Person) {
  const { page } = ann;
  const body = { format: "markdown", text: PLAN };
  const { id: planId } = await ann.api<{ id: string }>("POST", "/api/notes", { title: "Plan", body });
  const noteId = await aNote(ann, { title: "Diary", text: "" });
  await openEditor(page, noteId);
  await text(page).click();
  return { page, planId, noteId, keyboard: page.keyboard };
}

const noteCount = async ({ api }: Person) =>
  (await api<{ notes: unknown[] }>("GET", "/api/notes?limit=50")).notes.length;

test("a name after @ and a title after [[ make no note by Enter; only who points at it makes one", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, noteId, keyboard } = await writing(ann);
  const before = await noteCount(ann);
  await keyboard.type("Ask @Ingrid");
  await expect(page.getByRole("status").filter({ hasText: "0 suggestions" })).toBeAttached();
  await keyboard.press("Enter");
  await keyboard.type("Then [[Ingrid");
  const create = options(page).getByRole("option", { name: "Create note “Ingrid”" });
  await expect(create).toBeVisible();
  await expect(create).toHaveAttribute("aria-selected", "false");
  await keyboard.press("Enter");
  await keyboard.type("![[Ingrid");
  await expect(page.getByRole("status").filter({ hasText: "0 suggestions" })).toBeAttached();
  await expect(create).toBeHidden();
  await keyboard.press("Enter");
  await waitForSaved(page);
  expect(await noteCount(ann)).toBe(before);
  expect(await markdownOf(ann, noteId)).toBe("Ask @Ingrid\n\nThen \\[\\[Ingrid\n\n!\\[\\[Ingrid\n");

  await keyboard.type("[[Ingrid");
  await expect(create).toBeVisible();
  await keyboard.press("ArrowDown");
  await expect(create).toHaveAttribute("aria-selected", "true");
  await keyboard.press("Enter");
  await expect(text(page).getByRole("link", { name: "Ingrid" })).toHaveAttribute("href", /^\/app\/editor\//);
  expect(await noteCount(ann)).toBe(before + 1);
});

test("links to notes typed to their end become links that know their note", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, planId, noteId, keyboard } = await writing(ann);
  await keyboard.type("See [[plan]], [[Plan|the idea]], [[Plan#Risks]] and [[Nowhere]].", { delay: 5 });
  await keyboard.press("Enter");
  await keyboard.type("![[Plan#Risks]]", { delay: 5 });
  await keyboard.type("Below, in `code [[Plan]]` it stays.", { delay: 5 });
  const to = `/app/editor/${planId}`;
  await expect
    .poll(() => linksOf(page))
    .toEqual([
      ["Plan", to],
      ["the idea", to],
      ["Plan › Risks", `${to}#Risks`],
      ["Nowhere", null],
      ["Plan › Risks", `${to}#Risks`],
    ]);
  await expect(page.locator(".note-embed li")).toHaveText(["Rain on the day", "Late parts"]);
  await waitForSaved(page);
  expect(await markdownOf(ann, noteId)).toBe(
    "See [[plan]], [[Plan|the idea]], [[Plan#Risks]] and [[Nowhere]].\n\n![[Plan#Risks]]\n\nBelow, in `code [[Plan]]` it stays.\n",
  );
  await text(page).getByRole("link", { name: "Plan › Risks" }).first().click();
  await expect(page).toHaveURL(`${to}#Risks`);
  await expect(page.locator(".is-flashing")).toHaveText("Risks");
});

test("links to notes become links when they are pasted, as text, as HTML and as Markdown", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, planId, noteId, keyboard } = await writing(ann);
  await paste(page, { "text/plain": "One [[Plan]] and [[ -n $x ]]." });
  await expect(text(page).locator("a.note-link")).toHaveCount(1);
  await keyboard.press("Enter");
  await paste(page, { "text/html": "<p>Two <b>[[Plan#Goals|bold]]</b></p><p>![[Plan]]</p><p>after</p>" });
  await expect(page.locator(".note-embed")).toHaveCount(1);
  await keyboard.press("Enter");
  await paste(page, { "text/plain": "## Three\n\n- [[Plan]]\n- **x** [[plan|four]]\n" });
  const to = `/app/editor/${planId}`;
  await expect
    .poll(() => linksOf(page))
    .toEqual([
      ["Plan", to],
      ["bold", `${to}#Goals`],
      ["Plan", to],
      ["Plan", to],
      ["four", to],
    ]);
  await waitForSaved(page);
  expect(await markdownOf(ann, noteId)).toContain("One [[Plan]] and \\[\\[ -n \\$x ]].");
});

test("headings and blocks of a note are offered after # and ^, also those of the note itself", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, planId, noteId, keyboard } = await writing(ann);
  await keyboard.type("[[Plan#");
  await expect(options(page).getByRole("option")).toHaveText([/^Goals/, /^Risks/]);
  await keyboard.type("ris");
  await expect(options(page).getByRole("option")).toHaveText([/^Risks/]);
  await keyboard.press("Enter");
  await keyboard.type("[[Plan^rain");
  await expect(options(page).getByRole("option")).toHaveText([/^Rain on the day/]);
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await keyboard.type("![[Plan#^late");
  await expect(options(page).getByRole("option")).toHaveText([/^Late parts/]);
  await keyboard.press("Enter");
  await expect(page.locator(".note-embed li")).toHaveText(["Late parts"]);
  await keyboard.type("## Mine");
  await keyboard.press("Enter");
  await keyboard.type("[[#mi");
  await expect(options(page).getByRole("option")).toHaveText([/^Mine/]);
  await keyboard.press("Enter");
  await waitForSaved(page);
  expect(await markdownOf(ann, noteId)).toMatch(
    /^\[\[Plan#Risks\]\] \[\[Plan#\^[\w-]+\]\]&#x20;\n\n!\[\[Plan#\^[\w-]+\]\]\n\n## Mine\n\n\[\[#Mine\]\]&#x20;\n$/,
  );
  const block = text(page).locator("a.note-link").nth(1);
  await expect(block).toHaveAttribute("href", new RegExp(`^/app/editor/${planId}#`));
  await text(page).getByRole("link", { name: "Mine" }).click();
  await expect(page.locator(".is-flashing")).toHaveText("Mine");
});

test("a link that the arrow keys have come to is opened by Enter, and a web address by Ctrl+Enter", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, planId, noteId, keyboard } = await writing(ann);
  await paste(page, { "text/plain": "See [[Plan]]" });
  await expect(text(page).locator("a.note-link")).toHaveCount(1);
  await keyboard.press("ArrowLeft");
  await expect(text(page).locator("a.ProseMirror-selectednode")).toHaveText("Plan");
  await keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(planId));
  await page.goBack();
  await expect(text(page).locator("a.note-link")).toHaveCount(1);
  await waitForSaved(page);
  expect(await markdownOf(ann, noteId)).toBe("See [[Plan]]\n");

  await text(page).click();
  await keyboard.press("Control+End");
  await keyboard.press("Enter");
  await paste(page, { "text/plain": "https://example.com/" });
  await expect(text(page).getByRole("link", { name: "https://example.com/" })).toBeVisible();
  await keyboard.press("ArrowLeft");
  await page.context().route("https://example.com/", (route) => route.fulfill({ body: "there" }));
  const opened = page.context().waitForEvent("page");
  await keyboard.press("Control+Enter");
  expect((await opened).url()).toBe("https://example.com/");
});
