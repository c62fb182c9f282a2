import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** A Wednesday of winter, and one of summer: New York's clock differs, Tokyo's does not. */
const [WINTER, SUMMER] = ["2027-01-13", "2027-07-14"];

/** The words beside nine in the morning. */
const beside = (page: Page) =>
  page
    .getByText(/^9(:00)?\sAM$/)
    .first()
    .locator("..");

test("a second clock stands beside the account's, right in winter and in summer", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("PATCH", "/api/preferences", { settings: { timeZone: "America/New_York" } });
  await page.goto(`/app/calendar?view=week&on=${WINTER}`);
  const choice = page.getByLabel("Second time zone");
  await choice.selectOption("Asia/Tokyo");
  await expect(page.getByText("Tokyo / New York")).toBeVisible();
  await expect(beside(page)).toHaveText(/^11(:00)?\sPM9/);
  for (const view of ["week", "day"]) {
    await page.goto(`/app/calendar?view=${view}&on=${SUMMER}`);
    await expect(beside(page)).toHaveText(/^10(:00)?\sPM9/);
  }
  await choice.selectOption({ label: "None" });
  await expect(page.getByText("Tokyo / New York")).toHaveCount(0);
});

test("a month goes on one sheet of paper, light and without what stands around it", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("PATCH", "/api/preferences", { settings: { mode: "dark" } });
  await ann.api("POST", "/api/events", { title: "Roof", date: WINTER, time: "09:00", endTime: "10:00" });
  await page.goto(`/app/calendar?view=month&on=${WINTER}`);
  await expect(page.locator("[data-entry]").filter({ hasText: "Roof" })).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const sheets = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Number(width),
    Number(height),
  ]);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]![0]).toBeGreaterThan(sheets[0]![1]!);

  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(page.locator("[data-entry]").filter({ hasText: "Roof" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Explorer" })).toBeHidden();
  await expect(page.getByLabel("Second time zone")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  const ground = page.locator(".cal-screen");
  await expect(ground).toHaveCSS("background-color", /^lab\(99/);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await expect(ground).not.toHaveAttribute("data-theme", "light");
});
