import type { Locator, Page } from "@playwright/test";
import { aNote, expect, type Person, test, textOf } from "./fixtures.ts";
import { audit, findOverflow, resize } from "./screen-audit.ts";

const places = (page: Page) => page.getByRole("navigation", { name: "Places in this rehearsal" });
const note = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

async function choose(page: Page, row: Locator, name: string, item: string): Promise<void> {
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function startRehearsal({ page }: Person): Promise<void> {
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("> rehearsal");
  await page.getByRole("option", { name: /^Start a Rehearsal/ }).click();
  await expect(page.getByText("This is a rehearsal.")).toBeVisible();
}

test("notes are reorganized in a rehearsal, compared with what is, and real once that is accepted", async ({
  aPerson,
}) => {
  test.slow();
  const ann = await aPerson();
  const { page } = ann;
  const oslo = await aNote(ann, { title: "Oslo", text: "Pack a scarf.\n" });
  await aNote(ann, { title: "Lima", text: "Llamas and ceviche.\n" });
  await startRehearsal(ann);
  await expect(page.getByText("Nothing is changed yet.")).toBeVisible();

  await page.getByRole("main").getByRole("button", { name: "New folder" }).click();
  await dialog(page, "New folder").getByLabel("Name").fill("Travel");
  await page.keyboard.press("Enter");
  await expect(places(page).getByRole("link", { name: /Travel/ })).toContainText("New");
  await expect(page.getByText("No notes here.")).toBeVisible();

  await places(page)
    .getByRole("link", { name: /^All notes/ })
    .click();
  await choose(page, note(page, "Oslo"), "Oslo", "Move To…");
  await page.getByRole("option", { name: /Travel/ }).click();
  await expect(note(page, "Oslo")).toContainText("Moved");
  await choose(page, note(page, "Oslo"), "Oslo", "Rename…");
  await dialog(page, "Rename").getByLabel("Name").fill("Oslo in May");
  await page.keyboard.press("Enter");
  await expect(note(page, "Oslo in May")).toContainText("Now “Oslo”");
  await choose(page, note(page, "Oslo in May"), "Oslo in May", "Change Tags…");
  await dialog(page, "Tags").getByLabel(/^Tags/).fill("trip, spring");
  await page.keyboard.press("Enter");
  await expect(places(page).getByRole("link", { name: /spring/ })).toBeVisible();
  await choose(page, note(page, "Lima"), "Lima", "Delete");
  await expect(note(page, "Lima")).toBeHidden();

  await note(page, "Oslo in May").getByRole("link").click();
  const open = page.getByRole("article", { name: "Oslo in May" });
  await open.getByRole("button", { name: "Edit text" }).click();
  await open.getByLabel("Text as Markdown").fill("Pack a scarf and an umbrella.\n");
  await open.getByRole("button", { name: "Save in the rehearsal" }).click();
  await expect(open.locator("ins").first()).toContainText("umbrella");
  await page.getByLabel("Search this rehearsal").fill("umbrella");
  await expect(page.getByText("1 note found")).toBeVisible();
  expect(await audit(page, "a rehearsal")).toEqual([]);
  expect(await resize(page, "a rehearsal")).toEqual([]);

  // Nothing of it is real.
  expect(await textOf(ann, oslo)).not.toContain("umbrella");
  expect((await ann.api<{ folders: object[] }>("GET", "/api/folders")).folders).toEqual([]);

  await page.getByRole("button", { name: "Compare" }).click();
  const compared = dialog(page, "What would come of it");
  await expect(compared.getByRole("row", { name: /^Folders/ })).toContainText("0");
  await expect(compared.getByRole("row", { name: /^Found first/ })).toBeVisible();
  expect(await audit(page, "a comparison")).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Accept all…" }).click();
  await dialog(page, "Accept all changes?").getByRole("button", { name: "Accept all" }).click();
  await expect(page).toHaveURL(/\/app\/changes\/[^/]+$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => textOf(ann, oslo)).toContain("umbrella");
  const { notes } = await ann.api<{ notes: { title: string; tags: string[] }[] }>("GET", "/api/notes");
  expect(notes).toMatchObject([{ title: "Oslo in May", tags: ["trip", "spring"] }]);
});

test("what somebody really writes meanwhile is shown and stays, and a rehearsal can be thrown away", async ({
  aPerson,
}) => {
  test.slow();
  const ann = await aPerson();
  const { page } = ann;
  const oslo = await aNote(ann, { title: "Oslo", text: "Pack a scarf.\n" });
  await startRehearsal(ann);
  await note(page, "Oslo").getByRole("link").click();
  const open = page.getByRole("article", { name: /Oslo|Bergen/ });
  await open.getByRole("button", { name: "Edit text" }).click();
  await open.getByLabel("Text as Markdown").fill("Pack nothing.\n");
  const { seq: baseSeq } = await ann.api<{ seq: number }>("GET", `/api/notes/${oslo}/body?format=markdown`);
  const body = { format: "markdown", text: "Pack a scarf and gloves.\n" };
  await ann.api("PUT", `/api/notes/${oslo}/body`, { body, baseSeq });
  await ann.api("PATCH", `/api/notes/${oslo}`, { title: "Bergen" });
  await expect(open.getByRole("alert")).toContainText("Someone changed this note while you were writing.");
  await expect(open.locator("pre")).toContainText("gloves");
  await expect(open.getByLabel("Text as Markdown")).toHaveValue("Pack nothing.\n");
  await open.getByRole("button", { name: "I have read it" }).click();
  await open.getByRole("button", { name: "Save in the rehearsal" }).click();
  await expect(open.locator("ins").first()).toBeVisible();
  await expect(note(page, "Bergen")).toContainText("Text changed");

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflow(page, "a rehearsal on a phone")).toEqual([]);
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("button", { name: "Choose a place" }).click();
  await dialog(page, "Places")
    .getByRole("link", { name: /^Changed notes/ })
    .click();
  await expect(dialog(page, "Places")).toBeHidden();
  await expect(note(page, "Bergen")).toBeVisible();
  await choose(page, note(page, "Bergen"), "Bergen", "Take Back Its Changes");
  await expect(page.getByText("Nothing is changed yet.")).toBeVisible();
  await page.getByRole("button", { name: "Throw away" }).click();
  await expect(page.getByRole("heading", { name: "No changes to review" })).toBeVisible();
  expect(await textOf(ann, oslo)).toContain("gloves");
});
