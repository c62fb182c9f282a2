import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";
import { hold } from "./hold.ts";

const row = (page: Page, title: string) =>
  page.getByRole("list", { name: "Notes" }).getByRole("listitem").filter({ hasText: title });
const link = (page: Page, title: string) => page.getByRole("link", { name: title, exact: true });
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected notes" });

async function aNoteOf(person: Person, note: Record<string, unknown>): Promise<string> {
  const { id } = await person.api<{ id: string }>("POST", "/api/notes", note);
  return id;
}

async function aFolder(person: Person, name: string): Promise<string> {
  const { id } = await person.api<{ id: string }>("POST", "/api/folders", { name });
  return id;
}

test("notes are selected by mouse and keyboard, moved together, and put back by Undo", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const folderId = await aFolder(ann, "Trips");
  for (const title of ["Delta", "Gamma", "Beta", "Alpha"]) await aNoteOf(ann, { title });
  await page.goto("/app/explorer");

  await row(page, "Alpha").hover();
  await page.getByRole("checkbox", { name: "Select Alpha" }).click();
  await expect(bar(page).getByRole("status")).toHaveText("1 selected");
  await link(page, "Gamma").click({ modifiers: ["Shift"] });
  await expect(bar(page).getByRole("status")).toHaveText("3 selected");
  await link(page, "Beta").click({ modifiers: ["ControlOrMeta"] });
  await expect(bar(page).getByRole("status")).toHaveText("2 selected");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();

  await link(page, "Alpha").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(link(page, "Beta")).toBeFocused();
  await expect(bar(page).getByRole("status")).toHaveText("2 selected");
  await bar(page).getByRole("button", { name: "Move To..." }).click();
  const dialog = page.getByRole("dialog", { name: "Move 2 notes" });
  await dialog.getByRole("option", { name: "Trips" }).click();
  await expect(page.getByText("Moved 2 notes to Trips")).toBeVisible();
  await expect.poll(() => notesIn(ann, folderId)).toBe(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => notesIn(ann, folderId)).toBe(0);

  await link(page, "Alpha").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(bar(page).getByRole("status")).toHaveText("4 selected");
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("4 notes deleted")).toBeVisible();
  await expect(link(page, "Alpha")).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(link(page, "Alpha")).toBeVisible();
});

async function notesIn(person: Person, folderId: string): Promise<number> {
  const { notes } = await person.api<{ notes: unknown[] }>("GET", `/api/notes?folderId=${folderId}`);
  return notes.length;
}

test("all that is selected is all there is, not what is loaded; a tag renamed by mistake has its name back", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  for (let made = 0; made < 60; made += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        ann.api("POST", "/api/notes", { title: `Number ${made + at}`, tags: made === 0 ? ["first"] : [] }),
      ),
    );
  await page.goto("/app/explorer");
  await page.locator("#main article a").first().focus();
  await page.keyboard.press("Control+a");
  await expect(bar(page).getByRole("status")).toHaveText("60 selected");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();
  await aNoteOf(ann, { title: "From elsewhere" });
  await expect(link(page, "From elsewhere")).toBeVisible();
  await page.getByRole("button", { name: "first, 10 notes" }).click();
  await page.getByRole("button", { name: "Actions for tag first" }).click();
  await page.getByRole("menuitem", { name: "Rename..." }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("second");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Renamed first to second")).toBeVisible();
  await expect(page).toHaveURL(/tag=second$/);
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "first, 10 notes" })).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/tag=first$/);
});

test("the layout and the order stand in the address, and are there again on the next visit", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  for (const title of ["Beta", "Alpha", "Gamma"]) await aNoteOf(ann, { title, tags: ["t"] });
  await page.goto("/app/explorer");
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await expect(page).toHaveURL(/layout=table/);
  await page.getByRole("columnheader", { name: "Title" }).getByRole("button").click();
  await expect(page.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=title/);
  await expect(titles(page)).toHaveText(["Alpha", "Beta", "Gamma"]);
  await page.getByRole("columnheader", { name: "Title" }).getByRole("button").click();
  await expect(titles(page)).toHaveText(["Gamma", "Beta", "Alpha"]);
  await page.reload();
  await expect(titles(page)).toHaveText(["Gamma", "Beta", "Alpha"]);
  await page.goBack();
  await expect(titles(page)).toHaveText(["Alpha", "Beta", "Gamma"]);
  await page.getByRole("button", { name: "Grid", exact: true }).click();
  await expect(page.getByRole("list", { name: "Notes" }).getByRole("article")).toHaveCount(3);
  await page.goto("/app/explorer");
  await expect(page.getByRole("button", { name: "Grid", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByRole("article").first()).toContainText("Alpha");
});

const titles = (page: Page) =>
  page
    .getByRole("table", { name: "Notes" })
    .getByRole("link")
    .filter({ hasText: /^[A-Z]/ });

test("tags filter together, are renamed and become one, and notes are dragged into a folder", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const folderId = await aFolder(ann, "Trips");
  const innerId = await aFolder(ann, "Inner");
  await aNoteOf(ann, { title: "Alpha", tags: ["home"] });
  await aNoteOf(ann, { title: "Beta", tags: ["trip"] });
  await aNoteOf(ann, { title: "Gamma" });
  await page.goto("/app/explorer");

  await page.getByRole("button", { name: "home, 1 note" }).click();
  await expect(link(page, "Beta")).toBeHidden();
  await page.getByRole("button", { name: "trip, 1 note" }).click();
  await expect(link(page, "Beta")).toBeVisible();
  await expect(link(page, "Gamma")).toBeHidden();
  await expect(page).toHaveURL(/tag=home%2Ctrip/);

  await page.getByRole("button", { name: "trip, 1 note" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Rename..." }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("home");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await page
    .getByRole("dialog", { name: "Merge trip into home?" })
    .getByRole("button", { name: "Merge tags" })
    .click();
  await expect(page.getByText("Merged trip into home")).toBeVisible();
  await expect(page.getByRole("button", { name: "home, 2 notes" })).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/tag=home$/);

  const tree = page.locator("[data-folder-id]");
  await link(page, "Alpha").click({ modifiers: ["ControlOrMeta"] });
  await link(page, "Beta").click({ modifiers: ["ControlOrMeta"] });
  await link(page, "Beta").dragTo(tree.filter({ hasText: "Trips" }));
  await expect(page.getByText("Moved 2 notes to Trips")).toBeVisible();
  await expect.poll(() => notesIn(ann, folderId)).toBe(2);

  await tree.filter({ hasText: "Inner" }).dragTo(tree.filter({ hasText: "Trips" }));
  await expect.poll(() => parentOf(ann, innerId)).toBe(folderId);
});

async function parentOf(person: Person, folderId: string): Promise<string | null | undefined> {
  const { folders } = await person.api<{ folders: { id: string; parentId: string | null }[] }>(
    "GET",
    "/api/folders",
  );
  return folders.find(({ id }) => id === folderId)?.parentId;
}

test("a note is looked at from its row by Space, and is duplicated", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNoteOf(ann, { title: "Second", body: { format: "markdown", text: "Text of the second" } });
  await aNoteOf(ann, { title: "First", body: { format: "markdown", text: "Text of the **first**" } });
  await page.goto("/app/explorer");
  await link(page, "First").focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("dialog", { name: "First" })).toContainText("Text of the first");
  await expect(page.getByRole("button", { name: "Open note" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("dialog", { name: "Second" })).toContainText("Text of the second");
  await page.keyboard.press("Escape");
  await expect(link(page, "Second")).toBeFocused();

  await row(page, "Second").hover();
  await page.getByRole("button", { name: "Actions for Second" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(link(page, "Second (copy)")).toBeVisible();
});

test("a dialog that a menu opened has the keys, and the menu's button has them after it", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNoteOf(ann, { title: "First" });
  await page.goto("/app/explorer");
  const button = page.getByRole("button", { name: "Actions for First" });
  await button.press("Enter");
  await page.getByRole("menuitem", { name: "Rename..." }).press("Enter");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("no search is said to find nothing before it was made", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, context } = ann;
  await aNoteOf(ann, { title: "Standup", tags: ["WORK"] });
  await page.goto("/app/explorer?q=tag%3AWOR");
  await expect(page.getByText("No matching notes")).toBeVisible();
  const release = await hold(context, /\/rpc\/notes\/search/);
  await page.getByRole("searchbox", { name: "Search notes" }).fill("tag:WORK");
  await expect(page.getByText("Searching...")).toBeVisible();
  await expect(page.getByText("No matching notes")).toBeHidden();
  await release();
  await expect(link(page, "Standup")).toBeVisible();
});

test("a search is kept under a name, on every device", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNoteOf(ann, { title: "Tent", tags: ["camping"] });
  await page.goto("/app/explorer?tag=camping&sort=title");
  await page.getByRole("button", { name: "Save search" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Gear");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Search saved")).toBeVisible();
  await page.goto("/app/explorer");
  await link(page, "Gear").click();
  await expect(page).toHaveURL(/tag=camping&sort=title/);
  await page.getByRole("button", { name: "Actions for search Gear" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(link(page, "Gear")).toBeHidden();
});
