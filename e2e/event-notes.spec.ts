import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { audit, POPUP, resize } from "./screen-audit.ts";

const DAY = new Date().toISOString().slice(0, 10);

const openKickoff = async (page: Page) => {
  await page.goto("/app/calendar?view=week");
  await page.locator("[data-entry]").filter({ hasText: "Kickoff" }).click();
  return page.getByRole("dialog", { name: "Edit event" });
};

test("notes of an event begin with a template, and two pages that press at once share one note", async ({
  aPerson,
  browser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("PUT", `/api/templates/${crypto.randomUUID()}`, {
    name: "Protocol",
    text: "# {{title}} on {{date}} at {{time}}\n\nPlace: {{location}}\n",
  });
  const event = { title: "Kickoff", date: DAY, time: "09:00", endTime: "10:00", location: "Harbour hall" };
  await ann.api("POST", "/api/events", event);
  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  const pages = [page, await elsewhere.newPage()];
  for (const each of pages) {
    const dialog = await openKickoff(each);
    if (each === page) {
      expect(await audit(page, "an event without notes", POPUP)).toEqual([]);
      expect(await resize(page, "an event without notes")).toEqual([]);
    }
    await dialog.getByRole("button", { name: "Notes from a Template..." }).click();
  }
  const choices = pages.map((each) => each.getByRole("dialog", { name: "New note from a template" }));
  for (const choice of choices) await expect(choice.getByRole("button", { name: /^Protocol/ })).toBeVisible();
  await Promise.all(choices.map((choice) => choice.getByRole("button", { name: /^Protocol/ }).click()));
  for (const each of pages) await expect(each).toHaveURL(/\/app\/editor\//);
  expect(pages[1]!.url()).toBe(page.url());
  await expect(page.getByText(`Kickoff on ${DAY} at 9:00 AM`)).toBeVisible();
  await expect(page.getByText("Place: Harbour hall")).toBeVisible();
  await elsewhere.close();

  const dialog = await openKickoff(page);
  await expect(dialog.getByRole("button", { name: "Open Notes" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Notes from a Template..." })).toHaveCount(0);
});
