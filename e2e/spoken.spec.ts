import type { Locator } from "@playwright/test";
import { aNote, expect, openEditor, test, waitForSaved } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";

/** Presses Tab until it has the focus: nobody without a pointer gets there otherwise. */
async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${String(target)}`);
}

test("a screen reader is told the way: registering, writing, finding, sharing, by keyboard alone", async ({
  browser,
  server,
  watch,
}) => {
  const page = await browser.newPage({ baseURL: server.url });
  watch(page);
  await page.goto("/auth/register");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading [level=1]
      - textbox "Name"
      - textbox "Email"
      - textbox "Password"
      - button "Create account"
  `);
  await tabTo(page.getByRole("textbox", { name: "Name" }).first());
  await page.keyboard.type("Spoken Person");
  await tabTo(page.getByRole("textbox", { name: "Email" }).first());
  await page.keyboard.type(`spoken-${Date.now()}@example.com`);
  await tabTo(page.getByRole("textbox", { name: /^Password/ }).first());
  await page.keyboard.type("correct horse");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/setup\/onboarding/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await tabTo(page.getByRole("button", { name: "Skip setup" }).first());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/app\/dashboard/);
  await tabTo(page.getByRole("button", { name: "Skip for now" }).first());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - region "Banner":
        - heading "Welcome, Spoken Person" [level=1]
        - button "Fold the banner away"
      - region "Status bar":
        - button "Pause the status bar"
        - button "Status bar settings"
      - search:
        - searchbox "Search notes"
        - button "How to search"
      - button "New Note"
      - button "Edit the dashboard"
      - region "Tasks":
        - heading "Tasks" [level=2]
        - link "All Tasks"
      - region "Calendar":
        - heading "Calendar" [level=2]
  `);

  // The newest place is told by its heading, and writing begins without a search for the field.
  await tabTo(page.getByRole("button", { name: "New Note" }).first());
  await page.keyboard.press("Enter");
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await expect(title).toBeFocused();
  await page.keyboard.type("Glacier walk");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Note text" })).toBeFocused();
  await page.keyboard.type("## Packing");
  await page.keyboard.press("Enter");
  await page.keyboard.type("[ ] Buy rope");
  await waitForSaved(page);
  await expect(page.getByRole("textbox", { name: "Note text" })).toMatchAriaSnapshot(`
    - textbox "Note text":
      - heading "Packing" [level=2]
      - list:
        - listitem:
          - checkbox "Done"
          - paragraph: Buy rope
  `);

  await page.keyboard.press("Control+K");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("glacier");
  await expect(page.getByRole("option", { name: /Glacier walk/ }).first()).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(title).toHaveValue("Glacier walk");

  // In a text Tab writes; Escape leaves it.
  await page.keyboard.press("Escape");
  await tabTo(page.getByRole("button", { name: "Share" }).first());
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Email address")).toBeVisible();
  await tabTo(dialog.getByLabel("Email address"));
  await page.keyboard.type("friend@example.com");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("friend@example.com").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Share", exact: true })).toBeFocused();
  await page.close();
});

test("what steps back in focus mode stays legible, and so does an earlier version beside today's", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const text =
    "# Packing\n\nTent and [a map](https://maps.example).\n\n- [x] Rope\n- [ ] Stove\n\n> Said often.\n\nLast words.";
  const noteId = await aNote(ann, { title: "Trip", text });
  await openEditor(page, noteId);
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Written.");
  await waitForSaved(page);
  const contrast = { runOnly: ["color-contrast"] };
  await page.keyboard.press("Control+.");
  for (const theme of ["dark", "light"]) {
    await page.evaluate((mode) => (document.documentElement.dataset["theme"] = mode), theme);
    await page.waitForTimeout(400);
    const { passed, violations } = await runAxe(page, contrast, ".note-text");
    expect(violations, theme).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  }
  await page.keyboard.press("Control+.");
  await page.goto(`/app/editor/${noteId}?history=${noteId}`);
  await page
    .getByRole("navigation", { name: "Versions" })
    .getByRole("link")
    .or(page.getByRole("navigation", { name: "Versions" }).getByRole("button"))
    .last()
    .click();
  for (const theme of ["dark", "light"]) {
    await page.evaluate((mode) => (document.documentElement.dataset["theme"] = mode), theme);
    await page.waitForTimeout(400);
    const { passed, violations } = await runAxe(page, contrast, "[role=dialog]");
    expect(violations, theme).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  }
});
