import type { Page } from "@playwright/test";
import { aNote, expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, rest, WIDE } from "./screen-audit.ts";

const row = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });

test("what a search doesn't find is listed with the nearest notes until a note says it; it is dismissed and forgotten", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Kiln", text: "The kiln is fired on Sundays." });
  await page.goto("/app/analytics?view=gaps");
  await expect(page.getByRole("heading", { name: "No missing notes" })).toBeVisible();
  const kept = (path: string) => page.waitForResponse((answer) => answer.url().includes(path));
  const told = kept("/rpc/gaps/tell");
  await page.goto("/app/explorer?q=kiln%20manual");
  await told;
  await ann.api("POST", "/api/gaps", { query: "passport number", place: "search" });
  await page.goto("/app/analytics?view=gaps");
  await expect(row(page, "kiln manual").getByRole("link", { name: "Kiln" })).toBeVisible();

  await row(page, "passport number")
    .getByRole("button", { name: /^Dismiss/ })
    .press("Enter");
  await expect(row(page, "passport number")).toBeHidden();
  await expect(row(page, "kiln manual").getByRole("button", { name: /^Dismiss/ })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "passport number")).toBeVisible();

  await row(page, "kiln manual")
    .getByRole("button", { name: /^Start This Note/ })
    .click();
  await expect(page).toHaveURL(/\/app\/editor\//);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("kiln manual");
  await page.goto("/app/analytics?view=gaps");
  await expect(row(page, "passport number")).toBeVisible();
  await expect(row(page, "kiln manual")).toBeHidden();
  await page.getByRole("button", { name: "Forget All" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget All" }).click();
  await expect(page.getByRole("heading", { name: "No missing notes" })).toBeVisible();
});

test("missing notes fit three widths and the phone, in both modes, for whoever uses a screen reader", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Donaudampfschifffahrtsgesellschaft and its captains", text: "A roof." });
  for (const query of [
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenschachtel roof",
    "roof repair",
    "歯医者",
  ])
    await ann.api("POST", "/api/gaps", { query, place: "search" });
  await page.goto("/app/analytics");
  await page.getByRole("button", { name: "Missing Notes" }).click();
  await expect(row(page, "roof repair")).toBeVisible();
  await expect(page.getByText("Searching your notes again…")).toBeHidden();
  for (const viewport of [WIDE, { width: 768, height: 1024 }, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await findOverflow(page, `missing notes at ${viewport.width}`)).toEqual([]);
  }
  expect((await runAxe(page, {})).violations).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "light"));
  await rest(page);
  expect((await runAxe(page, {})).violations).toEqual([]);
  const phone = await onPhone(ann);
  await phone.goto("/mobile/analytics?view=gaps");
  await expect(row(phone, "roof repair")).toBeVisible();
  expect(await findOverflow(phone, "missing notes on a phone")).toEqual([]);
});
