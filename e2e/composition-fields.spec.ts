import type { Locator, Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test } from "./fixtures.ts";
import { imeOf } from "./ime.ts";

/** Fields that do something on Enter, Escape or an arrow: while a word is composed in them, those keys are the word's. */
const fields: Record<string, (person: Person, noteId: string) => Promise<Locator>> = {
  "the search of the explorer": async ({ page }) => {
    await page.goto("/app/explorer");
    return page.getByRole("searchbox", { name: "Search notes" });
  },
  "the name of a folder": async ({ page }) => {
    await page.goto("/app/explorer");
    await page.getByRole("button", { name: "New folder" }).first().click();
    return page.getByRole("dialog").getByRole("textbox");
  },
  "the palette": async ({ page }) => {
    await page.goto("/app");
    await pressed(page, "Control+k", page.getByRole("combobox"));
    return page.getByRole("combobox");
  },
  "the search of the settings": async ({ page }) => {
    await page.goto("/app/settings");
    return page.getByLabel("Search settings");
  },
  "a setting that saves itself": async ({ page }) => {
    await page.goto("/app/settings?tab=profile");
    return page.getByLabel("Display name");
  },
  "the title": async ({ page }, noteId) => {
    await openEditor(page, noteId);
    return page.getByRole("textbox", { name: "Title", exact: true });
  },
  "the category": async ({ page }, noteId) => {
    await openEditor(page, noteId);
    return page.getByLabel("Category");
  },
  "a new tag": async ({ page }, noteId) => {
    await openEditor(page, noteId);
    return page.getByLabel("Add tag");
  },
  "the find bar": async ({ page }, noteId) => {
    await (await openEditor(page, noteId)).click();
    await pressed(page, "Control+f", page.getByRole("textbox", { name: "Find", exact: true }));
    return page.getByRole("textbox", { name: "Find", exact: true });
  },
  "a comment": async ({ page }, noteId) => {
    const editor = await openEditor(page, noteId);
    await editor.getByText("Some words").click({ clickCount: 3 });
    const box = page.getByRole("region", { name: "New comment" }).getByRole("textbox", { name: "Comment" });
    await pressed(page, "Control+Alt+m", box);
    return box;
  },
  "the title of a callout": async ({ page }, noteId) => {
    await openEditor(page, noteId);
    return page.getByLabel("Callout title");
  },
};

/** What listens to keys comes after the first paint. */
async function pressed(page: Page, keys: string, shown: Locator): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-keys", "ready");
  await page.keyboard.press(keys);
  await expect(shown.first()).toBeVisible();
}

const contentOf = (field: Locator) =>
  field.evaluate((element) => ("value" in element ? String(element.value) : element.textContent));

test("keys that an input method uses save, send, close and leave nothing, in any field", async ({
  aPerson,
}) => {
  test.setTimeout(240_000);
  const person = await aPerson();
  const { page } = person;
  const noteId = await aNote(person, { title: "", text: "Some words\n\n> [!note] Mind\n> this" });
  const ime = await imeOf(page);
  for (const [name, open] of Object.entries(fields))
    await test.step(name, async () => {
      const field = await open(person, noteId);
      await expect(page.locator("html")).toHaveAttribute("data-keys", "ready");
      await field.focus();
      for (const key of ["ArrowDown", "Enter", "Escape"] as const) {
        await ime.show("にほ");
        await expect.poll(() => contentOf(field)).toContain("にほ");
        const before = await contentOf(field);
        await ime.key(key);
        // A save or a close is begun by the key itself; what it would change is there with the next frame.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
        await expect(field, `${key} in ${name}`).toBeFocused();
        expect(await contentOf(field), `${key} in ${name}`).toBe(before);
        const { session } = await person.api<{ session: { user: { name: string } } }>(
          "GET",
          "/api/accounts/session",
        );
        expect(session.user.name).toBe(person.name);
      }
      await ime.put("日本");
      await expect.poll(() => contentOf(field)).toContain("日本");
    });
});

test("the key that ended a word stays in the text where the browser ends the word before it", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  const text = await openEditor(page, await aNote(person));
  await text.click();
  const ime = await imeOf(page);
  const seen = await page.evaluateHandle(() => {
    const keys: string[] = [];
    addEventListener("keydown", ({ key }) => keys.push(key));
    return keys;
  });
  for (const key of ["Enter", "Escape"] as const) {
    await ime.compose("に", "日本");
    await ime.key(key);
  }
  await page.keyboard.press("Shift");
  expect(await seen.jsonValue()).toEqual(["Shift"]);
});
