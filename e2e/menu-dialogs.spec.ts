import type { Locator, Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";
import { drawn } from "./lots.ts";

/** Every menu of a row, in every way it opens, with every dialog in it: the keys are the dialog's, and go back to the row. */
type Row = { kind: string; row: (page: Page) => Locator };
type Opening = { how: string; open: (page: Page, row: Locator) => Promise<void> };

const rows: Row[] = [
  { kind: "note", row: (page) => page.locator("[data-note-id]").filter({ hasText: "Packing" }) },
  { kind: "folder", row: (page) => page.locator("[data-folder-id]").filter({ hasText: "Trips" }) },
  {
    kind: "tag",
    row: (page) => page.getByRole("listitem").filter({ has: page.getByLabel("Actions for tag sea") }),
  },
];

const byRightClick: Opening = {
  how: "a right click",
  open: (page, row) =>
    row
      .locator("a, button")
      .first()
      .click({ button: "right" })
      .then(() => {}),
};
const byButton: Opening = {
  how: "the row's button",
  open: async (page, row) => {
    await row.hover();
    await row.getByRole("button", { name: /^Actions for/ }).click();
  },
};
const byMenuKey: Opening = {
  how: "the menu key",
  open: async (page, row) => {
    await row.locator("a, button").first().focus();
    await page.keyboard.press("Shift+F10");
  },
};

const items = (page: Page) => page.getByRole("menuitem");

async function asked(page: Page, row: Locator, { open }: Opening): Promise<string[]> {
  // What listens to right clicks comes after the first paint.
  await expect(async () => {
    await open(page, row);
    await expect(items(page).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const labels = await items(page).evaluateAll((found) =>
    found.map((item) => item.querySelector(".truncate")?.textContent ?? ""),
  );
  await page.keyboard.press("Escape");
  await expect(items(page)).toHaveCount(0);
  return labels.filter((label) => label.endsWith("..."));
}

const isWithin = (dialog: Locator) => dialog.evaluate((popup) => popup.contains(document.activeElement));

async function expectKeys(page: Page, row: Locator, opening: Opening, label: string): Promise<void> {
  await opening.open(page, row);
  await items(page).filter({ hasText: label }).first().click();
  const dialog = page.getByRole("dialog").last();
  await expect(dialog, label).toBeVisible();
  await expect.poll(() => isWithin(dialog), `${label} has the keys`).toBe(true);
  // Whatever gives the focus back late has done so when menu and dialog stand still.
  await expect(items(page)).toHaveCount(0);
  await dialog.evaluate(async (popup) => {
    await Promise.all(popup.getAnimations().map(({ finished }) => finished));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 120)));
  });
  expect(await isWithin(dialog), `${label} keeps the keys`).toBe(true);
  await page.keyboard.press("Control+A");
  await expect(page.getByText(/\d+ selected/)).toHaveCount(0);
  for (let press = 0; press < 3; press++) {
    await page.keyboard.press("Tab");
    // At the end of the dialog the focus goes over an edge to its beginning.
    await expect.poll(() => isWithin(dialog), `${label} keeps Tab`).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog"), `${label} closes`).toHaveCount(0);
  await expect
    .poll(() => row.evaluate((element) => element.contains(document.activeElement)), `after ${label}`)
    .toBe(true);
}

async function withRows({ api }: Person) {
  const folder = await api<{ id: string }>("POST", "/api/folders", { name: "Trips" });
  await api("POST", "/api/folders", { name: "Inner", parentId: folder.id });
  await api("POST", "/api/notes", { title: "Packing", tags: ["sea"] });
  await api("POST", "/api/notes", { title: "Another", tags: ["sea"] });
}

const ways = [byRightClick, byButton, byMenuKey].flatMap((opening) =>
  rows.map(({ kind, row }) => ({ opening, kind, row })),
);
for (const { opening, kind, row } of drawn(ways, 4))
  test(`every dialog of a ${kind}'s menu opened by ${opening.how} has the keys`, async ({ aPerson }) => {
    test.slow();
    const ann = await aPerson();
    const { page } = ann;
    await withRows(ann);
    await page.goto("/app/explorer");
    await expect(row(page)).toBeVisible();
    const labels = await asked(page, row(page), opening);
    expect(labels.length).toBeGreaterThan(1);
    for (const label of labels) await expectKeys(page, row(page), opening, label);
  });

test("every dialog of a note's menu has the keys on a phone", async ({ aPerson, onPhone }) => {
  test.slow();
  const ann = await aPerson();
  await withRows(ann);
  const page = await onPhone(ann);
  await page.goto("/mobile/notes");
  const row = page.locator("[data-note-id]").filter({ hasText: "Packing" });
  await expect(row).toBeVisible();
  const byFinger: Opening = {
    how: "a finger",
    open: async () => row.getByRole("button", { name: /^Actions for/ }).tap(),
  };
  const labels = await asked(page, row, byFinger);
  expect(labels.length).toBeGreaterThan(1);
  for (const label of labels) await expectKeys(page, row, byFinger, label);
});

test("a dialog has the keys also when something asks for the focus just after it, or later", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await withRows(ann);
  await page.goto("/app/explorer");
  await expect(rows[0]!.row(page)).toBeVisible();
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[role=dialog]")) return;
      observer.disconnect();
      setTimeout(() =>
        document.querySelector<HTMLElement>("[data-note-id] a, [data-note-id] button")!.focus(),
      );
    }).observe(document.body, { childList: true, subtree: true });
  });
  await byButton.open(page, rows[0]!.row(page));
  await items(page).filter({ hasText: "Rename..." }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect.poll(() => isWithin(page.getByRole("dialog"))).toBe(true);
  await page.evaluate(() => document.querySelector<HTMLElement>("[data-note-id] a")!.focus());
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
});
